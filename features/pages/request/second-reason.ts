import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'

type Of = Pick<AuthDetail, 'estimatedCost'> & {
  firstApproval: Pick<NonNullable<AuthDetail['firstApproval']>, 'byName' | 'waitsFor' | 'limit'> | null
}

/** Why a saved approval waits for a second person, and, where that is its price, how far it is over whose limit. */
export function secondReason({ estimatedCost, firstApproval: first }: Of): {
  words: string
  price?: { cost: number; limit: number; over: number }
} {
  if (first && first.waitsFor.length > 0) return { words: `Only a supervisor clears ${first.waitsFor.join(', ')}` }
  const limit = first?.limit ?? null
  if (!first || limit === null || estimatedCost === null || estimatedCost <= limit)
    return { words: 'Your carrier asks for two people here' }
  const over = estimatedCost - limit
  return { words: `${money(over)} over the limit of ${first.byName}`, price: { cost: estimatedCost, limit, over } }
}
