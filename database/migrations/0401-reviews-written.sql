-- What a utilization reviewer writes down of a referral before deciding less than was asked: rationale, guideline, criteria with their answers,
-- the call offered to the prescriber, who wrote it and when.
alter table ur_referral add column review jsonb;
grant update (review) on ur_referral to rxdocket_app;
