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

/** Why what this person may not deny cannot go to a reviewer either; nothing where it can, or where review is not what is missing. */
export function whyNoReview({ blockedReasons }: Pick<AuthDetail, 'blockedReasons'>): string | undefined {
  const ofMedicalNeed = blockedReasons.some(({ action, code }) => action === 'reject' && code === 'NEEDS_UR_DECISION')
  return ofMedicalNeed
    ? blockedReasons.find(({ action, code }) => action === 'ur' && code === 'RULE')?.message
    : undefined
}
