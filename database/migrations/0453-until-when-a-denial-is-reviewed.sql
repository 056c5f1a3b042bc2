-- What says until when another review of a denied request may be asked for, for the page of its pharmacy: the state, the kind and
-- the days; no person, no drug, no carrier. `request_status` says the rest.
create function request_review(p_reference text, p_since timestamptz)
returns table (juris_state text, channel int, level int, received_at timestamptz, decided_on date)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.juris_state, a.claim_channel_type::int, a.reconsideration_level::int, a.request_received_at, (e.at at time zone m.time_zone)::date
    from rx_authorization a
    join master_carrier m on m.mc = a.mc
    join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
   where a.reference_number = p_reference and a.request_received_at >= p_since and a.status_id <> 10
   limit 2
$$;
revoke all on function request_review(text, timestamptz) from public;
grant execute on function request_review(text, timestamptz) to rxdocket_app;
