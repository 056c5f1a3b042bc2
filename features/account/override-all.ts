import { whyNotOverrideAll } from '#features/decision-rights/override-matrix.ts'
import { cleanRoles } from '#features/permissions/roles.ts'

export type ClinicalUser = {
  active: boolean
  roles: readonly string[]
  licenseStates: readonly string[]
  /** The carrier's setting. */
  safetyOverrides: boolean
}

/** Whether a user may clear every edit, with the reason. An approval uses the same rule. */
export function overridesAll(user: ClinicalUser): { eligible: boolean; reason: string } {
  if (!user.active) return { eligible: false, reason: 'The account is not active.' }
  const why = whyNotOverrideAll({ ...user, roles: cleanRoles(user.roles) }, user)
  return why === undefined
    ? { eligible: true, reason: 'Senior pharmacist with an active license.' }
    : { eligible: false, reason: why }
}
