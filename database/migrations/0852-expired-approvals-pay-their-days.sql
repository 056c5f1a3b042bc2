-- An approval that ran out still pays a bill of its days, as the engine says. A message that leaves after its last day names its limits and
-- the last day that is in force, not the one it was decided with.
create or replace function approval_that_pays(p_mc text, p_authorization uuid, p_served date, p_now timestamptz)
returns table (id uuid, override_ref text, status_id smallint, max_qty numeric, max_days int, start_date date, end_date date)
language sql stable as $$
  select x.id, x.override_ref, x.status_id, x.max_qty_per_fill, x.max_days_per_fill, x.start_date,
    case when x.status_id = 6 then x.ended_on else x.end_date end
    from prior_auth x join master_carrier m on m.mc = x.mc
   where x.mc = p_mc and x.authorization_id = p_authorization and x.kind = 'PERMIT'
     and (x.status_id in (1, 2, 3) or x.status_id = 5 and p_served between x.start_date and x.end_date
       or x.status_id = 6 and x.ended_on >= p_served)
     and not (x.start_date > p_served and x.end_date < (p_now at time zone m.time_zone)::date)
   order by x.status_id = 6, x.status_id = 5, x.created_at desc
   limit 1
$$;
