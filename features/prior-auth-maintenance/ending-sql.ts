import { meAndMyAbsent } from '#features/owners/people-sql.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { ENDING_SHOWN, ENDS_WITHIN_DAYS, type EndingPriorAuth } from './contract.ts'

export type EndingFound = Omit<EndingPriorAuth, 'masterCarrier' | 'stratusClaimId'> & {
  mc: string
  stratus_claim_id: string
  total: number
}
/**
 * Therapies on the claims of the caller and of those they stand in for that end soon, or have one fill left: what the mail about
 * an end is about (`endingWith`), as of the caller's day. An index has them by claim.
 */
export const endingSoon = (): Sql<EndingFound> => sql<EndingFound>`
  with owners as materialized (${meAndMyAbsent}),
  today as (select (app_now() at time zone app_zone())::date as day),
  found as materialized (
    select p.mc, p.id, p.stratus_claim_id, p.sub_carrier, p.drug_name, p.end_date, p.max_fills - p.fills_used as left, c.claim_number, c.claimant_id,
      c.owner_id, count(*) over ()::int as total
    from today cross join wc_claim c join prior_auth p on p.mc = c.mc and p.stratus_claim_id = c.id
     and p.status_id = ${integer(priorAuthStatus.ACTIVE)} and p.kind = 'PERMIT' and p.end_date >= today.day
     and (p.end_date <= today.day + ${integer(ENDS_WITHIN_DAYS)} or p.max_fills - p.fills_used = 1)
     and not p.one_time and coalesce(p.max_fills, 2) > 1 and p.fills_used > 0 and coalesce(p.max_fills - p.fills_used, 1) > 0
    where c.mc = app_mc() and app_sees(c.sub_carrier) and c.owner_id in (select * from owners)
    order by p.end_date, p.id limit ${ENDING_SHOWN})
  select f.mc, f.id, f.stratus_claim_id, f.sub_carrier as "subCarrier", f.claim_number as "claimNumber", t.first_name as "claimantFirstName",
    t.last_name as "claimantLastName", f.drug_name as "drugName", f.end_date as "endDate", f.left as "fillsLeft",
    (select x.fill_date + x.days_supply from rx_transaction x where x.mc = f.mc and x.prior_auth_id = f.id and x.status in ('P', 'B')
      order by x.fill_date desc, x.id limit 1) as "refillDate",
    case when f.owner_id <> app_user() then (select u.name from app_user u where u.id = f.owner_id) end as "ownerName", f.total
  from found f join claimant t on t.mc = f.mc and t.id = f.claimant_id order by f.end_date, f.id`
