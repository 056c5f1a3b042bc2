-- One index for each order a worklist can be sorted by, each ending in the id, so that a page can begin at
-- the place where the last one ended. Orders of open requests have partial ones: a few thousand rows of a million.
drop index rx_authorization_received;
drop index rx_authorization_completed;
create index rx_authorization_received on rx_authorization (mc, request_received_at, id);
create index rx_authorization_due on rx_authorization (mc, statutory_due_at, id);
create index rx_authorization_completed on rx_authorization (mc, completed_at, id) where status_id >= 30;
create index rx_authorization_open_received on rx_authorization (mc, request_received_at, id) where status_id between 20 and 29;
create index rx_authorization_open_cost on rx_authorization (mc, coalesce(estimated_cost, 0), id) where status_id between 20 and 29;
create index rx_authorization_open_level on rx_authorization (mc, escalation_level, id) where status_id between 20 and 29;

-- The completed requests of a person; the open ones have authorization_owner_open.
create index authorization_owner_done on authorization_owner (mc, user_id, authorization_id) where not open;

-- The last word about a letter, of the few requests that have one.
create index authorization_event_letters on authorization_event (mc, authorization_id, id) where event_code in (150, 152, 153);

-- The same answer as before, in a form the planner does not underestimate: it takes a CASE for half of the rows, where
-- it took "setting = '*' or ..." for one in two hundred and therefore sorted whole tables for a page of 25.
create or replace function app_sees(sub_carrier text) returns boolean language sql stable parallel safe as
  $$ select case when current_setting('app.subs', true) = '*' then true else sub_carrier = any (string_to_array(current_setting('app.subs', true), ',')) end $$;
