-- What the rules of adjudication ask of a claim and found no column for (R28 and R42).
alter table wc_claim add column first_responder boolean not null default false;
-- The pharmacy, the prescriber and the case management a person is bound to on this claim.
alter table wc_claim add column lock_in_nabp text check (lock_in_nabp ~ '^[0-9]{7}$'), add column lock_in_npi text, add column case_management boolean not null default false;
-- From when and until when a diagnosis stands on the claim; open ends are null.
alter table claim_icd add column valid_from date, add column valid_to date, add check (valid_to >= valid_from);
