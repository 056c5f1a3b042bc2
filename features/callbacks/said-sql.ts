import { compoundCode } from '#features/authorizations/decision-facts.ts'
import { livePriorAuth } from '#features/prior-auths/sql.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'

const BLOCK_ACTIVE = integer(priorAuthStatus.BLOCK_ACTIVE)
const ENDED = integer(priorAuthStatus.ENDED)
const EXPIRED = integer(priorAuthStatus.EXPIRED)
/** The approval of the request `a` that pays its fill, in force or ended since (`approval_that_pays`, migration 0720). */
export const approvalThatPays = sql`approval_that_pays(a.mc, coalesce(a.superseded_by, a.id), a.date_of_service)`

/**
 * `o`, an approval of another request of the claim, lets the fill of `a` through as it was billed: the same product, prescription, pharmacy
 * and prescriber, the day, the amounts, each code, and a fill that is left.
 */
const coversAsBilled = sql`o.mc = a.mc and o.stratus_claim_id = a.stratus_claim_id and o.kind = 'PERMIT'
  and o.authorization_id is distinct from coalesce(a.superseded_by, a.id)
  and (o.status_id in ${livePriorAuth} or o.status_id = ${EXPIRED} or o.status_id = ${ENDED} and o.ended_on >= a.date_of_service)
  and a.date_of_service between o.start_date and o.end_date
  and starts_with(a.gpi, o.gpi_prefix) and (length(o.gpi_prefix) >= o.level or o.gpi_prefix = a.gpi) and (o.ndc is null or o.ndc = a.ndc)
  and (o.brand_flag = '*' or (o.brand_flag = 'G') = (a.generic_or_brand = 'G')) and (o.rx_number is null or o.rx_number = a.rx_number)
  and (o.pharmacy_nabp is null or o.pharmacy_nabp = a.pharmacy_nabp) and (o.prescriber_npi is null or o.prescriber_npi = a.prescriber_npi)
  and a.quantity <= coalesce(o.max_qty_per_fill, a.quantity) and a.days_supply <= coalesce(o.max_days_per_fill, a.days_supply)
  and (o.fills_used = 0 or not o.one_time) and o.fills_used < coalesce(o.max_fills, o.fills_used + 1)
  and (o.override_all or o.codes_cleared @> a.reject_codes)`

/** Whether the product of the request `a` was paid for its day of service under another prescription or fill (R29). */
const isPaidThatDay = sql`(a.compound_code <> ${integer(compoundCode.COMPOUND)} and length(a.gpi) = 14 and exists (
    select from wc_claim c join wc_claim s on s.mc = c.mc and s.claimant_id = c.claimant_id
      join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
     where c.mc = a.mc and c.id = a.stratus_claim_id and x.fill_date = a.date_of_service and x.gpi = a.gpi and x.part is distinct from 'P'))`

/** Whether what was approved of the request `a` was ended for its fill, and no other approval of its drug lets it through. */
export const approvalIsEnded = sql`(
  (select bool_and(o.status_id = ${ENDED}) from prior_auth o
    where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'PERMIT') is true
  and not exists (select from ${approvalThatPays}) and not exists (select from prior_auth o where ${coversAsBilled}))`

/** What the message of the callback `k` about the request `a` says, as a JSON object (`Said`): what is so now, also where it changed since it was queued. */
export const saidOf: Sql = sql`(
  select jsonb_build_object('quantity', a.quantity, 'daysSupply', a.days_supply, 'fillDate', a.date_of_service,
      'unit', coalesce(d.facts ->> 'unit', ''), 'form', coalesce(d.facts ->> 'form', ''),
      'maxQty', p.max_qty, 'maxDays', p.max_days,
      'startDate', coalesce(p.start_date, n.start_date, k.start_date), 'endDate', coalesce(p.end_date, n.end_date, k.end_date),
      'isPaidThatDay', ${isPaidThatDay}, 'pays', p.id is not null or n.id is not null,
      'decision', e.decision, 'isEnded', ${approvalIsEnded}, 'reasonId', e.reason_id, 'reason', coalesce(e.reason_desc, ''),
      'block', case when b.id is not null then jsonb_build_object('until', b.end_date, 'thisRxOnly', b.rx_number is not null,
        'brandOnly', b.brand_flag = 'B') end, 'phone', m.product_phone)
    from master_carrier m left join drug d on d.ndc = a.ndc
      left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
      left join lateral ${approvalThatPays} p on true
      left join lateral (select o.id, o.start_date, case when o.status_id = ${ENDED} then o.ended_on else o.end_date end as end_date from prior_auth o
        where p.id is null and k.outcome <> 'REJECTED' and ${coversAsBilled} order by o.end_date desc limit 1) n on true
      left join lateral (select o.id, o.end_date, o.rx_number, o.brand_flag from prior_auth o
        where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'BLOCK' and o.status_id = ${BLOCK_ACTIVE}
        order by o.created_at desc limit 1) b on true
   where m.mc = a.mc)`
