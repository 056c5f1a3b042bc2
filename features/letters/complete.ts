import { addDays } from '#platform/dates/day.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { letterTemplate, type LetterQuestion, type LetterTemplateId } from '#reference/letter-templates.ts'
import { selectedQuestions } from './letter.ts'

// Completeness of a letter before it is sent, and of the answer.

/** The key of a missing signature, beside the keys of the questions. */
export const SIGNATURE = 'signature'
/** Days before the letter was requested on which the answer may have been signed. */
const SIGNED_BEFORE_DAYS = 365

/** The required questions of a template. */
export const needed = (template: LetterTemplateId): readonly LetterQuestion[] =>
  letterTemplate(template).questions.filter(({ required }) => required)

/** What an answer lacks, in words: "Route and directions". */
export const missingWords = (template: LetterTemplateId, key: string): string =>
  key === SIGNATURE
    ? 'The signature, with its date'
    : (letterTemplate(template).questions.find((question) => question.key === key)?.short ?? key)

/** The keys an incomplete answer may be said to lack: the required questions that were asked, and the signature. */
export const mayLack = (template: LetterTemplateId, keys: readonly string[]): readonly string[] => [
  ...selectedQuestions(template, keys).flatMap(({ key, required }) => (required ? [key] : [])),
  SIGNATURE,
]

/** What is checked before a letter is sent. */
export type ToSend = {
  template: LetterTemplateId
  /** Keys of the questions that are asked; empty means all. */
  questions: readonly string[]
  drug: string
  quantity: number
  daysSupply: number
  /** Fax numbers or e-mail addresses; for a printed letter, the addresses on file. */
  addresses: readonly (string | null)[]
}

/** Why a letter cannot be sent yet, naming what it lacks; undefined when it is complete. */
export function whyNotSend(letter: ToSend): Why<'RULE'> | undefined {
  const questions = selectedQuestions(letter.template, letter.questions)
  const lacks: { path: string; words: string }[] = [
    ...(letter.addresses.some((one) => one !== null && one.trim() !== '')
      ? []
      : [{ path: 'prescriberId', words: 'an address of the prescriber' }]),
    ...(letter.drug.trim() === '' ? [{ path: 'authorizationId', words: 'the drug' }] : []),
    ...(letter.quantity > 0 && letter.daysSupply > 0
      ? []
      : [{ path: 'authorizationId', words: 'the quantity and days of the drug' }]),
    ...needed(letter.template)
      .filter(({ key }) => !questions.some((question) => question.key === key))
      .map(({ short }) => ({ path: 'questions', words: `the question "${short}"` })),
  ]
  if (lacks.length === 0) return undefined
  return {
    code: 'RULE',
    message: `This letter is not complete. Missing: ${lacks.map(({ words }) => words).join(', ')}.`,
    fields: lacks.map(({ path, words }) => ({ path, code: 'missing', message: `The letter is missing ${words}.` })),
  }
}

/** What typed answers still lack: the index of each question and what to do. Empty when they are complete. */
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
  // An older letter may ask none of the questions that are required today.
  return lacks.length === 0 && questions.every((_, at) => answer(at) === '')
    ? [{ at: 0, message: 'Answer at least one question, or attach your letter.' }]
    : lacks
}

/** Why an answer on paper cannot have been signed on this day. All days are the carrier's, 'YYYY-MM-DD'. */
export function whyNotSigned(
  signedOn: string | undefined,
  requestedOn: string,
  today: string,
): Why<'RULE'> | undefined {
  const no = (message: string): Why<'RULE'> => ({ code: 'RULE', field: 'signedOn', message })
  if (signedOn === undefined) return no('Enter the date the prescriber signed it.')
  if (signedOn > today) return no('This date is in the future.')
  if (signedOn < addDays(requestedOn, -SIGNED_BEFORE_DAYS))
    return no(`It was signed more than ${SIGNED_BEFORE_DAYS} days before the letter was asked for.`)
  return undefined
}
