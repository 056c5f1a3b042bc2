import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { AuthorizationRow } from './rows.ts'

// What happens to an authorization besides its status: its clock, its snooze, a merge, another look of the engine.

/** The clock an authorization has after another was merged into it; `from` is set where its due time is the other's. */
type MergedClock = {
  dueAt: string
  pack: string
  arithmetic: readonly string[]
  from: { receivedAt: string; recommendedOn: string | null; referenceNumber: string } | null
}

const json = (value: unknown) => JSON.stringify(value)

export const setClock = (mc: string, id: string, state: Readonly<Record<string, unknown>>, next: string | null): Sql =>
  sql`update rx_authorization set clock_state = ${JSON.stringify(state)}::jsonb, next_clock_at = ${next} where mc = ${mc} and id = ${id}`

export const escalate = (mc: string, id: string, level: number, now: string): Sql => sql`
  update rx_authorization set escalated = true, escalation_level = ${level}, escalated_at = coalesce(escalated_at, ${now}), version = version + 1,
    updated_at = ${now} where mc = ${mc} and id = ${id}`

export const snooze = (mc: string, id: string, until: string, hours: number, by: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = ${until}, snooze_hours_total = snooze_hours_total + ${hours}, snoozed_by = ${by}, version = version + 1,
    updated_at = ${now}, next_clock_at = least(next_clock_at, ${until}) where mc = ${mc} and id = ${id}`

export const unsnooze = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = null, snoozed_by = null, version = version + 1, updated_at = ${now}, next_clock_at = ${now}
  where mc = ${mc} and id = ${id}`

/** A snooze whose time has passed is over. */
export const wake = (mc: string, id: string): Sql =>
  sql`update rx_authorization set snoozed_until = null, snoozed_by = null where mc = ${mc} and id = ${id}`

/** The due time moves with how it was counted; the clock jobs look at it at once. */
export const extend = (of: {
  mc: string
  id: string
  dueAt: string
  pack: string
  arithmetic: readonly string[]
  state: Readonly<Record<string, unknown>>
  now: string
}): Sql => sql`
  update rx_authorization set statutory_due_at = ${of.dueAt}, due_pack = ${of.pack}, due_arithmetic = ${JSON.stringify(of.arithmetic)}::jsonb,
    clock_state = clock_state || ${JSON.stringify(of.state)}::jsonb, next_clock_at = ${of.now}, version = version + 1, updated_at = ${of.now}
  where mc = ${of.mc} and id = ${of.id}`

/** The request that goes names the one that stays; so do those that were merged into it before. */
export const supersede = (mc: string, gone: string, stays: string): Sql => sql`
  update rx_authorization set superseded_by = ${stays} where mc = ${mc} and (id = ${gone} or superseded_by = ${gone})`

/**
 * What the request that stays takes over: the earlier due time, the pharmacy that waits, the submissions. A snooze that
 * would now reach too near to the due time ends; the clock jobs look at the request at once.
 */
export const takeOver = (mc: string, stays: string, gone: string, clock: MergedClock, now: string): Sql => sql`
  update rx_authorization a set statutory_due_at = ${clock.dueAt}, due_pack = ${clock.pack}, due_arithmetic = ${JSON.stringify(clock.arithmetic)}::jsonb,
    silence_approves = case when ${clock.from === null} then a.silence_approves else g.silence_approves end,
    clock_state = case when ${clock.from === null} then a.clock_state
      else (a.clock_state - 'extended') || jsonb_build_object('dueFrom', ${JSON.stringify(clock.from)}::jsonb)
        || case when g.clock_state ? 'extended' then jsonb_build_object('extended', g.clock_state -> 'extended') else '{}' end end,
    snoozed_until = case when a.snoozed_until < ${clock.dueAt}::timestamptz - interval '2 hours' then a.snoozed_until end,
    snoozed_by = case when a.snoozed_until < ${clock.dueAt}::timestamptz - interval '2 hours' then a.snoozed_by end,
    pharmacy_waiting = a.pharmacy_waiting or g.pharmacy_waiting, last_submitted_at = greatest(a.last_submitted_at, g.last_submitted_at),
    resubmission_count = a.resubmission_count + g.resubmission_count + 1,
    next_clock_at = ${now}, version = a.version + 1, updated_at = ${now}
   from rx_authorization g where a.mc = ${mc} and a.id = ${stays} and g.mc = a.mc and g.id = ${gone}`

/** Columns a new look of the engine changes, with the medication it looked at. */
export type Relooked = Pick<
  AuthorizationRow,
  | 'ndc'
  | 'gpi'
  | 'drug_name'
  | 'strength'
  | 'generic_or_brand'
  | 'dea_schedule'
  | 'quantity'
  | 'days_supply'
  | 'daw'
  | 'date_of_service'
  | 'estimated_cost'
  | 'mme_current'
  | 'mme_after'
  | 'rejects'
  | 'reject_codes'
  | 'must_also_fix'
  | 'shown'
> & { silence_approves: boolean }
export const relook = (mc: string, id: string, row: Relooked): Sql => sql`
  update rx_authorization set ndc = ${row.ndc}, gpi = ${row.gpi}, drug_name = ${row.drug_name}, strength = ${row.strength},
    generic_or_brand = ${row.generic_or_brand}, dea_schedule = ${row.dea_schedule}, quantity = ${row.quantity},
    days_supply = ${row.days_supply}, daw = ${row.daw}, date_of_service = ${row.date_of_service},
    estimated_cost = ${row.estimated_cost}, mme_current = ${row.mme_current}, mme_after = ${row.mme_after},
    rejects = ${json(row.rejects)}::jsonb, reject_codes = ${row.reject_codes}, must_also_fix = ${row.must_also_fix},
    shown = ${json(row.shown)}::jsonb, silence_approves = ${row.silence_approves}
  where mc = ${mc} and id = ${id}`

/** The draft is sent: it has an owner, and its clock begins now. */
export const startClock = (row: AuthorizationRow): Sql => sql`
  update rx_authorization set owner_id = ${row.owner_id}, request_received_at = ${row.request_received_at},
    received_how = ${row.received_how}, posted_on = ${row.posted_on}, urgent = ${row.urgent}, concurrent = ${row.concurrent},
    last_submitted_at = ${row.last_submitted_at}, statutory_due_at = ${row.statutory_due_at}, due_pack = ${row.due_pack},
    due_arithmetic = ${json(row.due_arithmetic)}::jsonb, next_clock_at = ${row.next_clock_at}, silence_approves = ${silenceApproves(row)}
  where mc = ${row.mc} and id = ${row.id}`
