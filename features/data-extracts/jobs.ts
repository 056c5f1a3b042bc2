import type { Job, LongJob, Tick } from '#platform/jobs/jobs.ts'
import { askForFile } from './ask-for-file.ts'
import { deliver, deliverTopic } from './deliver.ts'
import * as sql from './kept-sql.ts'
import { nextRun } from './schedule-rules.ts'

/** Asks for the file of a schedule that is due. Hours nobody was there for give one file, about the days of the first. */
const schedule: Job = async ({ mc, payload, db, now, newId, write }) => {
  const at = now.toISOString()
  const found = await db.one(sql.holdDue(String(payload['id']), at))
  if (!found) return
  askForFile({ mc, newId, write, now }, found, new Date(found.next_at).toISOString())
  write(sql.setNext(found.id, new Date(nextRun(found, now.getTime(), found.zone)).toISOString()))
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, LongJob> = { [deliverTopic]: deliver }
/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'dataExtracts.schedule': { due: sql.due, run: schedule } }
