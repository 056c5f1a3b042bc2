import { isSupport } from '#features/permissions/rules.ts'
import { isRestricted } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal, Why } from '#platform/calls/refusal.ts'

/** A rating this low opens a follow-up. */
const LOW_RATING = 2
export const MOST_COMMENT = 1000

export const questionTypes = ['RATING', 'YESNO', 'TEXT'] as const
export type QuestionType = (typeof questionTypes)[number]
/** The choices of a question; undefined where it is answered in words. */
export const optionsOf: Readonly<Record<QuestionType, readonly string[]>> = {
  RATING: ['1', '2', '3', '4', '5'],
  YESNO: ['YES', 'NO'],
  TEXT: [],
}
/** The label of an answer on the page. */
export const optionWords: Readonly<Record<string, string>> = {
  1: '1 Not at all satisfied',
  2: '2',
  3: '3',
  4: '4',
  5: '5 Very satisfied',
  YES: 'Yes',
  NO: 'No',
}

/** Three answers: 1 to 5, yes or no, words. Null where a question was left out. */
export type Answers = { rating: number; resolved: boolean | null; comment: string | null }

export const sameAnswers = (one: Answers, other: Answers): boolean =>
  one.rating === other.rating && one.resolved === other.resolved && one.comment === other.comment

/** True when support follows up a contact with this rating. */
export const needsFollowUp = (rating: number): boolean => rating <= LOW_RATING

/** The state of a survey for its reader. An answered survey stays answered after its link expired. */
export function surveyState(of: { completedAt: string | null; expiresAt: string | null }, now: string) {
  if (of.completedAt !== null) return 'ANSWERED' as const
  return of.expiresAt !== null && Date.parse(now) >= Date.parse(of.expiresAt) ? ('EXPIRED' as const) : ('OPEN' as const)
}

/**
 * Why a signed-in user may not answer for a contact: only the one who got in touch answers, and who may only read answers
 * nothing. Others answer with the link in their message.
 */
export function whyNotAnswer(
  by: { id: string; email: string; roles: string[] },
  contact: { agent_id: string | null; caller_email: string | null },
): Refusal<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (isRestricted(by)) return { code: 'UPDATE_BLOCKED' }
  if (by.id === contact.agent_id)
    return { code: 'NOT_ALLOWED', message: 'The person who helped does not answer the survey about it.' }
  if (by.email.toLowerCase() !== contact.caller_email?.toLowerCase())
    return {
      code: 'NOT_ALLOWED',
      message: 'This survey was sent to somebody else, who answers it with the link in the message.',
    }
  return undefined
}

/** Why this user may not follow up low ratings (P8). */
export const whyNotFollowUp = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  isSupport(person) ? undefined : { code: 'NOT_ALLOWED', message: 'Only the support desk works this queue.' }

/** The notice support reads about a low rating. */
export const followUpTitle = (rating: number): string =>
  `Somebody who got in touch was not satisfied: ${rating} of 5. Please follow up.`
