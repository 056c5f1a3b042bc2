import { status } from '#features/authorizations/statuses.ts'
import { recordsOutside } from '#features/decision-rights/who-decides.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { whyNotApprove } from './approval.ts'
import { BLOCKED, whyNotBeside } from './blocks.ts'
import { intended, planned, type ApprovalSent } from './intended.ts'
import { whyNotStandBefore } from './irrevocable.ts'
import { waitSentences, waitsOf } from './limits/waits.ts'
import type { Case, DecidingCall } from './load.ts'
import { nameBoth } from './name-both.ts'
import { reasonWords } from './reason-words.ts'
import { withBill } from './with-bill.ts'
import type { Billed } from './would-pay.ts'

type At = Pick<Case, 'person' | 'request' | 'now' | 'settings'>

/**
 * What an approval comes to: why it is refused, who it is saved for (`waits`), or its rows with what they end. What is shown before it
 * is sent and what is written when it is are this.
 */
export async function approvalAs(
  context: Pick<DecidingCall, 'db' | 'newId' | 'portal'>,
  at: At,
  input: ApprovalSent & { supersede?: boolean | undefined },
  billed: Billed,
) {
  const { person, request, settings, now } = at
  const first = request.first_approval
  const reason = reasonWords(input.reasonId, input.priorauthReasonDesc, approvalReasons)
  const means = intended(context, at, { ...input, priorauthReasonDesc: reason })
  const { wanted, judged, approval, against, lifted, covering, remaining, ended, written } = means
  // A block that was made after the request is not among its codes; clearing 3Y then lifts it.
  const meant =
    against.length > 0 && !request.reject_codes.includes(BLOCKED)
      ? { ...wanted, rejects: wanted.rejects?.filter(({ rejectCode }) => rejectCode !== BLOCKED) }
      : wanted
  const names = input.rejects?.some(({ rejectCode, override }) => rejectCode === BLOCKED && override) ?? false
  // Blocks the first of two people saw and lifted need no right of the second.
  const unseen = against.filter(({ id }) => !first?.lifts?.includes(id))
  const refused =
    whyNotApprove(person, judged, meant, now, settings) ??
    whyNotBeside(person, unseen, names || recordsOutside(person, judged), judged, settings)
  if (refused) return { why: refused }
  const { plan, answers } = await planned(context.db, at, means, billed)
  if (plan.why) return { why: plan.why }
  const { outcome, bill } = plan
  if (outcome.statusId !== status.APPROVED) {
    const waits = waitsOf(judged, outcome.waitsFor)
    // The first approval is given already: approving again would clear nothing more, unless narrower terms need no clearing.
    return first && request.status_id === status.PENDING_CLINICAL && approval.clears.length === 0
      ? {
          why: {
            code: 'SAFETY_NEEDS_PHARMACIST' as const,
            message: `Nothing more was cleared. ${waitSentences(waits).join(' ')}`,
          },
        }
      : { waits, outcome, means }
  }
  if (covering.length > 0 && !input.supersede)
    return {
      why: {
        code: 'DUPLICATE' as const,
        message:
          remaining.length > 0
            ? `An active prior authorization already covers this, and ${request.juris_state} does not let it be withdrawn. Add this one to it, or choose other dates.`
            : 'An active prior authorization already covers this. Replace it, or choose other dates.',
        field: 'supersede',
        current: { existingPriorAuths: covering, stays: remaining.length > 0 },
      },
    }
  if (first) nameBoth(written, first, at)
  const stands = whyNotStandBefore(request, remaining, written.priorAuth!)
  if (stands) return { why: stands }
  if (bill) withBill(written, bill)
  const { rejects } = answers.instead?.answer ?? answers.billed
  const today = dateIn(Date.parse(now), person.timeZone)
  const from = answers.instead?.bill.from ?? request.date_of_service
  return {
    written,
    bill,
    /** The day the message says to bill, and the codes that would stop the claim then. */
    billedOn: from > today || from === request.date_of_service ? from : today,
    stops: [...new Set(rejects.map(({ rejectCode }) => rejectCode))],
    endings: [
      { of: ended, reason: 'Replaced by a new approval' },
      { of: lifted, reason: 'Approved on reconsideration' },
      { of: against, reason: 'Lifted by an approval' },
    ],
  }
}
