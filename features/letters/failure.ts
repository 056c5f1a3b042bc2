import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { afterTry, type Failing } from '#features/notifications/retries.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertMessages, messageFailed } from '#features/notifications/sql.ts'
import type { Sql } from '#platform/database/sql.ts'
import { letterStatus } from './machine.ts'
import * as sql from './sql.ts'

/**
 * A letter could not be sent or delivered. A refused address is tried once more, an unreachable gateway for a day; then the
 * letter has failed and the owner is notified. `newMessage`: the gateway had accepted the message, so the next try is a new
 * one; else the same message is sent again and the gateway recognizes it by its id.
 */
export function afterFailure(
  letter: sql.LetterFound,
  { failing, reason, newMessage }: { failing: Failing; reason: string; newMessage: boolean },
  at: string,
  { write, newId }: { write: (statement: Sql) => void; newId: () => string },
): void {
  const { mc, authorization_id: authorizationId, message } = letter
  const before = { refused: letter.refusals, unreached: letter.attempts - letter.refusals }
  const { refused: refusals, unreached, waitMinutes: wait } = afterTry(before, failing)
  const attempts = refusals + unreached
  if (wait === null || !message) {
    write(sql.change(mc, letter.id, { status: letterStatus.FAILED, attempts, refusals, last_error: reason }))
    if (message) write(messageFailed(message.id, reason))
    const line = {
      mc,
      authorizationId,
      now: at,
      actor: { type: 'system' as const, id: null, name: 'RxDocket' },
      from: letter.auth_status,
      to: letter.auth_status,
    }
    write(insertEvents([event(line, eventCode.LETTER_DELIVERY, { result: `failed: ${reason}` })]))
    write(insertOutbox([toNotify({ mc, id: newId(), authorizationId, happening: 'letterFailed', now: at })]))
    return
  }
  const messageId = newMessage ? newId() : message.id
  if (newMessage) {
    write(messageFailed(message.id, reason))
    write(insertMessages([{ ...message, id: messageId, created_at: at }]))
  }
  write(
    sql.change(mc, letter.id, {
      status: letterStatus.QUEUED,
      attempts,
      refusals,
      last_error: reason,
      message_id: messageId,
    }),
  )
  write(
    insertOutbox([
      leaving({
        mc,
        id: newId(),
        topic: 'letter.message',
        payload: { messageId, lomnId: letter.id },
        now: at,
        availableAt: addMs(at, wait * MINUTE_MS),
      }),
    ]),
  )
}
