-- Who looked at a state's monitoring report of controlled drugs for a request, when, how far back, and what they note. Never rewritten.
create table monitoring_look (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, authorization_id uuid not null, state text not null,
  months int not null check (months between 1 and 24), note text not null default '' check (length(note) <= 1000),
  at timestamptz not null, looked_by uuid not null, looked_by_name text not null,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, authorization_id) references rx_authorization);
create index monitoring_look_by_claim on monitoring_look (mc, stratus_claim_id, at desc);

-- What a chart says of a patient: allergies, kidney, liver, weight. An entry that was wrong is ended, not removed.
create table chart_entry (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, claimant_id uuid not null,
  kind text not null check (kind in ('ALLERGY', 'KIDNEY', 'LIVER', 'WEIGHT')), text text not null check (length(text) between 1 and 120),
  seen_on date not null, at timestamptz not null, entered_by uuid, entered_by_name text not null,
  ended_at timestamptz, ended_by_name text,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, claimant_id) references claimant);
create index chart_entry_by_claimant on chart_entry (mc, claimant_id, kind, seen_on desc) where ended_at is null;

do $$
declare t text;
begin
  foreach t in array array['monitoring_look', 'chart_entry'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;
grant select on monitoring_look, chart_entry to rxdocket_reader, rxdocket_app;
grant insert on monitoring_look, chart_entry to rxdocket_app;
grant update (ended_at, ended_by_name) on chart_entry to rxdocket_app;
