import { sql, type Sql } from '#platform/database/sql.ts'
import { relook, type Relooked } from './clock-sql.ts'
import type { AuthorizationRow } from './rows.ts'

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

/** Notes that the pharmacy asked again (T02). */
const noteVisit = (id: string, transactionId: string, visit: Visit): Sql => sql`
  update rx_authorization set last_transaction_id = ${transactionId}, ${visited(visit)}
  where mc = app_mc() and id = ${id}`

/** What a submission says besides the medication. */
type Prescribed = Pick<
  AuthorizationRow,
  'prescriber_npi' | 'date_written' | 'fill_number' | 'refills_authorised' | 'compound_code'
>

const prescribed = (id: string, of: Prescribed): Sql => sql`
  update rx_authorization set prescriber_npi = ${of.prescriber_npi}, date_written = ${of.date_written},
    fill_number = ${of.fill_number}, refills_authorised = ${of.refills_authorised}, compound_code = ${of.compound_code}
  where mc = app_mc() and id = ${id}`

/** That the pharmacy asked again, and the request as its last submission and the engine have it now. */
export const followSubmission = (
  mc: string,
  id: string,
  transactionId: string,
  visit: Visit,
  now: Relooked & Prescribed,
): Sql[] => [noteVisit(id, transactionId, visit), relook(mc, id, now), prescribed(id, now)]

/** The same by the pharmacy of an authorization that was merged into this one: its rejects are not this one's. */
export const noteMergedResubmission = (id: string, visit: Visit): Sql => sql`
  update rx_authorization set ${visited(visit)} where mc = app_mc() and id = ${id}`

/** Nobody waits at the counter any more. */
export const clearPharmacyWaiting = (id: string, now: string): Sql => sql`
  update rx_authorization set pharmacy_waiting = false, updated_at = ${now} where mc = app_mc() and id = ${id}`
