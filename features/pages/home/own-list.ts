import { hasRole } from '#features/permissions/roles.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'

/** The list of a user's own pending requests: where they begin with another one, it has a view of its own. */
export const ownList = (person: Person): string =>
  mayUpdate(person) && hasRole(person, 'adjuster', 'all_access') ? '/authorizations' : '/authorizations?view=mine'
/** Of these, what is overdue (0) or due today. */
export const ownDue = (due: '0' | 'today'): string => `/authorizations?due=${due}`
