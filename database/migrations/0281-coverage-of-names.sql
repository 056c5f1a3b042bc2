-- The days a claim is covered stand beside its patient's name, so that a search by name and coverage reads nothing else
-- (docs/decisions/0281-coverage-in-the-search-by-name.md).
alter table claim_name add column covered datemultirange not null default '{}';

create function covered_days(p_mc text, p_claim uuid) returns datemultirange language sql stable set search_path = public, pg_temp as $$
  select coalesce(range_agg(daterange(s.effective_date, s.term_date, '[]')), '{}') from eligibility_span s
   where s.mc = p_mc and s.stratus_claim_id = p_claim $$;

-- As the owner and for all sub-carriers, as the functions of 0220.
create or replace function note_claim_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state, covered)
    select c.mc, c.id, c.sub_carrier, t.last_folded, t.first_folded, t.dob, c.doi, c.juris_state, covered_days(c.mc, c.id)
      from noted c join claimant t on t.mc = c.mc and t.id = c.claimant_id;
  return null;
end $$;
create function follow_coverage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare seen text := coalesce(current_setting('app.subs', true), '');
begin
  perform set_config('app.subs', '*', true);
  update claim_name n set covered = covered_days(s.mc, s.stratus_claim_id)
    from (select distinct c.mc, c.stratus_claim_id from changed c) s
    where n.mc = s.mc and n.stratus_claim_id = s.stratus_claim_id and n.covered is distinct from covered_days(s.mc, s.stratus_claim_id);
  perform set_config('app.subs', seen, true);
  return null;
end $$;
revoke all on function covered_days(text, uuid), follow_coverage() from public;
create trigger coverage_added after insert on eligibility_span referencing new table as changed for each statement execute function follow_coverage();
create trigger coverage_changed after update on eligibility_span referencing new table as changed for each statement execute function follow_coverage();
create trigger coverage_removed after delete on eligibility_span referencing old table as changed for each statement execute function follow_coverage();

alter table eligibility_span no force row level security;
alter table claim_name no force row level security;
update claim_name n set covered = s.days
  from (select mc, stratus_claim_id, range_agg(daterange(effective_date, term_date, '[]')) as days from eligibility_span group by 1, 2) s
  where n.mc = s.mc and n.stratus_claim_id = s.stratus_claim_id;
alter table eligibility_span force row level security;
alter table claim_name force row level security;

drop index claim_name_in_order, claim_name_by_state;
create index claim_name_in_order on claim_name (mc, last_folded, first_folded, dob, stratus_claim_id) include (sub_carrier, doi, juris_state, covered);
create index claim_name_by_state on claim_name (mc, juris_state, last_folded, first_folded, dob, stratus_claim_id) include (sub_carrier, doi, covered);
