-- A letter of medical necessity counts from the day its prescriber signed it, not from the day it came (the federal form for
-- compounds is good for 90 days from its signature). Of letters that came before this column only the day they came is known.
alter table lomn_request add column signed_on date;
-- The owner reads past the walls between carriers here, and here alone.
alter table lomn_request no force row level security;
update lomn_request l set signed_on = (l.received_at at time zone (select m.time_zone from master_carrier m where m.mc = l.mc))::date where l.received_at is not null;
alter table lomn_request force row level security;
alter table lomn_request add check ((signed_on is null) = (received_at is null));
-- An answer on paper that is not complete goes back unprocessed: the letter is waited for as before. When the last one went
-- back, and what it lacked: keys of the template's questions, or 'signature'.
alter table lomn_request add column returned_at timestamptz, add column missing text[] not null default '{}',
  add check ((returned_at is null) = (missing = '{}'));
