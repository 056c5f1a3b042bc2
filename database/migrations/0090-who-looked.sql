-- Who looked at a patient, for the privacy office. The journal of access can only be added to; this reads the rows of one claim of
-- the caller's carrier, newest first.
create function patient_views(p_claim uuid, p_since timestamptz, p_most int)
  returns table (id bigint, at timestamptz, call text, ip text, claims int, stated text, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, a.at, a.call, a.ip, cardinality(a.claim_ids), a.detail ->> 'reason', a.user_id
      from access_audit a where a.mc = app_mc() and a.claim_ids @> array[p_claim] and a.at >= p_since and a.user_id is not null and a.outcome = 'ok'
     order by a.at desc, a.id desc limit p_most $$;
revoke all on function patient_views(uuid, timestamptz, int) from public;
grant execute on function patient_views(uuid, timestamptz, int) to rxdocket_reader, rxdocket_app;
