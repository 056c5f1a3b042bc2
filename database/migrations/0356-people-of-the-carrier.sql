-- Names and addresses of people are for those who share a carrier with them, and for themselves: a connection of the portal
-- that has no carrier set finds nobody. What happens before there is a carrier (sign-in, registration) asks functions of the owner.
alter table app_user enable row level security;
alter table app_user force row level security;
create policy carrier on app_user to rxdocket_reader, rxdocket_app using (
  id = app_user() or exists (select from user_carrier w where w.mc = app_mc() and w.user_id = app_user.id));
create policy accounts on app_user to current_user using (true) with check (true);
