-- What the figures of the turnaround need of a request, kept beside it by triggers and read from an index
-- (docs/decisions/0580-figures-kept-with-the-request.md).
create table request_turnaround (
  mc text not null, id uuid not null, sub_carrier text not null, juris_state text not null,
  person uuid, -- who decided it, or owns it
  received_at timestamptz not null, due_at timestamptz not null,
  kind text not null check (kind in ('approved', 'partial', 'denied', 'deemed', 'closed', 'withdrawn', 'merged', 'open', 'cleared')),
  lapsed boolean, -- null while it waits for its first answer: then the due time and the clock say it
  extended boolean not null, overturned boolean not null, reopened boolean not null,
  hours float8, again_hours float8, -- to the first answer, and from the last reopening; of decided requests
  primary key (mc, id), foreign key (mc, id) references rx_authorization on delete cascade);

-- Counts requests from their logs, and those they look at again. As the owner and for all sub-carriers, as the functions of 0220.
create function keep_turnaround(p_mcs text[], p_ids uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare seen text := coalesce(current_setting('app.subs', true), '');
begin
  perform set_config('app.subs', '*', true);
  with recursive counted as (
    select x.mc, x.id from unnest(p_mcs, p_ids) as x(mc, id)
    union
    select a.mc, a.original_auth_id from counted c join rx_authorization a on a.mc = c.mc and a.id = c.id where a.original_auth_id is not null)
  insert into request_turnaround as t
    (mc, id, sub_carrier, juris_state, person, received_at, due_at, kind, lapsed, extended, overturned, reopened, hours, again_hours)
  select a.mc, a.id, a.sub_carrier, a.juris_state, case when last.status in (30, 40, 41) then coalesce(last.actor_id, a.owner_id) else a.owner_id end,
      a.request_received_at, a.statutory_due_at,
      case when last.status = 30 then case when d.max_days < a.days_supply or d.max_qty < a.quantity then 'partial' else 'approved' end
           when last.status in (40, 41) then 'denied'
           when last.status in (31, 32) then 'cleared'
           when last.status = 33 then 'deemed'
           when last.status = 50 then 'closed'
           when last.status = 51 then 'withdrawn'
           when last.status = 52 then 'merged' else 'open' end,
      case when last.status = 33 then true else a.statutory_due_at < answered.at end,
      a.due_arithmetic @? '$[*] ? (@ starts with "Extended (")',
      case when last.status in (40, 41) then exists (
        with recursive later as (
          select n.id from rx_authorization n where n.mc = a.mc and n.stratus_claim_id = a.stratus_claim_id and n.original_auth_id = a.id
          union
          select n.id from later l join rx_authorization n on n.mc = a.mc and n.stratus_claim_id = a.stratus_claim_id and n.original_auth_id = l.id)
        select from later l where (select e.new_status_id in (30, 33) from authorization_event e
          where e.mc = a.mc and e.authorization_id = l.id and e.new_status_id is not null and e.new_status_id is distinct from e.old_status_id
          order by e.id desc limit 1)) else false end,
      again.at is not null,
      case when last.status in (30, 40, 41) then extract(epoch from answered.at - a.request_received_at)::float8 / 3600 end,
      case when last.status in (30, 40, 41) then extract(epoch from last.at - again.at)::float8 / 3600 end
    from counted c join rx_authorization a on a.mc = c.mc and a.id = c.id and a.status_id >= 20
      -- The line that brought it where it is, its reopenings, and what was answered before the first of them.
      cross join lateral (select e.new_status_id as status, e.at, e.actor_id from authorization_event e
        where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id is not null and e.new_status_id is distinct from e.old_status_id
        order by e.id desc limit 1) last
      cross join lateral (select min(e.id) as line, max(e.at) as at from authorization_event e
        where e.mc = a.mc and e.authorization_id = a.id and e.event_code = 214) again
      left join lateral (select e.new_status_id as status, e.at from authorization_event e
        where e.mc = a.mc and e.authorization_id = a.id and e.id < again.line and e.new_status_id is not null
          and e.new_status_id is distinct from e.old_status_id
        order by e.id desc limit 1) first on true
      cross join lateral (select case when first.status in (30, 40, 41) then first.at when last.status >= 30 then last.at end as at) answered
      left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null
    order by a.mc, a.id
  on conflict (mc, id) do update set sub_carrier = excluded.sub_carrier, juris_state = excluded.juris_state, person = excluded.person,
      received_at = excluded.received_at, due_at = excluded.due_at, kind = excluded.kind, lapsed = excluded.lapsed, extended = excluded.extended,
      overturned = excluded.overturned, reopened = excluded.reopened, hours = excluded.hours, again_hours = excluded.again_hours
    where t.* is distinct from excluded.*;
  perform set_config('app.subs', seen, true);
end $$;

create function turnaround_of_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v_mcs text[]; v_ids uuid[];
begin
  select array_agg(c.mc), array_agg(c.authorization_id) into v_mcs, v_ids from (select distinct n.mc, n.authorization_id from noted n
    where n.new_status_id is not null and n.new_status_id is distinct from n.old_status_id or n.event_code = 214) c;
  if v_ids is not null then perform keep_turnaround(v_mcs, v_ids); end if;
  return null;
end $$;
-- Limits of a decision, whether it is written before its line of the log or after it.
create function turnaround_of_decisions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v_mcs text[]; v_ids uuid[];
begin
  select array_agg(n.mc), array_agg(n.authorization_id) into v_mcs, v_ids from noted n where n.max_days is not null or n.max_qty is not null;
  if v_ids is not null then perform keep_turnaround(v_mcs, v_ids); end if;
  return null;
end $$;
create function turnaround_of_decision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_turnaround(array[new.mc], array[new.authorization_id]);
  return null;
end $$;
create function turnaround_of_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_turnaround(array[new.mc], array[new.id]);
  return null;
end $$;
revoke all on function keep_turnaround(text[], uuid[]), turnaround_of_events(), turnaround_of_decisions(), turnaround_of_decision(),
  turnaround_of_request() from public;
create trigger turnaround_of_events after insert on authorization_event referencing new table as noted
  for each statement execute function turnaround_of_events();
create trigger turnaround_of_decisions after insert on authorization_decision referencing new table as noted
  for each statement execute function turnaround_of_decisions();
create trigger turnaround_of_decision after update of undone_at, max_days, max_qty on authorization_decision for each row
  when ((old.undone_at, old.max_days, old.max_qty) is distinct from (new.undone_at, new.max_days, new.max_qty)) execute function turnaround_of_decision();
create trigger turnaround_of_request after update of owner_id, sub_carrier, juris_state, request_received_at, statutory_due_at, due_arithmetic, quantity,
    days_supply, original_auth_id, status_id on rx_authorization for each row
  when ((old.owner_id, old.sub_carrier, old.juris_state, old.request_received_at, old.statutory_due_at, old.due_arithmetic, old.quantity, old.days_supply,
      old.original_auth_id, old.status_id < 20) is distinct from (new.owner_id, new.sub_carrier, new.juris_state, new.request_received_at,
      new.statutory_due_at, new.due_arithmetic, new.quantity, new.days_supply, new.original_auth_id, new.status_id < 20))
  execute function turnaround_of_request();

alter table rx_authorization no force row level security;
alter table authorization_event no force row level security;
alter table authorization_decision no force row level security;
select keep_turnaround(array_agg(a.mc), array_agg(a.id)) from rx_authorization a where a.status_id >= 20 having count(*) > 0;
alter table rx_authorization force row level security;
alter table authorization_event force row level security;
alter table authorization_decision force row level security;

-- Whole periods, and those of one state, program or person, the latest first.
create index request_turnaround_received on request_turnaround (mc, received_at desc, id);
create index request_turnaround_by_state on request_turnaround (mc, juris_state, received_at desc, id);
create index request_turnaround_by_program on request_turnaround (mc, sub_carrier, received_at desc, id);
create index request_turnaround_by_person on request_turnaround (mc, person, received_at desc, id);

alter table request_turnaround enable row level security;
alter table request_turnaround force row level security;
create policy carrier on request_turnaround
  using (mc = app_mc() and case when (select app_sees_all()) then true else sub_carrier = any ((select app_subs())::text[]) end)
  with check (mc = app_mc() and app_sees(sub_carrier));
grant select on request_turnaround to rxdocket_reader, rxdocket_app;
