-- An adjuster asks a supervisor about a request: a status of its own, in which it waits as it does for a pharmacist or a reviewer.
alter table rx_authorization drop constraint rx_authorization_status_id_check, add constraint rx_authorization_status_id_check
  check (status_id in (10, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 40, 41, 50, 51, 52));

-- The queues of reviewers, second approvers and supervisors in the order of their own clock: few of many open requests.
create index rx_authorization_handed_over on rx_authorization
  (mc, status_id, coalesce(case when pharmacy_waiting then least(answer_by, answer_by_at_counter) else answer_by end, statutory_due_at), id)
  include (sub_carrier) where status_id in (23, 25, 26);

-- Of all carriers, what was handed over to anybody whose answer is late and not yet noted.
drop index rx_authorization_late_answer;
create index rx_authorization_late_answer on rx_authorization
  (coalesce(case when pharmacy_waiting then least(answer_by, answer_by_at_counter) else answer_by end, statutory_due_at))
  where status_id in (22, 23, 25, 26) and answer_late_at is null and pharmacist_asked_at is not null;
create or replace function due_late_answers(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id from rx_authorization a
   where a.status_id in (22, 23, 25, 26) and a.answer_late_at is null and a.pharmacist_asked_at is not null
     and coalesce(case when a.pharmacy_waiting then least(a.answer_by, a.answer_by_at_counter) else a.answer_by end, a.statutory_due_at) < p_now
   order by coalesce(case when a.pharmacy_waiting then least(a.answer_by, a.answer_by_at_counter) else a.answer_by end, a.statutory_due_at)
   limit p_limit
$$;
