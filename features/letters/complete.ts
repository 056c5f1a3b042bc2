import { addDays } from '#platform/dates/day.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { letterTemplate, type LetterQuestion, type LetterTemplateId } from '#reference/letter-templates.ts'
import { askedQuestions } from './letter.ts'

// When a letter is complete: the request before it goes out, and the answer that comes back.

/** What a paper answer may lack besides its questions. */
export const SIGNATURE = 'signature'
/** A letter may have been signed so many days before it was asked for. */
const SIGNED_BEFORE_DAYS = 365

/** The questions a letter of this kind cannot do without. */
export const needed = (template: LetterTemplateId): readonly LetterQuestion[] =>
  letterTemplate(template).questions.filter(({ required }) => required)

/** What a letter lacks, in words: "Route and directions". */
export const missingWords = (template: LetterTemplateId, key: string): string =>
  key === SIGNATURE
    ? 'The signature, with its date'
    : (letterTemplate(template).questions.find((question) => question.key === key)?.short ?? key)

/** What an answer to a letter may be said to lack: keys of the needed questions that it asks, and the signature. */
export const mayLack = (template: LetterTemplateId, asked: readonly string[]): readonly string[] => [
  ...askedQuestions(template, asked).flatMap(({ key, required }) => (required ? [key] : [])),
  SIGNATURE,
]

/** What a letter needs before it goes out. */
export type ToSend = {
  template: LetterTemplateId
  /** Keys of the questions that are asked; none = all. */
  questions: readonly string[]
  drug: string
  quantity: number
  daysSupply: number
  /** Where it goes: numbers or addresses; for one that is printed, what is on file of the prescriber's place. */
  addresses: readonly (string | null)[]
}

/** Why a letter does not go out yet: what it lacks, by name; nothing when it is complete (7 R7). */
export function whyNotSend(letter: ToSend): Why<'RULE'> | undefined {
  const asked = askedQuestions(letter.template, letter.questions)
  const lacks: { path: string; words: string }[] = [
    ...(letter.addresses.some((one) => one !== null && one.trim() !== '')
      ? []
      : [{ path: 'prescriberId', words: 'an address of the prescriber' }]),
    ...(letter.drug.trim() === '' ? [{ path: 'authorizationId', words: 'the drug' }] : []),
    ...(letter.quantity > 0 && letter.daysSupply > 0
      ? []
      : [{ path: 'authorizationId', words: 'the quantity and days of the drug' }]),
    ...needed(letter.template)
      .filter(({ key }) => !asked.some((question) => question.key === key))
      .map(({ short }) => ({ path: 'questions', words: `the question "${short}"` })),
  ]
  if (lacks.length === 0) return undefined
  return {
    code: 'RULE',
    message: `This letter is not complete. It lacks ${lacks.map(({ words }) => words).join(', ')}.`,
    fields: lacks.map(({ path, words }) => ({ path, code: 'missing', message: `The letter lacks ${words}.` })),
  }
}

/** What typed answers still need: the place of each question and what to do. Empty when the letter can be taken. */
export function whatIsMissing(
  questions: readonly { required?: boolean; holds?: LetterQuestion['holds'] }[],
  answers: readonly string[],
): { at: number; message: string }[] {
  const answer = (at: number): string => (answers[at] ?? '').trim()
  const lacks = questions.flatMap(({ required, holds }, at) =>
    required && answer(at) === ''
      ? [{ at, message: `Answer question ${at + 1}.` }]
      : required && holds && !holds.pattern.test(answer(at))
        ? [{ at, message: `Question ${at + 1}: ${holds.words}` }]
        : [],
  )
  // A letter of before the questions were marked may ask none of them.
  return lacks.length === 0 && questions.every((_, at) => answer(at) === '')
    ? [{ at: 0, message: 'Answer at least one question, or attach your letter.' }]
    : lacks
}

/** Why a letter on paper cannot have been signed on this day; all days are the carrier's, 'YYYY-MM-DD'. */
export function whyNotSigned(
  signedOn: string | undefined,
  requestedOn: string,
  today: string,
): Why<'RULE'> | undefined {
  const no = (message: string): Why<'RULE'> => ({ code: 'RULE', field: 'signedOn', message })
  if (signedOn === undefined) return no('Give the day on which the prescriber signed it.')
  if (signedOn > today) return no('This day is still to come.')
  if (signedOn < addDays(requestedOn, -SIGNED_BEFORE_DAYS))
    return no(`It was signed more than ${SIGNED_BEFORE_DAYS} days before the letter was asked for.`)
  return undefined
}
