import { cancelOutboxOf } from '#platform/jobs/outbox.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { answerOf } from '../answer-of.ts'
import { whyNotUndo } from '../undoable.ts'
import { handedOverStatuses, status } from '#features/authorizations/statuses.ts'
import { closeCallbacks } from '#features/callbacks/sql.ts'
import { undoPriorAuths } from '#features/prior-auths/sql.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { reopenReferral } from '#features/determinations/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import { actorOf, lineOf } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { blockLines } from '../blocks.ts'
import { whichStop } from '../irrevocable.ts'
import type { undoing } from './contract.ts'
import * as sql from '../sql.ts'
import { loadForAct, movedTo, recordAct } from '#features/authorizations/load.ts'

/**
 * Takes a decision back within the undo time. A decision is in force at once and the pharmacy is notified after that time,
 * so exactly one of "undone" and "dispatched" happens.
 */
export async function undo(context: CallContext<(typeof undoing)['undo']>) {
  const { id } = context.input
  const [at, outward, since] = await Promise.all([
    loadForAct(context, id),
    context.db.one(sql.holdOutward(id)),
    context.db.one(sql.fillsSince(id)),
  ])
  const { person, request, now } = at
  const { mc, decision } = request
  context.refuse(whyNotUndo(person, request))
  if (!decision) return context.refuse({ code: 'CONFLICT', message: 'There is no decision to take back.' })
  const isSent = !outward || outward.dispatched || Date.parse(outward.available_at) <= context.now.getTime()
  if (isSent || (since?.fills ?? 0) > 0)
    context.refuse({
      code: 'UNDO_TOO_LATE',
      message: 'The pharmacy has already been notified. Make a new decision instead.',
    })
  const to = since?.from_status ?? status.PENDING
  context.write(cancelOutboxOf(mc, id, now))
  context.write(closeCallbacks(mc, id))
  context.write(sql.undoDecision(mc, decision.id, person.name, now))
  // Blocks that an approval lifted or another denial replaced. What silence approved meanwhile is not blocked again.
  const blocks = (since?.ended ?? []).filter(({ kind }) => kind === 'BLOCK')
  const stayLifted = whichStop(request, blocks)
  const back = decision.decision === 'APPROVE' ? blocks.filter((block) => !stayLifted.includes(block)) : []
  const except = stayLifted.map((block) => block.id)
  context.write(undoPriorAuths(mc, id, decision.id, person.name, except))
  if (since?.first_approval) context.write(keepFirstApproval(mc, id, since.first_approval))
  lifecycle.move(context, request, {
    via: 'undo',
    to,
    now,
    by: person,
    ...(handedOverStatuses.includes(to) && { answer: answerOf(request, to, since?.first_approval?.at ?? now) }),
    events: [
      lineOf(at, eventCode.DECISION_UNDONE, { user: person.name }, { to }),
      ...blockLines(back, { mc, now, actor: actorOf(person) }, false),
    ],
  })
  if (to === status.PENDING_UR) context.write(reopenReferral(mc, id, decision.id))
  context.write(rows.restoreFlags(mc, id, decision.id, now))
  recordAct(context, at, {
    from: request.status_id,
    to,
    undone: decision.id,
    ...(except.length > 0 && { stayLifted: except }),
  })
  return movedTo(at, to)
}
