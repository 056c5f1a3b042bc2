import { takeOver } from '../take-over.ts'
import { status } from '#features/authorizations/statuses.ts'
import { eventCode } from '#features/authorizations/events.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { overlaps, takesIn } from '#features/prior-auths/reach.ts'
import { dropOwnDrafts } from '#features/drafts/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { approvalReason, approvalReasons } from '#reference/approval-reasons.ts'
import { usualReason } from '#features/determinations/rules.ts'
import { lineOf, type FirstApproval } from '#features/authorizations/rows.ts'
import type { Approval } from '../approval.ts'
import { BLOCKED, blocksAgainst, blocksLifted, whyNotBeside, type Standing } from '../blocks.ts'
import type { approving } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import type { Determination } from '#features/authorizations/decidable.ts'
import { type Verdict, type Written } from '../rows.ts'
import { isPharmacist, isUrReviewer } from '#features/permissions/rules.ts'
import { approvalOf, approveOutcome, whyNotApprove } from '../approval.ts'
import { asSecondHalf } from './rules.ts'
import * as sql from '../sql.ts'
import { whichStay, whyNotStandBefore } from '../irrevocable.ts'
import { nowIn, record, takeUpToDecide, type Case } from '../load.ts'
import { approvedVerdict } from '../verdict.ts'
import { waitSentences, waitsOf, waitWords, type Waits } from '../limits/waits.ts'
import { recordsOutside } from '#features/decision-rights/who-decides.ts'
import { drawUp, keepOfCase, prefixOf, reasonWords, writeDecision } from '../write/write-decision.ts'

type Approving = CallContext<(typeof approving)['approve']>

/** Grants a request, or its half where a second person or a pharmacist must add theirs. */
export async function approve(asked: Approving): Promise<Decided> {
  const { input } = asked
  const at = await takeUpToDecide(asked)
  const { person, request, settings, now } = at
  const first = request.first_approval
  const reason = reasonWords(input.reasonId, input.priorauthReasonDesc, approvalReasons)
  const sent = { ...input, priorauthReasonDesc: reason }
  const { wanted, judged } = first
    ? asSecondHalf(first, sent, at.authorization)
    : { wanted: sent, judged: at.authorization }
  const approval = approvalOf(person, judged, wanted, now, settings)
  const lifted = blocksLifted(request)
  const against = blocksAgainst(request, { ...approval, level: approval.drugLevel }).filter(
    (block) => !lifted.includes(block),
  )
  // A block that came after the request is no code of its own; whoever names 3Y then means the block.
  const meant =
    against.length > 0 && !request.reject_codes.includes(BLOCKED)
      ? { ...wanted, rejects: wanted.rejects?.filter(({ rejectCode }) => rejectCode !== BLOCKED) }
      : wanted
  asked.refuse(whyNotApprove(person, judged, meant, now, settings))
  const names = input.rejects?.some(({ rejectCode, override }) => rejectCode === BLOCKED && override) ?? false
  // What the first of two people saw and lifted with their half is lifted by right of the first.
  const unseen = against.filter(({ id }) => !first?.lifts?.includes(id))
  asked.refuse(whyNotBeside(person, unseen, names || recordsOutside(person, judged), judged, settings))
  const verdict = verdictOf(input, approval, first, judged.determination, reason)
  if (against.length > 0) verdict.codes = [...new Set([...verdict.codes, BLOCKED])]
  const outcome = approveOutcome(person, judged, wanted, settings)
  // The first half is given already: approving it again clears nothing more.
  if (first && request.status_id === 22 && approval.clears.length === 0)
    asked.refuse({
      code: 'SAFETY_NEEDS_PHARMACIST',
      message: `Nothing more was cleared. ${waitSentences(waitsOf(judged, outcome.waitsFor)).join(' ')}`,
    })
  if (outcome.statusId !== 30) return writeHalf(asked, at, verdict, outcome, waitsOf(judged, outcome.waitsFor), against)
  const prefix = prefixOf(request.gpi, verdict.level)
  const standing = request.permits.filter(
    (permit) => permit.kind === 'PERMIT' && takesIn(permit, prefix) && overlaps(permit, approval),
  )
  const staying = whichStay(request, standing)
  if (standing.length > 0 && !input.supersede)
    asked.refuse({
      code: 'DUPLICATE',
      message:
        staying.length > 0
          ? `An active prior authorization already covers this, and ${request.juris_state} does not let it be withdrawn. Add this one to it, or choose other dates.`
          : 'An active prior authorization already covers this. Replace it, or choose other dates.',
      field: 'supersede',
      current: { existingPriorAuths: standing, stays: staying.length > 0 },
    })
  const written = drawUp(asked, at, verdict)
  if (first) nameBoth(written, first, at)
  if (written.priorAuth) {
    takeOver(written.priorAuth, standing, staying)
    asked.refuse(whyNotStandBefore(request, staying, written.priorAuth))
  }
  return writeDecision(asked, at, written, [
    { of: standing.filter((permit) => !staying.includes(permit)), reason: 'Replaced by a new approval' },
    { of: lifted, reason: 'Approved when looked at again' },
    { of: against, reason: 'Lifted by an approval' },
  ])
}

/** The verdict of an approval; what the second person leaves open stays as the first one said it. */
function verdictOf(
  input: Approving['input'],
  approval: Approval,
  first: FirstApproval | null,
  order: Determination | null | undefined,
  reason: string,
): Verdict {
  // What follows a determination says so, unless another reason is given.
  const usual = order?.by && !first && reason === '' ? approvalReason(usualReason(order.by)) : undefined
  const said = {
    maxQty: order ? order.maxQty : (input.maxQty ?? first?.maxQty),
    maxDays: order ? order.maxDays : (input.maxDays ?? first?.maxDays),
    safetyAck: input.safetyAck ?? first?.safetyAck,
    reasonId: input.reasonId ?? first?.reasonId ?? usual?.id,
    note: input.note ?? first?.note,
  }
  const why = reason || first?.reason || usual?.reason || ''
  const verdict = approvedVerdict(approval, said, why, input.overrideAllRejections ?? false)
  if (!first) return verdict
  return {
    ...verdict,
    codes: [...new Set([...first.codes, ...verdict.codes])],
    safetyIncluded: verdict.safetyIncluded || first.safetyIncluded,
    // A second approver agrees to the cost; a pharmacist adds safety codes and says nothing about money.
    maxCost: first.dual ? approval.maxCost : (first.maxCost ?? null),
  }
}

/** Keeps the first of two approvals on the request: nothing is granted yet; who must act now is told. */
function writeHalf(
  asked: Approving,
  at: Case,
  verdict: Verdict,
  outcome: ReturnType<typeof approveOutcome>,
  waits: Waits,
  against: readonly Standing[],
): Decided {
  const { person, request, now } = at
  const { mc, id } = request
  const { statusId: to, waitsFor } = outcome
  const half: FirstApproval = {
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
    overrideAll: verdict.overrideAll,
    safetyIncluded: verdict.safetyIncluded,
    safetyAck: verdict.safetyAck,
    reasonId: verdict.reasonId,
    reason: verdict.reason,
    note: verdict.note,
    dual: outcome.dualControl,
    lifts: against.map(({ id }) => id),
    clinical: isPharmacist(person) || isUrReviewer(person, request.juris_state),
  }
  asked.write(sql.keepFirstApproval(mc, id, half))
  asked.write(keepOfCase(asked, at, 'FIRST_APPROVAL', to, null, { ...verdict, waitsFor }))
  // Who must act now is told: a second approver, a pharmacist, the few who clear the gravest codes, who must ask for a letter.
  const happenings = [
    ...(to === 25 ? (['secondNeeded'] as const) : []),
    ...(waits.pharmacist.length > 0 ? (['clinicalNeeded'] as const) : []),
    ...(waits.letter.length > 0 && !request.owner_ids.includes(person.id) ? (['letterNeeded'] as const) : []),
    ...(waits.senior.length > 0 && waits.pharmacist.length === 0 ? (['seniorNeeded'] as const) : []),
  ]
  lifecycle.move(asked, request, {
    via: 'approve',
    to,
    now,
    by: person,
    events: [
      to === status.PENDING_CLINICAL
        ? lineOf(at, eventCode.PARTLY_APPROVED, { user: person.name, codes: waitWords(waits) }, { to })
        : lineOf(at, eventCode.WAITS_FOR_SECOND_APPROVAL, {}, { to }),
    ],
    outbox: happenings.map((happening) =>
      toNotify({ mc, id: asked.newId(), authorizationId: id, happening, by: person.id, now }),
    ),
  })
  asked.write(dropOwnDrafts(id))
  record(asked, at, { from: request.status_id, to, waitsFor })
  return {
    ...nowIn(at, to),
    priorAuth: null,
    callback: null,
    undoUntil: now,
    warnings: to === 22 ? waitSentences(waits) : ['A second person must confirm this approval.'],
  }
}

/** The decision names the first approver as who decided and the second one beside them; the log tells both. */
function nameBoth(written: Written, first: FirstApproval, at: Case): void {
  const { decision } = written
  decision.decided_by = first.byId
  decision.decided_by_name = first.byName
  decision.second_approver = at.person.id
  decision.second_approver_name = at.person.name
  if (at.request.status_id !== 25) return
  written.events = [
    lineOf(at, 132, {}, { from: 25, to: 30 }),
    ...written.events.map((line) =>
      line.old_status_id === 25 ? { ...line, old_status_id: 30, new_status_id: 30 } : line,
    ),
  ]
}
