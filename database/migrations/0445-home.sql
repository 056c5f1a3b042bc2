-- What Home shows: letters that came and were not read yet, prior authorizations in force by claim and end.
create index lomn_request_unread on lomn_request (mc, authorization_id) where status = 6;
create index prior_auth_ending on prior_auth (mc, stratus_claim_id, end_date) where status_id = 3 and kind = 'PERMIT';

-- What waits for the caller at each carrier they may choose, while another is open: how many and when, never of whom. It sees at each
-- carrier the programs, the absent colleagues and the states of license that the caller has there, and nothing of other users.
create function counts_of_my_carriers() returns table (mc text, roles text[], license_states text[], approval_limit numeric, pending int,
  escalated int, overdue int, due_today int, due_tomorrow int, at_counter int, letter_came int, least_due timestamptz,
  with_pharmacist int, with_reviewer int, with_second int, with_supervisor int)
language sql stable security definer set search_path = public, pg_temp as $$
  with mine as materialized (
    select c.mc, c.roles, c.license_states, c.approval_limit, c.sub_carriers,
      array(select app_user() union select v.user_id from out_of_office v
        where v.mc = c.mc and app_user() = any(v.delegates) and v.start_at <= app_now() and v.end_at > app_now()) as people,
      (((app_now() at time zone app_zone())::date + 1)::timestamp at time zone app_zone()) as tomorrow,
      (((app_now() at time zone app_zone())::date + 2)::timestamp at time zone app_zone()) as after_tomorrow
    from user_carrier c join master_carrier m on m.mc = c.mc and m.status = 'ACTIVE'
    where c.user_id = app_user() and c.active and c.mc = coalesce(nullif(current_setting('app.sso_mc', true), ''), c.mc))
  select mine.mc, mine.roles, mine.license_states, mine.approval_limit, own.pending, own.escalated, own.overdue, own.due_today, own.due_tomorrow,
    own.at_counter, own.letter_came, own.least_due, queue.pharmacist, queue.reviewer, queue.second, queue.supervisor
  from mine
  cross join lateral (
    select count(*) filter (where x.turn)::int as pending,
      count(*) filter (where x.escalated and (x.snoozed_until is null or x.snoozed_until <= app_now()))::int as escalated,
      count(*) filter (where x.turn and x.statutory_due_at < app_now())::int as overdue,
      count(*) filter (where x.turn and x.statutory_due_at >= app_now() and x.statutory_due_at < mine.tomorrow)::int as due_today,
      count(*) filter (where x.turn and x.statutory_due_at >= app_now() and x.statutory_due_at >= mine.tomorrow
        and x.statutory_due_at < mine.after_tomorrow)::int as due_tomorrow,
      count(*) filter (where x.pharmacy_waiting)::int as at_counter,
      count(*) filter (where exists (select from lomn_request l where l.mc = mine.mc and l.authorization_id = x.id and l.status = 6))::int as letter_came,
      min(x.statutory_due_at) filter (where x.turn) as least_due
    from (select a.id, a.escalated, a.snoozed_until, a.statutory_due_at, a.pharmacy_waiting, a.status_id in (20, 21, 24) as turn
      from rx_authorization a
      where a.mc = mine.mc and a.status_id between 20 and 29 and (mine.sub_carriers is null or a.sub_carrier = any(mine.sub_carriers))
        and a.id in (select o.authorization_id from authorization_owner o where o.mc = mine.mc and o.open and o.user_id = any(mine.people))) x) own
  cross join lateral (
    select count(*) filter (where y.status_id = 22)::int as pharmacist,
      count(*) filter (where y.status_id = 23 and y.juris_state = any(mine.license_states))::int as reviewer,
      count(*) filter (where y.status_id = 25 and y.first is distinct from app_user()::text)::int as second,
      count(*) filter (where y.status_id = 26)::int as supervisor
    from (select a.status_id, a.juris_state, a.first_approval ->> 'byId' as first from rx_authorization a
      where a.mc = mine.mc and a.status_id between 20 and 29 and a.status_id in (22, 23, 25, 26)
        and (mine.sub_carriers is null or a.sub_carrier = any(mine.sub_carriers)) limit 10000) y) queue
$$;
revoke all on function counts_of_my_carriers() from public;
grant execute on function counts_of_my_carriers() to rxdocket_app, rxdocket_reader;
