import { relook } from '#features/authorizations/clock-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsLocked } from '#features/authorizations/facts-sql.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { hasLapsed } from '#features/authorizations/lapse.ts'
import { move, touch } from '#features/authorizations/lifecycle.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { examine, examinedColumns } from '#features/new-authorization/prepare.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { againOf, isVoid } from './again.ts'
import * as sql from './sql.ts'

/** One open request of a claim of which a fact changed: what stops it now, in the log and to its owner. */
async function lookAgain(context: JobContext, row: Facts, change: string): Promise<void> {
  const { mc, db, now, newId, write } = context
  const at = now.toISOString()
  const [of, found] = await Promise.all([db.one(tried(row.id)), db.one(snapshotOfBilled(row.id))])
  if (!of || !found?.keys) return
  const columns = examinedColumns(examine(asBilled(of), found, at, 'REVIEW'))
  const again = againOf(row, columns)
  if (!again) return
  // What stopped it stays on a request that would pay: it is approved as it was asked, or pays when it is sent again.
  if (again.stops) write(relook(mc, row.id, { ...columns, silence_approves: silenceApproves({ ...row, ...columns }) }))
  touch(context, row, at)
  const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
  write(insertEvents([event(line, eventCode.CLAIM_CHANGED, { change, effect: again.words })]))
  write(insertOutbox([toNotify({ mc, id: newId(), authorizationId: row.id, happening: 'claimChanged', now: at })]))
  if (again.stops && isVoid(row.first_approval, row, columns)) voidFirstApproval(context, row, again.words)
}

/** The first of two approvals was given before the claim changed: it is void, and the approval is asked for again. */
function voidFirstApproval(context: JobContext, row: Facts, why: string): void {
  const { mc, now, newId, write } = context
  const at = now.toISOString()
  write(keepFirstApproval(mc, row.id, null))
  const notice = toNotify({
    mc,
    id: newId(),
    authorizationId: row.id,
    happening: 'secondReturned',
    to: [row.first_approval!.byId],
    now: at,
  })
  if (row.status_id !== status.PENDING_SECOND_APPROVAL) return write(insertOutbox([notice]))
  const to = status.PENDING
  const line = event(
    { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to },
    eventCode.SECOND_APPROVAL_RETURNED,
    {},
  )
  const note = `the claim changed: ${why}`
  move(context, row, {
    via: 'return',
    to,
    now: at,
    by: engine,
    events: [{ ...line, event_text: `${line.event_text}: ${note}`, detail: { note } }],
    outbox: [notice],
  })
}

/** The open requests of a claim, which is locked: what stops each now. */
export async function lookAtOpen(context: JobContext, claimId: string, change: string): Promise<void> {
  const at = context.now.toISOString()
  const rows = await context.db.all(factsLocked(sql.openOf(claimId)))
  for (const row of rows) if (!hasLapsed(row, at)) await lookAgain(context, row, change)
}
