import { followMerge } from '#features/letters/sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { supersede, takeOver } from '#features/authorizations/clock-sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { cancelOutboxOf } from '#platform/jobs/outbox.ts'
import { event, type Actor } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { status } from '#features/authorizations/statuses.ts'
import { clockAfter } from './rules.ts'

type Writing = Pick<JobContext, 'write' | 'publishChange' | 'newId'>

/**
 * T28: one request goes into another. It is superseded and names the one that stays; the one that stays has the earlier
 * due time; both logs tell it, and so are the owners, but not who did it. Answers the due time that now holds.
 */
export function writeMerge(to: Writing, gone: Facts, stays: Facts, actor: Actor, now: string): string {
  const { mc } = gone
  const clock = clockAfter(stays, gone)
  to.write(supersede(mc, gone.id, stays.id))
  to.write(takeOver(mc, stays.id, gone.id, clock, now))
  // What a prescriber answers is read where it is decided.
  to.write(followMerge(mc, gone.id, stays.id))
  // Notifications that the merged request waits for somebody end.
  to.write(cancelOutboxOf(mc, gone.id, now))
  const line = { mc, now, actor }
  move(to, gone, {
    via: 'merge',
    to: status.SUPERSEDED,
    now,
    by: actor,
    events: [
      event({ ...line, authorizationId: gone.id, from: gone.status_id, to: status.SUPERSEDED }, eventCode.MERGED_INTO, {
        id: `request ${stays.reference_number}`,
      }),
      event({ ...line, authorizationId: stays.id, from: stays.status_id, to: stays.status_id }, eventCode.MERGED_FROM, {
        reference: gone.reference_number,
        pharmacy: gone.pharmacy_name,
        user: actor.name,
      }),
    ],
  })
  const notified = [...new Set([...gone.owner_ids, ...stays.owner_ids.slice(0, 1)])].filter((id) => id !== actor.id)
  if (notified.length > 0) {
    to.write(
      insertNotices(
        notified.map((userId) => ({
          id: to.newId(),
          user_id: userId,
          kind: 'merged',
          title: `Request ${gone.reference_number} was merged into request ${stays.reference_number}.`,
          authorization_id: stays.id,
          at: now,
        })),
      ),
    )
    to.publishChange('notifications')
  }
  to.publishChange('authorizations')
  return clock.dueAt
}
