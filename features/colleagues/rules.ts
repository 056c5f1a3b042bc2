import { cleanRoles, hasRole, isRestricted, type Role } from '#features/permissions/roles.ts'

export const userTypes = ['ADJUSTER', 'SUPERVISOR', 'CLINICAL', 'SUPPORT', 'READ_ONLY', 'PROGRAM'] as const
export type UserType = (typeof userTypes)[number]

export const typeWords: Readonly<Record<UserType, string>> = {
  ADJUSTER: 'Adjuster',
  SUPERVISOR: 'Supervisor',
  CLINICAL: 'Clinical user',
  SUPPORT: 'Support',
  READ_ONLY: 'Read-only user',
  PROGRAM: 'Program user',
}

/** The user type of these roles. The more restrictive one wins, then supervisors, then advisers. */
export function userType(raw: readonly string[]): UserType {
  const roles = cleanRoles(raw)
  const is = (...wanted: Role[]) => hasRole({ roles }, ...wanted)
  if (is('prog_special')) return 'PROGRAM'
  if (isRestricted({ roles })) return 'READ_ONLY'
  if (is('supervisor')) return 'SUPERVISOR'
  if (is('clinical_pharmacist', 'override_all_edit_clinical', 'ur_reviewer', 'ur_nurse', 'nurse_case_manager'))
    return 'CLINICAL'
  return is('adjuster') ? 'ADJUSTER' : 'SUPPORT'
}

/** Groups named before the rest is counted. */
const NAMED = 3
/** The groups of a user in a few words: "FL100, FL200, NY10 and 8 more groups". */
export function groupWords(groups: readonly { groupCode: string }[]): string {
  const named = groups.slice(0, NAMED).map(({ groupCode }) => groupCode)
  const more = groups.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more ${more === 1 ? 'group' : 'groups'}`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : (named[0] ?? '')
}
