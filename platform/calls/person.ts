/** The roles. Compared trimmed and lower-cased; an unknown role grants nothing. */
export const roles = [
  'all_access',
  'adjuster',
  'supervisor',
  'clinical_pharmacist',
  'override_all_edit_clinical',
  'ur_reviewer',
  'pbm_support',
  'account_admin',
  'read_only',
  'prog_special',
  'nurse_case_manager',
] as const
export type Role = (typeof roles)[number]

/** Who is asking, in the carrier their session holds. Rules take it as an argument; only `platform/http/authenticate.ts` makes one. */
export type Person = {
  id: string
  username: string
  name: string
  /** Master carrier code of the session, `''` while none is chosen. */
  mc: string
  roles: readonly Role[]
  /** Sub-carriers this person works in this carrier; null = all of them. */
  subCarriers: readonly string[] | null
  /** States of the licence of a UR reviewer or pharmacist. */
  licenseStates: readonly string[]
  /** Approval limit in US dollars; null = none. */
  approvalLimit: number | null
  timeZone: string
}

/** The roles as the server means them: trimmed, lower-cased, unknown ones dropped. */
export function cleanRoles(raw: readonly string[]): Role[] {
  const known = new Set<string>(roles)
  return [...new Set(raw.map((role) => role.trim().toLowerCase()))].filter((role): role is Role => known.has(role))
}

/** read_only and prog_special change nothing; the more restrictive role wins. */
export function isRestricted(person: Pick<Person, 'roles'>): boolean {
  return person.roles.length === 0 || person.roles.includes('read_only') || person.roles.includes('prog_special')
}

export const hasRole = (person: Pick<Person, 'roles'>, ...wanted: Role[]): boolean =>
  wanted.some((role) => person.roles.includes(role))
