import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { eventCode } from '#features/authorizations/events.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import { dropOwnDrafts } from '#features/drafts/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { lineOf, type EventRow, type FirstApproval, type Verdict } from '#features/authorizations/rows.ts'
import { answerOf } from '../answer-of.ts'
import { type InForce } from '../blocks.ts'
import type { Decided } from '../call-shapes.ts'
import { withNarrowed } from '../narrowing.ts'
import { isPharmacist, isUrPhysician } from '#features/permissions/rules.ts'
import type { Outcome } from '../approval.ts'
import { movedTo, recordAct } from '#features/authorizations/load.ts'
import type { Case, DecidingCall } from '../load.ts'
import { waitSentences, waitWords, type Waits } from '../limits/waits.ts'
import { keepOfCase } from './write-decision.ts'

/** Keeps the first of two approvals on the request: nothing is granted yet; the people who must act now are notified. */
export function writeFirstApproval(
  context: DecidingCall,
  at: Case,
  { verdict, narrowed }: { verdict: Verdict; narrowed: string | undefined },
  outcome: Outcome,
  waits: Waits,
  against: readonly InForce[],
): Decided {
  const { person, request, now } = at
  const { mc, id } = request
  const { statusId: to, waitsFor } = outcome
  const clinical = to === status.PENDING_CLINICAL
  const left = !clinical && waitsFor.length > 0 ? `A supervisor must clear ${waitsFor.join(', ')}.` : undefined
  const given: FirstApproval = {
    byId: person.id,
    byName: person.name,
    at: now,
    fromStatus: request.status_id,
    startDate: verdict.startDate!,
    endDate: verdict.endDate!,
    oneTime: verdict.oneTime,
    level: verdict.level!,
    maxFills: verdict.maxFills,
    maxQty: verdict.maxQty,
    maxDays: verdict.maxDays,
    maxCost: verdict.maxCost ?? null,
    codes: [...verdict.codes],
    waitsFor: [...waitsFor],
    ...(verdict.cleared?.length && { cleared: [...verdict.cleared] }),
    overrideAll: verdict.overrideAll,
    safetyIncluded: verdict.safetyIncluded,
    safetyAck: verdict.safetyAck,
    reasonId: verdict.reasonId,
    reason: verdict.reason,
    note: verdict.note,
    dual: outcome.dualControl,
    limit: person.approvalLimit,
    lifts: against.map(({ id }) => id),
    clinical: isPharmacist(person) || isUrPhysician(person, request.juris_state),
  }
  context.write(keepFirstApproval(mc, id, given))
  context.write(keepOfCase(context, at, 'FIRST_APPROVAL', to, null, { ...verdict, waitsFor }))
  // Notified are those who must act now: a second approver, a pharmacist, the few who clear the gravest codes, who must ask for a letter.
  const happenings = [
    ...(to === status.PENDING_SECOND_APPROVAL ? (['secondNeeded'] as const) : []),
    ...(clinical && waits.pharmacist.length > 0 ? (['clinicalNeeded'] as const) : []),
    ...(waits.letter.length > 0 && !request.owner_ids.includes(person.id) ? (['letterNeeded'] as const) : []),
    ...(waits.senior.length > 0 && waits.pharmacist.length === 0 ? (['seniorNeeded'] as const) : []),
  ]
  lifecycle.move(context, request, {
    via: 'approve',
    to,
    now,
    by: person,
    answer: answerOf(request, to, now),
    events: withNarrowed(
      [
        clinical
          ? lineOf(at, eventCode.PARTLY_APPROVED, { user: person.name, codes: waitWords(waits) }, { to })
          : withLeft(lineOf(at, eventCode.WAITS_FOR_SECOND_APPROVAL, {}, { to }), left),
      ],
      narrowed,
      person.name,
    ),
    outbox: happenings.map((happening) =>
      toNotify({ mc, id: context.newId(), authorizationId: id, happening, by: person.id, now }),
    ),
  })
  context.write(dropOwnDrafts(id))
  recordAct(context, at, { from: request.status_id, to, waitsFor })
  return {
    ...movedTo(at, to),
    priorAuth: null,
    callback: null,
    undoUntil: now,
    warnings: clinical ? waitSentences(waits) : [left ?? 'A second person must confirm this approval.'],
  }
}

/** The line with what the second approver has to clear. */
const withLeft = (line: EventRow, left: string | undefined): EventRow =>
  left === undefined ? line : { ...line, event_text: `${line.event_text}. ${left}` }
