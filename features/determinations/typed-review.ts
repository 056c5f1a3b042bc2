import { reviewParts, type Review, type ReviewText } from '#features/authorizations/review-shape.ts'
import type { DraftForm } from '#features/drafts/use-draft.ts'
import { reviewNotice } from './review.ts'

type CriterionAnswer = ReviewText['criteria'][number]['answer']
export type TypedCriterion = { text: string; answer: CriterionAnswer | '' }
/** What a reviewer has typed into a review so far. */
export type TypedReview = {
  rationale: string
  citation: string
  criteria: readonly TypedCriterion[]
  peerToPeer: string
}

export const MOST_CRITERIA = 12
export const noCriterion: TypedCriterion = { text: '', answer: '' }
export const nothingTyped: TypedReview = { rationale: '', citation: '', criteria: [noCriterion], peerToPeer: '' }

/** The answers in the order in which a number key steps through them. */
export const criterionAnswers: readonly { value: CriterionAnswer; label: string }[] = [
  { value: 'MET', label: 'Met' },
  { value: 'NOT_MET', label: 'Not met' },
  { value: 'NOT_SHOWN', label: 'Not shown' },
]

/** The answer after this one; after the last comes the first. */
export function nextAnswer(answer: TypedCriterion['answer']): CriterionAnswer {
  const at = criterionAnswers.findIndex(({ value }) => value === answer)
  return criterionAnswers[(at + 1) % criterionAnswers.length]!.value
}

/** "2 met, 1 not met, 1 to answer." */
export function answersInWords(criteria: readonly TypedCriterion[]): string {
  const counted = [...criterionAnswers, { value: '', label: 'to answer' }].flatMap(({ value, label }) => {
    const count = criteria.filter(({ answer }) => answer === value).length
    return count > 0 ? [`${count} ${label.toLowerCase()}`] : []
  })
  return `${counted.join(', ')}.`
}

/** What must be put right before it can be saved, by field ("criteria.0.text"), in the order of the form. */
export function reviewProblems(typed: TypedReview): ReadonlyMap<string, string> {
  const problemOf = (text: string, { min, max, tooShort, tooLong }: (typeof reviewParts)[keyof typeof reviewParts]) => {
    const { length } = text.trim()
    return length < min ? tooShort : length > max ? tooLong : ''
  }
  const found: [field: string, problem: string][] = [
    ...typed.criteria.flatMap(({ text, answer }, at): [string, string][] => [
      [`criteria.${at}.text`, problemOf(text, reviewParts.text)],
      [`criteria.${at}.answer`, answer === '' ? 'Choose met, not met or not shown.' : ''],
    ]),
    ['citation', problemOf(typed.citation, reviewParts.citation)],
    ['peerToPeer', problemOf(typed.peerToPeer, reviewParts.peerToPeer)],
    ['rationale', problemOf(typed.rationale, reviewParts.rationale)],
  ]
  return new Map(found.filter(([, problem]) => problem !== ''))
}

/** The review to save; only where nothing must be put right. */
export const reviewOf = ({ criteria, ...texts }: TypedReview): ReviewText => ({
  ...texts,
  criteria: criteria.flatMap(({ text, answer }) => (answer === '' ? [] : [{ text, answer }])),
})

/** The notice as it would be now: what is not written yet stands as dots. */
export function noticeSoFar(typed: TypedReview): string {
  const orDots = (text: string) => text.trim() || '…'
  return reviewNotice({
    rationale: orDots(typed.rationale),
    citation: orDots(typed.citation),
    peerToPeer: orDots(typed.peerToPeer),
    criteria: typed.criteria.flatMap(({ text, answer }) => (answer === '' ? [] : [{ text: orDots(text), answer }])),
  })
}

/** What was saved, as it is typed again. */
export const typedFrom = ({ rationale, citation, criteria, peerToPeer }: Review): TypedReview => ({
  rationale,
  citation,
  criteria,
  peerToPeer,
})

const isCriterion = (value: unknown): value is TypedCriterion => {
  const { text, answer } = (value ?? {}) as Record<string, unknown>
  return typeof text === 'string' && (answer === '' || criterionAnswers.some((one) => one.value === answer))
}

export const reviewDraft: DraftForm<TypedReview> = {
  about: 'request',
  name: 'review',
  title: 'Review',
  read: ({ rationale, citation, criteria, peerToPeer }) =>
    typeof rationale === 'string' &&
    typeof citation === 'string' &&
    typeof peerToPeer === 'string' &&
    Array.isArray(criteria) &&
    criteria.length > 0 &&
    criteria.every(isCriterion)
      ? { rationale, citation, criteria, peerToPeer }
      : undefined,
}
