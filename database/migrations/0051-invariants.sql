-- Invariants the database itself enforces, checked when a transaction commits: whatever the code does, a request is not
-- left decided without its decision, approved without its prior authorization or denied without its block, and two prior authorizations
-- for the same thing do not run side by side.
create function check_decided() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare v_status smallint; v_decisions int; v_permits int; v_blocks int;
begin
  select status_id into v_status from rx_authorization where mc = new.mc and id = new.id;
  if v_status is null or v_status < 30 then return null; end if;
  select count(*) into v_decisions from authorization_decision where mc = new.mc and authorization_id = new.id and undone_at is null;
  select count(*) filter (where kind = 'PERMIT'), count(*) filter (where kind = 'BLOCK') into v_permits, v_blocks from prior_auth where mc = new.mc and authorization_id = new.id;
  if v_status in (30, 31, 33, 40, 41) and v_decisions <> 1 or v_status >= 50 and v_decisions <> 0 then
    raise exception 'a request of status % has % standing decisions', v_status, v_decisions using errcode = '23514', constraint = 'one_decision';
  end if;
  if v_status in (30, 33) and v_permits = 0 or v_status = 40 and v_blocks = 0 then
    raise exception 'a request of status % has no prior authorization of its kind', v_status using errcode = '23514', constraint = 'decided_has_prior_auth';
  end if;
  return null;
end $$;
create constraint trigger decided after update of status_id on rx_authorization deferrable initially deferred for each row
  when (new.status_id >= 30) execute function check_decided();

create function check_overlap() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from prior_auth p join prior_auth o on o.mc = p.mc and o.stratus_claim_id = p.stratus_claim_id and o.id <> p.id and o.kind = 'PERMIT' and o.status_id in (1, 2, 3)
        and o.gpi_prefix = p.gpi_prefix and o.brand_flag = p.brand_flag and o.ndc is not distinct from p.ndc and o.rx_number is not distinct from p.rx_number
        and o.pharmacy_nabp is not distinct from p.pharmacy_nabp and o.prescriber_npi is not distinct from p.prescriber_npi and o.start_date <= p.end_date and o.end_date >= p.start_date
     where p.mc = new.mc and p.id = new.id and p.kind = 'PERMIT' and p.status_id in (1, 2, 3) and p.supersedes_id is distinct from o.id and o.supersedes_id is distinct from p.id) then
    raise exception 'two permissions for the same drug overlap' using errcode = '23P01', constraint = 'no_overlap';
  end if;
  return null;
end $$;
create constraint trigger no_overlap after insert or update of status_id, start_date, end_date, gpi_prefix, brand_flag on prior_auth deferrable initially deferred for each row
  when (new.kind = 'PERMIT' and new.status_id in (1, 2, 3)) execute function check_overlap();
