-- Notices of a user older than this are removed, read or not; what they were about has its own history.
create policy sweep on user_notification to current_user using (true); -- what is over is found and removed for everybody
create index user_notification_by_age on user_notification (mc, at);

-- Carriers that have notices from before this instant, for the clock; each carrier's are removed by itself.
create function stale_notices(p_limit int, p_before timestamptz) returns table (mc text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.mc, c.mc from master_carrier c
   where exists (select from user_notification n where n.mc = c.mc and n.at < p_before) limit p_limit
$$;
-- So many at a time: a turn of the clock is short.
create function sweep_notices(p_before timestamptz, p_most int) returns int
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from user_notification n where n.mc = app_mc() and n.id in (
      select o.id from user_notification o where o.mc = app_mc() and o.at < p_before order by o.at limit p_most)
    returning 1)
  select count(*)::int from gone
$$;
revoke all on function stale_notices(int, timestamptz), sweep_notices(timestamptz, int) from public;
grant execute on function stale_notices(int, timestamptz), sweep_notices(timestamptz, int) to rxdocket_app;
