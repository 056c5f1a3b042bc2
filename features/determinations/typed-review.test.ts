import { expect, test } from 'vitest'
import { ReviewText } from '#features/authorizations/review-shape.ts'
import {
  answersInWords,
  nextAnswer,
  noCriterion,
  nothingTyped,
  noticeSoFar,
  reviewDraft,
  reviewOf,
  reviewProblems,
  type TypedReview,
} from './typed-review.ts'

const full: TypedReview = {
  rationale: 'Two courses of the drug did not reduce the pain, and no taper to a lower dose was tried.',
  citation: 'Chronic pain, section 7',
  criteria: [
    { text: 'First-line drug tried', answer: 'MET' },
    { text: 'Function improved', answer: 'NOT_SHOWN' },
  ],
  peerToPeer: 'Today 3 to 4 PM, 555-0134',
}

test('a number key steps through the answers and around', () => {
  expect(['', 'MET', 'NOT_MET', 'NOT_SHOWN'].map((answer) => nextAnswer(answer as 'MET'))).toEqual([
    'MET',
    'NOT_MET',
    'NOT_SHOWN',
    'MET',
  ])
})

test('a reviewer reads how many criteria are met, and how many are to be answered', () => {
  expect(answersInWords([...full.criteria, noCriterion])).toBe('1 met, 1 not shown, 1 to answer.')
})

test('what is missing is named field by field, in the order of the form', () => {
  expect([...reviewProblems(full)]).toEqual([])
  expect([...reviewProblems(nothingTyped)]).toEqual([
    ['criteria.0.text', 'Write the criterion.'],
    ['criteria.0.answer', 'Choose met, not met or not shown.'],
    ['citation', 'Enter the guideline, with its section.'],
    ['peerToPeer', 'Offer the prescriber a call: two times and a number.'],
    ['rationale', 'Write the rationale in 80 characters or more.'],
  ])
})

test('the notice is shown while it is written, with dots for what is not written yet', () => {
  expect(noticeSoFar(nothingTyped)).toBe('… Guideline: … To talk with the reviewer: …')
  expect(noticeSoFar({ ...full, citation: '' })).toBe(
    `${full.rationale} Guideline: … Met: First-line drug tried. Not shown: Function improved. ` +
      'To talk with the reviewer: Today 3 to 4 PM, 555-0134.',
  )
})

test.each([
  ['as it was typed', full, full],
  ['half typed', { ...full, criteria: [noCriterion] }, { ...full, criteria: [noCriterion] }],
  ['of an older page', { ...full, criteria: [{ text: 'First-line drug tried' }] }, undefined],
  ['without criteria', { ...full, criteria: [] }, undefined],
  ['of another form', { note: 'x' }, undefined],
])('a draft is read back: %s', (_, body, read) => {
  expect(reviewDraft.read(JSON.parse(JSON.stringify(body)))).toEqual(read)
})

// What the form asks for before it saves is what the server takes.
const long = 'x'.repeat(1001)

test.each<[string, TypedReview, string[]]>([
  ['a full review', full, []],
  ['nothing', nothingTyped, ['criteria.0.text', 'criteria.0.answer', 'citation', 'peerToPeer', 'rationale']],
  ['a short rationale', { ...full, rationale: 'Not tried.' }, ['rationale']],
  ['79 characters and a blank', { ...full, rationale: `${'x'.repeat(79)} ` }, ['rationale']],
  ['80 characters', { ...full, rationale: 'x'.repeat(80) }, []],
  ['a long rationale', { ...full, rationale: long }, ['rationale']],
  ['blanks for a guideline', { ...full, citation: '     ' }, ['citation']],
  ['a long guideline', { ...full, citation: long }, ['citation']],
  ['no call', { ...full, peerToPeer: 'no' }, ['peerToPeer']],
  [
    'a second criterion without an answer',
    { ...full, criteria: [full.criteria[0]!, { text: 'Function improved', answer: '' }] },
    ['criteria.1.answer'],
  ],
  [
    'a second criterion without words',
    { ...full, criteria: [full.criteria[0]!, { text: ' ', answer: 'MET' }] },
    ['criteria.1.text'],
  ],
])('of %s these fields are wrong', (_, typed, fields) => {
  expect([...reviewProblems(typed).keys()]).toEqual(fields)
  const read = ReviewText.safeParse({ ...typed, criteria: typed.criteria })
  expect(read.success).toBe(fields.length === 0)
  if (read.success) expect(ReviewText.parse(reviewOf(typed))).toEqual(read.data)
})
