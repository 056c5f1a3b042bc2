import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import type { ClockAfter } from './rules.ts'

export type Twin = {
  id: string
  mc: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  version: number
  gpi: string
  quantity: number
  days_supply: number
  date_written: string | null
  date_of_service: string
  prescriber_npi: string
  request_received_at: string
  reconsideration_level: number
  half_approved: boolean
  determined: boolean
  statutory_due_at: string
  due_pack: string
  due_arithmetic: string[]
  pharmacy_nabp: string
  pharmacy_name: string
  owner_ids: string[]
}

const twin = sql`a.id, a.mc, a.stratus_claim_id, a.reference_number, a.status_id, a.version, a.gpi, a.quantity, a.days_supply, a.date_written, a.date_of_service, a.prescriber_npi, a.request_received_at,
  a.reconsideration_level, a.first_approval is not null as half_approved, exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id and d.withdrawn_at is null) as determined, a.statutory_due_at, a.due_pack, a.due_arithmetic, a.pharmacy_nabp, coalesce((select y.name from pharmacy y where y.nabp = a.pharmacy_nabp), a.pharmacy_nabp) as pharmacy_name,
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids`

/** Two requests, held in the order of their ids, so that two merges never wait for each other. */
export const holdBoth = (ids: readonly [string, string]): Sql<Twin> => sql<Twin>`
  select ${twin} from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = any(${ids}::uuid[]) order by a.id for update of a`

/** A new request and the open ones of its claim for the same drug, held. */
export const holdTwins = (id: string): Sql<Twin> => sql<Twin>`
  select ${twin} from rx_authorization x join rx_authorization a on a.mc = x.mc and a.stratus_claim_id = x.stratus_claim_id and left(a.gpi, 10) = left(x.gpi, 10) and a.status_id in (${integers(openStatuses)})
   where x.mc = app_mc() and x.id = ${id} order by a.id for update of a`

/** The request that goes names the one that stays; so do those that were merged into it before. */
export const supersede = (mc: string, gone: string, stays: string): Sql => sql`
  update rx_authorization set superseded_by = ${stays} where mc = ${mc} and (id = ${gone} or superseded_by = ${gone})`

/**
 * What the request that stays takes over: the earlier due time, the pharmacy that waits, the submissions. A snooze that
 * would now reach too near to the due time ends; the clock is looked at anew at once.
 */
export const takeOver = (mc: string, stays: string, gone: string, clock: ClockAfter, now: string): Sql => sql`
  update rx_authorization a set statutory_due_at = ${clock.dueAt}, due_pack = ${clock.pack}, due_arithmetic = ${JSON.stringify(clock.arithmetic)}::jsonb,
    clock_state = case when ${clock.from === null} then a.clock_state else (a.clock_state - 'extended') || jsonb_build_object('dueFrom', ${JSON.stringify(clock.from)}::jsonb) || case when g.clock_state ? 'extended' then jsonb_build_object('extended', g.clock_state -> 'extended') else '{}' end end,
    snoozed_until = case when a.snoozed_until < ${clock.dueAt}::timestamptz - interval '2 hours' then a.snoozed_until end,
    snoozed_by = case when a.snoozed_until < ${clock.dueAt}::timestamptz - interval '2 hours' then a.snoozed_by end,
    pharmacy_waiting = a.pharmacy_waiting or g.pharmacy_waiting, last_submitted_at = greatest(a.last_submitted_at, g.last_submitted_at), resubmission_count = a.resubmission_count + g.resubmission_count + 1,
    next_clock_at = ${now}, version = a.version + 1, updated_at = ${now}
   from rx_authorization g where a.mc = ${mc} and a.id = ${stays} and g.mc = a.mc and g.id = ${gone}`
