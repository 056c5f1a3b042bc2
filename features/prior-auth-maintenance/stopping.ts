import { usDate } from '#platform/dates/day.ts'
import { beats, overlaps, takesIn, type Reach } from '#features/prior-auths/reach.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { whyNotReplace } from './rules.ts'

/** A block as far as it may stop approvals; `rxNumber`: it stops that prescription only. */
type Blocking = Reach & { prefix: string; rxNumber: string | null }
type Stopped = Reach & {
  kind: string
  overrideRef: string
  gpiPrefix: string
  bySilence?: boolean
  rxOfRequest?: string | null
}

/** Why a block may not reach so far: it beats every approval that is not narrower, and some may not be taken back. */
export const whyNotStop = (
  jurisState: string,
  others: readonly Stopped[],
  block: Blocking,
  at: string,
): Why<'RULE'> | undefined =>
  whyNotReplace(
    jurisState,
    others.filter(
      (approval) =>
        takesIn(approval, block.prefix) &&
        beats(block, approval) &&
        overlaps(block, approval) &&
        // Whose prescription is not known may be this one's.
        (block.rxNumber === null || !approval.rxOfRequest || approval.rxOfRequest === block.rxNumber),
    ),
    at,
  )

type Approval = Reach & { gpiPrefix: string; rxNumber: string | null; brandFlag: string }
type Blocks = Stopped & { rxNumber: string | null; brandFlag: string; whole: boolean }

/** Why an approval may not reach so far: on these days a block that is as narrow stops every fill it would let through. */
export function whyNotUnder(others: readonly Blocks[], approval: Approval): Why<'RULE'> | undefined {
  const block = others.find(
    (one) =>
      one.kind === 'BLOCK' &&
      one.whole &&
      beats(one, approval) &&
      takesIn(one, approval.gpiPrefix) &&
      overlaps(one, approval) &&
      (one.rxNumber === null || one.rxNumber === approval.rxNumber) &&
      (one.brandFlag === '*' || one.brandFlag === approval.brandFlag),
  )
  return (
    block && {
      code: 'RULE',
      field: 'authorizationExpirationDate',
      message: `Block ${block.overrideRef} stops this drug from ${usDate(block.startDate)} to ${usDate(block.endDate)}. Lift it first, or choose a last day before it.`,
    }
  )
}
