-- A feed is the same as another only while no other came after it: one that returns to an earlier state is loaded. `place` is the
-- order in which they came; they are loaded in it.
alter table eligibility_feed drop constraint eligibility_feed_mc_sha256_key;
alter table eligibility_feed add column place bigint generated always as identity;
create unique index eligibility_feed_place on eligibility_feed (mc, place);

-- The same of files that operators load.
alter table file_load drop constraint file_load_kind_fingerprint_key;
create index file_load_last on file_load (kind, id);
