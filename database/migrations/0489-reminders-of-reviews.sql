-- Account managers are reminded of an open access review: every week, and every day from four days before it is due.
alter table access_review add column reminded_at timestamptz;
grant update (reminded_at) on access_review to rxdocket_app;
-- The open reviews of every carrier whose reminder is due; p_setting and p_days say how often the carrier reviews.
create function due_review_reminders(p_setting text, p_days int, p_now timestamptz) returns table (mc text, id text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare v_mc text;
begin
  for v_mc in select m.mc from master_carrier m where m.status = 'ACTIVE' order by m.mc loop
    perform set_config('app.mc', v_mc, true);
    return query select v_mc, r.id::text from access_review r cross join lateral (
        select coalesce((select max(o.closed_at) from access_review o where o.mc = v_mc), (select min(w.created_at) from user_carrier w where w.mc = v_mc))
          + make_interval(days => coalesce((select (z.value #>> '{}')::int from carrier_setting z
              where z.mc = v_mc and z.sub_carrier = '*' and z.key = p_setting), p_days)) as at) due
     where r.mc = v_mc and r.closed_at is null and p_now >= coalesce(r.reminded_at, r.opened_at)
       + case when p_now >= due.at - interval '4 days' then interval '1 day' else interval '7 days' end;
  end loop;
  perform set_config('app.mc', '', true);
end $$;
revoke all on function due_review_reminders(text, int, timestamptz) from public;
grant execute on function due_review_reminders(text, int, timestamptz) to rxdocket_app;
