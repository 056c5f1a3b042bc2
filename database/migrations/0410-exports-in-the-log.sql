-- Who took a request away is a line of its log, read from the journal of access: a read adds nothing else.
create index access_audit_exported on access_audit (mc, object_id, id desc) where object_type = 'export';
create function request_exports(p_authorization uuid) returns table (id bigint, at timestamptz, user_id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, coalesce(e.at, a.at), a.user_id, coalesce(u.name, a.actor)
    from access_audit a left join export_record e on e.mc = a.mc and e.id = a.request_id left join app_user u on u.id = a.user_id
   where a.mc = app_mc() and a.object_type = 'export' and a.object_id = p_authorization::text and a.outcome = 'ok'
   order by a.id desc limit 1000
$$;
revoke all on function request_exports(uuid) from public;
grant execute on function request_exports(uuid) to rxdocket_reader, rxdocket_app;
