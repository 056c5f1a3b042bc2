-- The state of a request for its pharmacy, by the number of the reject message and without a carrier: nothing about a person or a drug.
create index rx_authorization_by_reference on rx_authorization (reference_number);
create function request_status(p_reference text, p_since timestamptz)
returns table (status_id smallint, decided_at timestamptz, received date, waits_for_keying boolean, was_in_force boolean, in_force boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(n.status_id, a.status_id), coalesce(n.completed_at, a.completed_at), (a.request_received_at at time zone m.time_zone)::date,
    coalesce(bool_or(p.status_id = 1), false), count(p.id) > 0, coalesce(bool_or(p.status_id in (1, 2, 3)), false)
    from rx_authorization a
    join master_carrier m on m.mc = a.mc
    left join rx_authorization n on n.mc = a.mc and n.id = a.superseded_by
    left join prior_auth p on p.mc = a.mc and p.authorization_id = coalesce(n.id, a.id) and p.kind = 'PERMIT'
   where a.reference_number = p_reference and a.request_received_at >= p_since and a.status_id <> 10
   group by a.mc, a.id, m.time_zone, n.status_id, n.completed_at
   limit 2
$$;
revoke all on function request_status(text, timestamptz) from public;
grant execute on function request_status(text, timestamptz) to rxdocket_app;
