-- The week ahead is counted in the carrier's days, as the job counts it: in UTC's a prior authorization of the eighth day was due for
-- hours every night and never done.
create or replace function due_endings(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select p.mc, p.id from prior_auth p join master_carrier m on m.mc = p.mc
   where p.status_id = 3 and p.kind = 'PERMIT' and p.end_date between (p_now at time zone 'UTC')::date - 1 and (p_now at time zone 'UTC')::date + 8
     and p.end_date between (p_now at time zone m.time_zone)::date and (p_now at time zone m.time_zone)::date + 7
     and not p.one_time and coalesce(p.max_fills, 2) > 1 and p.fills_used > 0 and p.ending_told_at is null order by p.end_date limit p_limit
$$;
