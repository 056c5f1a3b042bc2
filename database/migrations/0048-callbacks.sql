-- The rest of a callback's life: when somebody must look at it next, and who called the pharmacy.
alter table pharmacy_callback add column next_try_at timestamptz, add column called_by_name text, add column called_at timestamptz;
create index pharmacy_callback_due on pharmacy_callback (next_try_at) where status_id = 2;
create index pharmacy_callback_to_call on pharmacy_callback (mc, next_try_at, id) where status_id in (5, 7);
-- A prior authorization that waits to be keyed: how often it was refused, and why.
alter table prior_auth add column keying_attempts int, add column keying_error text, add column ending_told_at timestamptz;
create index prior_auth_to_key on prior_auth (mc, created_at, id) where status_id = 1;
-- What begins, ends or is about to end by its date; the days are the carrier's.
create index prior_auth_by_end on prior_auth (end_date) where status_id in (1, 2, 3, 7);
create index prior_auth_by_start on prior_auth (start_date) where status_id = 2;

-- Ids only, of every carrier; what is done with each is done inside its carrier's wall.
create function due_callbacks(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select k.mc, k.id from pharmacy_callback k where k.status_id = 2 and k.next_try_at <= p_now order by k.next_try_at limit p_limit
$$;
create function due_permissions(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  (select p.mc, p.id from prior_auth p join master_carrier m on m.mc = p.mc
    where p.status_id in (1, 2, 3, 7) and p.end_date <= (p_now at time zone 'UTC')::date and p.end_date < (p_now at time zone m.time_zone)::date order by p.end_date limit p_limit)
  union all
  (select p.mc, p.id from prior_auth p join master_carrier m on m.mc = p.mc
    where p.status_id = 2 and p.start_date <= (p_now at time zone 'UTC')::date + 1 and p.start_date <= (p_now at time zone m.time_zone)::date and p.end_date >= (p_now at time zone m.time_zone)::date order by p.start_date limit p_limit)
  limit p_limit
$$;
-- Prior authorizations of a lasting therapy in force that end within a week, with nobody notified of it yet.
create function due_endings(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select p.mc, p.id from prior_auth p
   where p.status_id = 3 and p.kind = 'PERMIT' and p.end_date between (p_now at time zone 'UTC')::date and (p_now at time zone 'UTC')::date + 7
     and not p.one_time and coalesce(p.max_fills, 2) > 1 and p.fills_used > 0 and p.ending_told_at is null order by p.end_date limit p_limit
$$;
create policy calls on pharmacy_callback for select to current_user using (true);
create policy days on prior_auth for select to current_user using (true);
do $$
declare f text;
begin
  foreach f in array array['due_callbacks', 'due_permissions', 'due_endings'] loop
    execute format('revoke all on function %I(int, timestamptz) from public', f);
    execute format('grant execute on function %I(int, timestamptz) to rxdocket_app', f);
  end loop;
end $$;
