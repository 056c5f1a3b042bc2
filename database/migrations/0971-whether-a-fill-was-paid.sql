-- Whether the fill of a request, or a later one, was paid since it came: message, call script and status page ask the same.
create function was_filled(a rx_authorization) returns boolean language sql stable as $$
  select exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.rx_number = a.rx_number
    and x.pharmacy_nabp = a.pharmacy_nabp and x.fill_number >= a.fill_number and x.status in ('P', 'B') and x.submitted_at >= a.request_received_at)
$$;
revoke all on function was_filled(rx_authorization) from public;
grant execute on function was_filled(rx_authorization) to rxdocket_reader, rxdocket_app;

create or replace function request_status(p_reference text, p_since timestamptz, p_now timestamptz)
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
    was_filled(a),
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
