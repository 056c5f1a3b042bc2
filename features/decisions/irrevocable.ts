import type { Why } from '#platform/calls/refusal.ts'
import { status } from '#features/authorizations/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import { beats, overlaps, takesIn, type Reach } from '#features/prior-auths/reach.ts'
import { notIn } from '#features/prior-auths/findings.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import type { InForce } from './blocks.ts'
import { noWithdrawal, whyNotWithdraw } from '#features/decision-rights/withdrawal.ts'

// An approval that the state lets nobody withdraw stays in force beside whatever is decided later (docs/decisions/0023).

type Claim = Pick<Facts, 'juris_state' | 'in_force'>

/** Those of these approvals that no later decision may end. */
export const whichStay = <P extends InForce>({ juris_state: jurisState }: Claim, approvals: readonly P[]): P[] =>
  approvals.filter(
    ({ kind, receivedAt, bySilence }) =>
      kind === 'PERMIT' && whyNotWithdraw({ jurisState, receivedAt, bySilence }) !== undefined,
  )

const words = ({ juris_state: jurisState }: Claim, one: InForce): string =>
  noWithdrawal({ jurisState, bySilence: one.bySilence })

const refs = (approvals: readonly InForce[]): string => approvals.map(({ overrideRef }) => overrideRef).join(', ')

/**
 * Why a new approval may not be added to one that stays: of equals the newer one counts for a fill, so it must
 * clear whatever the older one clears.
 */
export function whyNotStandBefore(
  claim: Claim,
  remaining: readonly InForce[],
  priorAuth: Pick<PriorAuthRow, 'codes_cleared' | 'findings' | 'safety_tier'>,
): Why<'RULE'> | undefined {
  const tiers = [null, 'A', 'R', 'O']
  for (const old of remaining) {
    const less = notIn(old.findings ?? [], priorAuth.findings ?? []).map(({ rejectCode }) => rejectCode)
    const lost = old.codesCleared.filter((code) => less.includes(code) || !priorAuth.codes_cleared.includes(code))
    const weaker = old.safetyIncluded && tiers.indexOf(priorAuth.safety_tier) < tiers.indexOf(old.safetyTier)
    if (lost.length === 0 && !weaker) continue
    const what = lost.length > 0 ? `code ${lost.join(', ')}` : 'its safety codes'
    return {
      code: 'RULE',
      message: `${words(claim, old)}. ${old.overrideRef} clears ${what} too: let this one end by ${usDate(old.endDate)}, clear the same, or choose dates after it.`,
      field: 'supersede',
    }
  }
  return undefined
}

/** Why approvals may not be ended by a denial that asks for it (`terminateExisting`). */
export function whyNotTerminate(claim: Claim, ended: readonly InForce[]): Why<'RULE'> | undefined {
  const remaining = whichStay(claim, ended)
  const [first] = remaining
  return (
    first && {
      code: 'RULE',
      message: `${words(claim, first)}. ${refs(remaining)} stays in force.`,
      field: 'terminateExisting',
    }
  )
}

/** Of blocks that an undo would bring back, those that would stop another approval that stays. */
export const whichStop = <B extends Reach & { gpiPrefix: string; rxNumber: string | null }>(
  request: Claim & Pick<Facts, 'id'>,
  blocks: readonly B[],
): B[] => {
  const others = whichStay(
    request,
    request.in_force.filter(({ authorizationId }) => authorizationId !== request.id),
  )
  return blocks.filter((block) =>
    others.some(
      (approval) =>
        beats(block, approval) &&
        overlaps(block, approval) &&
        takesIn(approval, block.gpiPrefix) &&
        (block.rxNumber === null || !approval.rxOfRequest || approval.rxOfRequest === block.rxNumber),
    ),
  )
}

/** What becomes of a block where approvals stay: as asked, for this prescription only, or none at all. */
type Narrowed = { thisRxOnly: boolean; warnings: string[]; why?: undefined } | { why: Why<'RULE'> }

/** Keeps a denial from taking back what was approved: a block stops every approval that is not narrower. */
export function narrowed(
  request: Claim & Pick<Facts, 'rx_number' | 'ndc' | 'status_id'>,
  block: Reach & { prefix: string; thisRxOnly: boolean },
): Narrowed {
  const beaten = whichStay(
    request,
    request.in_force.filter(
      (approval) =>
        approval.kind === 'PERMIT' &&
        beats(block, approval) &&
        overlaps(block, approval) &&
        takesIn(approval, block.prefix) &&
        (approval.level !== 11 || approval.ndc === request.ndc),
    ),
  )
  const [any] = beaten
  if (!any) return { thisRxOnly: block.thisRxOnly, warnings: [] }
  // Whose prescription is not known may be this one's.
  const same = beaten.filter(
    ({ rxOfRequest }) => !request.rx_number || !rxOfRequest || rxOfRequest === request.rx_number,
  )
  const [first] = same
  // A review ends with an approval, a denial or a return (T17); one fill is denied by the team it returns to.
  const instead =
    request.status_id === status.PENDING_UR
      ? 'Return the request, then reject this fill only.'
      : 'Reject this fill only.'
  if (first)
    return {
      why: {
        code: 'RULE',
        message: `${words(request, first)}, and ${first.overrideRef} covers this prescription until ${usDate(first.endDate)}. ${instead}`,
      },
    }
  return {
    thisRxOnly: true,
    warnings: [
      `${words(request, any)}: ${refs(beaten)} stays in force. Only prescription ${request.rx_number} is blocked.`,
    ],
  }
}
