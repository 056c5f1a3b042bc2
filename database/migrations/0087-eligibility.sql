-- Coverage, cards and notes of a claim as users change them.

alter table eligibility_span add column version int not null default 1 check (version > 0),
  add column source text not null default 'FEED' check (source in ('FEED', 'PORTAL', 'SUPPORT')),
  add constraint eligibility_span_reason_check
    check (reason_code in ('NEW', 'REINSTATE', 'TERM_CLOSED', 'TERM_DENIED', 'SETTLEMENT', 'CARRIER_CHANGE'));
alter table claimant add column version int not null default 1 check (version > 0), add column preferred_pharmacy_nabp text references pharmacy;
-- Numbers that are drawn: a draw that is given already is drawn again (docs/decisions/0009-ids-tell-nothing.md).
alter table claimant rename constraint claimant_mc_patient_id_key to claimant_patient_id_drawn;
alter table wc_claim rename constraint wc_claim_mc_subscriber_number_key to wc_claim_subscriber_number_drawn;
create index claimant_by_dob on claimant (mc, dob);
create index wc_claim_by_doi on wc_claim (mc, doi);

-- What was changed, by whom, before and after. Never rewritten.
create table eligibility_change (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, eligibility_id uuid,
  kind text not null check (kind in ('CONTACT', 'SPAN', 'ADDED')), at timestamptz not null, changed_by uuid, changed_by_name text not null,
  before jsonb, after jsonb not null, note text not null default '' check (length(note) <= 4000),
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim);
create index eligibility_change_by_claim on eligibility_change (mc, stratus_claim_id, at desc);

create table id_card (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, requested_at timestamptz not null,
  channel text not null check (channel in ('MAIL', 'EMAIL', 'TEXT', 'PRINT')), status text not null check (status in ('REQUESTED', 'SENT', 'VOID')),
  destination text not null default '' check (length(destination) <= 300), requested_by uuid, requested_by_name text not null,
  document_id uuid, message_id uuid,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, document_id) references document,
  foreign key (mc, message_id) references outside_message);
create unique index id_card_in_use on id_card (mc, stratus_claim_id) where status <> 'VOID';

create table claim_note (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, eligibility_id uuid,
  kind text not null check (kind in ('CLAIM', 'ELIGIBILITY')), text text not null check (length(text) between 1 and 4000),
  pinned boolean not null default false, visibility text not null check (visibility in ('ALL', 'INTERNAL')),
  created_at timestamptz not null, created_by uuid, created_by_name text not null, version int not null default 1, edited_at timestamptz, corrects uuid,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, corrects) references claim_note);
create index claim_note_by_claim on claim_note (mc, stratus_claim_id, pinned desc, created_at desc, id desc);

do $$
declare t text;
begin
  foreach t in array array['eligibility_change', 'id_card', 'claim_note'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;

grant select on eligibility_change, id_card, claim_note to rxdocket_reader, rxdocket_app;
grant insert on eligibility_change, id_card, claim_note, eligibility_span, claimant, wc_claim to rxdocket_app;
grant update (status) on id_card to rxdocket_app;
grant update (text, edited_at, version) on claim_note to rxdocket_app;
grant update (effective_date, term_date, plan_level, reason_code, source, version) on eligibility_span to rxdocket_app;
grant update (address1, city, state, zip, phone, mobile, email, language, preferred_pharmacy_nabp, version) on claimant to rxdocket_app;
grant update (doi, group_code, version) on wc_claim to rxdocket_app;
