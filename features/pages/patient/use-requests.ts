import type { ClaimPlace } from '#features/claims/patient-address.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from '#features/worklist/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'

/** As many requests of a claim as a tab shows. */
const MOST = 100

/** The open or complete requests of one claim; `more` is how many there are beyond those. */
export function useRequests(of: ClaimPlace & { claimNumber: string }, stage: 'open' | 'complete') {
  const asked = useRead(worklist.search, {
    mc: of.masterCarrier,
    subCarrier: of.subCarrier,
    authSearchKey: 'C',
    authSearchValue: of.claimNumber,
    size: MOST,
    ...(stage === 'complete' && { authStatuses: [...completeStatuses] }),
  })
  // A claim number typed without hyphens may be that of another claim.
  const rows = asked.data?.content.filter(({ stratusClaimId }) => stratusClaimId === of.claimId)
  return {
    rows,
    more: Math.max(0, (asked.data?.totalElements ?? 0) - MOST),
    error: asked.error,
    busy: asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
