import { eventCode } from '#features/authorizations/events.ts'
import { noteLate } from '#features/authorizations/pharmacist-sql.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './asking-sql.ts'

/**
 * No pharmacist answered in the time the carrier gives: the request is free for the next one on duty, the other pharmacists
 * and the supervisor are notified. Once a question, however often it runs.
 */
const lateAnswer: Tick = {
  due: sql.dueLate,
  run: async ({ payload, db, now, write, publishChange, newId, mc }) => {
    const row = await db.one(sql.holdLate(String(payload['id'])))
    if (!row || row.status_id !== status.PENDING_CLINICAL || row.noted) return
    const at = now.toISOString()
    if (isoOf(row.due) >= at) return
    write(noteLate(mc, row.id, at, { frees: !row.taken_late }))
    const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
    write(
      insertEvents([
        event(line, eventCode.ANSWER_LATE, {
          due: exactWords(Date.parse(row.due), row.zone),
          ...(row.taker && !row.taken_late && { taker: row.taker }),
        }),
      ]),
    )
    write(insertOutbox([toNotify({ mc, id: newId(), authorizationId: row.id, happening: 'answerLate', now: at })]))
    publishChange('authorizations')
  },
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'clinical.lateAnswers': lateAnswer }
