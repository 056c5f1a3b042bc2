import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'

const BLOCK_ACTIVE = integer(priorAuthStatus.BLOCK_ACTIVE)
const ENDED = integer(priorAuthStatus.ENDED)
/** The approval of the request `a` that pays its fill, in force, run out or ended since (`approval_that_pays`, migration 0852). */
export const approvalThatPays = sql`approval_that_pays(a.mc, coalesce(a.superseded_by, a.id), a.date_of_service, app_now())`

/** The approval of another request that lets the fill of `a` through as it was billed (`approval_of_another`, migration 0721). */
const approvalOfAnother = sql`approval_of_another(a.mc, a.id, true)`

/** The day to bill the request `a` for, if its product was paid for it under another prescription or fill (`paid_on`, migration 0900). */
const paidOn = sql`paid_on(a.mc, a.id, coalesce(p.start_date, n.start_date, k.start_date), app_now())`

/** Whether the approval `o` of the request `a` asked for a later day of service, and its last day is over (migration 0850). */
const isOver = sql`(o.start_date > a.date_of_service and o.end_date < (
    select (app_now() at time zone z.time_zone)::date from master_carrier z where z.mc = o.mc))`

/** Whether what was approved of the request `a` was ended for its fill, or is over, and no other approval of its drug lets it through. */
export const approvalIsEnded = sql`(
  (select bool_and(o.status_id = ${ENDED} or ${isOver}) from prior_auth o
    where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'PERMIT') is true
  and not exists (select from ${approvalThatPays}) and not exists (select from ${approvalOfAnother}))`

/** What the message of the callback `k` about the request `a` says, as a JSON object (`Said`): what is so now, also where it changed since it was queued. */
export const saidOf: Sql = sql`(
  select jsonb_build_object('quantity', a.quantity, 'daysSupply', a.days_supply, 'fillDate', a.date_of_service,
      'unit', coalesce(d.facts ->> 'unit', ''), 'form', coalesce(d.facts ->> 'form', ''),
      'maxQty', p.max_qty, 'maxDays', p.max_days,
      'startDate', coalesce(p.start_date, n.start_date, k.start_date), 'endDate', coalesce(p.end_date, n.end_date, k.end_date),
      'paidOn', ${paidOn}, 'isPaid', was_filled(a), 'pays', p.id is not null or n.id is not null,
      'stops', w.body -> 'stops',
      'decision', e.decision, 'isEnded', ${approvalIsEnded}, 'reasonId', e.reason_id, 'reason', coalesce(e.reason_desc, ''), 'note', coalesce(e.note, ''),
      -- What it named when it left.
      'instead', case when w.id is null then e.shown -> 'instead' else w.body -> 'instead' end,
      'block', case when b.id is not null then jsonb_build_object('until', b.end_date, 'thisRxOnly', b.rx_number is not null,
        'brandOnly', b.brand_flag = 'B') end,
      'merged', (select jsonb_build_object('rx', case when s.pharmacy_nabp = a.pharmacy_nabp then s.rx_number end) from rx_authorization s
        where s.mc = a.mc and s.id = a.superseded_by), 'phone', m.product_phone)
    from master_carrier m left join drug d on d.ndc = a.ndc left join pharmacy_message w on w.mc = k.mc and w.id = k.id
      left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
      left join lateral ${approvalThatPays} p on true
      left join lateral ${approvalOfAnother} n on p.id is null and k.outcome <> 'REJECTED'
      left join lateral (select o.id, o.end_date, o.rx_number, o.brand_flag from prior_auth o
        where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'BLOCK' and o.status_id = ${BLOCK_ACTIVE}
        order by o.created_at desc limit 1) b on true
   where m.mc = a.mc)`
