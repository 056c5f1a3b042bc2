import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import type { Job, JobContext, Tick } from '#platform/jobs/jobs.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { dailyTime, mailTime, wayOf } from '#features/notifications/choices.ts'
import {
  freshlyNotified,
  removeFresh,
  removeWaiting,
  setWaiting,
  waitingOf,
  type WaitingFound,
} from '#features/notifications/choices-sql.ts'
import { directKinds } from '#features/notifications/direct-kinds.ts'
import { autoDigest, dailyMail, type Happening, type MailLine } from '#features/notifications/rules.ts'
import { titles } from '#features/notifications/titles.ts'
import { insertNotices, type Message } from '#features/notifications/sql.ts'
import { isStillSo } from './still-so.ts'
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
  const ids = new Set(waiting.flatMap((one) => one.authorization_id ?? []))
  const so = new Map((await db.all(sql.soOf([...ids]))).map((one) => [one.id, one.so]))
  // What was decided since does not wait for a decision.
  const still = waiting.filter(({ authorization_id: id, happening }) => {
    if (id === null) return true
    const of = so.get(id)
    return of !== undefined && (happening === 'endMoved' || isStillSo(happening, of, { worker: false, words: '' }))
  })
  write(removeWaiting(waiting.map(({ id }) => id)))
  if (still.length === 0) return
  const mail: Message = {
    id: newId(),
    channel: 'MAIL',
    address: first.email,
    recipient: first.name,
    ...dailyMail(still.map((one) => lineOf(one, portal.settings.origin))),
    authorization_id: null,
    created_at: at,
  }
  for (const statement of queueMessages({ mc, newId, now: at }, [mail])) write(statement)
}

/** A notice in an e-mail: what it is about and where it is read, nobody's name. */
function lineOf(one: WaitingFound, origin: string): MailLine {
  const says = directKinds[one.happening]?.says
  if (one.reference_number === null || one.claim_number === null)
    return { words: says ?? '', link: `${origin}/notifications` }
  const request = `Request ${one.reference_number}, claim ${one.claim_number}`
  return {
    words: says ? `${request}: ${says}` : `${request}, ${titles[one.happening as Happening]}.`,
    link: `${origin}/authorizations/request/${one.authorization_id}`,
  }
}

/**
 * Sends a user the e-mails of what acts wrote themselves, at once or after their quiet hours, and leaves the others for the e-mail of
 * the day.
 */
const mailFresh: Job = async ({ payload, db, now, write, newId, mc, portal }) => {
  const userId = String(payload['id'])
  const at = now.toISOString()
  await db.all(sql.lockDigest(userId))
  const fresh = await db.all(waitingOf(userId, { fresh: true }))
  const wayTo = (one: WaitingFound) => wayOf(one.happening, one.choices).mail
  for (const one of fresh.filter((each) => wayTo(each) === 'NOW')) {
    const mail: Message = {
      id: newId(),
      channel: 'MAIL',
      address: one.email,
      recipient: one.name,
      ...dailyMail([lineOf(one, portal.settings.origin)]),
      authorization_id: one.authorization_id,
      created_at: at,
    }
    const when = () => mailTime(one.happening, at, one.zone, one.choices)
    for (const statement of queueMessages({ mc, newId, now: at }, [mail], { when })) write(statement)
  }
  const daily = fresh.filter((one) => wayTo(one) === 'DAILY')
  const [first] = daily
  if (first) {
    const availableAt = dailyTime(at, first.zone, first.choices)
    write(setWaiting(daily.map(({ id }) => id)))
    write(
      insertOutbox([leaving({ mc, id: newId(), topic: 'notify.daily', payload: { userId }, now: at, availableAt })]),
    )
  }
  write(removeFresh(userId))
}

/** Users with notices whose e-mail was not thought of yet. */
export const mailTick: Tick = { due: freshlyNotified, run: mailFresh }
