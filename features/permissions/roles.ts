import type { AnyCall } from '#platform/calls/contract.ts'
import type { Person } from '#platform/calls/person.ts'

/** The roles. Compared trimmed and lower-cased; an unknown role grants nothing. */
export const roles = [
  'all_access',
  'adjuster',
  'supervisor',
  'clinical_pharmacist',
  'override_all_edit_clinical',
  'ur_reviewer',
  'ur_nurse',
  'pbm_support',
  'account_admin',
  'read_only',
  'prog_special',
  'nurse_case_manager',
] as const
export type Role = (typeof roles)[number]

/** The roles as the server means them: trimmed, lower-cased, unknown ones dropped. */
export function cleanRoles(raw: readonly string[]): Role[] {
  const known = new Set<string>(roles)
  return [...new Set(raw.map((role) => role.trim().toLowerCase()))].filter((role): role is Role => known.has(role))
}

/** read_only and prog_special change nothing; the more restrictive role wins. */
export function isRestricted(person: Pick<Person, 'roles'>): boolean {
  return person.roles.length === 0 || person.roles.includes('read_only') || person.roles.includes('prog_special')
}

/** Whether somebody with these roles may read data of patients: any role the portal knows. */
export const mayRead = (held: readonly string[]): boolean => held.length > 0

export const hasRole = (person: Pick<Person, 'roles'>, ...wanted: Role[]): boolean =>
  wanted.some((role) => person.roles.includes(role))

/** The roles of the benefit manager's staff (P8). */
export const supportRoles = ['pbm_support', 'account_admin', 'all_access'] as const satisfies readonly Role[]

/**
 * Whether somebody with these roles may carry out this act of the working pages. A nurse changes only what a call gives
 * to nurses; what is the caller's own, as a chat with support, everybody does.
 */
export function mayAct(held: readonly string[], call: Pick<AnyCall, 'roles' | 'own'>): boolean {
  if (call.own) return true
  if (isRestricted({ roles: held })) return false
  const asNurse = held.includes('nurse_case_manager') && !!call.roles?.includes('nurse_case_manager')
  return asNurse || held.some((role) => role !== 'nurse_case_manager')
}
