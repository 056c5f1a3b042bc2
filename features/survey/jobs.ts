import { messageFailed, messageSent } from '#features/notifications/sql.ts'
import { surveySent } from '#features/contact-notes/sql.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import * as sql from './sql.ts'

/**
 * Sends the e-mail of a survey and records that it was sent, unless it was answered meanwhile. A refused address is not
 * retried; an unreachable gateway is, as any failed job.
 */
const inviteToSurvey: Job = async ({ payload, db, now, write, portal }) => {
  const noteId = String(payload['claimContactNoteId'])
  const mail = await db.one(sql.invitation(noteId))
  if (!mail || mail.status !== 'QUEUED' || mail.completed_at !== null) return
  try {
    await portal.gateways.MAIL.send({ id: mail.message_id, to: mail.address, subject: mail.subject, text: mail.body })
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error
    write(messageFailed(mail.message_id, error.message.slice(0, 200)))
    return
  }
  const at = now.toISOString()
  write(messageSent(mail.message_id, at))
  write(surveySent(noteId, at))
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { 'survey.invite': inviteToSurvey }
