import { cleanRoles, isRestricted } from '#platform/person.ts'

export type ClinicalUser = {
  active: boolean
  roles: readonly string[]
  licenseStates: readonly string[]
  /** The carrier lets safety codes be cleared at all. */
  safetyOverrides: boolean
}

/** Whether a user may clear every edit, with the reason in words (C129): role, licence, account, and the carrier's setting. */
export function overridesAll(user: ClinicalUser): { eligible: boolean; reason: string } {
  const roles = cleanRoles(user.roles)
  const not = (reason: string) => ({ eligible: false, reason })
  if (!user.active) return not('The account is not active.')
  if (isRestricted({ roles })) return not('The role changes nothing.')
  if (!roles.includes('override_all_edit_clinical')) return not('The role does not clear every edit.')
  if (!user.safetyOverrides) return not('The carrier lets nobody clear safety codes.')
  if (user.licenseStates.length === 0) return not('No active licence is on file.')
  return { eligible: true, reason: 'Senior pharmacist with an active licence.' }
}
