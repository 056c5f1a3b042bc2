-- Extracts somebody keeps under a name, for themselves or for all who extract from the program. Filters may name a patient: what makes the
-- extract is encrypted.
create table data_extract_preset (
  mc text not null references master_carrier, id uuid not null, user_id uuid not null, sub_carrier text not null, area text not null,
  name text not null check (length(name) between 1 and 60), shared boolean not null, encrypted text not null, changed_at timestamptz not null,
  primary key (mc, id), unique (mc, user_id, name), foreign key (mc, user_id) references user_carrier (mc, user_id));
-- Extracts that make themselves at an hour of the carrier's day, about days that are counted from then. PAUSED by its owner, or after failures.
create table data_extract_schedule (
  mc text not null references master_carrier, id uuid not null, user_id uuid not null, sub_carrier text not null, area text not null,
  name text not null check (length(name) between 1 and 60), encrypted text not null,
  cadence text not null check (cadence in ('DAILY', 'WEEKLY', 'MONTHLY')), day int not null check (day between 0 and 28),
  hour int not null check (hour between 0 and 23), period text not null,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'REMOVED')), why text, failures int not null default 0,
  next_at timestamptz not null, created_at timestamptz not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index data_extract_schedule_of_user on data_extract_schedule (mc, user_id, created_at);
create index data_extract_schedule_due on data_extract_schedule (next_at) where state = 'ACTIVE';
-- One file of a schedule: written under the name of a try, then renamed once. WRITTEN: the file is whole and waits for its name.
create table data_extract_delivery (
  mc text not null, id uuid not null, schedule_id uuid not null, due_at timestamptz not null, sub_carrier text not null, file text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'WRITTEN', 'FINISHED', 'FAILED')), tries int not null default 0,
  rows int, why text, support_id uuid, ended_at timestamptz,
  primary key (mc, id), unique (mc, schedule_id, due_at), unique (mc, file), foreign key (mc, schedule_id) references data_extract_schedule (mc, id));
do $$
declare t text;
begin
  foreach t in array array['data_extract_preset', 'data_extract_schedule', 'data_extract_delivery'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;
grant select on data_extract_preset, data_extract_schedule, data_extract_delivery to rxdocket_reader, rxdocket_app;
grant insert, update (sub_carrier, area, shared, encrypted, changed_at), delete on data_extract_preset to rxdocket_app;
grant insert, update (state, why, failures, next_at) on data_extract_schedule to rxdocket_app;
grant insert, update (state, tries, rows, why, support_id, ended_at) on data_extract_delivery to rxdocket_app;
-- For the clock, which asks for ids over all carriers.
create policy clock on data_extract_schedule for select to current_user using (true);
create function due_extracts(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.id from data_extract_schedule s join master_carrier m on m.mc = s.mc and m.status = 'ACTIVE'
   where s.state = 'ACTIVE' and s.next_at <= p_now order by s.next_at limit p_limit $$;
revoke all on function due_extracts(int, timestamptz) from public;
select assume_few_carriers();
