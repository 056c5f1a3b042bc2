import { sql, type Sql } from '#platform/database/sql.ts'

// What a pharmacy's later claims change of an open authorization; no status changes here.

// A pharmacy that asks again ends a snooze; the clock works its rungs out again, also for who waits at the counter.
const woken = (now: string): Sql =>
  sql`snoozed_until = null, snoozed_by = null, next_clock_at = least(next_clock_at, ${now}::timestamptz)`

/**
 * Somebody came to the counter again (`isNew`: the owner is notified after a while as the first time), or waits there
 * still.
 */
export type Visit = { now: string; atCounter: boolean; isNew: boolean }
const visited = ({ now, atCounter, isNew }: Visit): Sql => sql`
  resubmission_count = resubmission_count + 1, last_submitted_at = ${now}, version = version + 1, updated_at = ${now},
  pharmacy_waiting = pharmacy_waiting or ${atCounter}, ${woken(now)},
  clock_state = case when ${isNew} then clock_state - 'pharmacyPushed' else clock_state end`

/** Notes that the pharmacy asked again, with what the engine says now (T02). */
export const noteResubmission = (
  id: string,
  transactionId: string,
  visit: Visit,
  rejects: unknown,
  codes: readonly string[],
): Sql => sql`
  update rx_authorization set last_transaction_id = ${transactionId}, rejects = ${JSON.stringify(rejects)}::jsonb,
    reject_codes = ${codes}, ${visited(visit)}
  where mc = app_mc() and id = ${id}`

/** The same by the pharmacy of an authorization that was merged into this one: its rejects are not this one's. */
export const noteMergedResubmission = (id: string, visit: Visit): Sql => sql`
  update rx_authorization set ${visited(visit)} where mc = app_mc() and id = ${id}`

/** Nobody waits at the counter any more. */
export const clearPharmacyWaiting = (id: string, now: string): Sql => sql`
  update rx_authorization set pharmacy_waiting = false, updated_at = ${now} where mc = app_mc() and id = ${id}`
