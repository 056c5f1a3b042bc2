-- The submissions of a month in their order, for the preview of a setting's change.
create index rx_transaction_by_submission on rx_transaction (mc, submitted_at, id);
