import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Review, ReviewText } from '#features/authorizations/review-shape.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import { isUrReviewer, mayUpdate } from '#features/permissions/rules.ts'

/** Why this person may not write the review of a request now. */
export function whyNotWriteReview(
  person: Person,
  { status_id: statusId, juris_state: jurisState }: { status_id: number; juris_state: string },
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isUrReviewer(person, jurisState))
    return { code: 'NOT_ALLOWED', message: `Only a reviewer with a license for ${jurisState} writes this review.` }
  if (!isOpen(statusId)) return alreadyIn(statusId)
  return statusId === status.PENDING_UR
    ? undefined
    : { code: 'RULE', message: 'The request is not in utilization review.' }
}

/**
 * Why review may not end so: less than was asked needs a review by the same person, with a criterion that is not met or not
 * shown. What is certified as asked needs none.
 */
export function whyNotEndReview(
  result: 'CERTIFIED' | 'MODIFIED' | 'DENIED',
  review: Review | null,
  person: Pick<Person, 'id'>,
): Why<'RULE'> | undefined {
  if (result === 'CERTIFIED') return undefined
  const no = (message: string): Why<'RULE'> => ({ code: 'RULE', message, field: 'review' })
  if (review?.byId !== person.id)
    return no(
      'Write your review first: rationale, guideline, criteria and the call you offer. Less than was asked needs it.',
    )
  return review.criteria.some(({ answer }) => answer !== 'MET')
    ? undefined
    : no('Every criterion is met: certify it as asked, or say which is not met or not shown.')
}

const named = (review: ReviewText, answer: ReviewText['criteria'][number]['answer'], words: string): string => {
  const texts = review.criteria.filter((one) => one.answer === answer).map(({ text }) => text.replace(/\.$/, ''))
  return texts.length > 0 ? ` ${words}: ${texts.join('; ')}.` : ''
}
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** What the notice of a determination says of the review; the form shows it while it is written. */
export const reviewNotice = (review: ReviewText): string =>
  `${sentence(review.rationale)} Guideline: ${sentence(review.citation)}` +
  `${named(review, 'MET', 'Met')}${named(review, 'NOT_MET', 'Not met')}${named(review, 'NOT_SHOWN', 'Not shown')}` +
  ` To talk with the reviewer: ${sentence(review.peerToPeer)}`
