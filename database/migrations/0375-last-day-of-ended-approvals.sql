-- The last day of service an approval that was ended early still covers: a bill may come later than the fill. Null where it
-- covers none: it never ran, silence gave it, or its decision was undone.
alter table prior_auth add column ended_on date;
