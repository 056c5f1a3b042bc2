-- Changes of feature flags in the portal: of the carrier ('*'), of a sub-carrier, or of a user; null: not set.
create table feature_flag_change (
  mc text not null references master_carrier, id uuid not null, key text not null references feature_flag,
  sub_carrier text not null default '*', user_id uuid, before boolean, after boolean, reason text not null,
  made_by uuid not null, made_at timestamptz not null,
  primary key (mc, id), foreign key (mc, made_by) references user_carrier (mc, user_id),
  foreign key (mc, user_id) references user_carrier (mc, user_id));
create index feature_flag_change_by_key on feature_flag_change (mc, key, made_at desc, id desc);
alter table feature_flag_change enable row level security;
alter table feature_flag_change force row level security;
-- '*' is a flag of the whole carrier or of a user.
create policy carrier on feature_flag_change using (mc = app_mc() and (sub_carrier = '*' or app_sees(sub_carrier)))
  with check (mc = app_mc() and (sub_carrier = '*' or app_sees(sub_carrier)));
grant select on feature_flag_change to rxdocket_reader, rxdocket_app;
grant insert on feature_flag_change to rxdocket_app;
grant insert, update (enabled), delete on feature_flag_user to rxdocket_app;
grant delete on feature_flag_override to rxdocket_app;
