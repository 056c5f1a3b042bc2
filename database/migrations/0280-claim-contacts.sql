-- People around a claim and how they may be reached: a row for each version, the newest is current. Never rewritten.
create table claim_contact (
  mc text not null, id uuid not null, version int not null check (version between 1 and 200), sub_carrier text not null, stratus_claim_id uuid not null,
  name text not null check (length(name) between 2 and 120),
  relation text not null check (relation in ('PATIENT', 'SPOUSE', 'PARENT', 'CHILD', 'SIBLING', 'RELATIVE', 'GUARDIAN', 'PATIENT_ATTORNEY',
    'CARRIER_ATTORNEY', 'EMPLOYER', 'NURSE', 'INTERPRETER', 'OTHER')),
  phone text not null check (phone ~ '^([2-9]\d{2}[2-9]\d{6})?$'), email text not null check (length(email) <= 254),
  reach jsonb not null, reach_note text not null check (length(reach_note) <= 200), speaks_for_patient boolean not null, since date not null,
  ended_on date, end_reason text check (length(end_reason) between 1 and 200),
  changed_at timestamptz not null, changed_by uuid, changed_by_name text not null,
  check ((ended_on is null) = (end_reason is null)),
  primary key (mc, id, version), foreign key (mc, stratus_claim_id) references wc_claim);
create index claim_contact_by_claim on claim_contact (mc, stratus_claim_id, id, version desc);

alter table claim_contact enable row level security;
alter table claim_contact force row level security;
create policy carrier on claim_contact using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier));
grant select on claim_contact to rxdocket_reader, rxdocket_app;
grant insert on claim_contact to rxdocket_app;
select assume_few_carriers();
