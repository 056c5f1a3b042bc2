-- Notices that acts write themselves are sent by e-mail too, as their users chose: one row each until a job thought of it.
alter table notice_waiting alter authorization_id drop not null, add column fresh boolean not null default false;
create index notice_waiting_fresh on notice_waiting (mc, user_id) where fresh;
create policy fresh on notice_waiting for select to current_user using (fresh); -- found for the clock of every carrier
grant update (fresh) on notice_waiting to rxdocket_app;
create function freshly_notified(p_limit int, p_now timestamptz) returns table (mc text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct n.mc, n.user_id::text from notice_waiting n where n.fresh and n.at <= p_now limit p_limit
$$;
revoke all on function freshly_notified(int, timestamptz) from public;
grant execute on function freshly_notified(int, timestamptz) to rxdocket_app;
