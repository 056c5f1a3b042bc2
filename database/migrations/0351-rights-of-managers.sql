-- Account managers see and change users whose programs are all their own, and the roles that clear safety codes or open everything wait for
-- a second one.

-- Whether all of these programs are among an account manager's own; null = all programs.
create function covers_programs(p_own text[], p_subs text[], p_extract text[]) returns boolean language sql immutable parallel safe as
  $$ select p_own is null or (p_subs is not null and p_subs <@ p_own and coalesce(p_extract, '{}') <@ p_own) $$;
-- The same for the caller.
create function app_covers(p_subs text[], p_extract text[]) returns boolean language sql stable parallel safe as
  $$ select covers_programs(case when current_setting('app.subs', true) = '*' then null
      else coalesce(string_to_array(current_setting('app.subs', true), ','), '{}') end, p_subs, p_extract) $$;
-- Which users an account manager sees and changes: themselves, and whose programs are all their own.
create function app_manages(w user_carrier) returns boolean language sql stable parallel safe as
  $$ select w.user_id = app_user() or app_covers(w.sub_carriers, w.data_extract_sub_carriers) $$;

create or replace function colleague_for_change(p_user uuid) returns table (username text, version int, active boolean, roles text[], sub_carriers text[],
  data_extract_sub_carriers text[], license_states text[], approval_limit numeric, updated_at timestamptz, updated_by text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select u.username, w.version, w.active, w.roles, w.sub_carriers, w.data_extract_sub_carriers, w.license_states, w.approval_limit, w.updated_at, w.updated_by
    from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = p_user and app_manages(w) for update of w
$$;
create or replace function change_colleague(p_user uuid, p_version int, p_active boolean, p_roles text[], p_sub_carriers text[], p_extract text[],
  p_license_states text[], p_approval_limit numeric, p_now timestamptz, p_reason text, p_asked_by text)
returns table (version int, ended int) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_version int; v_ended int := 0;
begin
  perform set_config('app.reason', coalesce(p_reason, ''), true), set_config('app.asked_by', coalesce(p_asked_by, ''), true);
  update user_carrier w set active = p_active, roles = p_roles, sub_carriers = p_sub_carriers, data_extract_sub_carriers = p_extract,
    license_states = p_license_states, approval_limit = p_approval_limit,
    version = w.version + 1, updated_at = p_now, updated_by = current_setting('app.actor')
   where w.mc = app_mc() and w.user_id = p_user and w.version = p_version
     and app_manages(w) and app_covers(p_sub_carriers, p_extract) returning w.version into v_version;
  if not found then return; end if;
  if not p_active then
    update session x set ended_at = p_now, ended_reason = 'administrator'
     where x.user_id = p_user and x.ended_at is null and (x.mc = app_mc() or x.mc is null);
    get diagnostics v_ended = row_count;
  end if;
  return query select v_version, v_ended;
end $$;
create or replace function end_colleague_sessions(p_user uuid, p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_ended int;
begin
  if not exists (select from user_carrier w where w.mc = app_mc() and w.user_id = p_user and app_manages(w)) then return null; end if;
  update session x set ended_at = p_now, ended_reason = 'administrator'
   where x.user_id = p_user and x.ended_at is null and (x.mc = app_mc() or x.mc is null);
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;
create or replace function colleague_sessions(p_user uuid, p_now timestamptz) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from session x where x.user_id = p_user and x.ended_at is null and x.expires_at > p_now and (x.mc = app_mc() or x.mc is null)
    and exists (select from user_carrier w where w.mc = app_mc() and w.user_id = p_user and app_manages(w))
$$;

-- What a request asks for: a second account manager confirms these roles and no others. Requests made before asked for one role.
alter table admin_grant add column roles text[] not null default '{account_admin}';

-- Whether rights kept of a user made an account manager with access.
create function administers(p_rights jsonb) returns boolean language sql immutable parallel safe as
  $$ select coalesce((p_rights ->> 'active')::boolean, false) and exists (select from
      jsonb_array_elements_text(case jsonb_typeof(p_rights -> 'roles') when 'array' then p_rights -> 'roles' else '[]' end) r where lower(btrim(r)) =
        'account_admin') $$;
-- Whether a change took the role, the access or programs from an account manager: one fewer who could confirm.
create function took_from_manager(p_before jsonb, p_after jsonb) returns boolean language sql immutable parallel safe as
  $$ select administers(p_before) and (not administers(p_after) or (jsonb_typeof(p_after -> 'subCarriers') = 'array'
      and not (jsonb_typeof(p_before -> 'subCarriers') = 'array' and (p_before -> 'subCarriers') <@ (p_after -> 'subCarriers')))) $$;
create index rights_change_by_time on rights_change (mc, at);
select assume_few_carriers();
