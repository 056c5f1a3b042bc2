import { approvalsCovering } from '#features/prior-auths/reach.ts'
import { type ClearedNow, clearedReasons, findingId, measureWords } from '#features/prior-auths/findings.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { approvalReason } from '#reference/approval-reasons.ts'
import { orderedTerms, usualReason } from '#features/determinations/rules.ts'
import type { FirstApproval, Verdict } from '#features/authorizations/rows.ts'
import { approvalOf, needsSecondPerson, type Approval, type ApprovalInput } from './approval.ts'
import { planOf, type Plan } from './approval-plan.ts'
import { BLOCKED, blocksAgainst, blocksLifted } from './blocks.ts'
import { whichStay } from './irrevocable.ts'
import type { Case, DecidingCall } from './load.ts'
import { narrowedWords, whyNotAmountsOf, withNarrowed } from './narrowing.ts'
import { asSecondApproval } from './second-approval.ts'
import { takeOver } from './take-over.ts'
import { approvedVerdict } from './verdict.ts'
import { answersUnder, type Billed } from './would-pay.ts'
import { asGranted } from '#features/snapshots/as-granted.ts'
import { drawUp, prefixOf } from './draw-up.ts'

/** An approval with the words it was given. */
export type ApprovalSent = ApprovalInput & { reasonId?: number | undefined }

type At = Pick<Case, 'person' | 'request' | 'now' | 'settings'>

/** What an approval means before anything is asked of the engine: its terms, its rows, and what it ends and lifts. */
export function intended(context: Pick<DecidingCall, 'newId' | 'portal'>, at: At, sent: ApprovalSent) {
  const { person, request, settings, now } = at
  const first = request.first_approval
  const { wanted, judged } = first ? asSecondApproval(first, sent, request) : { wanted: sent, judged: request }
  const approval = approvalOf(person, judged, wanted, now, settings)
  const lifted = blocksLifted(request)
  const against = blocksAgainst(request, { ...approval, level: approval.drugLevel }).filter(
    (block) => !lifted.includes(block),
  )
  const verdict = verdictOf(sent, approval, first, judged, sent.priorauthReasonDesc ?? '')
  if (against.length > 0) verdict.codes = [...new Set([...verdict.codes, BLOCKED])]
  const refused = first ? whyNotAmountsOf(first, sent, request) : undefined
  const narrowed = first ? narrowedWords(first, sent, request) : undefined
  if (narrowed !== undefined) verdict.narrowed = `${narrowed} by ${person.name}`
  const prefix = prefixOf(request.gpi, verdict.level)
  const covering = approvalsCovering(request.in_force, { ...approval, gpi: prefix, rxNumber: request.rx_number })
  const remaining = whichStay(request, covering)
  const written = drawUp(context, at, verdict)
  written.events = withNarrowed(written.events, narrowed, person.name)
  takeOver(written.priorAuth!, covering, remaining)
  const ended = covering.filter((priorAuth) => !remaining.includes(priorAuth))
  return {
    first,
    refused,
    narrowed,
    wanted,
    judged,
    approval,
    lifted,
    against,
    verdict,
    covering,
    remaining,
    ended,
    written,
  }
}

/** Where it leads by the engine's own word: what is shown before it is sent, and what becomes of it when it is. */
export async function planned(
  db: DecidingCall['db'],
  { person, settings, now }: At,
  { refused, wanted, judged, lifted, against, ended, written }: ReturnType<typeof intended>,
  billed: Billed,
) {
  const granted = asGranted(written.priorAuth!)
  // A second person's limit is not known yet.
  if (needsSecondPerson(person, judged, settings)) granted.maxCostPerFill = null
  const ends = [...ended, ...lifted, ...against].map(({ id }) => id)
  const answers = await answersUnder(db, billed, granted, ends, { now, timeZone: person.timeZone })
  const plan: Plan = refused ? { why: refused } : planOf(person, judged, wanted, answers, now, settings)
  return { answers, plan }
}

/** The safety findings the first of two people cleared; one that is older than its findings cleared all of its codes. */
const clearedBefore = (first: FirstApproval, { rejects }: DecisionFacts): readonly ClearedNow[] =>
  first.cleared ??
  rejects
    .filter((reject) => reject.cleared && reject.safety)
    .map((reject) => ({
      finding: findingId(reject, rejects),
      rejectCode: reject.rejectCode,
      about: measureWords(reject.measure),
      reason: first.safetyAck ?? '',
    }))

/** The verdict of an approval; what the second person leaves open stays as the first one said it. */
function verdictOf(
  input: ApprovalSent,
  approval: Approval,
  first: FirstApproval | null,
  judged: DecisionFacts,
  reason: string,
): Verdict {
  const order = orderedTerms(judged)
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
  // Where the first of two people overrode all, the second one confirms that.
  const overrideAll = input.overrideAllRejections ?? first?.overrideAll ?? false
  const verdict = approvedVerdict(approval, said, why, overrideAll)
  if (!first) return verdict
  const before = clearedBefore(first, judged)
  const cleared = [
    ...before,
    ...approval.cleared.filter((one) => !before.some(({ finding }) => finding === one.finding)),
  ]
  return {
    ...verdict,
    cleared,
    safetyAck: clearedReasons(cleared) || verdict.safetyAck,
    codes: [...new Set([...first.codes, ...verdict.codes])],
    safetyIncluded: verdict.safetyIncluded || first.safetyIncluded,
    // A second approver agrees to the cost; a pharmacist adds safety codes and says nothing about money.
    maxCost: first.dual ? approval.maxCost : (first.maxCost ?? null),
  }
}
