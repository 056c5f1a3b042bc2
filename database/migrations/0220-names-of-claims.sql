-- What a search by name reads: a row for each claim with its patient's name in search form, in the order patients are shown, and with a date or
-- a state in front (docs/decisions/0220-names-of-claims.md). The indexes have all a search asks, so that it reads only them.
create table claim_name (
  mc text not null, stratus_claim_id uuid not null, sub_carrier text not null, last_folded text not null, first_folded text not null, dob date not null,
  doi date not null, juris_state text not null,
  primary key (mc, stratus_claim_id), foreign key (mc, stratus_claim_id) references wc_claim on delete cascade);

-- As the owner: nobody else writes the table.
create function note_claim_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state)
    select c.mc, c.id, c.sub_carrier, t.last_folded, t.first_folded, t.dob, c.doi, c.juris_state
      from noted c join claimant t on t.mc = c.mc and t.id = c.claimant_id;
  return null;
end $$;
create function follow_claim() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update claim_name n set sub_carrier = new.sub_carrier, last_folded = t.last_folded, first_folded = t.first_folded, dob = t.dob, doi = new.doi,
      juris_state = new.juris_state
    from claimant t where n.mc = new.mc and n.stratus_claim_id = new.id and t.mc = new.mc and t.id = new.claimant_id;
  return null;
end $$;
-- For all sub-carriers: a patient who is renamed may have claims that the one who renames them does not see.
create function follow_claimant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare seen text := coalesce(current_setting('app.subs', true), '');
begin
  perform set_config('app.subs', '*', true);
  update claim_name n set last_folded = new.last_folded, first_folded = new.first_folded, dob = new.dob
    from wc_claim c where c.mc = new.mc and c.claimant_id = new.id and n.mc = c.mc and n.stratus_claim_id = c.id;
  perform set_config('app.subs', seen, true);
  return null;
end $$;
revoke all on function note_claim_names(), follow_claim(), follow_claimant() from public;
create trigger claim_names_added after insert on wc_claim referencing new table as noted for each statement execute function note_claim_names();
create trigger claim_name_followed after update of claimant_id, sub_carrier, doi, juris_state on wc_claim for each row
  when ((old.claimant_id, old.sub_carrier, old.doi, old.juris_state) is distinct from (new.claimant_id, new.sub_carrier, new.doi, new.juris_state))
  execute function follow_claim();
create trigger claim_names_followed after update of last_folded, first_folded, dob on claimant for each row
  when ((old.last_folded, old.first_folded, old.dob) is distinct from (new.last_folded, new.first_folded, new.dob)) execute function follow_claimant();

alter table claimant no force row level security;
alter table wc_claim no force row level security;
insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state)
  select c.mc, c.id, c.sub_carrier, t.last_folded, t.first_folded, t.dob, c.doi, c.juris_state
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id;
alter table claimant force row level security;
alter table wc_claim force row level security;

create index claim_name_in_order on claim_name (mc, last_folded, first_folded, dob, stratus_claim_id) include (sub_carrier, doi, juris_state);
create index claim_name_by_birth on claim_name (mc, dob, last_folded, first_folded, stratus_claim_id) include (sub_carrier, doi, juris_state);
create index claim_name_by_injury on claim_name (mc, doi, last_folded, first_folded, dob, stratus_claim_id) include (sub_carrier, juris_state);
create index claim_name_by_state on claim_name (mc, juris_state, last_folded, first_folded, dob, stratus_claim_id) include (sub_carrier, doi);

alter table claim_name enable row level security;
alter table claim_name force row level security;
create policy carrier on claim_name using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier));
grant select on claim_name to rxdocket_reader, rxdocket_app;

-- Coverage is looked up by claim, on every row that shows a patient: from this index alone. The planner took the one that keeps spans from
-- overlapping, which is of a kind that reads several times as many pages.
create index eligibility_span_of_claim on eligibility_span (mc, stratus_claim_id, effective_date) include (term_date, plan_level);
drop index eligibility_span_by_claim;
