import { whoActsFor } from '#features/authorizations/who-acts-sql.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { countFailure } from '#features/text-messages/consent.ts'
import { sentText } from '#features/text-messages/sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import { afterTry, reasonOf } from '#features/notifications/retries.ts'
import { insertNotices, messageFailed, messageRetried } from '#features/notifications/sql.ts'
import type * as sql from './messages-sql.ts'

type About = Pick<sql.QueuedMessage, 'channel' | 'recipient' | 'authorization_id' | 'auth_status'>
/** How a message is sent, for the log. */
const wayWords = { MAIL: 'E-mail', FAX: 'Fax', POST: 'Letter' } as const

/** The event about a message that was sent, delivered, failed or was blocked. */
export const becameOf = (mc: string, message: About, at: string, result: string): EventRow => {
  const line = {
    mc,
    authorizationId: message.authorization_id!,
    now: at,
    actor: engine,
    from: message.auth_status,
    to: message.auth_status,
  }
  return message.channel === 'SMS'
    ? event(line, eventCode.TEXT_MESSAGE_SENT, { result })
    : event(line, eventCode.MESSAGE_SENT, { way: wayWords[message.channel], role: message.recipient, result })
}

/** Notifies the owner, or who acts in their place, that a message could not be delivered; `more` says what is done about it. */
export async function notifyOwner(
  { db, now, write, newId, publishChange }: Pick<JobContext, 'db' | 'now' | 'write' | 'newId' | 'publishChange'>,
  message: About,
  more = '',
): Promise<void> {
  if (message.channel === 'SMS' || message.authorization_id === null) return
  const { authorization_id: authorizationId } = message
  const of = await db.one(whoActsFor(authorizationId))
  if (!of || of.ids.length === 0) return
  const what = wayWords[message.channel].toLowerCase()
  write(
    insertNotices(
      of.ids.map((userId) => ({
        id: newId(),
        user_id: userId,
        kind: 'notDelivered',
        title: `The ${what} to ${message.recipient} about request ${of.reference} could not be delivered.${more}`,
        authorization_id: authorizationId,
        at: now.toISOString(),
      })),
    ),
  )
  publishChange('notifications')
}

/**
 * Handles a message that could not be sent. A refused address is tried once more, an unreachable gateway for a day;
 * then the message has failed and the owner is notified. A text to a refused number is not repeated; the failure counts
 * against the number.
 */
export async function notSent(
  {
    db,
    now,
    write,
    newId,
    mc,
    publishChange,
  }: Pick<JobContext, 'db' | 'now' | 'write' | 'newId' | 'mc' | 'publishChange'>,
  message: sql.QueuedMessage,
  error: unknown,
): Promise<void> {
  const at = now.toISOString()
  const reason = reasonOf(error)
  const refused = error instanceof RefusedAddress
  const { waitMinutes, ...tries } = afterTry(message, refused ? 'refused' : 'unreached')
  write(messageRetried(message.id, reason, tries))
  if (waitMinutes !== null && !(refused && message.channel === 'SMS')) {
    const availableAt = addMs(now, waitMinutes * MINUTE_MS)
    write(
      insertOutbox([
        leaving({
          mc,
          id: newId(),
          topic: 'outside.message',
          payload: { messageId: message.id },
          now: at,
          availableAt,
        }),
      ]),
    )
    return
  }
  write(messageFailed(message.id, reason))
  if (message.channel === 'SMS' && refused) {
    const text = await db.one(sentText(message.id))
    if (text?.consent) countFailure(text.consent, 'HARD', at, { write, newId })
  }
  if (message.authorization_id === null) return
  write(insertEvents([becameOf(mc, message, at, 'failed')]))
  publishChange('authorizations')
  await notifyOwner({ db, now, write, newId, publishChange }, message)
}
