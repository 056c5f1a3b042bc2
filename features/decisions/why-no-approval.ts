import type { AuthDetail } from '#features/authorizations/contract.ts'

/** Why the caller may not approve now, in the server's words; undefined when they may. */
export const whyNoApproval = (detail: Pick<AuthDetail, 'allowedActions' | 'blockedReasons'>): string | undefined =>
  detail.allowedActions.includes('approve')
    ? undefined
    : (detail.blockedReasons.find(({ action }) => action === 'approve')?.message ??
      'This request cannot be approved now.')
