-- A change of a claim that waits is held: one person asks until which day and why, a second agrees. The facts that then keep what holds
-- are rows of claim_fact as any other; this says who asked and who agreed.
create table claim_fact_hold (
  mc text not null, fact_id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null,
  until date not null, reason text not null check (length(reason) between 5 and 500),
  asked_at timestamptz not null, asked_by uuid not null, asked_by_name text not null,
  agreed_at timestamptz, agreed_by uuid, agreed_by_name text,
  primary key (mc, fact_id), foreign key (mc, fact_id) references claim_fact, foreign key (mc, stratus_claim_id) references wc_claim,
  check ((agreed_by is null) = (agreed_at is null)), check (agreed_by <> asked_by));
create index claim_fact_hold_by_claim on claim_fact_hold (mc, stratus_claim_id);
alter table claim_fact_hold enable row level security;
alter table claim_fact_hold force row level security;
create policy carrier on claim_fact_hold using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier));
grant select on claim_fact_hold to rxdocket_reader, rxdocket_app;
grant insert on claim_fact_hold to rxdocket_app;
grant update (agreed_at, agreed_by, agreed_by_name) on claim_fact_hold to rxdocket_app;
