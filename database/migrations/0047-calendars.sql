-- A carrier's own working hours: what reminders and escalation count in. None: Monday to Friday,
-- 08:00 to 18:00, federal holidays off. The state's legal clock never reads them.
create table business_calendar (
  mc text not null references master_carrier, id text not null, name text not null,
  working_days smallint[] not null check (cardinality(working_days) > 0 and working_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]), -- 0 Sunday
  opens time not null, closes time not null check (closes > opens),
  federal_holidays boolean not null default true, days_off date[] not null default '{}',
  primary key (mc, id));
alter table business_calendar enable row level security;
alter table business_calendar force row level security;
create policy carrier on business_calendar using (mc = app_mc()) with check (mc = app_mc());
grant select on business_calendar to rxdocket_reader, rxdocket_app;

alter table master_carrier add column business_calendar_id text;
alter table master_carrier add foreign key (mc, business_calendar_id) references business_calendar (mc, id);
