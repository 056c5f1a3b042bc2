-- What a claim is, as it changes: which fact, from which day, by whom and why. Never rewritten: of two facts of one day the later one holds.
create table claim_fact (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null,
  kind text not null check (kind in ('COMPENSABILITY', 'STATUS', 'DIAGNOSIS', 'PART', 'PROVIDER', 'SURGERY', 'DEATH')),
  -- The diagnosis, body part, prescriber or day of surgery it is about; empty where the claim has one of the kind.
  subject text not null default '' check (length(subject) <= 20), description text not null default '' check (length(description) <= 200),
  value text not null, before text, valid_from date not null,
  source text not null check (source in ('FEED', 'PORTAL', 'SUPPORT')), at timestamptz not null, changed_by uuid, changed_by_name text not null,
  reason text not null default '' check (length(reason) <= 500),
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim);
create index claim_fact_by_claim on claim_fact (mc, stratus_claim_id, kind, subject, valid_from desc, at desc);
alter table claim_fact enable row level security;
alter table claim_fact force row level security;
create policy carrier on claim_fact using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier));
grant select on claim_fact to rxdocket_reader, rxdocket_app;
grant insert on claim_fact to rxdocket_app;

-- What held on a day: the last change up to it, else what was there before the first one; null where nothing of the kind ever changed.
create function claim_fact_on(p_claim uuid, p_kind text, p_subject text, p_day date) returns text language sql stable as $$
  select coalesce(
    (select f.value from claim_fact f where f.mc = app_mc() and f.stratus_claim_id = p_claim and f.kind = p_kind and f.subject = p_subject
      and f.valid_from <= p_day order by f.valid_from desc, f.at desc, f.id desc limit 1),
    (select f.before from claim_fact f where f.mc = app_mc() and f.stratus_claim_id = p_claim and f.kind = p_kind and f.subject = p_subject
      order by f.valid_from, f.at, f.id limit 1)) $$;
-- The day a claim that was over on a day had been closed or settled; null where no change says it.
create function claim_over_since(p_claim uuid, p_day date) returns date language sql stable as $$
  select max(f.valid_from) from claim_fact f where f.mc = app_mc() and f.stratus_claim_id = p_claim and f.valid_from <= p_day
    and ((f.kind = 'STATUS' and f.value = 'CLOSED') or (f.kind = 'COMPENSABILITY' and f.value = 'SETTLED_MSA')) $$;

-- Nothing of a person is covered after the day they died (R05).
alter table claimant add column deceased_on date check (deceased_on >= dob);
grant update (deceased_on) on claimant to rxdocket_app;
grant update (compensability, status, accepted_date, closed_date, body_parts, surgery_dates) on wc_claim to rxdocket_app;
grant insert on claim_icd to rxdocket_app;
grant update (status, valid_from, valid_to) on claim_icd to rxdocket_app;
