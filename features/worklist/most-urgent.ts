import { ask } from '#platform/browser/call.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { worklist } from './contract.ts'

/** Path of the decision of a request. */
export const requestAddress = (authorizationId: string): string => `/authorizations/request/${authorizationId}`

/** Path of the user's own open request with the least time left; undefined without one. */
export async function mostUrgent({ carrier }: SignedInUser): Promise<string | undefined> {
  const { content } = await ask(worklist.search, { mc: carrier.code, size: 1, caseOwners: ['me'] })
  return content[0] && requestAddress(content[0].authorizationId)
}
