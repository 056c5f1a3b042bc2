-- What an account manager gave by invitation counts while they could still give it, and changes nobody who has access by then.

-- Whether rights kept of a user made an account manager with access; somebody who may only read manages nothing.
create or replace function administers(p_rights jsonb) returns boolean language sql immutable parallel safe as
  $$ select coalesce((p_rights ->> 'active')::boolean, false) and bool_or(lower(btrim(r)) = 'account_admin')
      and not bool_or(lower(btrim(r)) in ('read_only', 'prog_special'))
    from jsonb_array_elements_text(case jsonb_typeof(p_rights -> 'roles') when 'array' then p_rights -> 'roles' else '[""]' end || '[""]') r $$;

-- An account manager who lost the role, the access or programs leaves no invitation open that they could not make now. Those of a
-- carrier's directory stay: they are the directory's, also when who made its token is gone.
create function withdraw_invitations() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if took_from_manager(rights_of(old), rights_of(new)) then
    update invitation i set closed_at = app_now(), outcome = 'WITHDRAWN'
     where i.mc = new.mc and i.invited_by = new.user_id and i.closed_at is null
       and not (administers(rights_of(new)) and covers_programs(new.sub_carriers, i.sub_carriers, i.data_extract_sub_carriers))
       and not exists (select from scim_user s where s.mc = i.mc and s.invitation_id = i.id);
  end if;
  return null;
end $$;
revoke all on function withdraw_invitations() from public;
create trigger withdraw_invitations after update on user_carrier for each row execute function withdraw_invitations();

-- Makes a person a member of every carrier that invited this address and still does. Answers how many there were. Who was given
-- access in another way meanwhile keeps what they have.
create or replace function accept_invitations(p_user uuid, p_email text, p_request uuid, p_ip text, p_now timestamptz) returns int
language plpgsql volatile set search_path = public, pg_temp as $$
declare i record; v_count int := 0; v_name text := (select name from app_user where id = p_user);
begin
  perform set_config('app.user', p_user::text, true);
  for i in select x.* from invitation x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE'
     where lower(x.email) = lower(p_email) and x.closed_at is null and x.expires_at > p_now order by x.created_at, x.mc for update of x loop
    perform set_config('app.mc', i.mc, true);
    insert into user_carrier (mc, user_id, is_default, roles, sub_carriers, data_extract_sub_carriers, license_states, approval_limit, updated_at, updated_by)
      values (i.mc, p_user, not exists (select from user_carrier w where w.user_id = p_user and w.active), i.roles, i.sub_carriers,
        i.data_extract_sub_carriers, i.license_states, i.approval_limit, p_now, i.invited_by_name)
      on conflict (mc, user_id) do update set active = true, roles = excluded.roles, sub_carriers = excluded.sub_carriers,
        data_extract_sub_carriers = excluded.data_extract_sub_carriers, license_states = excluded.license_states, approval_limit = excluded.approval_limit,
        version = user_carrier.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
       where not user_carrier.active;
    update invitation x set closed_at = p_now, outcome = 'ACCEPTED', user_id = p_user where x.mc = i.mc and x.id = i.id;
    insert into access_audit (mc, at, user_id, actor, request_id, ip, call, object_type, object_id, detail)
      values (i.mc, p_now, p_user, v_name, p_request, p_ip, 'registration', 'user', p_user::text,
        jsonb_build_object('invitation', i.id, 'invitedBy', i.invited_by_name, 'roles', i.roles, 'subCarriers', i.sub_carriers));
    v_count := v_count + 1;
  end loop;
  perform set_config('app.mc', '', true), set_config('app.user', '', true);
  return v_count;
end $$;
