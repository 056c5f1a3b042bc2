import type { AuthDetail } from '#features/authorizations/contract.ts'

/**
 * What this person may deny here: `block` the drug for a time or this fill only, `fillOnly`, `claimReasons` where the state
 * leaves medical need to reviewers or the time to deny it has passed, or nothing.
 */
export type MayReject = 'block' | 'fillOnly' | 'claimReasons' | 'no'

export function mayReject(detail: Pick<AuthDetail, 'allowedActions' | 'blockedReasons'>): MayReject {
  if (detail.allowedActions.includes('reject')) return 'block'
  if (detail.allowedActions.includes('rejectThisFill')) return 'fillOnly'
  const medical: readonly string[] = ['NEEDS_UR_DECISION', 'DENIAL_TOO_LATE']
  return detail.blockedReasons.some(({ action, code }) => action === 'rejectThisFill' && medical.includes(code))
    ? 'claimReasons'
    : 'no'
}
