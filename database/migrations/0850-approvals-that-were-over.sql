-- An approval that begins after the day of service asks for a bill of a later day. When its last day is over, no such day is left: it
-- pays nothing that could still be dispensed, whether the job that closes it has run or not. A message that leaves late, the call script and the
-- status page say that it has ended. The page is read without a session, so it says what time it is.
drop function approval_that_pays(text, uuid, date);
create function approval_that_pays(p_mc text, p_authorization uuid, p_served date, p_now timestamptz)
returns table (id uuid, override_ref text, status_id smallint, max_qty numeric, max_days int, start_date date, end_date date)
language sql stable as $$
  select x.id, x.override_ref, x.status_id, x.max_qty_per_fill, x.max_days_per_fill, x.start_date,
    case when x.status_id = 6 then x.ended_on else x.end_date end
    from prior_auth x join master_carrier m on m.mc = x.mc
   where x.mc = p_mc and x.authorization_id = p_authorization and x.kind = 'PERMIT'
     and (x.status_id in (1, 2, 3) or x.status_id = 6 and x.ended_on >= p_served)
     and not (x.start_date > p_served and x.end_date < (p_now at time zone m.time_zone)::date)
   order by x.status_id = 6, x.created_at desc
   limit 1
$$;
revoke all on function approval_that_pays(text, uuid, date, timestamptz) from public;
grant execute on function approval_that_pays(text, uuid, date, timestamptz) to rxdocket_reader, rxdocket_app;

drop function request_status(text, timestamptz);
create function request_status(p_reference text, p_since timestamptz, p_now timestamptz)
returns table (status_id smallint, decided_at timestamptz, received date, waits_for_keying boolean, was_in_force boolean,
  in_force boolean, is_paid boolean, quantity numeric, days_supply int, unit text, form text, fill_date date, max_qty numeric,
  max_days int, start_date date, end_date date, reason_id int, is_paid_that_day boolean, stops jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(n.status_id, a.status_id), coalesce(n.completed_at, a.completed_at), (a.request_received_at at time zone m.time_zone)::date,
    coalesce(p.status_id = 1, false),
    exists (select from prior_auth x where x.mc = a.mc and x.authorization_id = coalesce(n.id, a.id) and x.kind = 'PERMIT'),
    p.id is not null or o.id is not null,
    exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.rx_number = a.rx_number
      and x.pharmacy_nabp = a.pharmacy_nabp and x.fill_number >= a.fill_number and x.status in ('P', 'B')
      and x.submitted_at >= a.request_received_at),
    a.quantity, a.days_supply, coalesce(d.facts ->> 'unit', ''), coalesce(d.facts ->> 'form', ''), a.date_of_service,
    p.max_qty, p.max_days, coalesce(p.start_date, o.start_date), coalesce(p.end_date, o.end_date), e.reason_id,
    -- The same product of the same day under another prescription or fill is a duplicate.
    a.compound_code <> 2 and length(a.gpi) = 14 and exists (select from wc_claim c join wc_claim s on s.mc = c.mc and s.claimant_id = c.claimant_id
      join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
     where c.mc = a.mc and c.id = a.stratus_claim_id and x.fill_date = a.date_of_service and x.gpi = a.gpi and x.part is distinct from 'P'),
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
