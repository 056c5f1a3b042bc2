-- What waits for a reviewer, and for a second approver, by due time: few of many open requests.
create index rx_authorization_reviewer on rx_authorization (mc, statutory_due_at, id) include (sub_carrier, owner_id, juris_state) where status_id = 23;
create index rx_authorization_second on rx_authorization (mc, statutory_due_at, id) include (sub_carrier, owner_id) where status_id = 25;
