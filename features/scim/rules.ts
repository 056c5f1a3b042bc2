import { roleNames } from '#features/permissions/role-names.ts'
import { cleanRoles, type Role } from '#features/permissions/roles.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** Tokens in force a carrier may have: the one in use, and the next while a directory is changed over. */
const MOST_TOKENS = 2

/** The roles a carrier's directory may give; the others are given by account managers alone. */
const directoryRoles = [
  'adjuster',
  'supervisor',
  'clinical_pharmacist',
  'ur_reviewer',
  'ur_nurse',
  'read_only',
  'prog_special',
  'nurse_case_manager',
] as const satisfies readonly Role[]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^rxdocket\b/, '')
    .replaceAll(/[^a-z]/g, '')

/** The role a group of this name gives: "RxDocket Adjuster", "rxdocket-ur_reviewer". Null for every other name. */
export const roleOfGroup = (displayName: string): Role | null =>
  directoryRoles.find((role) => [role, roleNames[role]].some((name) => plain(name) === plain(displayName))) ?? null

/** The roles of a user once the directory has spoken: those of the groups, and those only an account manager gives. */
export function rolesAfter(granted: readonly string[], before: readonly string[]): Role[] {
  const own: readonly Role[] = directoryRoles
  const byHand = cleanRoles(before).filter((role) => !own.includes(role))
  const given = cleanRoles(granted).filter((role) => own.includes(role))
  return [...new Set([...given, ...byHand])]
}

/** What somebody new is invited with while some roles wait for account managers: the other roles, or to read. */
export function invitedWith(given: readonly Role[], withheld: readonly Role[]): Role[] {
  const roles = given.filter((role) => !withheld.includes(role))
  return roles.length > 0 ? roles : ['read_only']
}

export type Situation = {
  /** The directory has the user as active. */
  active: boolean
  /** Roles of the user's groups. */
  granted: readonly string[]
  member: { active: boolean; roles: readonly string[] } | null
  /** Roles of the open invitation. */
  invited: readonly string[] | null
  /** Roles a directory does not give to somebody new by itself: they need two account managers. */
  withheld?: readonly Role[]
}
export type Step =
  | { do: 'nothing' }
  /** Access begins, or its roles change. */
  | { do: 'give'; roles: Role[] }
  | { do: 'end' }
  | { do: 'invite'; roles: Role[] }
  | { do: 'withdraw' }

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/**
 * What follows from what the directory says of a user: somebody without a role of a group has no access. Roles given by hand
 * alone keep no access open.
 */
export function stepOf({ active, granted, member, invited, withheld = [] }: Situation): Step {
  const given = rolesAfter(granted, [])
  const wanted = active && given.length > 0
  if (member) {
    if (!wanted) return member.active ? { do: 'end' } : { do: 'nothing' }
    const roles = rolesAfter(granted, member.active ? member.roles : [])
    return member.active && same(roles, cleanRoles(member.roles)) ? { do: 'nothing' } : { do: 'give', roles }
  }
  if (!wanted) return invited ? { do: 'withdraw' } : { do: 'nothing' }
  const roles = invitedWith(given, withheld)
  return invited && same(roles, cleanRoles(invited)) ? { do: 'nothing' } : { do: 'invite', roles }
}

/** Why no further token is made. */
export const whyNotToken = (inForce: number): Refusal<'RULE'> | undefined =>
  inForce < MOST_TOKENS
    ? undefined
    : { code: 'RULE', message: `There are ${MOST_TOKENS} tokens in force. Revoke one first.` }
