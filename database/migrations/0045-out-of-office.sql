-- Times away: what is in 0001, with who set it, when it was acted on, and a wall against two at once.
alter table out_of_office
  add column created_by uuid, add column created_by_name text not null default '', add column created_at timestamptz,
  add column version int not null default 1,
  add column began_at timestamptz, -- when the open requests were given to those who stand in
  add column ended_at timestamptz; -- when those nobody had opened came back
alter table out_of_office add constraint out_of_office_once exclude using gist (mc with =, user_id with =, tstzrange(start_at, end_at) with &&);
create index out_of_office_begins on out_of_office (start_at) where began_at is null;
create index out_of_office_ends on out_of_office (end_at) where began_at is not null and ended_at is null;

-- Which request went to whom because its owner was away, or has no account any more (leave_id null). `to_user` null:
-- nobody was there to take it.
create table authorization_reroute (
  mc text not null, id uuid not null, authorization_id uuid not null, leave_id uuid, from_user uuid not null, to_user uuid, at timestamptz not null, returned_at timestamptz,
  noted_at timestamptz not null default clock_timestamp(), -- by the clock of the audit, which nobody moves
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, leave_id) references out_of_office on delete cascade,
  foreign key (mc, from_user) references user_carrier (mc, user_id), foreign key (mc, to_user) references user_carrier (mc, user_id));
create index authorization_reroute_by_leave on authorization_reroute (mc, leave_id) where returned_at is null;
create index authorization_reroute_by_request on authorization_reroute (mc, authorization_id, at desc);
alter table authorization_reroute enable row level security;
alter table authorization_reroute force row level security;
create policy carrier on authorization_reroute using (mc = app_mc()) with check (mc = app_mc());
grant select on authorization_reroute to rxdocket_reader, rxdocket_app;
grant insert, update (returned_at) on authorization_reroute to rxdocket_app;

-- Leaves that begin or have ended, over all carriers, for the clock: ids only.
create function due_leaves(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select v.mc, v.id from out_of_office v where v.began_at is null and v.start_at <= p_now and v.end_at > p_now
  union all select v.mc, v.id from out_of_office v where v.began_at is not null and v.ended_at is null and v.end_at <= p_now
  limit p_limit
$$;
-- Open requests whose owner has no account here any more. One nobody could take is looked at again after an hour.
create function orphaned_requests(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select o.mc, o.authorization_id from user_carrier w join app_user u on u.id = w.user_id
    join authorization_owner o on o.mc = w.mc and o.user_id = w.user_id and o.open and o.position = 1
   where (not w.active or u.status = 'DISABLED')
     and not exists (select from authorization_reroute r where r.mc = o.mc and r.authorization_id = o.authorization_id and r.leave_id is null and r.to_user is null and r.at > p_now - interval '1 hour')
   limit p_limit
$$;
-- Whether somebody opened a request of this claim, or did something with this request, since then: the audit says so.
create function opened_since(p_user uuid, p_claim uuid, p_request uuid, p_since timestamptz) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from access_audit x where x.mc = app_mc() and x.user_id = p_user and x.at >= p_since
    and ((x.call = 'history.story' and x.claim_ids @> array[p_claim]) or (x.object_type = 'rx_authorization' and x.object_id = p_request::text)))
$$;
create policy clock on out_of_office for select to current_user using (true);
create policy clock on authorization_owner for select to current_user using (true);
create policy clock on user_carrier for select to current_user using (true);
create policy clock on authorization_reroute for select to current_user using (true);
do $$
declare f text;
begin
  foreach f in array array['due_leaves(int,timestamptz)', 'orphaned_requests(int,timestamptz)', 'opened_since(uuid,uuid,uuid,timestamptz)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
