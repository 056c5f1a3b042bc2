-- A user's own notifications, newest first, read and unread.
create index user_notification_of_user on user_notification (mc, user_id, at desc, id desc);
insert into feature_flag (key, enabled, description) values ('notifications', true, 'Notifications in the portal')
on conflict (key) do nothing;
