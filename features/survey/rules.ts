import { isSupport } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'

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

/** Why a signed-in user may not answer for a contact: the user who took it does not rate it. */
export const whyNotRate = (personId: string, agentId: string | null): Why<'NOT_ALLOWED'> | undefined =>
  personId === agentId
    ? { code: 'NOT_ALLOWED', message: 'The person who helped does not answer the survey about it.' }
    : undefined

/** Why this user may not follow up low ratings (P8). */
export const whyNotFollowUp = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  isSupport(person) ? undefined : { code: 'NOT_ALLOWED', message: 'Only the support desk works this queue.' }

/** The notice support reads about a low rating. */
export const followUpTitle = (rating: number): string =>
  `Somebody who got in touch was not satisfied: ${rating} of 5. Please follow up.`
