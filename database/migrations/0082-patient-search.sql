-- Finding a patient among a million claims (docs/decisions/0084-close-spellings.md says how names are looked up): in the order they are shown,
-- by birth date with the start of a last name, and by date of injury. Before, a search with a date read everybody of that start of a name.
create index claimant_by_name_and_birth on claimant (mc, last_folded, first_folded, dob);
drop index claimant_by_name;
create index claimant_by_birth on claimant (mc, dob, last_folded);
create index wc_claim_by_injury on wc_claim (mc, doi);
