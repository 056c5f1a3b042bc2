-- When what a notice asks for was done, by anyone: it then leaves the list of what is new (docs/decisions/0740-notices-of-done-work.md).
-- `about`: what waits that is no request; it shrinks as it is done.
alter table user_notification add column done_at timestamptz, add column about uuid[];
grant update (done_at, about) on user_notification to rxdocket_app;
drop index user_notification_unread;
create index user_notification_unread on user_notification (mc, user_id, at desc) where read_at is null and done_at is null;
create index user_notification_waits on user_notification (mc, authorization_id) where authorization_id is not null;
create index user_notification_about on user_notification (mc, kind) where about is not null and done_at is null;

-- Notices of requests that have their last word already.
alter table user_notification no force row level security;
alter table rx_authorization no force row level security;
update user_notification n set done_at = coalesce(a.completed_at, a.updated_at) from rx_authorization a
 where a.mc = n.mc and a.id = n.authorization_id and a.status_id >= 30 and n.kind = any('{advised,answerLate,asked,assigned,clinicalNeeded,determined,
   escalation1,escalation2,escalation3,extended,letterExpired,letterNeeded,letterReceived,letterReturned,nudged,overdue,pharmacyWaiting,popUp,raised,
   reminder,resubmitted,reviewLate,reviewNeeded,secondLate,secondNeeded,secondReturned,seniorNeeded,share1,share2,share3,snoozed,
   supervisorLate,supervisorNeeded,supervisorReturned,unassigned}');
alter table user_notification force row level security;
alter table rx_authorization force row level security;
