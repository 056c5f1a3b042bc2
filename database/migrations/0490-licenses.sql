-- The licenses of reviewers and pharmacists: profession, state, number and the last day. The rules read the states of
-- user_carrier.license_states; a state leaves them with the last license for it.
create table user_license (
  mc text not null, user_id uuid not null, profession text not null check (profession in ('PHARMACIST', 'PHYSICIAN', 'NURSE', 'CHIROPRACTOR', 'PSYCHOLOGIST')),
  state text not null check (state ~ '^[A-Z]{2}$'), number text not null default '' check (length(number) <= 40), expires_on date,
  set_by_name text not null, set_at timestamptz not null,
  primary key (mc, user_id, profession, state), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index user_license_by_end on user_license (mc, expires_on) where expires_on is not null;
alter table user_license enable row level security;
alter table user_license force row level security;
create policy carrier on user_license using (mc = app_mc()) with check (mc = app_mc());
grant select on user_license to rxdocket_reader, rxdocket_app;
grant insert, delete on user_license to rxdocket_app;
alter table invitation add column licenses jsonb not null default '[]';

-- Those of these states that no license for them has ended in: what a user is given who was invited with them.
create function states_licensed(p_states text[], p_licenses jsonb, p_mc text, p_now timestamptz) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(s.state order by s.at), '{}') from unnest(p_states) with ordinality as s(state, at)
    cross join (select (p_now at time zone m.time_zone)::date as today from master_carrier m where m.mc = p_mc) d
   where not exists (select from jsonb_to_recordset(p_licenses) as l(state text, expires_on date) where l.state = s.state)
      or exists (select from jsonb_to_recordset(p_licenses) as l(state text, expires_on date)
        where l.state = s.state and (l.expires_on is null or l.expires_on >= d.today))
$$;
revoke all on function states_licensed(text[], jsonb, text, timestamptz) from public;

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
        i.data_extract_sub_carriers, states_licensed(i.license_states, i.licenses, i.mc, p_now),
        i.approval_limit, p_now, i.invited_by_name)
      on conflict (mc, user_id) do update set active = true, roles = excluded.roles, sub_carriers = excluded.sub_carriers,
        data_extract_sub_carriers = excluded.data_extract_sub_carriers, license_states = excluded.license_states, approval_limit = excluded.approval_limit,
        version = user_carrier.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
       where not user_carrier.active;
    if found then
      delete from user_license l where l.mc = i.mc and l.user_id = p_user;
      insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
      select i.mc, p_user, l.profession, l.state, l.number, l.expires_on, i.invited_by_name, p_now
        from jsonb_to_recordset(i.licenses) as l(profession text, state text, number text, expires_on date);
    end if;
    update invitation x set closed_at = p_now, outcome = 'ACCEPTED', user_id = p_user where x.mc = i.mc and x.id = i.id;
    insert into access_audit (mc, at, user_id, actor, request_id, ip, call, object_type, object_id, detail)
      values (i.mc, p_now, p_user, v_name, p_request, p_ip, 'registration', 'user', p_user::text,
        jsonb_build_object('invitation', i.id, 'invitedBy', i.invited_by_name, 'roles', i.roles, 'subCarriers', i.sub_carriers));
    v_count := v_count + 1;
  end loop;
  perform set_config('app.mc', '', true), set_config('app.user', '', true);
  return v_count;
end $$;

-- The states of a user at this carrier whose every license has ended.
create function states_ended(p_user uuid, p_now timestamptz) returns text[] language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(s.state order by s.state), '{}') from user_carrier w join master_carrier m on m.mc = w.mc, unnest(w.license_states) as s(state)
   where w.mc = app_mc() and w.user_id = p_user and exists (select from user_license l where l.mc = w.mc and l.user_id = w.user_id and l.state = s.state)
     and not exists (select from user_license l where l.mc = w.mc and l.user_id = w.user_id and l.state = s.state
       and (l.expires_on is null or l.expires_on >= (p_now at time zone m.time_zone)::date))
$$;
-- The users of every carrier whose last license for a state has ended, for the clock.
create function due_license_ends(p_now timestamptz) returns table (mc text, id text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_mc text;
begin
  for v_mc in select m.mc from master_carrier m where m.status = 'ACTIVE' order by m.mc loop
    perform set_config('app.mc', v_mc, true);
    return query select distinct v_mc, l.user_id::text from user_license l
     where l.mc = v_mc and l.expires_on < (p_now + interval '1 day')::date and cardinality(states_ended(l.user_id, p_now)) > 0;
  end loop;
  perform set_config('app.mc', '', true);
end $$;
-- Takes these states from a user, as a change of rights with its reason. Answers which; nothing where none has ended.
create function end_licenses(p_user uuid, p_now timestamptz) returns text[] language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_ended text[] := states_ended(p_user, p_now);
begin
  if cardinality(v_ended) = 0 then return v_ended; end if;
  perform set_config('app.reason', 'License ended: ' || array_to_string(v_ended, ', '), true);
  update user_carrier w set license_states = array(select s from unnest(w.license_states) s where s <> all(v_ended)),
    version = w.version + 1, updated_at = p_now, updated_by = 'The clock'
   where w.mc = app_mc() and w.user_id = p_user;
  return v_ended;
end $$;
revoke all on function states_ended(uuid, timestamptz), due_license_ends(timestamptz), end_licenses(uuid, timestamptz) from public;
grant execute on function due_license_ends(timestamptz), end_licenses(uuid, timestamptz) to rxdocket_app;
