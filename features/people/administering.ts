import { hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** Why this user may not see or change the users of the carrier: account managers may. */
export const whyNotAdminister = (person: Pick<Person, 'roles'>): Refusal<'NOT_ALLOWED'> | undefined =>
  hasRole(person, 'account_admin') ? undefined : { code: 'NOT_ALLOWED' }

/** Why this user may not do what reaches users of every program, such as a directory's token: their own are some programs. */
export const whyNotAdministerAll = (
  person: Pick<Person, 'roles' | 'subCarriers'>,
): Refusal<'NOT_ALLOWED'> | undefined =>
  whyNotAdminister(person) ??
  (person.subCarriers ? { code: 'NOT_ALLOWED', message: 'Ask an account manager of all programs.' } : undefined)
