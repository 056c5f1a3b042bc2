-- One act on many requests: what was asked for, by whom, and what became of each request.
create table bulk_act (
  mc text not null references master_carrier, id uuid not null, user_id uuid not null, session_id uuid, what text not null
    check (what in ('ASSIGN', 'SNOOZE', 'LETTER', 'APPROVE')), input jsonb not null, total integer not null, started_at timestamptz not null,
  canceled_at timestamptz,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index bulk_act_of_user on bulk_act (mc, user_id, started_at desc, id desc);
create table bulk_item (
  mc text not null, bulk_id uuid not null, place integer not null, authorization_id uuid not null, version integer not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED', 'CANCELED')), code text, message text, done_at timestamptz,
  primary key (mc, bulk_id, place), unique (mc, bulk_id, authorization_id),
  foreign key (mc, bulk_id) references bulk_act (mc, id), foreign key (mc, authorization_id) references rx_authorization (mc, id));
create index bulk_item_of_request on bulk_item (mc, authorization_id);
do $$
declare t text;
begin
  foreach t in array array['bulk_act', 'bulk_item'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on bulk_act, bulk_item to rxdocket_reader, rxdocket_app;
grant insert, update (canceled_at) on bulk_act to rxdocket_app;
grant insert, update (state, code, message, done_at) on bulk_item to rxdocket_app;

-- A job does what a user asked for earlier, with the rights the user has now. The same checks as `enter`, without a session, which may be over.
create function enter_as(p_mc text, p_user uuid, p_session uuid, p_call text, p_request uuid, p_now timestamptz)
returns table (user_id uuid, username text, name text, mc text, roles text[], sub_carriers text[], license_states text[],
               approval_limit numeric, time_zone text, session_id uuid, expires_at timestamptz, idle_at timestamptz, now_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare u app_user%rowtype; c user_carrier%rowtype; v_now timestamptz := coalesce(p_now, now()); v_roles text[];
begin
  -- Of the carrier the job works for alone.
  if p_mc is distinct from app_mc() then raise exception using errcode = 'RX001', message = 'SESSION_REVOKED'; end if;
  select x.* into u from app_user x where x.id = p_user;
  if not found or u.status in ('DISABLED', 'LOCKED') then raise exception using errcode = 'RX001', message = 'SESSION_REVOKED'; end if;
  if u.status = 'PENDING_REGISTRATION' then raise exception using errcode = 'RX001', message = 'REGISTRATION_REQUIRED'; end if;
  perform set_config('app.user', u.id::text, true);
  select w.* into c from user_carrier w join master_carrier m on m.mc = w.mc and m.status = 'ACTIVE'
   where w.mc = p_mc and w.user_id = u.id and w.active;
  if not found then raise exception using errcode = 'RX001', message = 'CARRIER_REQUIRED'; end if;
  select coalesce(array_agg(distinct lower(btrim(r))), '{}') into v_roles from unnest(c.roles) r;
  if v_roles && array['read_only', 'prog_special'] or cardinality(v_roles) = 0 then
    raise exception using errcode = 'RX001', message = 'UPDATE_BLOCKED';
  end if;
  perform set_config('app.actor', u.name, true), set_config('app.session', coalesce(p_session::text, ''), true),
          set_config('app.subs', case when c.sub_carriers is null then '*' else array_to_string(c.sub_carriers, ',') end, true),
          set_config('app.call', p_call, true), set_config('app.request', p_request::text, true), set_config('app.ip', '', true),
          set_config('app.now', coalesce(p_now::text, ''), true), set_config('app.zone', u.time_zone, true);
  return query select u.id, u.username, u.name, p_mc, v_roles, c.sub_carriers, c.license_states, c.approval_limit, u.time_zone, p_session,
    v_now, v_now, v_now;
end $$;
revoke all on function enter_as(text, uuid, uuid, text, uuid, timestamptz) from public;
grant execute on function enter_as(text, uuid, uuid, text, uuid, timestamptz) to rxdocket_app;
select assume_few_carriers();
insert into feature_flag (key, enabled, description) values ('bulkActs', true, 'Acts on many requests') on conflict (key) do nothing;
