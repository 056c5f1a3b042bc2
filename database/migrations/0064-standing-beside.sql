-- Where an approval may not be taken back (docs/decisions/0023), and where silence grants a fill, an older prior authorization stays
-- in force beside the new one. Of several only one can be the one it takes over from: the others are named here, so that
-- the database still tells two prior authorizations that were meant from two that were not.
alter table prior_auth add column stands_beside uuid[];
create function stand_together(p prior_auth, o prior_auth) returns boolean language sql immutable as $$
  select p.supersedes_id is not distinct from o.id or o.supersedes_id is not distinct from p.id
    or coalesce(o.id = any(p.stands_beside), false) or coalesce(p.id = any(o.stands_beside), false) $$;
create or replace function check_overlap() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from prior_auth p join prior_auth o on o.mc = p.mc and o.stratus_claim_id = p.stratus_claim_id and o.id <> p.id and o.kind = 'PERMIT' and o.status_id in (1, 2, 3)
        and o.gpi_prefix = p.gpi_prefix and o.brand_flag = p.brand_flag and o.ndc is not distinct from p.ndc and o.rx_number is not distinct from p.rx_number
        and o.pharmacy_nabp is not distinct from p.pharmacy_nabp and o.prescriber_npi is not distinct from p.prescriber_npi and o.start_date <= p.end_date and o.end_date >= p.start_date
     where p.mc = new.mc and p.id = new.id and p.kind = 'PERMIT' and p.status_id in (1, 2, 3) and not stand_together(p, o)) then
    raise exception 'two permissions for the same drug overlap' using errcode = '23P01', constraint = 'no_overlap';
  end if;
  return null;
end $$;
