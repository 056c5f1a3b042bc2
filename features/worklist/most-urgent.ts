import { ask } from '#platform/browser/call.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { ownersTurnStatuses, status } from '#features/authorizations/statuses.ts'
import { isPharmacist } from '#features/permissions/rules.ts'
import { worklist } from './contract.ts'

/** Path of the decision of a request. */
export const requestAddress = (authorizationId: string): string => `/authorizations/request/${authorizationId}`

/**
 * Path of the user's own open request with the least time left; without one, a pharmacist's is the first that waits for a
 * pharmacist. Undefined when nothing waits.
 */
export async function mostUrgent({ carrier, person }: SignedInUser): Promise<string | undefined> {
  const first = async (filter: { caseOwners?: string[]; authStatuses: number[] }) =>
    (await ask(worklist.search, { mc: carrier.code, size: 1, ...filter })).content[0]
  const found =
    (await first({ caseOwners: ['me'], authStatuses: [...ownersTurnStatuses] })) ??
    (isPharmacist(person) ? await first({ authStatuses: [status.PENDING_CLINICAL] }) : undefined)
  return found && requestAddress(found.authorizationId)
}
