-- What works once is remembered here, for every process at once: finished sign-ins, tokens exchanged for a session,
-- logout notices. Hashes only.
create table one_time (
  key_hash bytea primary key,
  until timestamptz not null);
create index one_time_by_end on one_time (until);

-- True for the first who shows it, of however many at once, on however many processes.
create function first_use(p_key_hash bytea, p_until timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into one_time (key_hash, until) values (p_key_hash, p_until) on conflict do nothing;
  return found;
end $$;

-- How the person proved who they are, and what renews the provider's tokens early. Encrypted by the
-- portal: the database alone reads neither token.
alter table session
  add column acr text,
  add column amr text[] not null default '{}',
  add column refresh_token_sealed text,
  add column renew_at timestamptz,
  add column renewing_until timestamptz;
create index session_by_end on session (ended_at) where ended_at is not null;
create index session_of_user on session (user_id);
create index session_of_idp_sid on session (idp_sid) where idp_sid is not null;
drop index session_by_idp_sid;

-- However a session ends, what it held of the provider's goes with it.
create function session_ends() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.id_token_sealed := null; new.refresh_token_sealed := null; new.renew_at := null;
  return new;
end $$;
create trigger session_ends before update of ended_at on session for each row when (new.ended_at is not null) execute function session_ends();

-- A carrier may have agreed that its people come without a second factor. Only sign-in asks, before there is a carrier.
create policy second_factor on carrier_setting for select to current_user using (key = 'secondFactorWaived');

-- Opens a session, or says why not; either way it is on record. `p_second_factor`: null where nobody asks for one, else
-- whether the token shows one. `p_held` is the session this browser holds already: it ends; with `p_same_person` it must
-- be the same person's while it lives. `p_once` is what works once: a token that was exchanged before.
drop function open_session(uuid, bytea, text, text, int, int, boolean, text, text, timestamptz, text, text, int, timestamptz);
create function open_session(p_id uuid, p_token_hash bytea, p_issuer text, p_subject text, p_idle int, p_minutes int, p_limited boolean, p_sid text,
  p_id_token_sealed text, p_refresh_token_sealed text, p_renew_at timestamptz, p_auth_time timestamptz, p_acr text, p_amr text[], p_second_factor boolean,
  p_held bytea, p_same_person boolean, p_once bytea, p_once_until timestamptz, p_request uuid, p_ip text, p_user_agent text, p_failures int, p_now timestamptz)
returns table (user_id uuid, refusal text) language plpgsql security definer set search_path = public, pg_temp as $$
declare u record; v_now timestamptz := coalesce(p_now, now()); v_mc text; v_count int; v_waived int; v_why text;
begin
  select * into u from app_user x where x.idp_issuer = p_issuer and x.idp_subject = p_subject;
  if p_once is not null and not first_use(p_once, p_once_until) then v_why := 'USED_BEFORE';
  elsif u.id is null then v_why := 'NOT_REGISTERED';
  elsif u.status in ('DISABLED', 'LOCKED') then v_why := 'ACCOUNT_DISABLED';
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
    jsonb_build_object('session', p_id, 'acr', p_acr, 'amr', p_amr, 'authTime', p_auth_time, 'secondFactor', p_second_factor));
  update app_user x set previous_login_at = x.last_login_at, last_login_at = v_now, unsuccessful_attempts = x.unsuccessful_attempts + p_failures where x.id = u.id;
  perform set_config('app.user', u.id::text, true);
  select count(*), min(c.mc) into v_count, v_mc from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE' where c.user_id = u.id and c.active;
  if v_count <> 1 then v_mc := null; end if; -- several carriers: the person chooses
  -- One browser, one session: what it held before would live on without anybody seeing it.
  update session x set ended_at = v_now, ended_reason = 'replaced' where x.token_hash = p_held and x.ended_at is null;
  insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, limited, last_activity_at, idp_sid, id_token_sealed, refresh_token_sealed, renew_at,
      auth_time, acr, amr, ip, user_agent)
    values (p_id, p_token_hash, u.id, v_mc, v_now, v_now + make_interval(mins => p_minutes), p_idle, p_limited, v_now, p_sid, p_id_token_sealed, p_refresh_token_sealed, p_renew_at,
      p_auth_time, p_acr, p_amr, p_ip, p_user_agent);
  -- Five sessions a person at most; the oldest ends with notice.
  update session x set ended_at = v_now, ended_reason = 'replaced' where x.user_id = u.id and x.ended_at is null
    and x.id in (select y.id from session y where y.user_id = u.id and y.ended_at is null order by y.started_at desc, y.id desc offset 5);
  return query select u.id, null::text;
end $$;

-- A client that renews with a token of its own: the session it holds, if it lives and is the same person's at the
-- same session of the provider. The hint of the new token may shorten it, nothing makes it longer.
create function renew_session(p_token_hash bytea, p_issuer text, p_subject text, p_sid text, p_minutes int, p_limited boolean, p_idle int, p_once bytea, p_once_until timestamptz, p_now timestamptz)
returns table (expires_at timestamptz, limited boolean) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not first_use(p_once, p_once_until) then return; end if;
  return query update session x set expires_at = least(x.expires_at, x.started_at + make_interval(mins => p_minutes)), limited = x.limited or p_limited, idle_seconds = least(x.idle_seconds, p_idle)
      from app_user u
     where x.token_hash = p_token_hash and x.ended_at is null and x.expires_at > p_now and x.last_activity_at + make_interval(secs => x.idle_seconds) > p_now
       and u.id = x.user_id and u.status not in ('DISABLED', 'LOCKED') and u.idp_issuer = p_issuer and u.idp_subject = p_subject
       and (x.idp_sid is null or p_sid is null or x.idp_sid = p_sid)
    returning x.expires_at, x.limited;
end $$;

-- Ends the session of a cookie and gives back, once, what the provider must be notified of.
drop function end_session(bytea, text, timestamptz);
create function end_session(p_token_hash bytea, p_reason text, p_ip text, p_now timestamptz)
returns table (session_id uuid, sso_mc text, id_token_sealed text, refresh_token_sealed text) language sql security definer set search_path = public, pg_temp as $$
  with held as (select x.id, x.user_id, x.mc, x.id_token_sealed, x.refresh_token_sealed from session x where x.token_hash = p_token_hash and x.ended_at is null for update),
  ended as (update session x set ended_at = coalesce(p_now, now()), ended_reason = p_reason from held where x.id = held.id),
  noted as (insert into login_event (user_id, subject, at, success, reason, ip)
    select u.id, u.idp_subject, coalesce(p_now, now()), true, 'logged out: ' || p_reason, p_ip from held join app_user u on u.id = held.user_id)
  select held.id, s.mc, held.id_token_sealed, held.refresh_token_sealed
    from held join app_user u on u.id = held.user_id left join carrier_sso s on u.sso_user and s.enabled and s.mc = held.mc
$$;
drop function id_token_of(bytea);

-- Back-channel logout: one session of the provider, or all of a person. `known` says that it was a session of ours, living
-- or ended before: one nobody here ever had is no notice of ours.
drop function end_sessions_of(text, text, text, timestamptz);
create function end_sessions_of(p_sid text, p_issuer text, p_subject text, p_now timestamptz) returns table (known boolean, ended int)
language sql security definer set search_path = public, pg_temp as $$
  with meant as (
    select x.id, x.ended_at from session x join app_user u on u.id = x.user_id
     where u.idp_issuer = p_issuer and (p_sid is not null or p_subject is not null) and (p_sid is null or x.idp_sid = p_sid) and (p_subject is null or u.idp_subject = p_subject)),
  ended as (
    update session x set ended_at = coalesce(p_now, now()), ended_reason = 'provider'
      from meant where x.id = meant.id and meant.ended_at is null returning 1)
  select exists (select from meant), (select count(*)::int from ended)
$$;

-- The same session under another cookie: the old one is worth nothing at once.
create function rotate_session(p_old bytea, p_new bytea) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with rotated as (update session set token_hash = p_new where token_hash = p_old and ended_at is null returning 1)
  select exists (select from rotated)
$$;

drop function my_session(bytea);
create function my_session(p_token_hash bytea)
returns table (limited boolean, idle_seconds int, previous_mc text, login_shown boolean, last_activity_at timestamptz, expires_at timestamptz, renew_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select limited, idle_seconds, previous_mc, login_shown, last_activity_at, expires_at, case when refresh_token_sealed is not null then renew_at end
    from session where token_hash = p_token_hash and ended_at is null
$$;

-- Where somebody is signed in, and how they end it elsewhere. Only ever their own.
create function my_sessions(p_token_hash bytea, p_now timestamptz)
returns table (id uuid, started_at timestamptz, last_activity_at timestamptz, expires_at timestamptz, ip text, user_agent text, current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.id, x.started_at, x.last_activity_at, x.expires_at, x.ip, x.user_agent, x.token_hash = p_token_hash
    from session x where x.user_id = app_user() and x.ended_at is null and x.expires_at > p_now and x.last_activity_at + make_interval(secs => x.idle_seconds) > p_now
   order by x.started_at desc, x.id desc
$$;
create function end_my_session(p_id uuid, p_ip text, p_now timestamptz) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with ended as (update session x set ended_at = p_now, ended_reason = 'elsewhere' where x.id = p_id and x.user_id = app_user() and x.ended_at is null returning x.user_id),
  noted as (insert into login_event (user_id, subject, at, success, reason, ip)
    select u.id, u.idp_subject, p_now, true, 'logged out: elsewhere', p_ip from ended join app_user u on u.id = ended.user_id)
  select exists (select from ended)
$$;

-- Renewal of the provider's tokens. One process at a time has the refresh token of a session, for half a minute.
create function claim_renewal(p_token_hash bytea, p_now timestamptz)
returns table (session_id uuid, subject text, sid text, refresh_token_sealed text) language sql security definer set search_path = public, pg_temp as $$
  update session x set renewing_until = p_now + interval '30 seconds' from app_user u
   where x.token_hash = p_token_hash and x.ended_at is null and x.refresh_token_sealed is not null and x.renew_at <= p_now
     and (x.renewing_until is null or x.renewing_until <= p_now) and u.id = x.user_id
  returning x.id, u.idp_subject, x.idp_sid, x.refresh_token_sealed
$$;
create function keep_renewal(p_session uuid, p_refresh_token_sealed text, p_id_token_sealed text, p_renew_at timestamptz, p_minutes int) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session set refresh_token_sealed = coalesce(p_refresh_token_sealed, refresh_token_sealed), id_token_sealed = coalesce(p_id_token_sealed, id_token_sealed),
      renew_at = p_renew_at, renewing_until = null, expires_at = least(expires_at, started_at + make_interval(mins => p_minutes))
   where id = p_session and ended_at is null
$$;
-- The provider takes the refresh token no more: its session is over, so ours is.
create function end_unrenewed(p_session uuid, p_request uuid, p_now timestamptz) returns void language sql security definer set search_path = public, pg_temp as $$
  with ended as (update session set ended_at = p_now, ended_reason = 'expired'
    where id = p_session and ended_at is null returning user_id, mc)
  insert into security_event (event, user_id, mc, call, request_id, detail)
  select 'session_expired', user_id, mc, 'token renewal', p_request, jsonb_build_object('session', p_session) from ended
$$;

-- What sign-in leaves behind: one-time memory nobody can use any more, answers nobody fetched, sessions that ran out of
-- time, and ended ones after 30 days. One-time things live by the outside world's clock, the rest by the portal's.
create function sign_in_leftovers(p_now timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from one_time where until < now() - interval '1 hour')
      or exists (select from sso_assertion where until < now() - interval '1 hour')
      or exists (select from sso_relay where expires_at < p_now - interval '10 minutes')
      or exists (select from session where ended_at is null and least(expires_at, last_activity_at + make_interval(secs => idle_seconds)) < p_now - interval '10 minutes')
      or exists (select from session where ended_at < p_now - interval '31 days')
$$;
create function sweep_sign_in(p_now timestamptz) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare v_count int; v_all int := 0;
begin
  delete from one_time where until < now() - interval '5 minutes'; get diagnostics v_count = row_count; v_all := v_all + v_count;
  delete from sso_assertion where until < now() - interval '5 minutes'; get diagnostics v_count = row_count; v_all := v_all + v_count;
  delete from sso_relay where expires_at <= p_now; get diagnostics v_count = row_count; v_all := v_all + v_count;
  update session set ended_at = least(expires_at, last_activity_at + make_interval(secs => idle_seconds)),
      ended_reason = case when expires_at <= last_activity_at + make_interval(secs => idle_seconds) then 'expired' else 'idle' end
    where ended_at is null and least(expires_at, last_activity_at + make_interval(secs => idle_seconds)) <= p_now;
  get diagnostics v_count = row_count; v_all := v_all + v_count;
  delete from session where ended_at < p_now - interval '30 days'; get diagnostics v_count = row_count;
  return v_all + v_count;
end $$;

-- Where a carrier's provider wants to hear that its person was logged out here too.
alter table carrier_sso add column slo_url text check (slo_url ~ '^https?://' and length(slo_url) <= 2000);
drop function sso_of(text, text);
create function sso_of(p_entity text, p_mc text)
returns table (mc text, entity_id text, sso_url text, slo_url text, certificates text[], allow_idp_initiated boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.entity_id, s.sso_url, s.slo_url, s.certificates, s.allow_idp_initiated
    from carrier_sso s join master_carrier m on m.mc = s.mc and m.status = 'ACTIVE'
   where s.enabled and ((p_entity is not null and s.entity_id = p_entity) or (p_mc is not null and s.mc = p_mc))
$$;

-- Our own key towards carriers' providers, the private key encrypted by the portal. The first process makes it; another one
-- takes its place only where the old one cannot be opened any more (another RXDOCKET_KEY).
create table sso_own_key (
  id int primary key check (id = 1),
  private_key_sealed text not null,
  certificate text not null,
  made_at timestamptz not null default now());
create function own_sso_key() returns table (private_key_sealed text, certificate text) language sql stable security definer set search_path = public, pg_temp as $$
  select private_key_sealed, certificate from sso_own_key
$$;
create function keep_own_sso_key(p_sealed text, p_certificate text, p_instead_of text)
returns table (private_key_sealed text, certificate text) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sso_own_key as k (id, private_key_sealed, certificate) values (1, p_sealed, p_certificate)
    on conflict (id) do update set private_key_sealed = excluded.private_key_sealed, certificate = excluded.certificate, made_at = now() where k.private_key_sealed = p_instead_of;
  return query select k.private_key_sealed, k.certificate from sso_own_key k;
end $$;

do $$
declare f text;
begin
  foreach f in array array['first_use(bytea,timestamptz)',
    'open_session(uuid,bytea,text,text,int,int,boolean,text,text,text,timestamptz,timestamptz,text,text[],boolean,bytea,boolean,bytea,timestamptz,uuid,text,text,int,timestamptz)',
    'renew_session(bytea,text,text,text,int,boolean,int,bytea,timestamptz,timestamptz)', 'end_session(bytea,text,text,timestamptz)', 'end_sessions_of(text,text,text,timestamptz)',
    'rotate_session(bytea,bytea)', 'my_session(bytea)', 'my_sessions(bytea,timestamptz)', 'end_my_session(uuid,text,timestamptz)', 'claim_renewal(bytea,timestamptz)', 'keep_renewal(uuid,text,text,timestamptz,int)',
    'end_unrenewed(uuid,uuid,timestamptz)', 'sign_in_leftovers(timestamptz)', 'sweep_sign_in(timestamptz)', 'sso_of(text,text)', 'own_sso_key()',
    'keep_own_sso_key(text,text,text)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
grant execute on function my_session(bytea), my_sessions(bytea, timestamptz) to rxdocket_reader;
