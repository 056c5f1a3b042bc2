-- Refused lines of a feed as they were, so that the carrier mends and sends them again; they go once support has looked at the file.
alter table eligibility_feed add column heading text;
alter table eligibility_feed_refusal add column again text;
grant update (heading) on eligibility_feed to rxdocket_app;
grant update (again) on eligibility_feed_refusal to rxdocket_app;
