import { insertDecision } from '../sql.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { closeCallbacks, insertCallback } from '#features/callbacks/sql.ts'
import { endPriorAuths, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { dropOwnDrafts } from '#features/drafts/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { Recorded } from '#features/provenance/recorded.ts'
import type { Sql } from '#platform/database/sql.ts'
import { toDetermined } from '#features/authorizations/determination-columns.ts'
import { closeReferral } from '#features/determinations/sql.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import type { Via } from '#features/authorizations/transitions.ts'
import { blockLines, type InForce } from '../blocks.ts'
import type { Decided } from '../call-shapes.ts'
import { reviewEnded } from '../review-ended.ts'
import type { Written } from '../rows.ts'
import { licenceWords } from '#features/permissions/license-words.ts'
import { screenOf } from '../screen-shown.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { keep, outcomeOf, settingsThen } from '../provenance.ts'
import { followers } from '#features/merging/follow.ts'
import { movedTo, recordAct } from '#features/authorizations/load.ts'
import type { Case, DecidingCall } from '../load.ts'
import { undoUntil } from '#features/authorizations/undo-until.ts'

/** Prior authorizations that a decision ends, with the status they had, and the word they are ended with. */
export type Ending = { of: readonly Pick<InForce, 'id' | 'kind' | 'statusId' | 'authorizationId'>[]; reason: string }

/** Queues the rows of a decision with all that goes with them, and returns the answer to the caller. */
export function writeDecision(
  context: DecidingCall,
  at: Case,
  written: Written,
  endings: readonly Ending[],
  warnings: string[] = [],
): Decided {
  const { request, person, now } = at
  const { mc, id } = request
  for (const { of, reason } of endings) {
    if (of.length === 0) continue
    context.write(
      endPriorAuths(
        mc,
        of.map((one) => one.id),
        person.name,
        reason,
      ),
    )
  }
  const ended = endings.flatMap(({ of }) => of)
  const lifted = written.to === status.APPROVED ? ended.filter(({ kind }) => kind === 'BLOCK') : []
  const review = reviewEnded(at, written)
  if (review) {
    context.refuse(review.why)
    written.decision.note = review.note
    context.write(closedByDecision(at, written, review.result))
  }
  if (request.first_approval) context.write(keepFirstApproval(mc, id, null))
  context.write(insertDecision({ ...written.decision, shown: forUndo(written, request, ended) }))
  context.write(
    keepOfCase(
      context,
      at,
      written.decision.decision,
      written.to,
      written.decision.id,
      outcomeOf(written.decision, written.codes, written.priorAuth),
    ),
  )
  if (written.priorAuth) context.write(insertPriorAuth(written.priorAuth))
  context.write(closeCallbacks(mc, id)) // a later decision replaces a word that was not sent yet
  context.write(insertCallback(written.callback))
  const also = followers(request.merged, written, context.newId)
  for (const callback of also.callbacks) context.write(insertCallback(callback))
  const lifts = blockLines(lifted, { mc, now, actor: actorOf(person) }, true)
  const happening = written.to === status.APPROVED ? 'approved' : 'rejected'
  const availableAt = written.outbox[0]?.available_at ?? now
  lifecycle.move(context, request, {
    via: viaOfDecision(request.status_id, written.to),
    to: written.to,
    now,
    by: person,
    events: [...written.events, ...also.events, ...lifts],
    outbox: [
      ...written.outbox,
      ...also.outbox,
      toNotify({ mc, id: context.newId(), authorizationId: id, happening, ...alsoNotified(request), now, availableAt }),
    ],
  })
  context.write(dropOwnDrafts(id))
  recordAct(context, at, {
    from: request.status_id,
    to: written.to,
    version: request.version + 1,
    decision: written.decision.id,
  })
  return {
    ...movedTo(at, written.to),
    priorAuth: written.priorAuth ? toPriorAuth(written.priorAuth) : null,
    callback: { callbackId: written.callback.id, status: 'Queued' },
    undoUntil: undoUntil(context.now, context.portal.settings.undoSeconds),
    warnings,
  }
}

/** The act of the transition table that a decision is. */
function viaOfDecision(from: number, to: number): Via {
  if (to === status.APPROVED) return from === status.PENDING_SECOND_APPROVAL ? 'confirm' : 'approve'
  return to === status.REJECTED ? 'reject' : 'rejectThisFill'
}

/** T17: the referral has what the reviewer determined, and by what licence. */
function closedByDecision(
  { request, person, now }: Case,
  { decision }: Written,
  result: NonNullable<ReturnType<typeof reviewEnded>>['result'],
): Sql {
  return closeReferral({
    mc: request.mc,
    authorizationId: request.id,
    now,
    result,
    reviewer: person,
    license: licenceWords(person.licenseStates),
    decisionId: decision.id,
  })
}

/** A confirmed approval notifies its first approver too (T08). */
const alsoNotified = ({ status_id, first_approval }: Facts): { to?: string[] } =>
  status_id === status.PENDING_SECOND_APPROVAL && first_approval ? { to: [first_approval.byId] } : {}

/** What was shown, and what an undo brings back: the first approval, and what this decision ended. */
const forUndo = (written: Written, request: Facts, ended: Ending['of']): Record<string, unknown> => ({
  ...(written.decision.shown as Record<string, unknown>),
  firstApproval: request.first_approval,
  flags: request.flags,
  ended: ended.map(({ id, kind, statusId, authorizationId }) => ({ id, kind, statusId, authorizationId })),
})

/** The record of what this person knew when they decided so. */
export function keepOfCase(
  context: DecidingCall,
  at: Case,
  kind: Recorded['kind'],
  to: number,
  decisionId: string | null,
  outcome: Recorded['outcome'],
): Sql {
  const { request, person, lists, now } = at
  return keep({
    kind,
    at: now,
    decisionId,
    request,
    from: request.status_id,
    to,
    person,
    by: person.name,
    owners: { ids: request.owner_ids, supervised: request.supervised },
    first: decisionId === null ? null : request.first_approval,
    outcome,
    settings: settingsThen(request.settings),
    advice: request.advice,
    determination: request.determination && toDetermined(request.determination),
    screen: screenOf(request, lists, person, context.now, context.portal.settings.undoSeconds),
    versions: { portal: context.portal.version, screen: context.screen },
  })
}
