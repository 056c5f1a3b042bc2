-- Numbers that people read and say are drawn (docs/decisions/0009): ten or twelve digits, and among a million some are alike.
-- Where one would be given a second time, the key says so and the call is made again with others (platform/database/pools.ts,
-- isRetryable). The name of such a key ends in _drawn, so that the platform need not know whose number it is.
alter table rx_transaction rename constraint rx_transaction_mc_tcn_key to rx_transaction_tcn_drawn;
alter table rx_authorization rename constraint rx_authorization_mc_reference_number_key to rx_authorization_reference_drawn;
alter table prior_auth rename constraint prior_auth_mc_override_ref_key to prior_auth_reference_drawn;
alter table lomn_request rename constraint lomn_request_mc_reference_number_key to lomn_request_reference_drawn;
