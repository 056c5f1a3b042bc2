-- What waits for a pharmacist, by due time: few of many open requests.
create index rx_authorization_pharmacist on rx_authorization (mc, statutory_due_at, id) include (sub_carrier, owner_id) where status_id = 22;
