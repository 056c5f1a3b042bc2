import { insertDocument } from '#features/documents/sql.ts'
import { usDate } from '#platform/dates/day.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { event, type Actor, type EventRow } from '#features/authorizations/rows.ts'
import { status as authorizationStatus } from '#features/authorizations/statuses.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { hasLapsed, type Lapsing } from '#features/authorizations/lapse.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { endSnooze } from '#features/authorizations/waiting-sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'
import { letterAfter, type LetterStatus } from './machine.ts'
import * as sql from './sql.ts'

/** A document received with an answer. */
export type Arrived = {
  name: string
  type: string
  pages: number | null
  bytes: Uint8Array
  source: 'PORTAL' | 'FAX'
}

/** The authorization of a letter, as far as silence may have approved it. */
export const requestOf = (letter: sql.LetterFound): Lapsing => ({
  id: letter.authorization_id,
  status_id: letter.auth_status,
  statutory_due_at: letter.auth_due_at,
  silence_approves: letter.auth_silence_approves,
})

/**
 * A letter was received (T12): stores its documents, moves an authorization that waited for it back to pending, ends a snooze
 * and queues the notification. An authorization in another status stays there. The legal clock is not changed.
 */
export function arrive(
  letter: sql.LetterFound,
  with_: {
    documents: readonly Arrived[]
    answers: { question: string; answer: string }[]
    answeredBy: string
    /** The day it was signed, 'YYYY-MM-DD'. */
    signedOn: string
    actor: Actor
  },
  at: string,
  context: { write: (statement: Sql) => void; newId: () => string; publishChange: (topic: string) => void },
): { status: LetterStatus; authorizationStatusId: number } {
  const { write, newId, publishChange } = context
  const { mc, authorization_id: authorizationId } = letter
  const ids = with_.documents.map(() => newId())
  with_.documents.forEach((document, index) =>
    write(
      insertDocument(
        {
          mc,
          id: ids[index]!,
          sub_carrier: letter.sub_carrier,
          stratus_claim_id: letter.stratus_claim_id,
          authorization_id: authorizationId,
          type_id: 1,
          group_id: 2,
          file_name: document.name,
          mime: document.type,
          bytes: document.bytes.byteLength,
          pages: document.pages,
          source: document.source,
          created_at: at,
          received_at: at,
        },
        document.bytes,
      ),
    ),
  )
  const letterStatusNow = letterAfter(letter.status as LetterStatus, 'receive')!
  write(
    sql.change(mc, letter.id, {
      status: letterStatusNow,
      received_at: at,
      signed_on: with_.signedOn,
      received_document_ids: [...letter.received_document_ids, ...ids],
      answers: with_.answers,
      answered_by: with_.answeredBy,
    }),
  )
  // What silence has approved waits for nothing any more.
  const waits = letter.auth_status === authorizationStatus.PENDING_LOMN && !hasLapsed(requestOf(letter), at)
  const to = waits ? authorizationStatus.PENDING : letter.auth_status
  const line = { mc, authorizationId, now: at, actor: with_.actor, from: letter.auth_status, to }
  const pages = with_.documents.reduce((sum, one) => sum + (one.pages ?? 0), 0)
  const pagesWords = pages > 0 ? `${pages} ${pages === 1 ? 'page' : 'pages'}` : ''
  const signedWords = with_.signedOn === letter.today ? '' : `signed ${usDate(with_.signedOn)}`
  const events: EventRow[] = [
    event(line, eventCode.LETTER_RECEIVED, {
      document: ['letter of medical necessity', pagesWords, signedWords].filter((part) => part !== '').join(', '),
    }),
  ]
  if (letter.snoozed_until !== null)
    events.push(event({ ...line, from: to }, eventCode.SNOOZE_ENDED, { reason: 'a letter came' }))
  if (to !== letter.auth_status) {
    const request = { mc, id: authorizationId, status_id: letter.auth_status }
    move(context, request, { via: 'letterReceived', to, now: at, by: with_.actor, events })
    if (letter.first_approval) write(keepFirstApproval(mc, authorizationId, null))
  } else write(insertEvents(events))
  write(endSnooze(mc, authorizationId, at))
  write(insertOutbox([toNotify({ mc, id: newId(), authorizationId, happening: 'letterReceived', now: at })]))
  publishChange('authorizations')
  return { status: letterStatusNow, authorizationStatusId: to }
}
