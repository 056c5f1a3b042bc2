import type { AnswerClock } from '#features/deadlines/pharmacist-answer.ts'
import { settleNotices } from '#features/notifications/done-sql.ts'
import type { Sql } from '#platform/database/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
import { workOf } from './done-work.ts'
import * as rows from './lifecycle-sql.ts'
import type { Actor, AuthorizationRow, EventRow } from './rows.ts'
import { handOver } from './hand-over-sql.ts'
import { insertEvents } from './sql.ts'
import { handedOverStatuses, isComplete, isStatusId, status, statusLabel, type StatusId } from './statuses.ts'
import { mayWrite, type Via } from './transitions.ts'

// The life of an authorization: every status it gets is written here, after the transition table was asked.

type Writing = { write: (statement: Sql) => void }

/** What goes with a status: the log lines and what is sent because of it. */
type Along = { events?: readonly EventRow[]; outbox?: readonly OutboxRow[] }

export type Move = Along & {
  via: Via
  to: number
  now: string
  /** Who moves it; named as who completed it where the move does that. */
  by: Pick<Actor, 'id' | 'name'>
  /** When the answer is due of what is handed over. */
  answer?: AnswerClock
}

/** An authorization that was loaded for update, as far as a move needs it. */
export type Movable = { mc: string; id: string; status_id: number }

/** Acts by which a pharmacist answers what they were asked. */
const answers: readonly Via[] = ['advise', 'approve', 'secondapproval', 'reject', 'rejectThisFill']

/** One step of the transition table. */
export type Step = { via: Via; to: StatusId }

/**
 * Moves an authorization to another status: the version goes up, a completion clears its flags, notices whose work is done leave
 * the lists, and its log lines and messages are written with it. A move that is not in the transition table is a fault, and nothing is written.
 */
export function move({ write }: Writing, request: Movable, by: Move): void {
  const { mc, id } = request
  const to = known(by.to)
  allow(known(request.status_id), { via: by.via, to })
  if (handedOverStatuses.includes(to) && !by.answer) throw new Error('What is handed over says when the answer is due.')
  const completedBy = isComplete(to) ? by.by : undefined
  const answeredBy = request.status_id === status.PENDING_CLINICAL && answers.includes(by.via) ? by.by.id : null
  write(rows.setStatus({ mc, id, to, now: by.now, completedBy, answeredBy }))
  if (by.answer) write(handOver(mc, id, by.answer))
  const { done, waits } = workOf(to)
  write(settleNotices({ mc, authorizationId: id, done, back: by.via === 'undo' ? waits : [], now: by.now }))
  writeAlong(write, by)
}

/** Writes a new authorization, in the status the last of its steps leads to. */
export function create(
  { write }: Writing,
  row: AuthorizationRow,
  steps: readonly [Step, ...Step[]],
  along: Along = {},
): void {
  let from: StatusId | 'new' = 'new'
  for (const step of steps) {
    allow(from, step)
    from = step.to
  }
  if (row.status_id !== from) throw new Error(`A new authorization of status ${row.status_id} was led to ${from}.`)
  write(rows.insertAuthorization(row))
  writeAlong(write, along)
}

/** An act that leaves the status as it is, visible to readers: the version goes up. */
export function touch({ write }: Writing, { mc, id }: Pick<Movable, 'mc' | 'id'>, now: string): void {
  write(rows.touch(mc, id, now))
}

function writeAlong(write: Writing['write'], { events = [], outbox = [] }: Along): void {
  if (events.length > 0) write(insertEvents(events))
  if (outbox.length > 0) write(insertOutbox(outbox))
}

function allow(from: StatusId | 'new', { via, to }: Step): void {
  if (mayWrite(from, to, via)) return
  const words = from === 'new' ? 'a new authorization' : statusLabel(from)
  throw new Error(`The transition table has no "${via}" from ${words} to ${statusLabel(to)}.`)
}

function known(id: number): StatusId {
  if (!isStatusId(id)) throw new Error(`${id} is no status of an authorization.`)
  return id
}
