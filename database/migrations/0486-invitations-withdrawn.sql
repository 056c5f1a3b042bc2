-- An account manager withdraws an invitation; who follows its link learns that.
alter table invitation add column closed_by_name text;
grant update (closed_by_name) on invitation to rxdocket_app;
create index invitation_by_address on invitation (lower(email), created_at);

-- Whether the last invitation of an address, at any carrier, was withdrawn.
create function invitation_withdrawn(p_email text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select i.outcome = 'WITHDRAWN' from invitation i where lower(i.email) = lower(p_email) order by i.created_at desc, i.mc limit 1), false)
$$;
revoke all on function invitation_withdrawn(text) from public;
grant execute on function invitation_withdrawn(text) to rxdocket_app;

create or replace function complete_registration(p_token_hash bytea, p_id uuid, p_username text, p_email text, p_request uuid, p_ip text, p_now timestamptz)
returns table (outcome text, id_token_sealed text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t registration_ticket%rowtype; u app_user%rowtype; i record; v_constraint text; v_known boolean; v_invited boolean;
  v_tou text := (select value #>> '{}' from saved_state where key = 'terms_version');
  v_privacy text := (select value #>> '{}' from saved_state where key = 'privacy_version');
begin
  select * into t from registration_ticket x where x.token_hash = p_token_hash;
  if not found then return query select 'NONE', null::text; return; end if;
  -- One person, one registration at a time, whatever tickets they hold.
  perform pg_advisory_xact_lock(hashtextextended('registration ' || t.issuer || ' ' || t.subject, 0));
  select * into t from registration_ticket x where x.token_hash = p_token_hash for update;
  if p_now >= t.expires_at then return query select 'EXPIRED', null::text; return; end if;
  if t.used_at is not null then
    return query select case when lower(t.username) = lower(p_username) and lower(t.email) = lower(p_email) then 'DONE' else 'NONE' end, t.id_token_sealed;
    return;
  end if;
  if t.tries >= 10 then return query select 'LIMITED', null::text; return; end if;
  update registration_ticket x set tries = x.tries + 1 where x.token_hash = p_token_hash;
  if lower(p_email) <> lower(t.email) then return query select 'EMAIL', null::text; return; end if;

  select * into u from app_user x where x.idp_issuer = t.issuer and x.idp_subject = t.subject for update;
  v_known := found;
  -- Locked: who withdraws it meanwhile waits, and learns that it was accepted.
  select x.*, m.time_zone into i from invitation x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE'
   where lower(x.email) = lower(t.email) and x.closed_at is null and x.expires_at > p_now order by x.created_at, x.mc limit 1 for update of x;
  v_invited := found;
  if (v_known and u.status <> 'PENDING_REGISTRATION') or (not v_known and not v_invited) then
    return query select case when not v_known and invitation_withdrawn(t.email) then 'WITHDRAWN' else 'CLOSED' end, null::text;
    return;
  end if;
  begin
    if v_known then
      update app_user x set username = p_username, status = 'ACTIVE', terms_version = v_tou, privacy_version = v_privacy, terms_accepted_at = p_now
       where x.id = u.id;
    else
      u.id := p_id;
      insert into app_user (id, username, email, first_name, last_name, sso_user, idp_issuer, idp_subject, time_zone, status, terms_version,
          privacy_version, terms_accepted_at, created_at)
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
  update session x set ended_at = p_now, ended_reason = 'registered', id_token_sealed = null, refresh_token_sealed = null
   where x.user_id = u.id and x.ended_at is null;
  insert into security_event (event, user_id, call, request_id, ip, detail)
    values ('user_created', u.id, 'registration.complete', p_request, p_ip, jsonb_build_object('terms', v_tou, 'privacy', v_privacy));
  return query select 'DONE', t.id_token_sealed;
end $$;
