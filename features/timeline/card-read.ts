import type { InputOf } from '#platform/calls/contract.ts'
import type { timeline } from './contract.ts'
import { kinds } from './rules.ts'

/** Fills have a card of their own, and views are in the tab. */
const shownKinds = kinds.filter((kind) => kind !== 'view' && kind !== 'fill')
const FEW = 6

/** What the card of a claim asks; the page of the patient brings the answer. */
export const cardRead = (claimId: string): InputOf<typeof timeline.ofClaim> => ({
  claimId,
  kinds: shownKinds,
  size: FEW,
})
