-- Lists of open requests put what is snoozed last: it is found by itself, few rows at a time.
create index rx_authorization_snoozed on rx_authorization (mc, statutory_due_at, id)
  where snoozed_until is not null and status_id between 20 and 29;
