import { ageOn, usDate } from '#platform/dates/day.ts'
import { isSupport, mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { type Refusal, whyText } from '#platform/calls/refusal.ts'
import { type CardChannel, type CardFacts, whyNotCard } from '#features/cards/rules.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import { said, type Said, type SpanProblem, type SpanWarning } from './rules.ts'

/** What the rules read around a new claim. */
export type AddContext = {
  today: string
  /** False where the group does not exist for this user, or does not cover the first day. */
  groupOpen: boolean
  groupKnown: boolean
  owner: boolean
  numberTaken: boolean
  /** The worker on file who was chosen; undefined where none was. */
  claimant: { dob: string } | null | undefined
}
export type AddWanted = { dob: string; doi: string; effectiveDate: string; jurisState: string }

/** Why this user may not add people. */
export function whyNotAdd(
  person: Person,
  of: { mayAdd: boolean; off: boolean },
): Refusal<'NOT_ALLOWED' | 'FEATURE_OFF'> | undefined {
  if (!isSupport(person) && !of.mayAdd)
    return { code: 'NOT_ALLOWED', message: 'Support, and users who were given the right, add patients.' }
  return of.off ? { code: 'FEATURE_OFF', message: 'The carrier has switched adding patients off.' } : undefined
}

/** The same for a screen; a user who may change nothing is not offered it at all. */
export const saidAdd = (person: Person, of: { mayAdd: boolean; off: boolean }): Said =>
  said(mayUpdate(person) ? whyNotAdd(person, of) : { code: 'UPDATE_BLOCKED' })

const OLDEST = 130

/** What is wrong with a new claim, field by field. */
export function addProblems(wanted: AddWanted, context: AddContext): SpanProblem[] {
  const { dob, doi, effectiveDate } = wanted
  const { today } = context
  const problems: SpanProblem[] = []
  const no = (path: string, code: string, message: string, nearest?: string) =>
    problems.push({ path, code, message, ...(nearest !== undefined && { nearest }) })
  if (dob >= today) no('dob', 'future', 'The date of birth must be before today.')
  else if (ageOn(dob, today) > OLDEST) no('dob', 'too_old', 'Check the year of birth.')
  if (doi > today) no('doi', 'future', 'The date of injury cannot be in the future.', today)
  else if (doi <= dob) no('doi', 'before_birth', 'The date of injury must be after the date of birth.')
  if (effectiveDate < doi)
    no('effectiveDate', 'before_injury', `Coverage cannot start before the date of injury, ${usDate(doi)}.`, doi)
  if (jurisdictionOf(wanted.jurisState) === undefined) no('jurisState', 'unknown', 'Choose a jurisdiction.')
  if (!context.groupKnown) no('groupCode', 'unknown', 'Choose a group.')
  else if (!context.groupOpen) no('groupCode', 'closed', 'This group does not cover the first day of coverage.')
  if (!context.owner) no('caseOwnerId', 'unknown', 'Choose a case owner who works for this group.')
  if (context.numberTaken) no('claimNumber', 'taken', 'This claim number is on file already.')
  if (context.claimant === null) no('claimantId', 'unknown', 'This patient is not on file.')
  else if (context.claimant !== undefined && context.claimant.dob !== dob)
    no('dob', 'other_person', `The patient on file was born on ${usDate(context.claimant.dob)}.`, context.claimant.dob)
  return problems
}

/** What is allowed but looked at twice. */
export function addWarnings({ dob, doi }: AddWanted): SpanWarning[] {
  const age = ageOn(dob, doi)
  return age < 14 || age > 100
    ? [{ code: 'YOUNG_OR_OLD', message: `The patient was ${age} years old when injured.` }]
    : []
}

/**
 * How the first card of a claim is sent: as the user chose, else by mail or by e-mail where the worker has an address on
 * file. What was chosen and cannot be done is refused; what was not chosen is left out, with the reason.
 */
export function firstCard(
  of: CardFacts,
  wanted: CardChannel | 'NONE' | undefined,
): { channel: CardChannel | null; refused: string | null; whyNone: string | null } {
  if (wanted === 'NONE') return { channel: null, refused: null, whyNone: null }
  const why = (channel: CardChannel): string | null => {
    const refusal = whyNotCard({ channel }, of)
    return refusal ? whyText(refusal) : null
  }
  if (wanted !== undefined) {
    const refused = why(wanted)
    return { channel: refused === null ? wanted : null, refused, whyNone: null }
  }
  const channel = (['MAIL', 'EMAIL'] as const).find((one) => why(one) === null) ?? null
  return { channel, refused: null, whyNone: channel === null ? why('MAIL') : null }
}
