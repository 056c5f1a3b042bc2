-- How a user wants to be notified, by group of events, and when e-mail waits. Without a row everything is sent at once.
create table notice_choice (
  mc text not null, user_id uuid not null,
  -- {"LETTERS": {"portal": false, "mail": "DAILY"}}
  by_group jsonb not null default '{}',
  quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'), quiet_until text check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  daily_at text not null default '08:00' check (daily_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  check ((quiet_from is null) = (quiet_until is null)),
  primary key (mc, user_id), foreign key (mc, user_id) references user_carrier (mc, user_id));
-- What waits for the e-mail of the day of a user.
create table notice_waiting (
  mc text not null, id uuid not null, user_id uuid not null, authorization_id uuid not null, happening text not null, at timestamptz not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index notice_waiting_of_user on notice_waiting (mc, user_id, at);
do $$
declare t text;
begin
  foreach t in array array['notice_choice', 'notice_waiting'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on notice_choice, notice_waiting to rxdocket_reader, rxdocket_app;
grant insert, update (by_group, quiet_from, quiet_until, daily_at) on notice_choice to rxdocket_app;
grant insert, delete on notice_waiting to rxdocket_app;
insert into feature_flag (key, enabled, description) values ('notificationSettings', false, 'Users choose how they are notified')
on conflict (key) do nothing;
select assume_few_carriers();
