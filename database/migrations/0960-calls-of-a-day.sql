-- The calls to pharmacies of one day, of all users: what became of each is shown the day after.
create index pharmacy_call_of_day on pharmacy_call (mc, at);
