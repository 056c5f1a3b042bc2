-- The clock of an open request: what the ladder has done already, and what is due next.
alter table rx_authorization add column clock_state jsonb not null default '{}';

-- What needs the clock now, of every carrier; the only other place that looks across carriers. Ids only.
create function due_requests(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id from rx_authorization a where a.status_id between 20 and 29 and a.next_clock_at <= p_now order by a.next_clock_at limit p_limit
$$;
create policy clock on rx_authorization for select to current_user using (true);
revoke all on function due_requests(int, timestamptz) from public;
grant execute on function due_requests(int, timestamptz) to rxdocket_app;

-- What the portal tells people inside the portal.
create table user_notification (
  mc text not null, id uuid not null, user_id uuid not null, kind text not null, title text not null, authorization_id uuid, at timestamptz not null, read_at timestamptz,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index user_notification_unread on user_notification (mc, user_id, at desc) where read_at is null;
alter table user_notification enable row level security;
alter table user_notification force row level security;
create policy carrier on user_notification using (mc = app_mc()) with check (mc = app_mc());
grant select on user_notification to rxdocket_reader, rxdocket_app;
grant insert on user_notification to rxdocket_app;
grant update (read_at) on user_notification to rxdocket_app;
