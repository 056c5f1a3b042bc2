-- What the user of a conversation says of it once it has ended, and the conversations an agent sees beside a new one.
alter table chat_session add column rating text check (rating in ('YES', 'PARTLY', 'NO')),
  add constraint chat_session_rated_ended check (rating is null or state = 'ENDED');
grant update (rating) on chat_session to rxdocket_app;
create index chat_session_earlier on chat_session (mc, user_id, started_at desc) where state = 'ENDED';
