-- A carrier's own identity provider vouches for its people at that carrier alone: what a session works at is held here, whatever asks.
alter table session add column sso_mc text references master_carrier;
-- Sessions that a carrier's answer opened before say nothing of which: their people sign in again.
update session set ended_at = now(), ended_reason = 'provider', id_token_sealed = null, refresh_token_sealed = null where ended_at is null and 'saml' =
  any(amr);
alter table session add constraint session_of_its_carrier check (sso_mc is null or mc is null or mc = sso_mc);
create function session_keeps_carrier() returns trigger language plpgsql as $$
begin
  raise exception 'the carrier that vouched for a session does not change';
end $$;
create trigger keeps_carrier before update of sso_mc on session for each row when (new.sso_mc is distinct from old.sso_mc) execute function
  session_keeps_carrier();

-- Which person a carrier's provider means by a name, where people otherwise sign in at an identity provider of the operator's own.
create table carrier_sso_person (
  mc text not null references master_carrier, name_id text not null check (length(name_id) between 1 and 256),
  user_id uuid not null references app_user, enrolled_at timestamptz not null default now(),
  primary key (mc, name_id));
create index carrier_sso_person_of_user on carrier_sso_person (user_id);
alter table carrier_sso_person enable row level security;
alter table carrier_sso_person force row level security;
create policy carrier on carrier_sso_person using (mc = app_mc()) with check (mc = app_mc());
-- Nobody has a carrier yet when signing in: the functions below see every carrier.
create policy sign_in on carrier_sso_person to current_user using (true) with check (true);
create function carrier_sso_person_of(p_mc text, p_name_id text) returns table (issuer text, subject text) language sql stable security definer set
  search_path = public, pg_temp as $$
  select u.idp_issuer, u.idp_subject from carrier_sso_person c join app_user u on u.id = c.user_id
   where c.mc = p_mc and c.name_id = p_name_id and u.idp_subject is not null and u.status <> 'PENDING_REGISTRATION'
$$;
revoke all on function carrier_sso_person_of(text, text) from public;
grant execute on function carrier_sso_person_of(text, text) to rxdocket_app;

-- Authentication, as before, and: a session that a carrier vouched for is of that carrier or of none.
create or replace function enter(
  p_token_hash bytea, p_claimed_mc text, p_writes boolean, p_gate text, p_roles text[], p_call text, p_request uuid, p_ip text,
  p_activity boolean, p_now timestamptz)
returns table (user_id uuid, username text, name text, mc text, roles text[], sub_carriers text[], license_states text[],
               approval_limit numeric, time_zone text, session_id uuid, expires_at timestamptz, idle_at timestamptz, now_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s record; c user_carrier%rowtype; v_now timestamptz := coalesce(p_now, now()); v_roles text[]; v_mc text;
begin
  select x.id, x.user_id, x.mc, x.sso_mc, x.expires_at, x.idle_seconds, x.last_activity_at, x.ended_at, x.ended_reason,
         u.username, u.name, u.time_zone, u.status, u.terms_version, u.privacy_version
    into s from session x join app_user u on u.id = x.user_id where x.token_hash = p_token_hash;
  if not found then
    raise exception using errcode = 'RX001', message = coalesce((select case when v_now < t.expires_at then 'REGISTRATION_REQUIRED' else 'SESSION_EXPIRED'
      end from registration_ticket t where t.token_hash = p_token_hash and t.used_at is null), 'SESSION_REQUIRED');
  end if;
  if s.ended_at is not null then
    raise exception using errcode = 'RX001', message = case s.ended_reason when 'idle' then 'SESSION_IDLE' when 'expired' then 'SESSION_EXPIRED' else
      'SESSION_REVOKED' end;
  end if;
  if v_now >= s.expires_at then raise exception using errcode = 'RX001', message = 'SESSION_EXPIRED'; end if;
  if v_now >= s.last_activity_at + make_interval(secs => s.idle_seconds) then raise exception using errcode = 'RX001', message = 'SESSION_IDLE'; end if;
  if s.status = 'DISABLED' or s.status = 'LOCKED' then raise exception using errcode = 'RX001', message = 'SESSION_REVOKED'; end if;

  v_mc := case when s.sso_mc is null or s.mc = s.sso_mc then s.mc end;
  perform set_config('app.user', s.user_id::text, true), set_config('app.sso_mc', coalesce(s.sso_mc, ''), true);
  if v_mc is not null then
    select uc.* into c
      from user_carrier uc join master_carrier m on m.mc = uc.mc and m.status = 'ACTIVE'
     where uc.mc = v_mc and uc.user_id = s.user_id and uc.active;
    if not found then v_mc := null; end if; -- the carrier was taken away: choose again
  end if;
  if v_mc is not null then
    select coalesce(array_agg(distinct lower(btrim(r))), '{}') into v_roles from unnest(c.roles) r;
  else
    v_roles := '{}';
  end if;

  if s.status = 'PENDING_REGISTRATION' then raise exception using errcode = 'RX001', message = 'REGISTRATION_REQUIRED'; end if;
  if p_gate = 'carrier' then
    if s.terms_version is distinct from (select value #>> '{}' from saved_state where key = 'terms_version')
       or s.privacy_version is distinct from (select value #>> '{}' from saved_state where key = 'privacy_version') then
      raise exception using errcode = 'RX001', message = 'TERMS_REQUIRED';
    end if;
    if v_mc is null then raise exception using errcode = 'RX001', message = 'CARRIER_REQUIRED'; end if;
  end if;
  if p_claimed_mc is not null and v_mc is not null and p_claimed_mc <> v_mc then
    raise exception using errcode = 'RX001', message = 'CARRIER_CHANGED';
  end if;
  if p_writes and p_gate = 'carrier' and (v_roles && array['read_only', 'prog_special'] or cardinality(v_roles) = 0) then
    raise exception using errcode = 'RX001', message = 'UPDATE_BLOCKED';
  end if;
  if p_roles is not null and p_gate = 'carrier' and not v_roles && p_roles then
    raise exception using errcode = 'RX001', message = 'NOT_ALLOWED';
  end if;

  -- At most one write a half minute: activity is what a person did, never a poll.
  if p_activity and v_now > s.last_activity_at + interval '30 seconds' then
    update session x set last_activity_at = greatest(x.last_activity_at, v_now) where x.id = s.id and x.ended_at is null;
  end if;

  perform set_config('app.mc', coalesce(v_mc, ''), true),
          set_config('app.actor', s.name, true), set_config('app.session', s.id::text, true),
          set_config('app.subs', case when v_mc is null then '' when c.sub_carriers is null then '*' else array_to_string(c.sub_carriers, ',') end, true),
          set_config('app.call', p_call, true), set_config('app.request', p_request::text, true), set_config('app.ip', p_ip, true),
          set_config('app.now', coalesce(p_now::text, ''), true), set_config('app.zone', s.time_zone, true);
  return query select s.user_id, s.username, s.name, v_mc, v_roles,
    case when v_mc is null then null else c.sub_carriers end, case when v_mc is null then '{}'::text[] else c.license_states end,
    case when v_mc is null then null else c.approval_limit end, s.time_zone, s.id, s.expires_at,
    s.last_activity_at + make_interval(secs => s.idle_seconds), v_now;
end $$;

-- The carriers a person may work at; in a session that a carrier vouched for, that one, and nothing is said of others.
alter policy carrier on user_carrier using (mc = app_mc() or (user_id = app_user() and mc = coalesce(nullif(current_setting('app.sso_mc', true), ''), mc)));
create or replace view my_carriers with (security_barrier) as
  select uc.mc, m.id, m.name, uc.is_default, uc.user_id, uc.roles, uc.sub_carriers, uc.data_extract_sub_carriers,
         coalesce(cardinality(uc.sub_carriers), m.programs) as programs
    from user_carrier uc join master_carrier m on m.mc = uc.mc
   where uc.user_id = app_user() and uc.active and m.status = 'ACTIVE'
     and uc.mc = coalesce(nullif(current_setting('app.sso_mc', true), ''), uc.mc);

-- Opens a session as before; `p_sso_mc` is the carrier whose provider vouched for the person, where one did.
drop function open_session(uuid, bytea, text, text, int, int, boolean, text, text, text, timestamptz, timestamptz, text, text[], boolean, bytea, boolean,
  bytea, timestamptz, uuid, text, text, int, timestamptz);
create function open_session(p_id uuid, p_token_hash bytea, p_issuer text, p_subject text, p_idle int, p_minutes int, p_limited boolean, p_sid text,
  p_id_token_sealed text, p_refresh_token_sealed text, p_renew_at timestamptz, p_auth_time timestamptz, p_acr text, p_amr text[], p_second_factor boolean,
  p_held bytea, p_same_person boolean, p_once bytea, p_once_until timestamptz, p_request uuid, p_ip text, p_user_agent text, p_failures int, p_now
    timestamptz, p_sso_mc text)
returns table (user_id uuid, refusal text) language plpgsql security definer set search_path = public, pg_temp as $$
declare u record; v_now timestamptz := coalesce(p_now, now()); v_mc text; v_count int; v_waived int; v_why text;
begin
  select * into u from app_user x where x.idp_issuer = p_issuer and x.idp_subject = p_subject;
  if p_once is not null and not first_use(p_once, p_once_until) then v_why := 'USED_BEFORE';
  elsif u.id is null then v_why := 'NOT_REGISTERED';
  elsif u.status in ('DISABLED', 'LOCKED') then v_why := 'ACCOUNT_DISABLED';
  elsif p_sso_mc is not null and not (set_config('app.user', u.id::text, true) <> '' and exists (select from user_carrier c join master_carrier m on m.mc =
    c.mc and m.status = 'ACTIVE'
      where c.mc = p_sso_mc and c.user_id = u.id and c.active)) then v_why := 'NOT_REGISTERED'; -- there, whatever they are elsewhere
  elsif p_same_person and exists (select from session x where x.token_hash = p_held and x.user_id <> u.id and x.ended_at is null
      and x.expires_at > v_now and x.last_activity_at + make_interval(secs => x.idle_seconds) > v_now) then v_why := 'OTHER_PERSON';
  elsif not p_second_factor then
    perform set_config('app.user', u.id::text, true);
    -- Waived only where every carrier the person works for has waived it.
    select count(*), count(*) filter (where s.value = 'true'::jsonb) into v_count, v_waived
      from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE'
      left join carrier_setting s on s.mc = c.mc and s.sub_carrier = '*' and s.key = 'secondFactorWaived'
     where c.user_id = u.id and c.active;
    if v_count = 0 or v_waived < v_count then v_why := 'SECOND_FACTOR_REQUIRED'; end if;
  end if;
  if v_why is not null then
    insert into login_event (user_id, subject, at, success, reason, ip) values (u.id, p_subject, v_now, false, replace(lower(v_why), '_', ' '), p_ip);
    return query select u.id, v_why; return;
  end if;

  insert into login_event (user_id, subject, at, success, ip) values (u.id, p_subject, v_now, true, p_ip);
  insert into security_event (event, user_id, call, request_id, ip, detail) values ('authn_login_success', u.id, 'sign-in', p_request, p_ip,
    jsonb_build_object('session', p_id, 'acr', p_acr, 'amr', p_amr, 'authTime', p_auth_time, 'secondFactor', p_second_factor, 'carrier', p_sso_mc));
  update app_user x set previous_login_at = x.last_login_at, last_login_at = v_now, unsuccessful_attempts = x.unsuccessful_attempts + p_failures where x.id =
    u.id;
  perform set_config('app.user', u.id::text, true);
  select count(*), min(c.mc) into v_count, v_mc from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE' where c.user_id = u.id and
    c.active and c.mc = coalesce(p_sso_mc, c.mc);
  if v_count <> 1 then v_mc := null; end if; -- several carriers: the person chooses
  -- One browser, one session: what it held before would live on without anybody seeing it.
  update session x set ended_at = v_now, ended_reason = 'replaced' where x.token_hash = p_held and x.ended_at is null;
  insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, limited, last_activity_at, idp_sid, id_token_sealed,
    refresh_token_sealed, renew_at,
      auth_time, acr, amr, ip, user_agent, sso_mc)
    values (p_id, p_token_hash, u.id, v_mc, v_now, v_now + make_interval(mins => p_minutes), p_idle, p_limited, v_now, p_sid, p_id_token_sealed,
      p_refresh_token_sealed, p_renew_at,
      p_auth_time, p_acr, p_amr, p_ip, p_user_agent, p_sso_mc);
  -- Five sessions a person at most; the oldest ends with notice.
  update session x set ended_at = v_now, ended_reason = 'replaced' where x.user_id = u.id and x.ended_at is null
    and x.id in (select y.id from session y where y.user_id = u.id and y.ended_at is null order by y.started_at desc, y.id desc offset 5);
  return query select u.id, null::text;
end $$;

drop function my_session(bytea);
create function my_session(p_token_hash bytea)
returns table (limited boolean, idle_seconds int, previous_mc text, login_shown boolean, last_activity_at timestamptz, expires_at timestamptz, renew_at
  timestamptz, sso_mc text)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.limited, x.idle_seconds,
         case when x.mc is null and x.previous_mc is null
              then (select o.mc from session o where o.user_id = x.user_id and o.mc is not null and o.mc = coalesce(x.sso_mc, o.mc) order by o.started_at
                desc limit 1)
              else x.previous_mc end,
         x.login_shown, x.last_activity_at, x.expires_at, case when x.refresh_token_sealed is not null then x.renew_at end, x.sso_mc
    from session x where x.token_hash = p_token_hash and x.ended_at is null
$$;

-- Chooses a carrier as before; a session that a carrier vouched for has that one.
create or replace function choose_carrier(p_old bytea, p_new bytea, p_mc text) returns table (mc text, previous text) language plpgsql security definer set
  search_path = public, pg_temp as $$
begin
  return query update session x set previous_mc = x.mc, mc = p_mc, token_hash = p_new
    where x.token_hash = p_old and x.ended_at is null and p_mc = coalesce(x.sso_mc, p_mc)
      and exists (select from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE' where c.mc = p_mc and c.user_id = x.user_id and
        c.active)
    returning x.mc, x.previous_mc;
end $$;

-- Where a proof is given: at the carrier that vouched for the session, else as before.
create or replace function step_up_waiting(p_id uuid, p_token_hash bytea, p_now timestamptz) returns table (call text, sso_mc text) language sql stable
  security definer set search_path = public, pg_temp as $$
  select s.call, (select c.mc from carrier_sso c where c.mc = coalesce(x.sso_mc, case when u.sso_user then x.mc end) and c.enabled)
    from step_up s join session x on x.id = s.session_id and x.token_hash = p_token_hash and x.ended_at is null join app_user u on u.id = x.user_id
   where s.id = p_id and s.used_at is null and s.asked_at > p_now - interval '30 minutes'
$$;
drop function prove_step_up(uuid, text, text, bytea, bytea, uuid, text, timestamptz);
create function prove_step_up(p_id uuid, p_issuer text, p_subject text, p_held bytea, p_new_hash bytea, p_request uuid, p_ip text, p_now timestamptz,
  p_sso_mc text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare s record;
begin
  select u.id, u.call, u.session_id, u.user_id, p.idp_issuer, p.idp_subject, p.status, x.mc, x.sso_mc, x.token_hash into s
    from step_up u join session x on x.id = u.session_id and x.ended_at is null and x.expires_at > p_now and x.last_activity_at + make_interval(secs =>
      x.idle_seconds) > p_now
    join app_user p on p.id = x.user_id
   where u.id = p_id and u.used_at is null and u.proven_at is null and u.asked_at > p_now - interval '30 minutes' for update of u;
  if not found or s.token_hash is distinct from coalesce(p_held, s.token_hash) or s.status in ('DISABLED', 'LOCKED') then return 'GONE'; end if;
  -- A carrier vouches for what is done at that carrier.
  if s.idp_issuer is distinct from p_issuer or s.idp_subject is distinct from p_subject
     or (p_sso_mc is not null and p_sso_mc is distinct from coalesce(s.sso_mc, s.mc)) then
    insert into security_event (event, user_id, mc, call, request_id, ip, detail) values ('authn_step_up_fail', s.user_id, s.mc, s.call, p_request, p_ip,
      '{"code": "OTHER_PERSON"}');
    return 'OTHER_PERSON';
  end if;
  update step_up u set proven_at = p_now where u.id = p_id;
  update session x set token_hash = p_new_hash where x.id = s.session_id;
  insert into security_event (event, user_id, mc, call, request_id, ip, detail) values ('authn_step_up_success', s.user_id, s.mc, s.call, p_request, p_ip,
    '{}');
  return 'PROVEN';
end $$;

do $$
declare f text;
begin
  foreach f in array array['open_session(uuid,bytea,text,text,int,int,boolean,text,text,text,timestamptz,timestamptz,text,text[],boolean,'
      || 'bytea,boolean,bytea,timestamptz,uuid,text,text,int,timestamptz,text)',
      'prove_step_up(uuid,text,text,bytea,bytea,uuid,text,timestamptz,text)', 'my_session(bytea)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
grant execute on function my_session(bytea) to rxdocket_reader;
