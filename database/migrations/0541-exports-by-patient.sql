-- The exports that had something of a claim in them, from the journal of access: each file notes the claims it has.
create function claim_exports(p_claim uuid) returns table (id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct a.request_id from access_audit a join export_record e on e.mc = a.mc and e.id = a.request_id
   where a.mc = app_mc() and a.claim_ids @> array[p_claim] limit 10000
$$;
revoke all on function claim_exports(uuid) from public;
grant execute on function claim_exports(uuid) to rxdocket_reader, rxdocket_app;
