import { bytesOf } from '#features/documents/bytes.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { decisionLetter } from './send-decision.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { reasonOf } from '#features/notifications/retries.ts'
import { messageSent } from '#features/notifications/sql.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import { afterFailure } from './failure.ts'
import { letterAfter, letterStatus, type LetterStatus } from './machine.ts'
import * as sql from './sql.ts'

/** Sends a message of a letter, the letter itself or a copy, to its gateway. A letter cancelled meanwhile is not sent. */
const sendLetter: Job = async ({ payload, db, now, write, publishChange, newId, portal }) => {
  const [messageId, lomnId] = [String(payload['messageId']), String(payload['lomnId'])]
  const at = now.toISOString()
  // Locked in one order everywhere: authorization, letter, message.
  const [, letter, message] = await Promise.all([
    db.one(sql.lockById(lomnId)),
    db.one(sql.letterById(lomnId)),
    db.one(sql.outgoing(messageId, lomnId)),
  ])
  if (!letter || !message || message.status !== 'QUEUED') return
  const lead = letter.message_id === messageId
  const status = letter.status as LetterStatus
  if (
    lead
      ? letterAfter(status, 'send') === undefined
      : status === letterStatus.EXPIRED || status === letterStatus.CANCELLED
  )
    return
  const pages = await bytesOf(message, portal.documents)
  let outcome: 'taken' | 'delivered'
  try {
    outcome = await portal.gateways[message.channel].send({
      id: message.id,
      to: message.address,
      subject: message.subject,
      text: message.body,
      attachment: message.attachment && pages ? { ...message.attachment, bytes: pages } : undefined,
    })
  } catch (error) {
    if (!lead) throw error // copies are retried like any failed job
    const failing = error instanceof RefusedAddress ? 'refused' : 'unreached'
    afterFailure(letter, { failing, reason: reasonOf(error), newMessage: false }, at, { write, newId })
    publishChange('authorizations')
    return
  }
  write(messageSent(message.id, at))
  if (!lead) return
  write(
    sql.change(letter.mc, letter.id, {
      status: outcome === 'delivered' ? letterStatus.DELIVERED : letterStatus.SENT,
      sent_at: at,
      last_error: null,
      ...(outcome === 'delivered' && { delivered_at: at }),
    }),
  )
  if (outcome === 'delivered') {
    const line = {
      mc: letter.mc,
      authorizationId: letter.authorization_id,
      now: at,
      actor: engine,
      from: letter.auth_status,
      to: letter.auth_status,
    }
    write(insertEvents([event(line, eventCode.LETTER_DELIVERY, { result: 'delivered' })]))
  }
  publishChange('authorizations')
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { 'letter.message': sendLetter, 'letter.decision': decisionLetter }
