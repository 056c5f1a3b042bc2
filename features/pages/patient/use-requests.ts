import type { ClaimPlace } from '#features/claims/patient-address.ts'
import { worklist } from '#features/worklist/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { MOST_REQUESTS, requestsRead } from './of-claim.ts'

/** The open or complete requests of one claim; `more` is how many there are beyond those. */
export function useRequests(of: ClaimPlace & { claimNumber: string }, stage: 'open' | 'complete') {
  const asked = useRead(worklist.search, requestsRead(of, stage))
  // A claim number typed without hyphens may be that of another claim.
  const rows = asked.data?.content.filter(({ stratusClaimId }) => stratusClaimId === of.claimId)
  return {
    rows,
    more: Math.max(0, (asked.data?.totalElements ?? 0) - MOST_REQUESTS),
    error: asked.error,
    busy: asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
