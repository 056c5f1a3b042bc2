-- The status page says what stops the claim of an approved request by what came after the approval, as its pharmacy was last notified: codes, no words.
-- An approval of another request that lets the fill of a request through as it was billed: the same product, prescription, pharmacy and
-- prescriber, the day, the amounts, each code, and a fill that is left. With `p_queued` also one that is keyed in a moment.
create function approval_of_another(p_mc text, p_request uuid, p_queued boolean)
returns table (id uuid, start_date date, end_date date)
language sql stable as $$
  select o.id, o.start_date, case when o.status_id = 6 then o.ended_on else o.end_date end
    from rx_authorization a join prior_auth o on o.mc = a.mc and o.stratus_claim_id = a.stratus_claim_id and o.kind = 'PERMIT'
      and o.authorization_id is distinct from coalesce(a.superseded_by, a.id)
   where a.mc = p_mc and a.id = p_request
     and (o.status_id in (2, 3, 5) or p_queued and o.status_id = 1 or o.status_id = 6 and o.ended_on >= a.date_of_service)
     and a.date_of_service between o.start_date and o.end_date
     and starts_with(a.gpi, o.gpi_prefix) and (length(o.gpi_prefix) >= o.level or o.gpi_prefix = a.gpi) and (o.ndc is null or o.ndc = a.ndc)
     and (o.brand_flag = '*' or (o.brand_flag = 'G') = (a.generic_or_brand = 'G')) and (o.rx_number is null or o.rx_number = a.rx_number)
     and (o.pharmacy_nabp is null or o.pharmacy_nabp = a.pharmacy_nabp) and (o.prescriber_npi is null or o.prescriber_npi = a.prescriber_npi)
     and a.quantity <= coalesce(o.max_qty_per_fill, a.quantity) and a.days_supply <= coalesce(o.max_days_per_fill, a.days_supply)
     and (o.fills_used = 0 or not o.one_time) and o.fills_used < coalesce(o.max_fills, o.fills_used + 1)
     and (o.override_all or o.codes_cleared @> a.reject_codes)
   order by o.end_date desc limit 1
$$;
revoke all on function approval_of_another(text, uuid, boolean) from public;
grant execute on function approval_of_another(text, uuid, boolean) to rxdocket_reader, rxdocket_app;

drop function request_status(text, timestamptz);
create function request_status(p_reference text, p_since timestamptz)
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
    left join lateral approval_that_pays(a.mc, coalesce(n.id, a.id), a.date_of_service) p on true
    left join lateral approval_of_another(a.mc, a.id, false) o on p.id is null
   where a.reference_number = p_reference and a.request_received_at >= p_since and a.status_id <> 10
   limit 2
$$;
revoke all on function request_status(text, timestamptz) from public;
grant execute on function request_status(text, timestamptz) to rxdocket_app;
