import type { RejectFacts } from '#features/authorizations/decision-facts.ts'
import { isClearedBy } from '#features/prior-auths/findings.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'

/** Whether a reject is left to the second person: a code of two findings may be cleared for one and wait for the other. */
export function isLeft(
  first: Pick<FirstApproval, 'codes' | 'waitsFor' | 'cleared'>,
  reject: RejectFacts,
  all: readonly RejectFacts[],
): boolean {
  if (!isClearedBy(first, reject, all)) return true
  // One that is older than its findings says only of which codes something is left.
  return first.cleared === undefined && reject.safety && first.waitsFor.includes(reject.rejectCode)
}
