import { ask } from '#platform/browser/call.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { Person } from '#platform/calls/person.ts'
import { ownersTurnStatuses } from '#features/authorizations/statuses.ts'
import { mayDecide } from '#features/permissions/rules.ts'
import { worklist } from './contract.ts'
import { queuesOf } from './queues.ts'

/** Path of the decision of a request. */
export const requestAddress = (authorizationId: string): string => `/authorizations/request/${authorizationId}`

/** What is said where nothing waits: who neither decides nor has a queue is not waited for. */
export const nothingWaits = (person: Person): string =>
  mayDecide(person) || queuesOf(person).length > 0 ? 'Nothing is waiting for you.' : 'You own no requests.'

/**
 * Path of the user's own open request with the least time left; without one, of the first in the queues they work on.
 * Where nothing waits it says so, and answers nothing.
 */
export async function mostUrgent({ carrier, person }: SignedInUser): Promise<string | undefined> {
  const first = async (filter: { caseOwners?: string[]; authStatuses: number[]; isMyQueueOnly?: boolean }) =>
    (await ask(worklist.search, { mc: carrier.code, size: 1, ...filter })).content[0]
  let found = await first({ caseOwners: ['me'], authStatuses: [...ownersTurnStatuses] })
  for (const { status } of queuesOf(person)) found ??= await first({ authStatuses: [status], isMyQueueOnly: true })
  if (found) return requestAddress(found.authorizationId)
  toast({ tone: 'info', words: nothingWaits(person) })
  return undefined
}
