-- Administration of users: a second administrator confirms who becomes one, programs for extracts, sign-out of a user.
create table admin_grant (
  mc text not null, user_id uuid not null, asked_by uuid not null, asked_by_name text not null, asked_at timestamptz not null,
  primary key (mc, user_id), foreign key (mc, user_id) references user_carrier (mc, user_id), check (asked_by <> user_id));
alter table admin_grant enable row level security;
alter table admin_grant force row level security;
create policy carrier on admin_grant using (mc = app_mc()) with check (mc = app_mc());
grant select on admin_grant to rxdocket_reader, rxdocket_app;
grant insert, update, delete on admin_grant to rxdocket_app;

drop function change_colleague(uuid, int, boolean, text[], text[], text[], numeric, timestamptz);
drop function colleague_for_change(uuid);
create function colleague_for_change(p_user uuid) returns table (username text, version int, active boolean, roles text[], sub_carriers text[],
  data_extract_sub_carriers text[], license_states text[], approval_limit numeric, updated_at timestamptz, updated_by text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select u.username, w.version, w.active, w.roles, w.sub_carriers, w.data_extract_sub_carriers, w.license_states, w.approval_limit, w.updated_at, w.updated_by
    from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = p_user for update of w
$$;
create function change_colleague(p_user uuid, p_version int, p_active boolean, p_roles text[], p_sub_carriers text[], p_extract text[],
  p_license_states text[], p_approval_limit numeric, p_now timestamptz)
returns table (version int, ended int) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_version int; v_ended int := 0;
begin
  update user_carrier w set active = p_active, roles = p_roles, sub_carriers = p_sub_carriers, data_extract_sub_carriers = p_extract,
    license_states = p_license_states, approval_limit = p_approval_limit,
    version = w.version + 1, updated_at = p_now, updated_by = current_setting('app.actor')
   where w.mc = app_mc() and w.user_id = p_user and w.version = p_version returning w.version into v_version;
  if not found then return; end if;
  if not p_active then
    update session x set ended_at = p_now, ended_reason = 'administrator'
     where x.user_id = p_user and x.ended_at is null and (x.mc = app_mc() or x.mc is null);
    get diagnostics v_ended = row_count;
  end if;
  return query select v_version, v_ended;
end $$;
-- Ends the sessions of a user of this carrier, and those that have not chosen a carrier yet; null where it has no such user.
create function end_colleague_sessions(p_user uuid, p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_ended int;
begin
  if not exists (select from user_carrier w where w.mc = app_mc() and w.user_id = p_user) then return null; end if;
  update session x set ended_at = p_now, ended_reason = 'administrator'
   where x.user_id = p_user and x.ended_at is null and (x.mc = app_mc() or x.mc is null);
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;
-- How many sessions a user has here that could still be used.
create function colleague_sessions(p_user uuid, p_now timestamptz) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from session x where x.user_id = p_user and x.ended_at is null and x.expires_at > p_now and (x.mc = app_mc() or x.mc is null)
    and exists (select from user_carrier w where w.mc = app_mc() and w.user_id = p_user)
$$;
do $$
declare f text;
begin
  foreach f in array array['colleague_for_change(uuid)', 'change_colleague(uuid,int,boolean,text[],text[],text[],text[],numeric,timestamptz)',
    'end_colleague_sessions(uuid,timestamptz)', 'colleague_sessions(uuid,timestamptz)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
grant execute on function colleague_sessions(uuid, timestamptz) to rxdocket_reader;
insert into feature_flag (key, enabled, description) values ('administration', false, 'Administration of users in the portal')
on conflict (key) do nothing;
select assume_few_carriers();
