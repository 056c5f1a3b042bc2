import { cleanRoles, type Role } from './roles.ts'

export const roleNames: Record<Role, string> = {
  all_access: 'Full access',
  adjuster: 'Adjuster',
  supervisor: 'Supervisor',
  clinical_pharmacist: 'Clinical pharmacist',
  override_all_edit_clinical: 'Senior pharmacist',
  ur_reviewer: 'Utilization reviewer',
  ur_nurse: 'Nurse reviewer',
  pbm_support: 'Support',
  account_admin: 'Account manager',
  read_only: 'Read only',
  prog_special: 'Program observer',
  nurse_case_manager: 'Nurse case manager',
}
/** The name of the first of these roles, as screens show it; empty where there is none. */
export const roleName = (roles: readonly string[]): string => roleNames[cleanRoles(roles)[0]!] ?? ''
