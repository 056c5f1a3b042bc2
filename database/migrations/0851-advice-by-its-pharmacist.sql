-- A pharmacist's own advice of the last days, newest first.
create index rph_recommendation_by_pharmacist on rph_recommendation (mc, pharmacist_id, at desc) where not superseded;
