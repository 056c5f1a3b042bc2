-- Who takes the log or the paper of a request away is a line of its log. The transaction of a read writes nothing else.
create function log_export(p_id uuid) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, old_status_id,
      new_status_id, detail)
  select a.mc, a.id, 330, 'Exported by ' || u.name, 'user', u.id, u.name, app_now(), a.status_id, a.status_id,
      jsonb_build_object('user', u.name)
    from rx_authorization a join app_user u on u.id = app_user()
   where a.mc = app_mc() and a.id = p_id and a.status_id <> 10
$$;
revoke all on function log_export(uuid) from public;
grant execute on function log_export(uuid) to rxdocket_reader, rxdocket_app;
