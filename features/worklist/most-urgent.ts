import { ask, CallFailed } from '#platform/browser/call.ts'
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
  mayDecide(person) || queuesOf(person).length > 0 ? 'No requests are pending for you.' : 'You own no requests.'

/**
 * Opens the user's own open request with the least time left; without one, the first in the queues they work on. Where
 * nothing waits, or it could not be found, it says so.
 */
export async function openMostUrgent(user: SignedInUser, open: (address: string) => void): Promise<void> {
  try {
    const found = await mostUrgent(user)
    if (found) open(requestAddress(found.authorizationId))
    else toast({ tone: 'info', words: nothingWaits(user.person) })
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    toast({ tone: 'error', words: 'The most urgent request could not be found.', detail: error.message })
  }
}

async function mostUrgent({ carrier, person }: SignedInUser) {
  const first = async (filter: { caseOwners?: string[]; authStatuses: number[]; isMyQueueOnly?: boolean }) =>
    (await ask(worklist.search, { mc: carrier.code, size: 1, ...filter })).content[0]
  let found = await first({ caseOwners: ['me'], authStatuses: [...ownersTurnStatuses] })
  for (const { status } of queuesOf(person)) found ??= await first({ authStatuses: [status], isMyQueueOnly: true })
  return found
}
