-- A feed corrects what it said of a worker and of an injury.
grant update (gender, ssn_last4) on claimant to rxdocket_app;
grant update (injury) on wc_claim to rxdocket_app;
