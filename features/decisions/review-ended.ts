import { status } from '#features/authorizations/statuses.ts'
import { reviewNotice, whyNotEndReview } from '#features/determinations/review.ts'
import { reviewResult } from '#features/determinations/saying.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Case } from './load.ts'
import type { Written } from './rows.ts'

/**
 * Of a request in review: what the decision makes of it, why it cannot, and its note as it is kept; the prescriber and the worker read
 * why it is less than was asked. Undefined of other requests.
 */
export function reviewEnded(
  { request, person, now }: Pick<Case, 'request' | 'person' | 'now'>,
  { decision }: Pick<Written, 'decision'>,
) {
  if (request.status_id !== status.PENDING_UR) return undefined
  const result = reviewResult(request, decision, dateIn(Date.parse(now), person.timeZone))
  const { review } = request
  const note = result === 'CERTIFIED' || !review ? [decision.note] : [decision.note, reviewNotice(review)]
  return { result, why: whyNotEndReview(result, review, person), note: note.filter(Boolean).join(' ') }
}
