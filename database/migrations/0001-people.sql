-- Who works here, for which carrier, and who looked at what.
--
-- Two database roles, so that a mistake in the code meets a wall in the database:
--   rxdocket_reader  selects, and writes nothing but the audit of what it read   (calls that ask)
--   rxdocket_app     what acts may write; no DDL, no update of append-only tables (calls that act)
-- None of them owns a table or may bypass row-level security.
do $$
declare name text;
begin
  foreach name in array array['rxdocket_reader', 'rxdocket_app'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin noinherit nobypassrls', name);
      exception when duplicate_object or unique_violation then null; -- another database of this cluster was faster
      end;
    end if;
  end loop;
end $$;
do $$ begin
  execute format('grant rxdocket_reader, rxdocket_app to %I', current_user);
exception when others then
  if sqlstate not in ('XX000', '40001') then raise; end if; -- concurrent grant of the same membership
end $$;

-- What the transaction works for. Set by enter() for this transaction only; unset means nothing is visible.
create function app_mc() returns text language sql stable parallel safe as $$ select coalesce(current_setting('app.mc', true), '') $$;
create function app_user() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('app.user', true), '')::uuid $$;
-- Sub-carrier scope: '*' is the whole carrier, otherwise a comma list.
create function app_sees(sub_carrier text) returns boolean language sql stable parallel safe as
  $$ select current_setting('app.subs', true) = '*' or sub_carrier = any (string_to_array(current_setting('app.subs', true), ',')) $$;
-- The time zone of the user: "today" and day filters are counted in it.
create function app_zone() returns text language sql stable parallel safe as $$ select coalesce(nullif(current_setting('app.zone', true), ''), 'America/New_York') $$;
-- The clock of the transaction: the database's own, unless the portal's clock is moved (tests, demonstrations).
create function app_now() returns timestamptz language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

create table master_carrier (
  mc text primary key check (mc ~ '^[A-Z0-9]{2,6}$'),
  id int not null unique,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ENDED')),
  time_zone text not null default 'America/New_York',
  date_label text not null default 'P' check (date_label in ('P', 'E')),
  product_phone text not null default '800-555-0142',
  created_at timestamptz not null default now());

create table app_user (
  id uuid primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  name text not null generated always as (first_name || ' ' || last_name) stored,
  sso_user boolean not null default false,
  idp_issuer text,
  idp_subject text,
  time_zone text not null default 'America/New_York',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'LOCKED', 'DISABLED', 'PENDING_REGISTRATION')),
  last_login_at timestamptz,
  previous_login_at timestamptz,
  unsuccessful_attempts int not null default 0,
  password_changed_on date,
  password_limit_days int not null default 90,
  terms_version text,
  terms_accepted_at timestamptz,
  privacy_version text,
  add_patient_feature boolean not null default false,
  created_at timestamptz not null default now(),
  unique (idp_issuer, idp_subject));
create unique index app_user_username on app_user (lower(username));

-- What a user may do for one carrier. null sub_carriers = all of them.
create table user_carrier (
  mc text not null references master_carrier,
  user_id uuid not null references app_user,
  is_default boolean not null default false,
  roles text[] not null default '{}',
  sub_carriers text[],
  data_extract_sub_carriers text[] not null default '{}',
  license_states text[] not null default '{}',
  approval_limit numeric(12, 2),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (mc, user_id));
create index user_carrier_by_user on user_carrier (user_id);

create table user_supervision (
  mc text not null, supervisor_id uuid not null, member_id uuid not null,
  primary key (mc, supervisor_id, member_id),
  foreign key (mc, supervisor_id) references user_carrier, foreign key (mc, member_id) references user_carrier);

create table out_of_office (
  mc text not null, id uuid not null, user_id uuid not null,
  start_at timestamptz not null, end_at timestamptz not null check (end_at > start_at),
  delegates uuid[] not null default '{}', message text not null default '' check (length(message) <= 500),
  primary key (mc, id), foreign key (mc, user_id) references user_carrier);
create index out_of_office_by_user on out_of_office (mc, user_id, end_at);

-- A session of the portal. Only the SHA-256 of the cookie is kept.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references app_user,
  mc text references master_carrier,
  previous_mc text,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  idle_seconds int not null,
  limited boolean not null default false,
  last_activity_at timestamptz not null,
  idp_sid text,
  id_token_sealed text,
  auth_time timestamptz,
  login_shown boolean not null default false,
  ip text, user_agent text,
  ended_at timestamptz,
  ended_reason text);
create index session_by_user on session (user_id) where ended_at is null;
create index session_by_idp_sid on session (idp_sid) where ended_at is null;

create table login_event (
  id bigint generated always as identity primary key,
  user_id uuid, subject text, at timestamptz not null default now(), success boolean not null, reason text, ip text);
create index login_event_by_user on login_event (user_id, at desc);

create table terms_acceptance (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user, kind text not null check (kind in ('TOU', 'PRIVACY')), version text not null,
  at timestamptz not null default now(), ip text, session_id uuid);

-- Who saw or changed what (164.312(b)). Append only.
create table access_audit (
  mc text not null,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  user_id uuid, actor text not null, session_id uuid, request_id uuid not null, ip text,
  call text not null, outcome text not null default 'ok',
  object_type text, object_id text,
  claim_ids uuid[] not null default '{}',
  detail jsonb,
  primary key (mc, id));
create index access_audit_by_claim on access_audit using gin (claim_ids);
create index access_audit_by_user on access_audit (mc, user_id, at desc);
create index access_audit_by_request on access_audit (request_id);

-- Security events that have no carrier to belong to, in the OWASP vocabulary.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null, user_id uuid, mc text, call text, request_id uuid, ip text, detail jsonb);

-- The first answer of a write, kept 7 days.
create table idempotency (
  mc text not null, user_id uuid not null, call text not null, key text not null,
  body_hash bytea not null, answer jsonb, created_at timestamptz not null default now(),
  primary key (mc, user_id, call, key));
create index idempotency_by_age on idempotency (created_at);

create table feature_flag (
  key text primary key, enabled boolean not null, description text not null);
create table feature_flag_override (
  mc text not null references master_carrier, sub_carrier text not null default '*', key text not null references feature_flag,
  enabled boolean not null, primary key (mc, sub_carrier, key));

create table carrier_setting (
  mc text not null references master_carrier, sub_carrier text not null default '*', key text not null, value jsonb not null,
  updated_at timestamptz not null default now(), primary key (mc, sub_carrier, key));

create table saved_state (key text primary key, value jsonb not null); -- what the installation remembers: as-of, seed size

-- Authentication. Looks the session up, checks it, and opens the transaction to one carrier; raises RX001 with the refusal's
-- word when it may not. Runs in the same trip as the first statement of the call.
create function enter(
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
  if not found then raise exception using errcode = 'RX001', message = 'SESSION_REQUIRED'; end if;
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

  if p_gate = 'carrier' then
    if s.status = 'PENDING_REGISTRATION' then raise exception using errcode = 'RX001', message = 'REGISTRATION_REQUIRED'; end if;
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

-- Authentication of a service (pharmacy intake, jobs) that works for one carrier and is no person.
create function enter_service(p_mc text, p_actor text, p_call text, p_request uuid, p_ip text, p_now timestamptz)
returns table (mc text, now_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.mc', coalesce(p_mc, ''), true), set_config('app.user', '', true), set_config('app.actor', p_actor, true),
          set_config('app.session', '', true), set_config('app.subs', '*', true), set_config('app.call', p_call, true),
          set_config('app.request', p_request::text, true), set_config('app.ip', coalesce(p_ip, ''), true),
          set_config('app.now', coalesce(p_now::text, ''), true);
  return query select coalesce(p_mc, ''), coalesce(p_now, now());
end $$;

-- One row of the audit for what this transaction is doing.
create function audit(p_claims uuid[], p_object_type text, p_object_id text, p_detail jsonb) returns void
language sql volatile as $$
  insert into access_audit (mc, user_id, actor, session_id, request_id, ip, call, object_type, object_id, claim_ids, detail)
  values (app_mc(), app_user(), current_setting('app.actor'), nullif(current_setting('app.session'), '')::uuid, current_setting('app.request')::uuid,
          nullif(current_setting('app.ip'), ''), current_setting('app.call'), p_object_type, p_object_id, coalesce(p_claims, '{}'), p_detail)
$$;

-- A refusal is kept too. No carrier, no rows to read back: the writer only appends.
create function note_security_event(p_event text, p_token_hash bytea, p_call text, p_request uuid, p_ip text, p_detail jsonb) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into security_event (event, user_id, mc, call, request_id, ip, detail)
  select p_event, (select user_id from session where token_hash = p_token_hash), (select mc from session where token_hash = p_token_hash),
         p_call, p_request, p_ip, p_detail
$$;

create view my_carriers with (security_barrier) as
  select uc.mc, m.id, m.name, uc.is_default, uc.user_id, uc.roles, uc.sub_carriers, uc.data_extract_sub_carriers
    from user_carrier uc join master_carrier m on m.mc = uc.mc
   where uc.user_id = app_user() and uc.active and m.status = 'ACTIVE';

-- Row-level security: the second wall. Forced, so that even the owner meets it.
alter table user_carrier enable row level security;
alter table user_carrier force row level security;
create policy carrier on user_carrier using (mc = app_mc() or user_id = app_user());
do $$
declare t text;
begin
  foreach t in array array['user_supervision', 'out_of_office', 'access_audit', 'feature_flag_override', 'carrier_setting', 'idempotency'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;

grant usage on schema public to rxdocket_reader, rxdocket_app;
grant select on master_carrier, app_user, user_carrier, user_supervision, out_of_office, feature_flag, feature_flag_override, carrier_setting,
  saved_state, my_carriers to rxdocket_reader, rxdocket_app;
grant insert on access_audit to rxdocket_reader, rxdocket_app;
grant select, insert, update on idempotency to rxdocket_app;
grant insert on terms_acceptance, login_event to rxdocket_app;
grant insert, update, delete on out_of_office to rxdocket_app;
grant insert, update on feature_flag_override, carrier_setting to rxdocket_app;
grant update (terms_version, terms_accepted_at, privacy_version, unsuccessful_attempts) on app_user to rxdocket_app;
grant usage on all sequences in schema public to rxdocket_reader, rxdocket_app;
