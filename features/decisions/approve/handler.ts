import { status } from '#features/authorizations/statuses.ts'
import { takeOver } from '../take-over.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { approvalsCovering } from '#features/prior-auths/reach.ts'
import { approvalReason, approvalReasons } from '#reference/approval-reasons.ts'
import { orderedTerms, usualReason, type ApprovalTerms } from '#features/determinations/rules.ts'
import { type FirstApproval, type Verdict } from '#features/authorizations/rows.ts'
import type { Approval } from '../approval.ts'
import { BLOCKED, blocksAgainst, blocksLifted, whyNotBeside } from '../blocks.ts'
import type { approving } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import { approvalOf, approveOutcome, whyNotApprove } from '../approval.ts'
import { asSecondApproval } from './rules.ts'
import { whichStay, whyNotStandBefore } from '../irrevocable.ts'
import { loadForDecision } from '../load.ts'
import { approvedVerdict } from '../verdict.ts'
import { waitSentences, waitsOf } from '../limits/waits.ts'
import { recordsOutside } from '#features/decision-rights/who-decides.ts'
import { nameBoth, writeFirstApproval } from '../write/first-approval.ts'
import { drawUp, prefixOf, reasonWords, writeDecision } from '../write/write-decision.ts'

type Approving = CallContext<(typeof approving)['approve']>

/** Grants a request, or writes the first of two approvals where a second person or a pharmacist must add theirs. */
export async function approve(context: Approving): Promise<Decided> {
  const { input } = context
  const at = await loadForDecision(context)
  const { person, request, settings, now } = at
  const first = request.first_approval
  const reason = reasonWords(input.reasonId, input.priorauthReasonDesc, approvalReasons)
  const sent = { ...input, priorauthReasonDesc: reason }
  const { wanted, judged } = first ? asSecondApproval(first, sent, request) : { wanted: sent, judged: request }
  const approval = approvalOf(person, judged, wanted, now, settings)
  const lifted = blocksLifted(request)
  const against = blocksAgainst(request, { ...approval, level: approval.drugLevel }).filter(
    (block) => !lifted.includes(block),
  )
  // A block that was made after the request is not among its codes; clearing 3Y then lifts it.
  const meant =
    against.length > 0 && !request.reject_codes.includes(BLOCKED)
      ? { ...wanted, rejects: wanted.rejects?.filter(({ rejectCode }) => rejectCode !== BLOCKED) }
      : wanted
  context.refuse(whyNotApprove(person, judged, meant, now, settings))
  const names = input.rejects?.some(({ rejectCode, override }) => rejectCode === BLOCKED && override) ?? false
  // Blocks the first of two people saw and lifted need no right of the second.
  const unseen = against.filter(({ id }) => !first?.lifts?.includes(id))
  context.refuse(whyNotBeside(person, unseen, names || recordsOutside(person, judged), judged, settings))
  const verdict = verdictOf(input, approval, first, orderedTerms(judged), reason)
  if (against.length > 0) verdict.codes = [...new Set([...verdict.codes, BLOCKED])]
  const outcome = approveOutcome(person, judged, wanted, settings)
  // The first approval is given already: approving again would clear nothing more.
  if (first && request.status_id === status.PENDING_CLINICAL && approval.clears.length === 0)
    context.refuse({
      code: 'SAFETY_NEEDS_PHARMACIST',
      message: `Nothing more was cleared. ${waitSentences(waitsOf(judged, outcome.waitsFor)).join(' ')}`,
    })
  if (outcome.statusId !== status.APPROVED)
    return writeFirstApproval(context, at, verdict, outcome, waitsOf(judged, outcome.waitsFor), against)
  const prefix = prefixOf(request.gpi, verdict.level)
  const covering = approvalsCovering(request.in_force, { ...approval, gpi: prefix, rxNumber: request.rx_number })
  const remaining = whichStay(request, covering)
  if (covering.length > 0 && !input.supersede)
    context.refuse({
      code: 'DUPLICATE',
      message:
        remaining.length > 0
          ? `An active prior authorization already covers this, and ${request.juris_state} does not let it be withdrawn. Add this one to it, or choose other dates.`
          : 'An active prior authorization already covers this. Replace it, or choose other dates.',
      field: 'supersede',
      current: { existingPriorAuths: covering, stays: remaining.length > 0 },
    })
  const written = drawUp(context, at, verdict)
  if (first) nameBoth(written, first, at)
  if (written.priorAuth) {
    takeOver(written.priorAuth, covering, remaining)
    context.refuse(whyNotStandBefore(request, remaining, written.priorAuth))
  }
  return writeDecision(context, at, written, [
    { of: covering.filter((priorAuth) => !remaining.includes(priorAuth)), reason: 'Replaced by a new approval' },
    { of: lifted, reason: 'Approved on reconsideration' },
    { of: against, reason: 'Lifted by an approval' },
  ])
}

/** The verdict of an approval; what the second person leaves open stays as the first one said it. */
function verdictOf(
  input: Approving['input'],
  approval: Approval,
  first: FirstApproval | null,
  order: ApprovalTerms | null,
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
