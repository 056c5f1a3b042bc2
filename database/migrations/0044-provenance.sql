-- What was known when a decision was made: one record a decision, and one for the first of two
-- approvals, written in the decision's own transaction and never changed. The text is kept exactly as its fingerprint
-- was taken, and each fingerprint contains the one before it in the same request: a record that is changed, moved or
-- taken out is found when it is read.
create table decision_record (
  mc text not null, authorization_id uuid not null, sequence int not null default 0 check (sequence > 0),
  decision_id uuid, at timestamptz not null, record text not null,
  previous bytea, sha256 bytea not null default '',
  primary key (mc, authorization_id, sequence), unique (mc, decision_id),
  foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, decision_id) references authorization_decision);

-- Place and fingerprint are the database's to give, not the writer's.
create function chain_decision_record() returns trigger language plpgsql as $$
declare last record;
begin
  select d.sequence, d.sha256 into last from decision_record d
   where d.mc = new.mc and d.authorization_id = new.authorization_id order by d.sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous := last.sha256;
  new.sha256 := sha256(coalesce(new.previous, ''::bytea) || convert_to(new.record, 'UTF8'));
  return new;
end $$;
create trigger decision_record_chain before insert on decision_record for each row execute function chain_decision_record();

alter table decision_record enable row level security;
alter table decision_record force row level security;
create policy carrier on decision_record using (mc = app_mc()) with check (mc = app_mc());
grant select on decision_record to rxdocket_reader, rxdocket_app;
grant insert on decision_record to rxdocket_app;

-- T28: what was merged into a request, to tell its pharmacy too.
create index rx_authorization_merged on rx_authorization (mc, superseded_by) where superseded_by is not null;
