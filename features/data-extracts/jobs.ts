import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Job, LongJob, Tick } from '#platform/jobs/jobs.ts'
import { deliver, deliverTopic } from './deliver.ts'
import * as sql from './kept-sql.ts'
import { deliveredName, nextRun } from './schedule-rules.ts'

/** Asks for the file of a schedule that is due. Hours nobody was there for give one file, about the days of the first. */
const schedule: Job = async ({ mc, payload, db, now, newId, write }) => {
  const at = now.toISOString()
  const found = await db.one(sql.holdDue(String(payload['id']), at))
  if (!found) return
  const dueAt = new Date(found.next_at).toISOString()
  const deliveryId = newId()
  const file = deliveredName({ area: found.area, program: found.sub_carrier, scheduleId: found.id, dueAt })
  write(sql.insertDelivery({ id: deliveryId, scheduleId: found.id, dueAt, program: found.sub_carrier, file }))
  write(sql.setNext(found.id, new Date(nextRun(found, now.getTime(), found.zone)).toISOString()))
  write(insertOutbox([leaving({ mc, id: newId(), topic: deliverTopic, payload: { deliveryId }, now: at })]))
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, LongJob> = { [deliverTopic]: deliver }
/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'dataExtracts.schedule': { due: sql.due, run: schedule } }
