-- That a pharmacist's answer is late is noted once a question: who took it loses it to the others, and the supervisor is notified.
alter table rx_authorization add column answer_late_at timestamptz;

-- Of all carriers, the questions whose answer is late and not yet noted.
create index rx_authorization_late_answer on rx_authorization
  (coalesce(case when pharmacy_waiting then least(answer_by, answer_by_at_counter) else answer_by end, statutory_due_at))
  where status_id = 22 and answer_late_at is null and pharmacist_asked_at is not null;
create function due_late_answers(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id from rx_authorization a
   where a.status_id = 22 and a.answer_late_at is null and a.pharmacist_asked_at is not null
     and coalesce(case when a.pharmacy_waiting then least(a.answer_by, a.answer_by_at_counter) else a.answer_by end, a.statutory_due_at) < p_now
   order by coalesce(case when a.pharmacy_waiting then least(a.answer_by, a.answer_by_at_counter) else a.answer_by end, a.statutory_due_at)
   limit p_limit
$$;
revoke all on function due_late_answers(int, timestamptz) from public;
grant execute on function due_late_answers(int, timestamptz) to rxdocket_app;
