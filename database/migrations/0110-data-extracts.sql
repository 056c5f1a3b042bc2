-- Data extracts read one program over a period.
create index rx_transaction_extract on rx_transaction (mc, sub_carrier, fill_date);
create index prior_auth_extract on prior_auth (mc, sub_carrier, start_date);
create index lomn_request_extract on lomn_request (mc, sub_carrier, requested_at);
