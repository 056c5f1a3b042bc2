-- Figures for operations, over all carriers: no id, no name. Read when the metrics of a process are.
create function operations_figures() returns table (name text, carrier text, value float8)
language sql stable security definer set search_path = public, pg_temp as $$
  with open_requests as materialized (
    select a.mc, a.statutory_due_at, a.request_received_at, a.escalated, a.snoozed_until from rx_authorization a where a.status_id between 20 and 29),
  counted as (
    select m.mc, count(o.mc) as pending, count(o.mc) filter (where o.statutory_due_at < now()) as overdue,
        count(o.mc) filter (where o.escalated and (o.snoozed_until is null or o.snoozed_until <= now())) as escalated,
        coalesce(extract(epoch from now() - min(o.request_received_at)), 0) as oldest
      from master_carrier m left join open_requests o on o.mc = m.mc group by m.mc)
  select 'requests_pending', mc, pending::float8 from counted
  union all select 'requests_overdue', mc, overdue::float8 from counted
  union all select 'requests_escalated', mc, escalated::float8 from counted
  union all select 'oldest_pending_request_seconds', mc, oldest::float8 from counted
  union all select 'outbox_waiting', null, count(*)::float8 from outbox where dispatched_at is null and cancelled_at is null and available_at <= now()
  union all select 'outbox_oldest_seconds', null, coalesce(extract(epoch from now() - min(available_at)), 0)::float8 from outbox
    where dispatched_at is null and cancelled_at is null and available_at <= now()
  union all select 'pharmacies_to_call', null, count(*)::float8 from pharmacy_callback where status_id = 5
  union all select 'chats_waiting', s.mc, count(*)::float8 from chat_session s where s.state = 'WAITING' group by s.mc
$$;
revoke all on function operations_figures() from public;
grant execute on function operations_figures() to rxdocket_reader;
