-- How long notices are kept is a setting of the carrier (noticeDays); a carrier is found by its own days.
create policy notice_days on carrier_setting for select to current_user using (key = 'noticeDays'); -- read for every carrier
create function carriers_with_stale_notices(p_limit int, p_now timestamptz, p_otherwise int) returns table (mc text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.mc, c.mc from master_carrier c
    left join carrier_setting z on z.mc = c.mc and z.sub_carrier = '*' and z.key = 'noticeDays'
   where exists (select from user_notification n where n.mc = c.mc
     and n.at < p_now - make_interval(days => coalesce((z.value #>> '{}')::int, p_otherwise))) limit p_limit
$$;
revoke all on function carriers_with_stale_notices(int, timestamptz, int) from public;
grant execute on function carriers_with_stale_notices(int, timestamptz, int) to rxdocket_app;
drop function stale_notices(int, timestamptz);
