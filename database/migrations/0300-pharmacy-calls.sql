-- Each call to a pharmacy: who made it, how long they spoke, and that nothing of the claim was said before the caller was checked.
create table pharmacy_call (
  mc text not null references master_carrier, id uuid not null, callback_id uuid not null, user_id uuid not null, at timestamptz not null,
  result text not null check (result in ('REACHED', 'NOT_REACHED')), caller_checked boolean not null,
  patient text check (patient in ('AT_COUNTER', 'COMES_BACK', 'LEFT')), talk_seconds int not null check (talk_seconds between 0 and 14400),
  check (result = 'NOT_REACHED' or caller_checked),
  primary key (mc, id), foreign key (mc, callback_id) references pharmacy_callback (mc, id));
create index pharmacy_call_of_user on pharmacy_call (mc, user_id, at);
alter table pharmacy_call enable row level security;
alter table pharmacy_call force row level security;
create policy carrier on pharmacy_call using (mc = app_mc()) with check (mc = app_mc());
grant select on pharmacy_call to rxdocket_reader, rxdocket_app;
grant insert on pharmacy_call to rxdocket_app;
select assume_few_carriers();
