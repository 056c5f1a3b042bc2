-- When a file of a schedule that could not be delivered is tried again; null where no try waits.
alter table data_extract_delivery add column next_try_at timestamptz;
grant update (next_try_at) on data_extract_delivery to rxdocket_app;
