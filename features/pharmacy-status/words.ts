import {
  approvedWords,
  billWords,
  isPartial,
  reviewUntil,
  reviewWordsForPharmacy,
  stepFor,
  stoppedWords,
  type Billed,
  type Granted,
} from '#features/authorizations/decided.ts'
import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { blockWords, mergedWords, PASSES, type Block } from '#features/callbacks/said.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { brand } from '#platform/brand.ts'
import { deferralReason } from '#reference/rejection-reasons.ts'
import type { Reviewable } from './review-sql.ts'
import { stateWords, type State } from './rules.ts'

/** What was billed, what is approved of it, the reason of a denial by its id and the block it left. */
export type Amounts = {
  asked: Billed
  granted: Granted
  reason_id: number | null
  stops?: readonly string[] | null
  block?: Block | null | undefined
  /** Merged into another request. */
  merged?: { rx: string | null } | null | undefined
}

/** Reasons that say something of the claim itself, which nobody reads without an account. */
const ofTheClaim: readonly (number | null)[] = [3, 4, deferralReason]

/** How the prescriber asks for another review of a denial, where and by when. The page names no carrier: its own telephone answers. */
function reviewOf({ reference, jurisState, channel, level, receivedAt, decidedOn }: Reviewable): string {
  const { appealDays } = packFor(jurisState, requestKind(channel, level), receivedAt)
  return reviewWordsForPharmacy(reviewUntil({ appealDays, decidedOn }), brand.supportPhone, reference)
}

/** What a pharmacy reads: an approval with its amounts and how to bill it, as the message to the pharmacy says. */
export function wordsOf(
  state: State,
  amounts: Amounts | undefined,
  review?: Reviewable,
): { title: string; next: string } {
  const words = stateWords[state]
  if (!amounts) return words
  const { asked, granted, reason_id: reasonId, stops, block } = amounts
  if (state === 'MERGED') return { ...words, next: mergedWords(amounts.merged?.rx ?? null, brand.supportPhone) }
  if (state === 'APPROVED')
    return {
      title: isPartial(asked, granted) ? 'Partly approved' : words.title,
      next: `${approvedWords(asked, granted)} ${stoppedWords(asked, stops ?? [], brand.supportPhone) ?? billWords(asked, granted)}`,
    }
  if ((state === 'NOT_APPROVED' || state === 'ENDED') && stops?.length === 0) return { ...words, next: PASSES }
  if (state !== 'NOT_APPROVED') return words
  const isBlocked = block != null || (stops?.includes(ncpdp.BLOCKED) ?? false)
  const what = block ? `${blockWords(block)} ` : ''
  if (!review) return { ...words, next: `${what}${words.next}` }
  const step = ofTheClaim.includes(reasonId) ? undefined : stepFor(reasonId, 'pharmacy', isBlocked)
  const next = `${what}${step ?? 'Do not submit the claim again.'}`
  // Nothing was reviewed that could be reviewed again.
  return { ...words, next: reasonId === deferralReason ? next : `${next} ${reviewOf(review)}` }
}
