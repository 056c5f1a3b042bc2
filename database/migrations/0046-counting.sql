-- Counting what is open must not leave the index: the wall of the table (0020) reads the status and the owner of a
-- row too, and without them in the index the planner took the clock's index of every carrier instead.
drop index rx_authorization_open_sub;
create index rx_authorization_open_sub on rx_authorization (mc, sub_carrier, statutory_due_at, id) include (status_id, owner_id) where status_id between 20 and 29;
