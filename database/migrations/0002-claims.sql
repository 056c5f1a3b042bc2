-- The claim and everything the engine reads to adjudicate a prescription.
-- Every tenant table's key starts with the carrier, so that the schema distributes by carrier.

create table sub_carrier (
  mc text not null references master_carrier, sub_carrier text not null check (sub_carrier ~ '^[A-Z0-9]{2,8}$'),
  id int not null, name text not null, status text not null default 'ACTIVE', primary key (mc, sub_carrier));

create table employer (
  mc text not null references master_carrier, id uuid not null, name text not null, primary key (mc, id));

create table client_group (
  mc text not null, group_code text not null check (length(group_code) <= 15), sub_carrier text not null, name text not null, state text not null,
  employer_id uuid, auto_pa boolean not null default true, effective_date date not null, term_date date,
  default_owner_id uuid,
  primary key (mc, group_code), foreign key (mc, sub_carrier) references sub_carrier);

-- BIN, PCN and group say whose claim it is, before any carrier is known.
create table pharmacy_route (
  bin text not null, pcn text not null, group_code text not null, mc text not null references master_carrier,
  primary key (bin, pcn, group_code));

create table claimant (
  mc text not null references master_carrier, id uuid not null, patient_id text not null,
  first_name text not null, middle_name text, last_name text not null, suffix text,
  last_folded text not null, first_folded text not null,
  dob date not null, gender text not null default 'U' check (gender in ('F', 'M', 'U', 'X')), ssn_last4 text check (ssn_last4 ~ '^[0-9]{4}$'),
  address1 text, city text, state text, zip text, phone text, mobile text, email text, language text not null default 'en',
  primary key (mc, id), unique (mc, patient_id));
create index claimant_by_name on claimant (mc, last_folded, first_folded);

create table wc_claim (
  mc text not null, id uuid not null,
  sub_carrier text not null, group_code text not null, claimant_id uuid not null, employer_id uuid,
  esi_claim_id text not null, client_claim_id text not null, claim_number text not null, subscriber_number text not null,
  doi date not null, juris_state text not null,
  compensability text not null check (compensability in ('PENDING', 'ACCEPTED', 'PARTIAL', 'CONTROVERTED', 'DENIED', 'CLOSED', 'SETTLED_MSA')),
  status text not null check (status in ('OPEN', 'CLOSED', 'REOPENED')), claim_type text not null default 'LT' check (claim_type in ('MO', 'LT', 'FA')),
  body_parts int[] not null default '{}', nature_code int, cause_code int, injury text not null default '',
  accepted_date date, closed_date date, surgery_dates date[] not null default '{}',
  owner_id uuid, toc_start date, toc_end date, dol_program text,
  version int not null default 1, created_at timestamptz not null default now(),
  primary key (mc, id),
  unique (mc, claim_number), unique (mc, subscriber_number), unique (mc, client_claim_id),
  foreign key (mc, group_code) references client_group, foreign key (mc, sub_carrier) references sub_carrier,
  foreign key (mc, claimant_id) references claimant, foreign key (mc, employer_id) references employer,
  foreign key (mc, owner_id) references user_carrier (mc, user_id));
create index wc_claim_by_claimant on wc_claim (mc, claimant_id);
create index wc_claim_by_owner on wc_claim (mc, owner_id);

create table claim_case_owner (
  mc text not null, stratus_claim_id uuid not null, user_id uuid not null, kind text not null check (kind in ('SECONDARY', 'NURSE')),
  position int not null default 1,
  primary key (mc, stratus_claim_id, user_id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, user_id) references user_carrier);

create table claim_icd (
  mc text not null, stratus_claim_id uuid not null, icd10 text not null, description text not null,
  status text not null default 'ACCEPTED' check (status in ('ACCEPTED', 'DENIED', 'PENDING')), is_primary boolean not null default false,
  primary key (mc, stratus_claim_id, icd10), foreign key (mc, stratus_claim_id) references wc_claim);

create extension if not exists btree_gist;
create table eligibility_span (
  mc text not null, id uuid not null, stratus_claim_id uuid not null, effective_date date not null, term_date date,
  reason_code text not null default 'NEW', plan_level text not null default 'FULL' check (plan_level in ('FULL', 'FIRST_FILL', 'MAINTENANCE', 'LIMITED_DRUGS')),
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim,
  check (term_date is null or term_date >= effective_date),
  exclude using gist (mc with =, stratus_claim_id with =, daterange(effective_date, term_date, '[]') with &&));
create index eligibility_span_by_claim on eligibility_span (mc, stratus_claim_id);

-- Reference and directory: the same for every carrier.
create table drug (
  ndc text primary key check (ndc ~ '^[0-9]{11,12}$'), gpi text not null check (gpi ~ '^[0-9]{14}$'), facts jsonb not null);
create index drug_by_gpi on drug (gpi);

create table pharmacy (
  nabp text primary key check (nabp ~ '^[0-9]{7}$'), npi text not null, name text not null, chain text, address1 text not null, city text not null, state text not null, zip text not null,
  phone text not null, fax text, network text not null default 'IN' check (network in ('IN', 'OUT')), delivery_type_id int not null default 1,
  physician_dispenser boolean not null default false, sanctioned boolean not null default false, suspended boolean not null default false, closed_date date,
  callback_url text);
create index pharmacy_by_npi on pharmacy (npi);

create table practitioner (
  npi text primary key, id uuid not null unique, first_name text not null, last_name text not null, specialty text not null, credential text not null default 'MD',
  license_state text not null, status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'DECEASED', 'EXCLUDED')),
  dea_schedules text[] not null default '{CII,CIII,CIV,CV}', phone text, fax text, email text, city text, state text);
create index practitioner_by_name on practitioner (last_name, first_name);

create table practitioner_block (
  mc text not null references master_carrier, npi text not null, reason text not null, fraud boolean not null default false, primary key (mc, npi));

-- Coverage by prefix of the drug code: the longest prefix wins. mc '' is the default of all carriers.
create table formulary_item (
  mc text not null, sub_carrier text not null default '*', gpi_prefix text not null, status text not null check (status in ('COVERED', 'PA', 'EXCLUDED', 'STEP')),
  max_qty numeric(10, 3), max_days int, max_fills int, first_fill_days int, facts jsonb not null default '{}', primary key (mc, sub_carrier, gpi_prefix));

create table rx_transaction (
  mc text not null, id uuid not null, tcn text not null, reference_number text not null,
  sub_carrier text not null, stratus_claim_id uuid, subscriber_number text,
  status text not null check (status in ('P', 'R', 'X', 'B')), claim_channel_type int not null,
  rx_number text not null, fill_number int not null, refills_authorised int not null default 0, date_written date, fill_date date not null,
  submitted_at timestamptz not null, adjudicated_at timestamptz not null,
  ndc text not null, gpi text not null, drug_name text not null, generic_or_brand text not null, daw text not null default '0', compound_code int not null default 0,
  quantity numeric(10, 3) not null check (quantity > 0), days_supply int not null check (days_supply between 1 and 365),
  pharmacy_nabp text not null, prescriber_npi text not null,
  awp numeric(12, 2), fee_schedule numeric(12, 2), network numeric(12, 2), usual_and_customary numeric(12, 2), paid_amount numeric(12, 2),
  mme_per_day numeric(8, 1), dea_schedule text,
  reject_codes text[] not null default '{}',
  prior_auth_id uuid, authorization_id uuid,
  reversed_at timestamptz, message text not null default '',
  request jsonb, result jsonb,
  created_at timestamptz not null default now(),
  primary key (mc, id), unique (mc, tcn), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, sub_carrier) references sub_carrier);
create index rx_transaction_by_claim on rx_transaction (mc, stratus_claim_id, fill_date desc, id);
create index rx_transaction_by_reference on rx_transaction (mc, reference_number);
create index rx_transaction_by_prior_auth on rx_transaction (mc, prior_auth_id) where prior_auth_id is not null;
create index rx_transaction_by_authorization on rx_transaction (mc, authorization_id) where authorization_id is not null;

do $$
declare t text;
begin
  foreach t in array array['sub_carrier', 'employer', 'client_group', 'claimant', 'claim_case_owner', 'claim_icd', 'eligibility_span', 'practitioner_block'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
  foreach t in array array['wc_claim', 'rx_transaction'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;
alter table formulary_item enable row level security;
alter table formulary_item force row level security;
create policy carrier on formulary_item using (mc = app_mc() or mc = '');

create function mc_of_group(p_bin text, p_pcn text, p_group text) returns text language sql stable as
  $$ select mc from pharmacy_route where bin = p_bin and pcn = p_pcn and group_code = p_group $$;

grant select on sub_carrier, employer, client_group, pharmacy_route, claimant, wc_claim, claim_case_owner, claim_icd, eligibility_span, drug, pharmacy, practitioner,
  practitioner_block, formulary_item, rx_transaction to rxdocket_reader, rxdocket_app;
grant insert on rx_transaction to rxdocket_app;
grant update (status, reversed_at, prior_auth_id, authorization_id) on rx_transaction to rxdocket_app;
