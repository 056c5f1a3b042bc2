-- Support looks at each file with refused lines, or that could not be read, and says so: who and when.
alter table eligibility_feed add column reviewed_at timestamptz, add column reviewed_by uuid, add column reviewed_by_name text;
create index eligibility_feed_exceptions on eligibility_feed (mc, received_at)
  where reviewed_at is null and finished_at is not null and (refused > 0 or problem is not null);
grant update (reviewed_at, reviewed_by, reviewed_by_name) on eligibility_feed to rxdocket_app;
