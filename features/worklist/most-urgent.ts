import { ask } from '#platform/browser/call.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { ownersTurnStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from './contract.ts'
import { queuesOf } from './queues.ts'

/** Path of the decision of a request. */
export const requestAddress = (authorizationId: string): string => `/authorizations/request/${authorizationId}`

/**
 * Path of the user's own open request with the least time left; without one, of the first in the queues they work on.
 * Undefined when nothing waits.
 */
export async function mostUrgent({ carrier, person }: SignedInUser): Promise<string | undefined> {
  const first = async (filter: { caseOwners?: string[]; authStatuses: number[]; isMyQueueOnly?: boolean }) =>
    (await ask(worklist.search, { mc: carrier.code, size: 1, ...filter })).content[0]
  let found = await first({ caseOwners: ['me'], authStatuses: [...ownersTurnStatuses] })
  for (const { status } of queuesOf(person)) found ??= await first({ authStatuses: [status], isMyQueueOnly: true })
  return found && requestAddress(found.authorizationId)
}
