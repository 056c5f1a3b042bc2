import {
  approvedWords,
  billWords,
  isPartial,
  stepFor,
  type Billed,
  type Granted,
} from '#features/authorizations/decided.ts'
import { stateWords, type State } from './rules.ts'

/** What was billed, what is approved of it, and the reason of a denial by its id. */
export type Amounts = { asked: Billed; granted: Granted; reason_id: number | null }

/** Reasons that say something of the claim itself, which nobody reads without an account. */
const ofTheClaim: readonly (number | null)[] = [3, 4]

/** What a pharmacy reads: an approval with its amounts and how to bill it, as the message to the pharmacy says. */
export function wordsOf(state: State, amounts: Amounts | undefined): { title: string; next: string } {
  const words = stateWords[state]
  if (!amounts) return words
  const { asked, granted, reason_id: reasonId } = amounts
  if (state === 'APPROVED')
    return {
      title: isPartial(asked, granted) ? 'Partly approved' : words.title,
      next: `${approvedWords(asked, granted)} ${billWords(asked, granted)}`,
    }
  if (state === 'NOT_APPROVED' && !ofTheClaim.includes(reasonId))
    return { ...words, next: stepFor(reasonId, 'pharmacy') ?? words.next }
  return words
}
