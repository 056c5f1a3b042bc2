import { status } from '#features/authorizations/statuses.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { billWords } from '../bill-instead.ts'
import { BLOCKED, whyNotBeside } from '../blocks.ts'
import type { approving } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import { whyNotApprove } from '../approval.ts'
import { intended, planned } from '../intended.ts'
import { whyNotStandBefore } from '../irrevocable.ts'
import { loadForDecision } from '../load.ts'
import { waitSentences, waitsOf } from '../limits/waits.ts'
import { recordsOutside } from '#features/decision-rights/who-decides.ts'
import { withBill } from '../with-bill.ts'
import { nameBoth, writeFirstApproval } from '../write/first-approval.ts'
import { reasonWords, writeDecision } from '../write/write-decision.ts'

type Approving = CallContext<(typeof approving)['approve']>

/** Grants a request, or writes the first of two approvals where a second person or a pharmacist must add theirs. */
export async function approve(context: Approving): Promise<Decided> {
  const { input } = context
  const { db } = context
  const [at, of, found] = await Promise.all([
    loadForDecision(context),
    db.one(tried(input.id)),
    db.one(snapshotOfBilled(input.id)),
  ])
  const { person, request, settings, now } = at
  const first = request.first_approval
  const reason = reasonWords(input.reasonId, input.priorauthReasonDesc, approvalReasons)
  const sent = { ...input, priorauthReasonDesc: reason }
  const means = intended(context, at, sent)
  const { wanted, judged, approval, against, lifted, verdict, covering, remaining, ended, written } = means
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
  const { plan } = await planned(db, at, means, { id: input.id, of: of!, found: found! })
  if (plan.why) return context.refuse(plan.why)
  const { outcome, bill } = plan
  // The first approval is given already: approving again would clear nothing more, unless narrower terms need no clearing.
  if (
    first &&
    request.status_id === status.PENDING_CLINICAL &&
    approval.clears.length === 0 &&
    outcome.statusId !== status.APPROVED
  )
    context.refuse({
      code: 'SAFETY_NEEDS_PHARMACIST',
      message: `Nothing more was cleared. ${waitSentences(waitsOf(judged, outcome.waitsFor)).join(' ')}`,
    })
  if (outcome.statusId !== status.APPROVED)
    return writeFirstApproval(
      context,
      at,
      { verdict, narrowed: means.narrowed },
      outcome,
      waitsOf(judged, outcome.waitsFor),
      against,
    )
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
  if (first) nameBoth(written, first, at)
  context.refuse(whyNotStandBefore(request, remaining, written.priorAuth!))
  if (bill) withBill(written, bill)
  return writeDecision(
    context,
    at,
    written,
    [
      { of: ended, reason: 'Replaced by a new approval' },
      { of: lifted, reason: 'Approved on reconsideration' },
      { of: against, reason: 'Lifted by an approval' },
    ],
    bill ? [billWords(bill)] : [],
  )
}
