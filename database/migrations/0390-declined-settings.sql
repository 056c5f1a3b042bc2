-- Why an account manager declined a change of a setting, for the one who made it.
alter table carrier_setting_change add column declined_because text not null default '' check (length(declined_because) <= 300);
grant update (declined_because) on carrier_setting_change to rxdocket_app;
