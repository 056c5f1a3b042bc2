import { hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** What somebody looked at, as the privacy office reads it. */
export const seenParts = [
  'SSN',
  'EXPORT',
  'PROFILE',
  'SEARCH',
  'REQUEST',
  'FILLS',
  'PRIOR_AUTHS',
  'DOCUMENTS',
  'LETTERS',
  'COVERAGE',
  'CONTACTS',
  'TEXTS',
  'CLINICAL',
  'WHO_LOOKED',
  'EMERGENCY',
  'OTHER',
] as const
export type SeenPart = (typeof seenParts)[number]

/** Why a user could look: what ties them to the claim. */
export const reasons = ['CASE_OWNER', 'BACKUP', 'NURSE', 'REQUEST_OWNER', 'EMERGENCY'] as const
export type Reason = (typeof reasons)[number]

/** What the privacy office looks for among the views; CASE: one that has a case. */
export const signs = ['NO_REASON', 'SAME_NAME', 'AFTER_HOURS', 'EXPORT', 'SSN', 'CASE'] as const
export type Sign = (typeof signs)[number]

// By the feature of the call; the first that fits.
const parts: readonly [pattern: RegExp, part: SeenPart][] = [
  [/^patients\.revealSsn$/, 'SSN'],
  [/^patientAccess\./, 'WHO_LOOKED'],
  [/^emergencyAccess\./, 'EMERGENCY'],
  [/export/i, 'EXPORT'],
  [/^patients\.profile$/, 'PROFILE'],
  [/^(patients|worklist)\./, 'SEARCH'],
  [/^(transactionHistory|transactions|medications)\./, 'FILLS'],
  [/^(priorAuths|keying|bypasses)\./, 'PRIOR_AUTHS'],
  [/^documents\./, 'DOCUMENTS'],
  [/^letters\./, 'LETTERS'],
  [/^eligibility\./, 'COVERAGE'],
  [/^(contactNotes|claimContacts|survey)\./, 'CONTACTS'],
  [/^texts\./, 'TEXTS'],
  [/^(clinical|careScore)\./, 'CLINICAL'],
  [
    /^(authorizations|decisions|history|callbacks|determinations|merging|owners|clock|provenance|eobr|newAuthorization)\./,
    'REQUEST',
  ],
]

/** What a call shows of a patient. */
export const partOf = (call: string): SeenPart => parts.find(([pattern]) => pattern.test(call))?.[1] ?? 'OTHER'

/** Why this user could look; null where nothing on file says so. */
export function reasonOf(of: {
  ownsClaim: boolean
  kind: string | null
  ownsRequest: boolean
  emergency: boolean
}): Reason | null {
  if (of.ownsClaim) return 'CASE_OWNER'
  if (of.kind === 'NURSE') return 'NURSE'
  if (of.kind !== null) return 'BACKUP'
  if (of.ownsRequest) return 'REQUEST_OWNER'
  return of.emergency ? 'EMERGENCY' : null
}

/** Why this user may not see who looked: that is for the privacy office. */
export const whyNotLook = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  hasRole(person, 'account_admin')
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Only the privacy office sees who looked at a patient.' }

/** Why this user may not open or close a case: the privacy office does, not about its own views. */
export const whyNotCase = (person: Person, viewerId: string): Why<'NOT_ALLOWED'> | undefined =>
  whyNotLook(person) ??
  (person.id === viewerId
    ? { code: 'NOT_ALLOWED', message: 'Another account manager looks into your own views.' }
    : undefined)
