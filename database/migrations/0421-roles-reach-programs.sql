-- A role of two reaches as far as the programs of its user: a request for it says which programs the user would have, null for all.
-- Those made before asked for the programs the user has.
alter table admin_grant add column sub_carriers text[];
alter table admin_grant no force row level security;
alter table user_carrier no force row level security;
update admin_grant g set sub_carriers = w.sub_carriers from user_carrier w where w.mc = g.mc and w.user_id = g.user_id;
alter table admin_grant force row level security;
alter table user_carrier force row level security;
