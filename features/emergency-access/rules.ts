import { mayUpdate } from '#features/permissions/rules.ts'
import { cleaned, claimNumbers } from '#features/owners/search-text.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** How long a claim stays open. */
export const OPEN_MINUTES = 60
/** Days of fills that are shown. */
export const FILL_DAYS = 400
export const MOST_FILLS = 100
/** Openings that are counted and listed at most. */
export const MOST_OPENINGS = 1000
export const LEAST_REASON = 10
export const MOST_REASON = 300

/** The carrier setting that allows it. */
export const settingKey = 'emergencyAccess'

/** The spellings of a typed claim number. */
export const numbersOf = (typed: string): readonly string[] => claimNumbers(cleaned(typed))

/** Why this user may not open a claim of another program. */
export function whyNotOpen(
  person: Person,
  of: { allowed: boolean },
): Why<'UPDATE_BLOCKED' | 'FEATURE_OFF'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!of.allowed) return { code: 'FEATURE_OFF', message: 'Your carrier does not allow emergency access.' }
  return undefined
}

/** Wrong numbers and birth dates of a user within an hour, after which nothing is looked for. */
export const MOST_WRONG = 5
/** Why no claim is looked for: too many did not fit, so that no birth date is found by trying. */
export const whyTooManyWrong = (wrong: number): Why<'RULE'> | undefined =>
  wrong < MOST_WRONG
    ? undefined
    : {
        code: 'RULE',
        message: `You entered ${MOST_WRONG} numbers and birth dates within an hour that fit no claim. That is on record. Ask your supervisor to look for the claim, or try again in an hour.`,
      }
/** The notice that somebody entered too many of them. */
export const wrongTitle = (name: string): string =>
  `${name} entered ${MOST_WRONG} claim numbers and birth dates within an hour that fit no claim, under emergency access.`

/** Why nothing is opened where nobody would learn of it. */
export const whyNotNotified = (people: number): Why<'RULE'> | undefined =>
  people > 0
    ? undefined
    : { code: 'RULE', message: 'Nobody is on file who can be notified. Call your supervisor instead.' }

/** The notice in the portal. */
export const noticeTitle = (of: { name: string; claimNumber: string; subCarrier: string; reason: string }): string =>
  `${of.name} opened claim ${of.claimNumber} of ${of.subCarrier} in an emergency: ${of.reason}`

/** The mail to supervisors and administrators: who, and which claim. The reason stays in the portal. */
export const noticeMail = (of: {
  brand: string
  name: string
  username: string
  claimNumber: string
  subCarrier: string
  origin: string
}): { subject: string; body: string } => ({
  subject: `${of.brand}: emergency access to claim ${of.claimNumber}`,
  body: `${of.name} (${of.username}) opened claim ${of.claimNumber} of ${of.subCarrier}, a program they do not work in, by emergency access.
They may read a summary of that claim for ${OPEN_MINUTES} minutes.

The reason they gave is in the portal: ${of.origin}/emergency-access
If it does not explain the view, tell the privacy office.
`,
})
