import { insertMessages } from '#features/notifications/sql.ts'
import { brand } from '#platform/brand.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { alertMail } from './rules.ts'
import * as sql from './sql.ts'

/** Records an alert about a user who views unusually many claims and mails the carrier's administrators and support. */
const tell: Job = async ({ payload, db, now, write, newId, mc, portal }) => {
  const id = String(payload['id'])
  const [viewing, people] = await Promise.all([db.one(sql.viewing(id)), db.all(sql.recipients(id))])
  if (!viewing || !(await db.one(sql.alert(id, viewing)))?.first) return
  const { claims, missing } = viewing
  portal.monitoring.tell('warn', 'unusual viewing', { 'carrier.code': mc, claims, missing })
  if (people.length === 0) return
  const at = now.toISOString()
  const messages = people.map(({ name, email }) => ({
    id: newId(),
    channel: 'MAIL' as const,
    address: email,
    recipient: name,
    ...alertMail({ brand: brand.name, ...viewing }),
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
const viewingTick: Tick = { due: sql.viewers, run: tell }

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'viewing.unusual': viewingTick }
