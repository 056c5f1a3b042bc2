import { insertMessages, noticesToActive } from '#features/notifications/sql.ts'
import { brand } from '#platform/brand.ts'
import { usDate } from '#platform/dates/day.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { licenseEnded, licenseKind } from './licenses.ts'
import { dueOf, nextReminder, reminderMail, reminderTitle, reviewKind } from './review-rules.ts'
import * as sql from './review-sql.ts'
import * as people from './sql.ts'

/** Reminds the account managers of an open access review, in the portal and by mail: who is left, and until when. */
const remind: Job = async ({ payload, db, now, write, newId, mc, portal, publishChange }) => {
  const id = String(payload['id'])
  const [review, facts, managers] = await Promise.all([
    db.one(sql.reviewForReminder(id)),
    db.one(sql.dueFacts()),
    db.all(sql.managersToRemind()),
  ])
  if (!review || review.closed_at !== null) return
  const dueAt = dueOf(facts!.since, facts!.every_days)
  const last = isoOf(review.reminded_at ?? review.opened_at)
  if (Date.parse(nextReminder({ last, dueAt })) > now.getTime()) return
  const at = now.toISOString()
  const words = { left: review.left, users: review.users, due: usDate(dateIn(Date.parse(dueAt), review.zone)) }
  write(sql.reminded(id, at))
  write(
    noticesToActive(
      managers.map((one) => ({ id: newId(), userId: one.id })),
      { kind: reviewKind, title: reminderTitle(words), at },
    ),
  )
  publishChange('notifications')
  if (managers.length === 0) return
  const mail = reminderMail({ ...words, brand: brand.name, origin: portal.settings.origin, carrier: review.carrier })
  const messages = managers.map(({ name, email }) => ({
    id: newId(),
    channel: 'MAIL' as const,
    address: email,
    recipient: name,
    ...mail,
    authorization_id: null,
    created_at: at,
  }))
  write(insertMessages(messages))
  write(
    insertOutbox(
      messages.map((one) =>
        leaving({ mc, id: newId(), topic: 'outside.message', payload: { messageId: one.id }, now: at }),
      ),
    ),
  )
}
/** Takes the states of licenses that ended: who had them decides there no more, and they and the account managers are notified. */
const endLicenses: Job = async ({ payload, db, now, write, newId, publishChange }) => {
  const id = String(payload['id'])
  const at = now.toISOString()
  const [done, managers] = await Promise.all([db.one(people.endLicenses(id, at)), db.all(sql.managersToRemind())])
  if (!done || done.ended.length === 0) return
  const readers = [...new Set([id, ...managers.map((one) => one.id)])].map((userId) => ({ id: newId(), userId }))
  write(noticesToActive(readers, { kind: licenseKind, title: licenseEnded(done.name, done.ended), at }))
  publishChange('notifications')
}
const licenses: Tick = { due: people.dueLicenseEnds, run: endLicenses }

const reminders: Tick = { due: sql.dueReminders, run: remind }

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = {
  'people.reviewReminders': reminders,
  'people.licenses': licenses,
}
