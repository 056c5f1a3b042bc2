-- An approval that begins after the day of service is billed for its first day that has not passed. Where the same product was paid for that
-- day under another prescription or fill, it is a duplicate as well: message, call script and status page name the day.
create function paid_on(p_mc text, p_request uuid, p_start date, p_now timestamptz) returns date
language sql stable as $$
  select b.day from rx_authorization a
    join master_carrier m on m.mc = a.mc
    cross join lateral (select case when p_start > a.date_of_service then greatest(p_start, (p_now at time zone m.time_zone)::date)
      else a.date_of_service end as day) b
   where a.mc = p_mc and a.id = p_request and a.compound_code <> 2 and length(a.gpi) = 14 and exists (
     select from wc_claim c join wc_claim s on s.mc = c.mc and s.claimant_id = c.claimant_id
       join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
      where c.mc = a.mc and c.id = a.stratus_claim_id and x.fill_date = b.day and x.gpi = a.gpi and x.part is distinct from 'P')
$$;
revoke all on function paid_on(text, uuid, date, timestamptz) from public;
grant execute on function paid_on(text, uuid, date, timestamptz) to rxdocket_reader, rxdocket_app;

drop function request_status(text, timestamptz, timestamptz);
create function request_status(p_reference text, p_since timestamptz, p_now timestamptz)
returns table (mc text, id uuid, time_zone text,
  status_id smallint, decided_at timestamptz, received date, waits_for_keying boolean, was_in_force boolean,
  in_force boolean, is_paid boolean, quantity numeric, days_supply int, unit text, form text, fill_date date, max_qty numeric,
  max_days int, start_date date, end_date date, reason_id int, paid_on date, stops jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id, m.time_zone,
    coalesce(n.status_id, a.status_id), coalesce(n.completed_at, a.completed_at), (a.request_received_at at time zone m.time_zone)::date,
    coalesce(p.status_id = 1, false),
    exists (select from prior_auth x where x.mc = a.mc and x.authorization_id = coalesce(n.id, a.id) and x.kind = 'PERMIT'),
    p.id is not null or o.id is not null,
    exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.rx_number = a.rx_number
      and x.pharmacy_nabp = a.pharmacy_nabp and x.fill_number >= a.fill_number and x.status in ('P', 'B')
      and x.submitted_at >= a.request_received_at),
    a.quantity, a.days_supply, coalesce(d.facts ->> 'unit', ''), coalesce(d.facts ->> 'form', ''), a.date_of_service,
    p.max_qty, p.max_days, coalesce(p.start_date, o.start_date), coalesce(p.end_date, o.end_date), e.reason_id,
    paid_on(a.mc, a.id, coalesce(p.start_date, o.start_date), p_now),
    (select w.body -> 'stops' from pharmacy_callback k join pharmacy_message w on w.mc = k.mc and w.id = k.id
      where k.mc = a.mc and k.authorization_id = a.id order by w.at desc limit 1)
    from rx_authorization a
    join master_carrier m on m.mc = a.mc
    left join rx_authorization n on n.mc = a.mc and n.id = a.superseded_by
    left join drug d on d.ndc = a.ndc
    left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(n.id, a.id) and e.undone_at is null
    left join lateral approval_that_pays(a.mc, coalesce(n.id, a.id), a.date_of_service, p_now) p on true
    left join lateral approval_of_another(a.mc, a.id, false) o on p.id is null
   where a.reference_number = p_reference and a.request_received_at >= p_since and a.status_id <> 10
   limit 2
$$;
revoke all on function request_status(text, timestamptz, timestamptz) from public;
grant execute on function request_status(text, timestamptz, timestamptz) to rxdocket_app;
