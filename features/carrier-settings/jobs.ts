import type { Job } from '#platform/jobs/jobs.ts'
import { changeStatus } from './change-statuses.ts'
import { startTopic } from './rules.ts'
import * as sql from './sql.ts'

/** Makes a planned change on its day, unless it was refused meanwhile. */
const start: Job = async ({ payload, db, now, write, publishChange }) => {
  const id = String(payload['changeId'])
  const [, change] = await Promise.all([db.all(sql.lock()), db.one(sql.changeForJob(id))])
  if (change?.status !== changeStatus.PLANNED) return
  write(sql.finishChange(id, change.current))
  write(sql.setValues([{ ...change, value: change.after ?? null }], now.toISOString()))
  publishChange('settings')
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { [startTopic]: start }
