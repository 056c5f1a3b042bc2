import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { status } from '#features/authorizations/statuses.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { approvalsCovering } from '#features/prior-auths/reach.ts'
import { takeOver } from '#features/decisions/take-over.ts'
import { BLOCKED, blocksAgainst, whyNotBeside } from '#features/decisions/blocks.ts'
import { decide } from '#features/decisions/rows.ts'
import { withBill } from '#features/decisions/with-bill.ts'
import { approvalOf, needsSecondPerson, whyNotApprove } from '#features/decisions/approval.ts'
import { planOf } from '#features/decisions/approval-plan.ts'
import { answersUnder, type Billed } from '#features/decisions/would-pay.ts'
import { asGranted } from '#features/snapshots/as-granted.ts'
import { whichStay, whyNotStandBefore } from '#features/decisions/irrevocable.ts'
import { approvedVerdict } from '#features/decisions/verdict.ts'
import { billWords } from '#features/decisions/bill-instead.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import type { CallContext, Caller } from '#platform/calls/handler.ts'
import { asSent } from './answers.ts'
import type { newAuthorization } from './contract.ts'
import type { examinedColumns } from './prepare.ts'
import type * as sql from './sql.ts'

type Call = (typeof newAuthorization)['create']

/** T05: the same rules as approving a pending request; one that needs two approvals is sent, not approved. */
export async function grant(
  context: CallContext<Call>,
  person: Caller,
  sent: sql.Made & ReturnType<typeof examinedColumns>,
  claim: sql.ClaimFound,
  wish: sql.Wish,
  ownerIds: string[],
  billed: Billed,
) {
  const { input, now } = context
  const now_ = input.approveNow!
  const at = now.toISOString()
  if (sent.reconsideration_level > 0)
    context.refuse({
      code: 'RULE',
      field: 'approveNow',
      message: 'A reconsideration is decided by another person than who asks for it.',
    })
  const settings = decisionSettings(sent)
  const authorization = asSent(sent, claim, ownerIds)
  const reason =
    now_.priorauthReasonDesc?.trim() || approvalReasons.find((one) => one.id === now_.reasonId)?.reason || ''
  const wanted = {
    ...now_,
    startDate: wish.effective_date,
    endDate: wish.expiration_date ?? undefined,
    drugLevel: now_.drugLevel ?? wish.drug_level ?? undefined,
    priorauthReasonDesc: reason,
    note: input.note,
  }
  const approval = approvalOf(person, authorization, wanted, at, settings)
  // Under a block an approval has no effect (R40): the user lifts the block with it or the approval is refused.
  const lifted = blocksAgainst(sent, { ...approval, level: approval.drugLevel })
  const lifts = wanted.rejects?.some(({ rejectCode, override }) => rejectCode === BLOCKED && override) ?? false
  const listed = wanted.rejects?.filter(
    ({ rejectCode }) => rejectCode !== BLOCKED || sent.reject_codes.includes(BLOCKED),
  )
  const judged = lifted.length > 0 ? { ...wanted, rejects: listed } : wanted
  context.refuse(whyNotApprove(person, authorization, judged, at, settings))
  const beside = whyNotBeside(person, lifted, lifts, authorization, settings)
  if (beside) context.refuse({ ...beside, field: 'approveNow.rejects' })
  const prefix = approval.drugLevel === 11 ? sent.gpi : sent.gpi.slice(0, approval.drugLevel)
  const overlapping = approvalsCovering(sent.in_force, { ...approval, gpi: prefix, rxNumber: sent.rx_number })
  if (overlapping.length > 0 && !now_.supersede)
    context.refuse({
      code: 'DUPLICATE',
      field: 'approveNow.supersede',
      message: 'An active prior authorization already covers this. Replace it, or choose other dates.',
      current: { existingPriorAuths: overlapping },
    })
  const verdict = approvedVerdict(approval, { ...now_, note: input.note }, reason, now_.overrideAllRejections ?? false)
  if (lifted.length > 0) verdict.codes = [...new Set([...approval.clears, BLOCKED])]
  // If undone it becomes a pending request, so the decision records that previous status.
  const written = decide(
    { ...sent, status_id: status.PENDING },
    verdict,
    {
      id: person.id,
      name: person.name,
      actor: actorOf(person),
      timeZone: person.timeZone,
    },
    { decision: context.newId(), priorAuth: context.newId(), callback: context.newId(), outbox: context.newId() },
    at,
    context.portal.settings.undoSeconds,
  )
  const remaining = whichStay(sent, overlapping)
  takeOver(written.priorAuth!, overlapping, remaining)
  const hidden = whyNotStandBefore(sent, remaining, written.priorAuth!)
  if (hidden) context.refuse({ ...hidden, field: 'approveNow.supersede' })
  const ended = overlapping.filter((priorAuth) => !remaining.includes(priorAuth))
  const granted = asGranted(written.priorAuth!)
  if (needsSecondPerson(person, authorization, settings)) granted.maxCostPerFill = null
  const ends = [...ended, ...lifted].map(({ id }) => id)
  const answers = await answersUnder(context.db, billed, granted, ends, { now: at, timeZone: person.timeZone })
  const plan = planOf(person, authorization, wanted, answers, at, settings)
  if (plan.why) return context.refuse({ ...plan.why, field: `approveNow.${plan.why.field}` })
  const { outcome, bill } = plan
  const codes = outcome.waitsFor.join(', ')
  if (outcome.statusId === status.PENDING_CLINICAL)
    context.refuse({
      code: 'SAFETY_NEEDS_PHARMACIST',
      field: 'approveNow',
      message: `A pharmacist must clear ${codes}. Send the request instead.`,
    })
  if (outcome.statusId === status.PENDING_SECOND_APPROVAL)
    context.refuse({
      code: 'RULE',
      field: 'approveNow',
      message: `${codes === '' ? 'A second person must agree' : `A supervisor must clear ${codes}`}. Send the request instead.`,
    })
  if (bill) withBill(written, bill)
  // Undoing it restores what it ended.
  written.decision.shown = {
    ...(written.decision.shown as Record<string, unknown>),
    ended: [...ended, ...lifted].map(({ id, kind, statusId, authorizationId }) => ({
      id,
      kind,
      statusId,
      authorizationId,
    })),
  }
  const endings = [
    { of: ended, reason: 'Replaced by a new approval' },
    { of: lifted, reason: 'Lifted by an approval' },
  ]
  return { written, endings, lifted, warnings: bill ? [billWords(bill)] : [] }
}
