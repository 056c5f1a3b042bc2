import { hasRole } from '#features/permissions/roles.ts'
import { isSupport, maySupervise } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { groupings } from './rules.ts'

type Grouping = (typeof groupings)[number]

/** Who leads people, or supports them, sees what each of them did. */
const seesPersons = (person: Person): boolean => maySupervise(person) || isSupport(person)

/** Who may only read, as a broker or a program observer, sees the figures of offices. */
export const readsFigures = (person: Person): boolean =>
  seesPersons(person) || hasRole(person, 'read_only', 'prog_special')

/** A list names patients, which a program observer does not see. */
export const opensLists = (person: Person): boolean =>
  seesPersons(person) || (hasRole(person, 'read_only') && !hasRole(person, 'prog_special'))

/** What a person may group the figures by. */
export const mayGroupBy = (person: Person, by: Grouping): boolean =>
  seesPersons(person) || (by !== 'person' && by !== 'team')

/** Why this person may not have figures grouped so. */
export const whyNotBy = (person: Person, by: Grouping): Why<'NOT_ALLOWED'> | undefined =>
  mayGroupBy(person, by)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Figures of persons and teams are for supervisors and support.', field: 'by' }
/** Why this person may not open the requests behind a figure. */
export const whyNotList = (person: Person, by: Grouping): Why<'NOT_ALLOWED'> | undefined =>
  opensLists(person)
    ? whyNotBy(person, by)
    : { code: 'NOT_ALLOWED', message: 'The requests behind a figure are not open to program observers.' }
