-- An approval that a person ended still pays a fill of the days before (prior_auth.ended_on): its pharmacy reads that it may bill that.
create or replace function request_status(p_reference text, p_since timestamptz)
returns table (status_id smallint, decided_at timestamptz, received date, waits_for_keying boolean, was_in_force boolean,
  in_force boolean, is_paid boolean, quantity numeric, days_supply int, unit text, form text, fill_date date, max_qty numeric,
  max_days int, start_date date, end_date date, reason_id int)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(n.status_id, a.status_id), coalesce(n.completed_at, a.completed_at), (a.request_received_at at time zone m.time_zone)::date,
    coalesce(q.waits, false), coalesce(q.was, false), coalesce(q.is_in, false),
    exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.rx_number = a.rx_number
      and x.pharmacy_nabp = a.pharmacy_nabp and x.fill_number >= a.fill_number and x.status in ('P', 'B')
      and x.submitted_at >= a.request_received_at),
    a.quantity, a.days_supply, coalesce(d.facts ->> 'unit', ''), coalesce(d.facts ->> 'form', ''), a.date_of_service,
    p.max_qty_per_fill, p.max_days_per_fill, p.start_date, p.end_date, e.reason_id
    from rx_authorization a
    join master_carrier m on m.mc = a.mc
    left join rx_authorization n on n.mc = a.mc and n.id = a.superseded_by
    left join drug d on d.ndc = a.ndc
    left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(n.id, a.id) and e.undone_at is null
    left join lateral (select bool_or(x.status_id = 1) as waits, count(x.id) > 0 as was,
        bool_or(x.status_id in (1, 2, 3) or x.status_id = 6 and x.ended_on >= a.date_of_service) as is_in
      from prior_auth x where x.mc = a.mc and x.authorization_id = coalesce(n.id, a.id) and x.kind = 'PERMIT') q on true
    left join lateral (select x.max_qty_per_fill, x.max_days_per_fill, x.start_date,
        case when x.status_id = 6 then x.ended_on else x.end_date end as end_date
      from prior_auth x where x.mc = a.mc and x.authorization_id = coalesce(n.id, a.id) and x.kind = 'PERMIT'
        and (x.status_id in (1, 2, 3) or x.status_id = 6 and x.ended_on >= a.date_of_service)
      order by x.status_id = 6, x.created_at desc limit 1) p on true
   where a.reference_number = p_reference and a.request_received_at >= p_since and a.status_id <> 10
   limit 2
$$;
