-- The treating providers a claim allows, where the state directs care (R12). A claim without a row is not restricted.
create table claim_treating_provider (
  mc text not null references master_carrier, stratus_claim_id uuid not null, npi text not null check (npi ~ '^[0-9]{10}$'),
  valid_from date not null, valid_to date check (valid_to >= valid_from),
  primary key (mc, stratus_claim_id, npi, valid_from), foreign key (mc, stratus_claim_id) references wc_claim);

alter table claim_treating_provider enable row level security;
alter table claim_treating_provider force row level security;
create policy carrier on claim_treating_provider using (mc = app_mc()) with check (mc = app_mc());
grant select on claim_treating_provider to rxdocket_reader, rxdocket_app;
grant insert, update, delete on claim_treating_provider to rxdocket_app;

-- What a clinic bills, of a line that was made in the portal and that no claim says: code, units and what was charged.
alter table authorization_wish add column clinic_line jsonb;
