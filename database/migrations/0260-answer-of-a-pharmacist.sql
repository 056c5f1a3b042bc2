-- What a request was asked of a pharmacist: since when, until when the carrier wants the answer (sooner with a patient at the counter), and which
-- pharmacist took it. What waits when this migration runs is ordered by its due time until it is answered.
alter table rx_authorization
  add column pharmacist_asked_at timestamptz, add column answer_by timestamptz, add column answer_by_at_counter timestamptz,
  add column taken_by uuid references app_user;

-- The queue of pharmacists in the order of its own clock: few of many open requests.
create index rx_authorization_answer on rx_authorization
  (mc, coalesce(case when pharmacy_waiting then least(answer_by, answer_by_at_counter) else answer_by end, statutory_due_at), id)
  include (sub_carrier) where status_id = 22;
