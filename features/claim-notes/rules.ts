import { hasRole, isRestricted } from '#features/permissions/roles.ts'
import { isSupport } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

export const noteKinds = ['CLAIM', 'ELIGIBILITY'] as const
/** Everybody who changes something, and nurse case managers. */
export const noteWriters = [
  'all_access',
  'adjuster',
  'supervisor',
  'clinical_pharmacist',
  'override_all_edit_clinical',
  'ur_reviewer',
  'ur_nurse',
  'pbm_support',
  'account_admin',
  'nurse_case_manager',
] as const
export const MOST_TEXT = 4000

/** A note may be changed in place by its author for so long; afterwards a correction is a note of its own. */
const CHANGE_WITHIN_MS = 15 * 60_000
export const changesInPlace = (createdAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) <= CHANGE_WITHIN_MS

export const notesOff = { code: 'FEATURE_OFF', message: 'The carrier has switched notes off.' } as const

/** Why this user may add no note to a claim; null where they may. `on`: the carrier has notes. */
export function whyNotAdd(person: Person, on: boolean): { code: string; message: string } | null {
  if (isRestricted(person) || !hasRole(person, ...noteWriters))
    return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  return on ? null : notesOff
}

/** Why this user may not write such a note: internal ones are of the benefit manager's staff. */
export const whyNotWrite = (person: Person, visibility: 'ALL' | 'INTERNAL'): Refusal<'NOT_ALLOWED'> | undefined =>
  visibility === 'INTERNAL' && !isSupport(person)
    ? { code: 'NOT_ALLOWED', message: 'Internal notes are written by support.' }
    : undefined

/** Why this user may not correct a note. */
export const whyNotCorrect = (
  person: Pick<Person, 'id'>,
  createdBy: string | null,
): Refusal<'NOT_ALLOWED'> | undefined =>
  createdBy === person.id ? undefined : { code: 'NOT_ALLOWED', message: 'A note is corrected by who wrote it.' }

/** The text as it is kept: composed, control characters but line breaks and tabs as blanks. */
export const keptText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/ ?[^\P{Cc}\n\t]+ ?/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
