-- What changed in what a user may do at a carrier: from what to what, when, by whom and why. A trigger writes it, so that no way of changing it is left out.
create table rights_change (
  mc text not null references master_carrier, id bigint generated always as identity, user_id uuid not null, at timestamptz not null,
  by_name text not null, asked_by_name text, reason text, before jsonb, after jsonb not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index rights_change_of_user on rights_change (mc, user_id, id desc);
alter table rights_change enable row level security;
create policy carrier on rights_change using (mc = app_mc()) with check (mc = app_mc());
grant select on rights_change to rxdocket_reader, rxdocket_app;

create function rights_of(w user_carrier) returns jsonb language sql immutable set search_path = public, pg_temp as $$
  select jsonb_build_object('active', w.active, 'roles', w.roles, 'subCarriers', w.sub_carriers, 'dataExtractSubCarriers', w.data_extract_sub_carriers,
    'licenseStates', w.license_states, 'approvalLimit', w.approval_limit) $$;
-- A user of a carrier that is set up has no change yet: only within a call is a first membership one.
create function keep_rights_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v_before jsonb := case when tg_op = 'UPDATE' then rights_of(old) end;
begin
  if v_before = rights_of(new) or (tg_op = 'INSERT' and coalesce(current_setting('app.call', true), '') = '') then return null; end if;
  insert into rights_change (mc, user_id, at, by_name, asked_by_name, reason, before, after)
  values (new.mc, new.user_id, app_now(), coalesce(nullif(current_setting('app.actor', true), ''), 'An operator'),
    nullif(current_setting('app.asked_by', true), ''), nullif(current_setting('app.reason', true), ''), v_before, rights_of(new));
  return null;
end $$;
create trigger keep_rights_change after insert or update on user_carrier for each row execute function keep_rights_change();

drop function change_colleague(uuid, int, boolean, text[], text[], text[], text[], numeric, timestamptz);
create function change_colleague(p_user uuid, p_version int, p_active boolean, p_roles text[], p_sub_carriers text[], p_extract text[],
  p_license_states text[], p_approval_limit numeric, p_now timestamptz, p_reason text, p_asked_by text)
returns table (version int, ended int) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_version int; v_ended int := 0;
begin
  perform set_config('app.reason', coalesce(p_reason, ''), true), set_config('app.asked_by', coalesce(p_asked_by, ''), true);
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
do $$
declare f text;
begin
  foreach f in array array['rights_of(user_carrier)', 'keep_rights_change()',
    'change_colleague(uuid,int,boolean,text[],text[],text[],text[],numeric,timestamptz,text,text)'] loop
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
grant execute on function change_colleague(uuid, int, boolean, text[], text[], text[], text[], numeric, timestamptz, text, text) to rxdocket_app;

-- What the audit has of changes made before.
alter table access_audit no force row level security;
alter table user_carrier no force row level security;
create function audited_rights(v jsonb) returns jsonb language sql immutable set search_path = public, pg_temp as $$
  select jsonb_build_object('active', v -> 'active', 'roles', v -> 'roles', 'subCarriers', v -> 'sub_carriers',
    'dataExtractSubCarriers', v -> 'data_extract_sub_carriers', 'licenseStates', v -> 'license_states', 'approvalLimit', v -> 'approval_limit') $$;
insert into rights_change (mc, user_id, at, by_name, asked_by_name, reason, before, after)
select a.mc, w.user_id, a.at, a.actor,
    (select u.name from app_user u where u.id::text = a.detail ->> 'askedBy' and a.detail ->> 'administrator' = 'GRANT' and u.id <> a.user_id),
    nullif(coalesce(a.detail ->> 'reason', a.detail ->> 'note'), ''), audited_rights(a.detail -> 'before'), audited_rights(a.detail -> 'after')
  from access_audit a join user_carrier w on w.mc = a.mc and w.user_id::text = coalesce(a.detail ->> 'user', a.object_id)
 where a.call in ('people.change', 'accessReview.change') and a.outcome = 'ok' and a.detail ? 'before' and a.detail ? 'after'
   and audited_rights(a.detail -> 'before') <> audited_rights(a.detail -> 'after')
 order by a.at, a.id;
drop function audited_rights(jsonb);
alter table access_audit force row level security;
alter table user_carrier force row level security;
alter table rights_change force row level security;
select assume_few_carriers();
