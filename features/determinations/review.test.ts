import { expect, test } from 'vitest'
import type { Review } from '#features/authorizations/review-shape.ts'
import { reviewNotice, whyNotEndReview } from './review.ts'

const review: Review = {
  rationale: 'Two courses of the drug did not reduce pain, and no taper was tried',
  citation: 'MTUS, chronic pain, section 7',
  criteria: [
    { text: 'First-line drug tried', answer: 'MET' },
    { text: 'Function improved.', answer: 'NOT_MET' },
    { text: 'Urine drug test on file', answer: 'NOT_SHOWN' },
  ],
  peerToPeer: 'today 3 to 4 PM or tomorrow 9 to 10 AM, 555-0134',
  byId: 'a',
  byName: 'Ivor Langley',
  at: '2026-11-29T20:00:00.000Z',
}
const met: Review = { ...review, criteria: [{ text: 'First-line drug tried', answer: 'MET' }] }

test.each([
  ['as asked, without a review', 'CERTIFIED', null, 'a', undefined],
  ['less, without a review', 'MODIFIED', null, 'a', /^Write your review first/],
  ['a denial without a review', 'DENIED', null, 'a', /^Write your review first/],
  ['a denial with the review of somebody else', 'DENIED', review, 'b', /^Write your review first/],
  ['a denial though every criterion is met', 'DENIED', met, 'a', /^Every criterion is met/],
  ['less, with a review', 'MODIFIED', review, 'a', undefined],
  ['a denial with a review', 'DENIED', review, 'a', undefined],
] as const)('%s', (_, result, of, id, refused) => {
  const why = whyNotEndReview(result, of, { id })?.message
  if (refused) expect(why).toMatch(refused)
  else expect(why).toBeUndefined()
})

test('the notice says why, by which guideline, what is not met or not shown, and whom to call', () => {
  expect(reviewNotice(review)).toBe(
    'Two courses of the drug did not reduce pain, and no taper was tried. Guideline: MTUS, chronic pain, section 7. ' +
      'Met: First-line drug tried. Not met: Function improved. Not shown: Urine drug test on file. ' +
      'To talk with the reviewer: today 3 to 4 PM or tomorrow 9 to 10 AM, 555-0134.',
  )
})
