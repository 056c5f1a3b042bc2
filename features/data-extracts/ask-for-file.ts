import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { deliverTopic } from './deliver.ts'
import * as sql from './kept-sql.ts'
import { deliveredName } from './schedule-rules.ts'

/** Asks for a file of a schedule, due at this instant; answers what it will be called. */
export function askForFile(
  { mc, newId, write, now }: Pick<JobContext, 'mc' | 'newId' | 'write' | 'now'>,
  of: Pick<sql.DueRow, 'id' | 'area' | 'sub_carrier'>,
  dueAt: string,
  /** When the first file was due that failed: this one has its rows too. */
  missedSince: string | null = null,
): string {
  const deliveryId = newId()
  const file = deliveredName({ area: of.area, program: of.sub_carrier, scheduleId: of.id, dueAt })
  write(sql.insertDelivery({ id: deliveryId, scheduleId: of.id, dueAt, program: of.sub_carrier, file, missedSince }))
  write(
    insertOutbox([leaving({ mc, id: newId(), topic: deliverTopic, payload: { deliveryId }, now: now.toISOString() })]),
  )
  return file
}
