import type { Job, JobContext } from '#platform/jobs/jobs.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { wayOf } from '#features/notifications/choices.ts'
import { removeWaiting, waitingOf } from '#features/notifications/choices-sql.ts'
import { autoDigest, dailyMail, type Happening } from '#features/notifications/rules.ts'
import { insertNotices, type Message } from '#features/notifications/sql.ts'
import * as sql from './sql.ts'

/**
 * Notifies an owner of all auto approvals since the last digest, by one notice and one e-mail (T29). Each auto approval queues
 * the digest of the next morning; the first makes it, and the others find nothing left.
 */
export async function digest(
  {
    db,
    now,
    write,
    publishChange,
    newId,
    mc,
    portal,
  }: Pick<JobContext, 'db' | 'now' | 'write' | 'publishChange' | 'newId' | 'mc' | 'portal'>,
  { owner: owners }: Pick<sql.NotifiedAuthorization, 'owner'>,
): Promise<void> {
  const at = now.toISOString()
  for (const owner of owners) {
    const { mail: way } = wayOf('autoApproved', owner.choices)
    await db.all(sql.lockDigest(owner.id))
    const approved = await db.all(sql.autoApproved(owner.id, at))
    if (approved.length === 0) continue
    const { title, subject, body } = autoDigest(
      approved.map((one) => ({
        reference: one.reference_number,
        claimNumber: one.claim_number,
        link: `${portal.settings.origin}/authorizations/request/${one.id}`,
      })),
    )
    const only = approved.length === 1 ? approved[0]!.id : null
    write(insertNotices([{ id: newId(), user_id: owner.id, kind: 'autoApproved', title, authorization_id: only, at }]))
    const mail: Message = {
      id: newId(),
      channel: 'MAIL',
      address: owner.email,
      recipient: owner.name,
      subject,
      body,
      authorization_id: null,
      created_at: at,
    }
    if (way === 'OFF') continue
    for (const statement of queueMessages({ mc, newId, now: at }, [mail])) write(statement)
  }
  publishChange('notifications')
}

/**
 * Sends a user what waits for their e-mail of the day. Each notice queues it; the first sends all, and the others find nothing
 * left.
 */
export const daily: Job = async ({ payload, db, now, write, newId, mc, portal }) => {
  const userId = String(payload['userId'])
  await db.all(sql.lockDigest(userId))
  const waiting = await db.all(waitingOf(userId))
  const [first] = waiting
  if (!first) return
  const at = now.toISOString()
  const mail: Message = {
    id: newId(),
    channel: 'MAIL',
    address: first.email,
    recipient: first.name,
    ...dailyMail(
      waiting.map((one) => ({
        happening: one.happening as Happening,
        reference: one.reference_number,
        claimNumber: one.claim_number,
        link: `${portal.settings.origin}/authorizations/request/${one.authorization_id}`,
      })),
    ),
    authorization_id: null,
    created_at: at,
  }
  write(removeWaiting(waiting.map(({ id }) => id)))
  for (const statement of queueMessages({ mc, newId, now: at }, [mail])) write(statement)
}
