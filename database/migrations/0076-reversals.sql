-- A fill that was reversed says by whom, why and under which reference (features/transactions, features/transaction-history).
alter table rx_transaction add column reversal_reference text, add column reversal_reason text check (length(reversal_reason) <= 250),
  add column reversed_by uuid, add column reversed_by_name text,
  -- Of a fill that was billed to the carrier.
  add column invoice_number text check (length(invoice_number) <= 30), add column billed_date date;
grant update (reversal_reference, reversal_reason, reversed_by, reversed_by_name) on rx_transaction to rxdocket_app;
