import { eventCode } from '#features/authorizations/events.ts'
import { noteLate, noteNobodyTakes } from '#features/authorizations/hand-over-sql.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { handedOverStatuses } from '#features/authorizations/statuses.ts'
import { answererOf, answerers } from '#features/decision-rights/hand-overs.ts'
import { whoIsMissing } from '#features/decision-rights/takers.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './asking-sql.ts'

/**
 * Nobody answered in the time the carrier gives: the request is free for the next one on duty, the others who answer, the
 * supervisor and who waits for it are notified. Once a question, however often it runs.
 */
const lateAnswer: Tick = {
  due: sql.dueLate,
  run: async ({ payload, db, now, write, publishChange, newId, mc }) => {
    const row = await db.one(sql.holdLate(String(payload['id'])))
    if (!row || !handedOverStatuses.includes(row.status_id) || row.noted) return
    const at = now.toISOString()
    if (isoOf(row.due) >= at) return
    write(noteLate(mc, row.id, at, { frees: !row.taken_late }))
    const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
    write(
      insertEvents([
        event(line, eventCode.ANSWER_LATE, {
          who: answererOf(row.status_id).who,
          due: exactWords(Date.parse(row.due), row.zone),
          ...(row.taker && !row.taken_late && { taker: row.taker }),
        }),
      ]),
    )
    write(
      insertOutbox([
        toNotify({
          mc,
          id: newId(),
          authorizationId: row.id,
          happening: answerers[row.status_id]!.late,
          ...(row.sent_by !== null && { to: [row.sent_by] }),
          now: at,
        }),
      ]),
    )
    publishChange('authorizations')
  },
}

/**
 * The last who could take what was handed over has left, lost the role or the license: those who add somebody, who take it back and
 * who wait for it are notified. Once a hand-over, however often it runs.
 */
const nobodyLeft: Tick = {
  due: sql.dueUntaken,
  run: async ({ payload, db, now, write, publishChange, newId, mc }) => {
    const row = await db.one(sql.holdUntaken(String(payload['id'])))
    if (!row) return
    const at = now.toISOString()
    write(noteNobodyTakes(mc, row.id, at))
    const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
    write(insertEvents([event(line, eventCode.NOBODY_TAKES, { who: whoIsMissing(row.wanted, row.juris_state) })]))
    write(
      insertOutbox([
        toNotify({
          mc,
          id: newId(),
          authorizationId: row.id,
          happening: row.wanted === 'senior' ? 'seniorGone' : answerers[row.status_id]!.gone,
          ...(row.sent_by !== null && { to: [row.sent_by] }),
          now: at,
        }),
      ]),
    )
    publishChange('authorizations')
  },
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'clinical.lateAnswers': lateAnswer, 'clinical.nobodyLeft': nobodyLeft }
