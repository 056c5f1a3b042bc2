-- What sign-in may do to sessions, and nobody else. The application roles have no right on the table itself.
create function open_session(p_id uuid, p_token_hash bytea, p_issuer text, p_subject text, p_idle int, p_hours int, p_limited boolean, p_sid text, p_id_token_sealed text,
  p_auth_time timestamptz, p_ip text, p_user_agent text, p_failures int, p_now timestamptz)
returns table (user_id uuid, refusal text) language plpgsql security definer set search_path = public, pg_temp as $$
declare u record; v_now timestamptz := coalesce(p_now, now()); v_mc text; v_count int;
begin
  select * into u from app_user x where x.idp_issuer = p_issuer and x.idp_subject = p_subject;
  if not found then
    insert into login_event (subject, at, success, reason, ip) values (p_subject, v_now, false, 'not registered', p_ip);
    return query select null::uuid, 'NOT_REGISTERED'; return;
  end if;
  if u.status in ('DISABLED', 'LOCKED') then
    insert into login_event (user_id, subject, at, success, reason, ip) values (u.id, p_subject, v_now, false, lower(u.status), p_ip);
    return query select u.id, 'ACCOUNT_DISABLED'; return;
  end if;
  insert into login_event (user_id, subject, at, success, ip) values (u.id, p_subject, v_now, true, p_ip);
  update app_user x set previous_login_at = x.last_login_at, last_login_at = v_now, unsuccessful_attempts = x.unsuccessful_attempts + p_failures where x.id = u.id;
  perform set_config('app.user', u.id::text, true);
  select count(*), min(c.mc) into v_count, v_mc from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE' where c.user_id = u.id and c.active;
  if v_count <> 1 then v_mc := null; end if; -- several carriers: the person chooses
  insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, limited, last_activity_at, idp_sid, id_token_sealed, auth_time, ip, user_agent)
    values (p_id, p_token_hash, u.id, v_mc, v_now, v_now + make_interval(hours => p_hours), p_idle, p_limited, v_now, p_sid, p_id_token_sealed, p_auth_time, p_ip, p_user_agent);
  -- Five sessions a person at most; the oldest ends with notice.
  update session x set ended_at = v_now, ended_reason = 'replaced' where x.user_id = u.id and x.ended_at is null
    and x.id in (select y.id from session y where y.user_id = u.id and y.ended_at is null order by y.started_at desc, y.id desc offset 5);
  return query select u.id, null::text;
end $$;

create function end_session(p_token_hash bytea, p_reason text, p_now timestamptz)
returns table (session_id uuid, sso_user boolean, id_token_sealed text) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query with ended as (
    update session x set ended_at = coalesce(p_now, now()), ended_reason = p_reason, id_token_sealed = null where x.token_hash = p_token_hash and x.ended_at is null returning x.id, x.user_id)
  select e.id, u.sso_user, s.id_token_sealed from ended e join app_user u on u.id = e.user_id join session s on s.id = e.id;
end $$;

-- Back-channel logout: the provider's own session ended.
create function end_sessions_of(p_sid text, p_issuer text, p_subject text, p_now timestamptz) returns int language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    update session x set ended_at = coalesce(p_now, now()), ended_reason = 'provider'
     where x.ended_at is null and ((p_sid is not null and x.idp_sid = p_sid) or (p_sid is null and x.user_id = (select u.id from app_user u where u.idp_issuer = p_issuer and u.idp_subject = p_subject)))
    returning 1)
  select count(*)::int from ended
$$;

-- Another carrier is another session id, so that an old cookie never shows the new carrier.
create function choose_carrier(p_old bytea, p_new bytea, p_mc text) returns table (mc text, previous text) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query update session x set previous_mc = x.mc, mc = p_mc, token_hash = p_new
    where x.token_hash = p_old and x.ended_at is null
      and exists (select from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE' where c.mc = p_mc and c.user_id = x.user_id and c.active)
    returning x.mc, x.previous_mc;
end $$;

create function login_shown(p_token_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  with shown as (update session set login_shown = true where token_hash = p_token_hash and not login_shown returning user_id)
  update app_user set unsuccessful_attempts = 0 where id in (select user_id from shown)
$$;

create function my_session(p_token_hash bytea) returns table (limited boolean, idle_seconds int, previous_mc text, login_shown boolean, last_activity_at timestamptz, expires_at timestamptz, has_id_token boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select limited, idle_seconds, previous_mc, login_shown, last_activity_at, expires_at, id_token_sealed is not null from session where token_hash = p_token_hash and ended_at is null
$$;
create function id_token_of(p_token_hash bytea) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select id_token_sealed from session where token_hash = p_token_hash
$$;

-- What the relay takes from every carrier's outbox; the only place that looks across carriers.
create function take_outbox(p_limit int, p_now timestamptz) returns table (mc text, id uuid, topic text, payload jsonb) language sql security definer set search_path = public, pg_temp as $$
  update outbox o set dispatched_at = coalesce(p_now, now())
   where (o.mc, o.id) in (select w.mc, w.id from outbox w where w.dispatched_at is null and w.cancelled_at is null and w.available_at <= coalesce(p_now, now())
                          order by w.available_at limit p_limit for update skip locked)
  returning o.mc, o.id, o.topic, o.payload
$$;

-- The relay is the owner's function: the owner alone sees every carrier's outbox.
create policy relay on outbox to current_user using (true);

-- The local stand-in of the pharmacy network: what a pharmacy's system would have received.
create table pharmacy_message (
  mc text not null references master_carrier, id uuid not null, nabp text not null, at timestamptz not null, reference_number text not null, rx_number text not null, body jsonb not null, taken_at timestamptz,
  primary key (mc, id));
create index pharmacy_message_waiting on pharmacy_message (mc, nabp, at);
alter table pharmacy_message enable row level security;
alter table pharmacy_message force row level security;
create policy carrier on pharmacy_message using (mc = app_mc()) with check (mc = app_mc());
grant select, insert, update on pharmacy_message to rxdocket_app;
grant select on pharmacy_message to rxdocket_reader;

-- These functions cross the wall of row-level security on purpose, so only the roles of the portal may call them.
do $$
declare f text;
begin
  foreach f in array array['enter(bytea,text,boolean,text,text[],text,uuid,text,boolean,timestamptz)', 'enter_service(text,text,text,uuid,text,timestamptz)', 'note_security_event(text,bytea,text,uuid,text,jsonb)',
    'open_session(uuid,bytea,text,text,int,int,boolean,text,text,timestamptz,text,text,int,timestamptz)', 'end_session(bytea,text,timestamptz)', 'end_sessions_of(text,text,text,timestamptz)', 'choose_carrier(bytea,bytea,text)',
    'login_shown(bytea)', 'my_session(bytea)', 'id_token_of(bytea)', 'take_outbox(int,timestamptz)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
grant execute on function enter(bytea, text, boolean, text, text[], text, uuid, text, boolean, timestamptz), my_session(bytea) to rxdocket_reader;
