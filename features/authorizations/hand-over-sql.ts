import type { AnswerClock } from '#features/deadlines/pharmacist-answer.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { eventCode } from './events.ts'
import { status } from './statuses.ts'

// What is known of a request that was handed over: its clock, and who of those who answer took it. The columns are those that
// pharmacists had first.

/** Until when its answer is wanted, as the indexes of the queues have it. */
export const answerDue = sql`coalesce(case when a.pharmacy_waiting then least(a.answer_by, a.answer_by_at_counter) else a.answer_by end, a.statutory_due_at)`

/** The clock a queue is worked by: of reviewers the state's, of the others that of the answer. */
export const queueDue = sql`(case when a.status_id = ${integer(status.PENDING_UR)} then a.statutory_due_at else ${answerDue} end)`

/** The caller took it. */
export const takenByMe = sql`a.status_id = ${integer(status.PENDING_CLINICAL)} and a.taken_by = app_user()`

/** The prescriber was called about the question and was not reached, or calls back. */
export const waitsOnPrescriber = sql`((
  select e.detail ->> 'outcome' from authorization_event e
   where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${integer(eventCode.PRESCRIBER_CALLED)} and e.at >= a.pharmacist_asked_at
   order by e.id desc limit 1) <> 'REACHED')`

/** A pharmacist answered it since midnight in the caller's zone. */
export const answeredToday = sql`a.pharmacist_answered_at >= (select (app_now() at time zone app_zone())::date::timestamp at time zone app_zone())`

/** A new question is nobody's yet. */
export const handOver = (mc: string, id: string, { askedAt, by, atCounterBy }: AnswerClock): Sql => sql`
  update rx_authorization set pharmacist_asked_at = ${askedAt}, answer_by = ${by}, answer_by_at_counter = ${atCounterBy}, taken_by = null,
    answer_late_at = null, no_taker_at = null
   where mc = ${mc} and id = ${id}`

/** One of those who answer takes it, or gives it back to the others. */
export const take = (mc: string, id: string, by: string | null): Sql =>
  sql`update rx_authorization set taken_by = ${by} where mc = ${mc} and id = ${id}`

/** The answer is late, which is noted once: who let it become late loses it, who took it late keeps it. */
export const noteLate = (mc: string, id: string, at: string, { frees }: { frees: boolean }): Sql => sql`
  update rx_authorization set taken_by = case when not ${frees} then taken_by end, answer_late_at = ${at} where mc = ${mc} and id = ${id}`

/** Nobody is left who could take it, which is noted once. */
export const noteNobodyTakes = (mc: string, id: string, at: string): Sql =>
  sql`update rx_authorization set no_taker_at = ${at} where mc = ${mc} and id = ${id}`
