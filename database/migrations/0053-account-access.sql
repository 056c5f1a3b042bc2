-- What a session may do while an answer is on its way, a proof that it is still the same person, and the very text that was accepted.

-- The sessions that live now, with the place their person has now. One that is not among them has ended.
create function standings(p_sessions uuid[], p_now timestamptz) returns table (session_id uuid, mc text, roles text[], sub_carriers text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select x.id, uc.mc, coalesce((select array_agg(distinct lower(btrim(r))) from unnest(uc.roles) r), '{}'), uc.sub_carriers
    from session x join app_user u on u.id = x.user_id and u.status not in ('DISABLED', 'LOCKED')
    left join (user_carrier uc join master_carrier m on m.mc = uc.mc and m.status = 'ACTIVE') on uc.mc = x.mc and uc.user_id = x.user_id and uc.active
   where x.id = any(p_sessions) and x.ended_at is null and x.expires_at > coalesce(p_now, now()) and x.last_activity_at + make_interval(secs => x.idle_seconds) > coalesce(p_now, now())
$$;

-- "Confirm it is you": which session was asked to, for what, and whether it did. Works once, for this alone.
create table step_up (
  id uuid primary key, session_id uuid not null, user_id uuid not null references app_user,
  call text not null, about bytea not null check (length(about) = 32), -- SHA-256 of the object
  asked_at timestamptz not null, proven_at timestamptz, used_at timestamptz);
create unique index step_up_open on step_up (session_id, call, about) where used_at is null;
create index step_up_by_age on step_up (asked_at);

-- Whether the person of this transaction has just proved who they are: at sign-in, or for this very act. A proof is used up.
create function confirmed(p_call text, p_about bytea, p_seconds int) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_session uuid := nullif(current_setting('app.session'), '')::uuid;
begin
  if exists (select from session x where x.id = v_session and x.auth_time > app_now() - make_interval(secs => p_seconds)) then return true; end if;
  update step_up u set used_at = app_now() where u.session_id = v_session and u.call = p_call and u.about = p_about and u.used_at is null
    and u.proven_at > app_now() - make_interval(secs => p_seconds);
  return found;
end $$;

-- Asks a session for a proof; the same question twice is one question. No row for a session that ended.
create function ask_step_up(p_id uuid, p_token_hash bytea, p_call text, p_about bytea, p_now timestamptz) returns uuid language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_id uuid;
begin
  delete from step_up u where u.asked_at < p_now - interval '1 day';
  insert into step_up as u (id, session_id, user_id, call, about, asked_at)
  select p_id, x.id, x.user_id, p_call, p_about, p_now from session x where x.token_hash = p_token_hash and x.ended_at is null
  on conflict (session_id, call, about) where used_at is null do update set asked_at = p_now, proven_at = null
  returning u.id into v_id;
  return v_id;
end $$;

-- What waits for a proof of this session's person, and the carrier whose own identity provider they come by.
create function step_up_waiting(p_id uuid, p_token_hash bytea, p_now timestamptz) returns table (call text, sso_mc text) language sql stable security definer set search_path = public, pg_temp as $$
  select s.call, case when u.sso_user then (select c.mc from carrier_sso c where c.mc = x.mc and c.enabled) end
    from step_up s join session x on x.id = s.session_id and x.token_hash = p_token_hash and x.ended_at is null join app_user u on u.id = x.user_id
   where s.id = p_id and s.used_at is null and s.asked_at > p_now - interval '30 minutes'
$$;

-- The provider vouches for the person again. The session goes on under another cookie; nothing else of it changes.
create function prove_step_up(p_id uuid, p_issuer text, p_subject text, p_held bytea, p_new_hash bytea, p_request uuid, p_ip text, p_now timestamptz) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare s record;
begin
  select u.id, u.call, u.session_id, u.user_id, p.idp_issuer, p.idp_subject, p.status, x.mc, x.token_hash into s
    from step_up u join session x on x.id = u.session_id and x.ended_at is null and x.expires_at > p_now and x.last_activity_at + make_interval(secs => x.idle_seconds) > p_now
    join app_user p on p.id = x.user_id
   where u.id = p_id and u.used_at is null and u.proven_at is null and u.asked_at > p_now - interval '30 minutes' for update of u;
  if not found or s.token_hash is distinct from coalesce(p_held, s.token_hash) or s.status in ('DISABLED', 'LOCKED') then return 'GONE'; end if;
  if s.idp_issuer is distinct from p_issuer or s.idp_subject is distinct from p_subject then
    insert into security_event (event, user_id, mc, call, request_id, ip, detail) values ('authn_step_up_fail', s.user_id, s.mc, s.call, p_request, p_ip, '{"code": "OTHER_PERSON"}');
    return 'OTHER_PERSON';
  end if;
  update step_up u set proven_at = p_now where u.id = p_id;
  update session x set token_hash = p_new_hash where x.id = s.session_id;
  insert into security_event (event, user_id, mc, call, request_id, ip, detail) values ('authn_step_up_success', s.user_id, s.mc, s.call, p_request, p_ip, '{}');
  return 'PROVEN';
end $$;

do $$
declare f text;
begin
  foreach f in array array['standings(uuid[],timestamptz)', 'confirmed(text,bytea,int)', 'ask_step_up(uuid,bytea,text,bytea,timestamptz)', 'step_up_waiting(uuid,bytea,timestamptz)',
    'prove_step_up(uuid,text,text,bytea,bytea,uuid,text,timestamptz)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
grant execute on function standings(uuid[], timestamptz) to rxdocket_reader;

-- SHA-256 of the text that was accepted, in hex: the version alone does not say what stood there.
-- Given by the transaction that accepts, as {"TOU 3.0": "9f86…"}: the texts lie with the program, not in the database.
alter table terms_acceptance add column text_hash text check (text_hash ~ '^[0-9a-f]{64}$');
create function keep_text_hash() returns trigger language plpgsql as $$
begin
  new.text_hash := coalesce(new.text_hash, nullif(current_setting('app.accepted_texts', true), '')::jsonb ->> (new.kind || ' ' || new.version));
  return new;
end $$;
create trigger text_hash before insert on terms_acceptance for each row execute function keep_text_hash();

-- Who looks at far more than anybody's work takes: more than 200 claims opened one by one within an hour, or more than
-- 50 things asked for within ten minutes that are not there. Once an hour each. The journals tell the database's own time.
create index access_audit_lately on access_audit using brin (at);
create index security_event_lately on security_event using brin (at);
create policy viewing on access_audit for select to current_user using (true);
create function unusual_viewers(p_claims int, p_missing int, p_limit int) returns table (mc text, id uuid, claims int, missing int)
language sql volatile security definer set search_path = public, pg_temp as $$
  with lately as (
    select a.mc, a.user_id from access_audit a where a.at > clock_timestamp() - interval '2 minutes' and a.user_id is not null and cardinality(a.claim_ids) = 1
    union select e.mc, e.user_id from security_event e where e.at > clock_timestamp() - interval '2 minutes' and e.event = 'authz_fail' and e.user_id is not null and e.mc is not null),
  counted as (
    select l.mc, l.user_id,
      (select count(distinct a.claim_ids[1])::int from access_audit a where a.mc = l.mc and a.user_id = l.user_id and a.at > clock_timestamp() - interval '1 hour' and cardinality(a.claim_ids) = 1) as claims,
      (select count(*)::int from security_event e where e.user_id = l.user_id and e.mc = l.mc and e.at > clock_timestamp() - interval '10 minutes' and e.event = 'authz_fail' and e.detail ->> 'code' = 'NOT_FOUND') as missing
    from lately l)
  select c.mc, c.user_id, c.claims, c.missing from counted c
   where (c.claims > p_claims or c.missing > p_missing)
     and not exists (select from security_event e where e.user_id = c.user_id and e.mc = c.mc and e.event = 'unusual_viewing' and e.at > clock_timestamp() - interval '1 hour')
   limit p_limit
$$;
-- The alert, once: a second process finds it there.
create function note_unusual_viewing(p_user uuid, p_claims int, p_missing int) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unusual viewing ' || p_user, 0));
  if exists (select from security_event e where e.user_id = p_user and e.mc = app_mc() and e.event = 'unusual_viewing' and e.at > clock_timestamp() - interval '1 hour') then return false; end if;
  insert into security_event (event, user_id, mc, detail) values ('unusual_viewing', p_user, app_mc(), jsonb_build_object('claims', p_claims, 'missing', p_missing));
  return true;
end $$;
do $$
declare f text;
begin
  foreach f in array array['unusual_viewers(int,int,int)', 'note_unusual_viewing(uuid,int,int)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
