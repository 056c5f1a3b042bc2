-- First-time registration, recovery of a password, and the people of a carrier.

alter table app_user
  add column logout_enabled boolean not null default true, -- false for people who work inside another product
  add column password_change_asked_at timestamptz; -- a new password was asked of the provider; cleared with the next sign-in
alter table user_carrier
  add column version int not null default 1, add column updated_at timestamptz, add column updated_by text not null default '';

-- Who may become a user of this carrier, and as what. One open at a time per address and carrier.
create table invitation (
  mc text not null references master_carrier, id uuid not null,
  email text not null check (email = btrim(email) and length(email) between 3 and 254), first_name text not null, last_name text not null, sso_user boolean not null default false,
  roles text[] not null check (cardinality(roles) > 0), sub_carriers text[], data_extract_sub_carriers text[] not null default '{}', license_states text[] not null default '{}', approval_limit numeric(12, 2),
  invited_by uuid not null, invited_by_name text not null, created_at timestamptz not null, expires_at timestamptz not null check (expires_at > created_at),
  closed_at timestamptz, outcome text check (outcome in ('ACCEPTED', 'EXPIRED')), user_id uuid references app_user,
  primary key (mc, id), check ((closed_at is null) = (outcome is null)));
create unique index invitation_open on invitation (mc, lower(email)) where closed_at is null;
create index invitation_by_email on invitation (lower(email)) where closed_at is null;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy carrier on invitation using (mc = app_mc()) with check (mc = app_mc());
-- Before somebody is registered there is no carrier yet: the functions below look it up as the owner.
create policy registration on invitation to current_user using (true) with check (true);
grant select on invitation to rxdocket_reader, rxdocket_app;
grant insert on invitation to rxdocket_app;
grant update (closed_at, outcome) on invitation to rxdocket_app;

-- Thirty minutes to finish a registration, counted from here, whichever process is asked. Only the hash of
-- the cookie is kept, or of the provider's token where a client shows that one instead.
create table registration_ticket (
  token_hash bytea primary key, issuer text not null, subject text not null, email text not null, name text, user_id uuid references app_user,
  started_at timestamptz not null, expires_at timestamptz not null, checks int not null default 0, tries int not null default 0,
  id_token_sealed text, ip text, used_at timestamptz, username text);
create index registration_ticket_by_person on registration_ticket (issuer, subject);
create index registration_ticket_by_end on registration_ticket (expires_at);

-- What may be tried only so often, whichever process is asked. Hashes only.
create table attempt (id bigint generated always as identity primary key, key_hash bytea not null, at timestamptz not null);
create index attempt_by_key on attempt (key_hash, at);
create function take_attempt(p_key text, p_most int, p_seconds int, p_now timestamptz) returns boolean language plpgsql volatile set search_path = public, pg_temp as $$
declare v_hash bytea := sha256(convert_to(p_key, 'UTF8'));
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(v_hash, 'hex'), 0));
  delete from attempt where key_hash = v_hash and at <= p_now - make_interval(secs => p_seconds);
  delete from attempt where id in (select a.id from attempt a where a.at < p_now - interval '1 day' order by a.id limit 20); -- what nobody comes back to
  if (select count(*) from attempt where key_hash = v_hash) >= p_most then return false; end if;
  insert into attempt (key_hash, at) values (v_hash, p_now);
  return true;
end $$;
revoke all on function take_attempt(text, int, int, timestamptz) from public;

-- Makes a person a member of every carrier that invited this address and still does. Answers how many there were.
create function accept_invitations(p_user uuid, p_email text, p_request uuid, p_ip text, p_now timestamptz) returns int language plpgsql volatile set search_path = public, pg_temp as $$
declare i record; v_count int := 0; v_name text := (select name from app_user where id = p_user);
begin
  perform set_config('app.user', p_user::text, true);
  for i in select x.* from invitation x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE' where lower(x.email) = lower(p_email) and x.closed_at is null and x.expires_at > p_now order by x.created_at, x.mc for update of x loop
    perform set_config('app.mc', i.mc, true);
    insert into user_carrier (mc, user_id, is_default, roles, sub_carriers, data_extract_sub_carriers, license_states, approval_limit, updated_at, updated_by)
      values (i.mc, p_user, not exists (select from user_carrier w where w.user_id = p_user and w.active), i.roles, i.sub_carriers, i.data_extract_sub_carriers, i.license_states, i.approval_limit, p_now, i.invited_by_name)
      on conflict (mc, user_id) do update set active = true, roles = excluded.roles, sub_carriers = excluded.sub_carriers, data_extract_sub_carriers = excluded.data_extract_sub_carriers,
        license_states = excluded.license_states, approval_limit = excluded.approval_limit, version = user_carrier.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
    update invitation x set closed_at = p_now, outcome = 'ACCEPTED', user_id = p_user where x.mc = i.mc and x.id = i.id;
    insert into access_audit (mc, at, user_id, actor, request_id, ip, call, object_type, object_id, detail)
      values (i.mc, p_now, p_user, v_name, p_request, p_ip, 'registration', 'user', p_user::text, jsonb_build_object('invitation', i.id, 'invitedBy', i.invited_by_name, 'roles', i.roles, 'subCarriers', i.sub_carriers));
    v_count := v_count + 1;
  end loop;
  perform set_config('app.mc', '', true), set_config('app.user', '', true);
  return v_count;
end $$;
revoke all on function accept_invitations(uuid, text, uuid, text, timestamptz) from public;

-- After the provider vouched for somebody: true when they have to register first, and then the ticket is there. Who a person
-- is follows from issuer and subject alone; an address counts only where the provider verified it, and only to
-- find an invitation. Who is registered already gets what other carriers invited them to.
create function open_registration(p_token_hash bytea, p_issuer text, p_subject text, p_email text, p_email_verified boolean, p_name text, p_started timestamptz, p_id_token_sealed text, p_request uuid, p_ip text, p_now timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare u app_user%rowtype; v_known boolean; v_invited boolean; v_verified text := case when p_email_verified then p_email end;
begin
  select * into u from app_user x where x.idp_issuer = p_issuer and x.idp_subject = p_subject;
  v_known := found;
  if v_known and u.status = 'ACTIVE' then
    if lower(v_verified) = lower(u.email) and exists (select from invitation i where lower(i.email) = lower(u.email) and i.closed_at is null and i.expires_at > p_now) then
      perform accept_invitations(u.id, u.email, p_request, p_ip, p_now);
    end if;
    return false;
  end if;
  v_invited := v_verified is not null and exists (select from invitation i join master_carrier m on m.mc = i.mc and m.status = 'ACTIVE' where lower(i.email) = lower(v_verified) and i.closed_at is null and i.expires_at > p_now);
  if v_known then
    if u.status <> 'PENDING_REGISTRATION' then return false; end if;
  elsif not v_invited then
    return false;
  end if;
  delete from registration_ticket t where t.expires_at < p_now - interval '1 day';
  insert into registration_ticket (token_hash, issuer, subject, email, name, user_id, started_at, expires_at, id_token_sealed, ip)
    values (p_token_hash, p_issuer, p_subject, coalesce(v_verified, u.email), p_name, u.id, p_started, p_started + interval '30 minutes', p_id_token_sealed, p_ip) on conflict (token_hash) do nothing;
  if found then
    insert into login_event (user_id, subject, at, success, reason, ip) values (u.id, p_subject, p_now, true, 'registration', p_ip);
  end if;
  return true;
end $$;

-- The ticket of this browser or token: 'OPEN', 'EXPIRED', or no row.
create function registration_of(p_token_hash bytea, p_now timestamptz)
returns table (state text, issuer text, subject text, email text, expires_at timestamptz, carriers text[]) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare t registration_ticket%rowtype; v_carriers text[];
begin
  select * into t from registration_ticket x where x.token_hash = p_token_hash and x.used_at is null;
  if not found then return; end if;
  select array_agg(distinct m.name) into v_carriers from invitation i join master_carrier m on m.mc = i.mc and m.status = 'ACTIVE' where lower(i.email) = lower(t.email) and i.closed_at is null and i.expires_at > p_now;
  if t.user_id is not null then
    perform set_config('app.user', t.user_id::text, true);
    v_carriers := v_carriers || (select array_agg(m.name) from user_carrier w join master_carrier m on m.mc = w.mc and m.status = 'ACTIVE' where w.user_id = t.user_id and w.active and m.name <> all (coalesce(v_carriers, '{}')));
    perform set_config('app.user', '', true);
  end if;
  return query select case when p_now < t.expires_at then 'OPEN' else 'EXPIRED' end, t.issuer, t.subject, t.email, t.expires_at, (select coalesce(array_agg(c order by c), '{}') from unnest(v_carriers) c);
end $$;

-- Whether a username is taken, in any case of its letters; never by whom. Ten times a ticket, sixty an hour from one address.
create function check_username(p_token_hash bytea, p_username text, p_ip text, p_now timestamptz)
returns table (outcome text, email text, taken boolean) language plpgsql security definer set search_path = public, pg_temp as $$
declare t registration_ticket%rowtype;
begin
  select * into t from registration_ticket x where x.token_hash = p_token_hash and x.used_at is null for update;
  if not found then return query select 'NONE', null::text, null::boolean; return; end if;
  if p_now >= t.expires_at then return query select 'EXPIRED', null::text, null::boolean; return; end if;
  if t.checks >= 10 or not take_attempt('username ' || p_ip, 60, 3600, p_now) then return query select 'LIMITED', null::text, null::boolean; return; end if;
  update registration_ticket x set checks = x.checks + 1 where x.token_hash = p_token_hash;
  return query select 'OK', t.email, exists (select from app_user u where lower(u.username) = lower(p_username) and u.id is distinct from t.user_id);
end $$;

-- Finishes a registration, all of it or nothing: the person, what the invitations give, the terms with version, time and
-- place. The unique index decides a race for a name. A repeat of what was done answers as the first time.
create function complete_registration(p_token_hash bytea, p_id uuid, p_username text, p_email text, p_request uuid, p_ip text, p_now timestamptz)
returns table (outcome text, id_token_sealed text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t registration_ticket%rowtype; u app_user%rowtype; i record; v_constraint text; v_known boolean; v_invited boolean;
  v_tou text := (select value #>> '{}' from saved_state where key = 'terms_version'); v_privacy text := (select value #>> '{}' from saved_state where key = 'privacy_version');
begin
  select * into t from registration_ticket x where x.token_hash = p_token_hash;
  if not found then return query select 'NONE', null::text; return; end if;
  -- One person, one registration at a time, whatever tickets they hold.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || t.issuer || ' ' || t.subject, 0));
  select * into t from registration_ticket x where x.token_hash = p_token_hash for update;
  if p_now >= t.expires_at then return query select 'EXPIRED', null::text; return; end if;
  if t.used_at is not null then
    return query select case when lower(t.username) = lower(p_username) and lower(t.email) = lower(p_email) then 'DONE' else 'NONE' end, t.id_token_sealed; return;
  end if;
  if t.tries >= 10 then return query select 'LIMITED', null::text; return; end if;
  update registration_ticket x set tries = x.tries + 1 where x.token_hash = p_token_hash;
  if lower(p_email) <> lower(t.email) then return query select 'EMAIL', null::text; return; end if;

  select * into u from app_user x where x.idp_issuer = t.issuer and x.idp_subject = t.subject for update;
  v_known := found;
  select x.*, m.time_zone into i from invitation x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE' where lower(x.email) = lower(t.email) and x.closed_at is null and x.expires_at > p_now order by x.created_at, x.mc limit 1;
  v_invited := found;
  if (v_known and u.status <> 'PENDING_REGISTRATION') or (not v_known and not v_invited) then return query select 'CLOSED', null::text; return; end if;
  begin
    if v_known then
      update app_user x set username = p_username, status = 'ACTIVE', terms_version = v_tou, privacy_version = v_privacy, terms_accepted_at = p_now where x.id = u.id;
    else
      u.id := p_id;
      insert into app_user (id, username, email, first_name, last_name, sso_user, idp_issuer, idp_subject, time_zone, status, terms_version, privacy_version, terms_accepted_at, created_at)
        values (p_id, p_username, t.email, i.first_name, i.last_name, i.sso_user, t.issuer, t.subject, i.time_zone, 'ACTIVE', v_tou, v_privacy, p_now, p_now);
    end if;
  exception when unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    return query select case v_constraint when 'app_user_username' then 'TAKEN' else 'CLOSED' end, null::text; return;
  end;
  perform accept_invitations(u.id, t.email, p_request, p_ip, p_now);
  insert into terms_acceptance (user_id, kind, version, at, ip) values (u.id, 'TOU', v_tou, p_now, p_ip), (u.id, 'PRIVACY', v_privacy, p_now, p_ip);
  update registration_ticket x set used_at = p_now, username = p_username, user_id = u.id where x.token_hash = p_token_hash;
  update registration_ticket x set used_at = p_now where x.issuer = t.issuer and x.subject = t.subject and x.used_at is null;
  update session x set ended_at = p_now, ended_reason = 'registered', id_token_sealed = null, refresh_token_sealed = null where x.user_id = u.id and x.ended_at is null;
  insert into security_event (event, user_id, call, request_id, ip, detail) values ('user_created', u.id, 'registration.complete', p_request, p_ip, jsonb_build_object('terms', v_tou, 'privacy', v_privacy));
  return query select 'DONE', t.id_token_sealed;
end $$;

-- Who is not registered has no session, however it would be opened; and somebody the provider must ask for a new
-- password has one when they come in again.
create function session_opens() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from app_user u where u.id = new.user_id and u.status = 'PENDING_REGISTRATION') then
    raise exception using errcode = 'RX001', message = 'REGISTRATION_REQUIRED';
  end if;
  update app_user u set password_changed_on = new.started_at::date, password_change_asked_at = null
   where u.id = new.user_id and u.password_change_asked_at is not null and coalesce(new.auth_time, new.started_at) >= u.password_change_asked_at - interval '1 minute';
  return new;
end $$;
create trigger session_opens before insert on session for each row execute function session_opens();

-- Ends every session of the person who is asking. The provider's encrypted tokens of a session go with it.
create function end_my_sessions(p_reason text, p_now timestamptz) returns int language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_ended int;
begin
  update app_user u set password_change_asked_at = p_now where u.id = app_user() and p_reason = 'password';
  update session x set ended_at = p_now, ended_reason = p_reason, id_token_sealed = null, refresh_token_sealed = null where x.user_id = app_user() and x.ended_at is null;
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;

-- A colleague's place in this carrier: another version than the one that was looked at changes nothing. Without a place
-- their sessions here end at once. Own places in other carriers lie beyond this function's reach: it works by app_mc() alone.
create function colleague_for_change(p_user uuid) returns table (username text, version int, active boolean, roles text[], sub_carriers text[], license_states text[], approval_limit numeric, updated_at timestamptz, updated_by text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select u.username, w.version, w.active, w.roles, w.sub_carriers, w.license_states, w.approval_limit, w.updated_at, w.updated_by
    from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = p_user for update of w
$$;
create function change_colleague(p_user uuid, p_version int, p_active boolean, p_roles text[], p_sub_carriers text[], p_license_states text[], p_approval_limit numeric, p_now timestamptz)
returns table (version int, ended int) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_version int; v_ended int := 0;
begin
  update user_carrier w set active = p_active, roles = p_roles, sub_carriers = p_sub_carriers, license_states = p_license_states, approval_limit = p_approval_limit,
    version = w.version + 1, updated_at = p_now, updated_by = current_setting('app.actor')
   where w.mc = app_mc() and w.user_id = p_user and w.version = p_version returning w.version into v_version;
  if not found then return; end if;
  if not p_active then
    update session x set ended_at = p_now, ended_reason = 'administrator', id_token_sealed = null, refresh_token_sealed = null where x.user_id = p_user and x.ended_at is null and (x.mc = app_mc() or x.mc is null);
    get diagnostics v_ended = row_count;
  end if;
  return query select v_version, v_ended;
end $$;

-- What somebody asked who cannot sign in. Known or not, the same work is done and the same row written; what follows
-- from it is done later, by the clock.
-- No foreign keys and no partial index: a row that names somebody must cost what one costs that names nobody.
create table recovery_request (id uuid primary key, at timestamptz not null, user_id uuid, mc text, taken_at timestamptz);
create index recovery_request_by_time on recovery_request (at);
create function ask_recovery(p_id uuid, p_username text, p_group text, p_ip text, p_now timestamptz) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_user uuid; v_mc text; v_found uuid;
begin
  if not take_attempt('recover from ' || p_ip, 20, 3600, p_now) or not take_attempt('recover ' || lower(btrim(p_username)), 5, 3600, p_now) then return false; end if;
  select u.id into v_found from app_user u where lower(u.username) = lower(btrim(p_username)) and u.status = 'ACTIVE' and not u.sso_user;
  perform set_config('app.user', coalesce(v_found, '00000000-0000-0000-0000-000000000000')::text, true);
  select w.user_id, w.mc into v_user, v_mc from user_carrier w join pharmacy_route r on r.mc = w.mc and r.group_code = upper(btrim(p_group))
   where w.user_id = coalesce(v_found, '00000000-0000-0000-0000-000000000000') and w.active order by w.mc limit 1;
  perform set_config('app.user', '', true);
  delete from recovery_request r where r.at < p_now - interval '30 days';
  insert into recovery_request (id, at, user_id, mc) values (p_id, p_now, v_user, v_mc);
  return true;
end $$;
create function recoveries_due(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select r.mc, r.id from recovery_request r where r.taken_at is null and r.user_id is not null and r.at > p_now - interval '1 hour' order by r.at limit p_limit
$$;
create function take_recovery(p_id uuid, p_now timestamptz) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update recovery_request r set taken_at = p_now where r.id = p_id and r.mc = app_mc() and r.taken_at is null;
  return found;
end $$;
create function recovery_subject(p_id uuid) returns table (user_id uuid, issuer text, subject text) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.idp_issuer, u.idp_subject from recovery_request r join app_user u on u.id = r.user_id and u.status = 'ACTIVE' where r.id = p_id and r.mc = app_mc() and r.taken_at is not null
$$;

-- Mail to a person the demo identity provider knows, in the name of a carrier of theirs; false for somebody with none.
create function mail_to_person(p_issuer text, p_subject text, p_email text, p_title text, p_body text, p_message uuid, p_outbox uuid, p_now timestamptz) returns boolean language plpgsql volatile set search_path = public, pg_temp as $$
declare u app_user%rowtype; v_mc text;
begin
  select * into u from app_user x where x.idp_issuer = p_issuer and x.idp_subject = p_subject;
  perform set_config('app.user', coalesce(u.id, '00000000-0000-0000-0000-000000000000')::text, true);
  v_mc := coalesce((select w.mc from user_carrier w where w.user_id = u.id and w.active order by w.is_default desc, w.mc limit 1),
    (select i.mc from invitation i where lower(i.email) = lower(p_email) and i.closed_at is null and i.expires_at > p_now order by i.created_at limit 1));
  if v_mc is null then return false; end if;
  perform set_config('app.mc', v_mc, true);
  insert into outside_message (mc, id, channel, address, recipient, subject, body, created_at) values (v_mc, p_message, 'MAIL', p_email, coalesce(u.name, p_email), p_title, p_body, p_now);
  insert into outbox (mc, id, topic, payload, available_at, created_at) values (v_mc, p_outbox, 'outside.message', jsonb_build_object('messageId', p_message), p_now, p_now);
  return true;
end $$;
revoke all on function mail_to_person(text, text, text, text, text, uuid, uuid, timestamptz) from public;

-- Authentication, as before, and: somebody with a ticket in the place of a session has to register first, whatever they call.
create or replace function enter(
  p_token_hash bytea, p_claimed_mc text, p_writes boolean, p_gate text, p_roles text[], p_call text, p_request uuid, p_ip text,
  p_activity boolean, p_now timestamptz)
returns table (user_id uuid, username text, name text, mc text, roles text[], sub_carriers text[], license_states text[],
               approval_limit numeric, time_zone text, session_id uuid, expires_at timestamptz, idle_at timestamptz, now_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s record; c user_carrier%rowtype; v_now timestamptz := coalesce(p_now, now()); v_roles text[]; v_mc text;
begin
  select x.id, x.user_id, x.mc, x.expires_at, x.idle_seconds, x.last_activity_at, x.ended_at, x.ended_reason,
         u.username, u.name, u.time_zone, u.status, u.terms_version, u.privacy_version
    into s from session x join app_user u on u.id = x.user_id where x.token_hash = p_token_hash;
  if not found then
    raise exception using errcode = 'RX001', message = coalesce((select case when v_now < t.expires_at then 'REGISTRATION_REQUIRED' else 'SESSION_EXPIRED' end from registration_ticket t where t.token_hash = p_token_hash and t.used_at is null), 'SESSION_REQUIRED');
  end if;
  if s.ended_at is not null then
    raise exception using errcode = 'RX001', message = case s.ended_reason when 'idle' then 'SESSION_IDLE' when 'expired' then 'SESSION_EXPIRED' else 'SESSION_REVOKED' end;
  end if;
  if v_now >= s.expires_at then raise exception using errcode = 'RX001', message = 'SESSION_EXPIRED'; end if;
  if v_now >= s.last_activity_at + make_interval(secs => s.idle_seconds) then raise exception using errcode = 'RX001', message = 'SESSION_IDLE'; end if;
  if s.status = 'DISABLED' or s.status = 'LOCKED' then raise exception using errcode = 'RX001', message = 'SESSION_REVOKED'; end if;

  v_mc := s.mc;
  perform set_config('app.user', s.user_id::text, true);
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

-- These functions cross the wall of row-level security on purpose, so only the role that acts may call them.
do $$
declare f text;
begin
  foreach f in array array['open_registration(bytea,text,text,text,boolean,text,timestamptz,text,uuid,text,timestamptz)', 'registration_of(bytea,timestamptz)', 'check_username(bytea,text,text,timestamptz)',
    'complete_registration(bytea,uuid,text,text,uuid,text,timestamptz)', 'end_my_sessions(text,timestamptz)', 'colleague_for_change(uuid)', 'change_colleague(uuid,int,boolean,text[],text[],text[],numeric,timestamptz)',
    'ask_recovery(uuid,text,text,text,timestamptz)', 'recoveries_due(int,timestamptz)', 'take_recovery(uuid,timestamptz)', 'recovery_subject(uuid)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
