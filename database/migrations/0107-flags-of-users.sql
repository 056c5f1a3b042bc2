-- A flag as one user of a carrier has it; it counts before that of sub-carrier, carrier and everybody.
create table feature_flag_user (
  mc text not null, user_id uuid not null, key text not null references feature_flag, enabled boolean not null,
  primary key (mc, user_id, key), foreign key (mc, user_id) references user_carrier (mc, user_id));
alter table feature_flag_user enable row level security;
alter table feature_flag_user force row level security;
create policy carrier on feature_flag_user using (mc = app_mc()) with check (mc = app_mc());
grant select on feature_flag_user to rxdocket_reader, rxdocket_app;
