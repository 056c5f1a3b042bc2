import { livePriorAuth } from '#features/prior-auths/sql.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'

const BLOCK_ACTIVE = integer(priorAuthStatus.BLOCK_ACTIVE)
const ENDED = integer(priorAuthStatus.ENDED)
/** `o`, which was ended, still pays the fill of `a`: what a person ends covers the days before. */
const coversItsDay = sql`(o.status_id = ${ENDED} and o.ended_on >= a.date_of_service)`
/** Whether what was approved of the request `a` was ended for its fill, and no other approval of its drug took its place. */
export const approvalIsEnded = sql`(
  exists (select from prior_auth o where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'PERMIT' and o.status_id = ${ENDED})
  and not exists (select from prior_auth o where o.mc = a.mc and o.stratus_claim_id = a.stratus_claim_id and o.kind = 'PERMIT'
    and (o.status_id <> ${ENDED} or ${coversItsDay}) and starts_with(a.gpi, o.gpi_prefix)))`

/** What the message of the callback `k` about the request `a` says, as a JSON object (`Said`): what is so now, also where it changed since it was queued. */
export const saidOf: Sql = sql`(
  select jsonb_build_object('quantity', a.quantity, 'daysSupply', a.days_supply, 'fillDate', a.date_of_service,
      'unit', coalesce(d.facts ->> 'unit', ''), 'form', coalesce(d.facts ->> 'form', ''),
      'maxQty', p.max_qty_per_fill, 'maxDays', p.max_days_per_fill,
      'startDate', coalesce(p.start_date, k.start_date), 'endDate', coalesce(p.end_date, k.end_date),
      'decision', e.decision, 'isEnded', ${approvalIsEnded}, 'reasonId', e.reason_id, 'reason', coalesce(e.reason_desc, ''),
      'block', case when b.id is not null then jsonb_build_object('until', b.end_date, 'thisRxOnly', b.rx_number is not null,
        'brandOnly', b.brand_flag = 'B') end, 'phone', m.product_phone)
    from master_carrier m left join drug d on d.ndc = a.ndc
      left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
      left join lateral (select o.max_qty_per_fill, o.max_days_per_fill, o.start_date,
          case when o.status_id = ${ENDED} then o.ended_on else o.end_date end as end_date from prior_auth o
        where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'PERMIT'
          and (o.status_id in ${livePriorAuth} or ${coversItsDay})
        order by o.status_id = ${ENDED}, o.created_at desc limit 1) p on true
      left join lateral (select o.id, o.end_date, o.rx_number, o.brand_flag from prior_auth o
        where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'BLOCK' and o.status_id = ${BLOCK_ACTIVE}
        order by o.created_at desc limit 1) b on true
   where m.mc = a.mc)`
