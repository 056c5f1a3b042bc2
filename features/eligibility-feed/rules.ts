import { whyNotSupport } from '#features/callbacks/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** Why this user does not work on files with refused lines: support does, and a file is of all programs of the carrier. */
export const whyNotFiles = (person: Person): Why<'NOT_ALLOWED'> | undefined =>
  whyNotSupport(person) ??
  (person.subCarriers === null
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'These files are of all programs of the carrier; you work for some of them.' })
