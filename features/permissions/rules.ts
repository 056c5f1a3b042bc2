import type { Person } from '#platform/calls/person.ts'
import { hasRole, isRestricted, mayRead, supportRoles } from './roles.ts'

/** P2: signed in with a carrier; any role. Rows outside the user's groups are not found, which is not decided here. */
const isReader = (person: Person): boolean => person.mc !== '' && mayRead(person.roles)

/** P3: may change something. A nurse case manager reads and writes notes, nothing else. */
export const mayUpdate = (person: Person): boolean =>
  isReader(person) && !isRestricted(person) && person.roles.some((role) => role !== 'nurse_case_manager')

/** The role part of P4: may decide a request. `whyNotDecide` checks the request. */
export const mayDecide = (person: Person): boolean =>
  mayUpdate(person) &&
  hasRole(person, 'adjuster', 'supervisor', 'clinical_pharmacist', 'override_all_edit_clinical', 'all_access')

/** P5: supervisor or account manager. */
export const maySupervise = (person: Person): boolean =>
  mayUpdate(person) && hasRole(person, 'supervisor', 'account_admin')

/** P6: a pharmacist; senior ones (P7) are pharmacists too. */
export const isPharmacist = (person: Person): boolean =>
  mayUpdate(person) && hasRole(person, 'clinical_pharmacist', 'override_all_edit_clinical')

/** P6u: a utilization reviewer with a license for this state ('CA'): a physician, or a nurse. */
export const isUrReviewer = (person: Person, state: string): boolean =>
  mayUpdate(person) && hasRole(person, 'ur_reviewer', 'ur_nurse') && person.licenseStates.includes(state)

/** The reviewer who may also certify less or deny; a nurse certifies as asked and prepares (docs/decisions/0440). */
export const isUrPhysician = (person: Person, state: string): boolean =>
  isUrReviewer(person, state) && hasRole(person, 'ur_reviewer')

/** P7: may clear what no other role may. */
export const mayOverrideAll = (person: Person): boolean =>
  mayUpdate(person) && hasRole(person, 'override_all_edit_clinical')

/** P8: staff of the benefit manager, for all carriers, one at a time. */
export const isSupport = (person: Person): boolean => mayUpdate(person) && hasRole(person, ...supportRoles)

export type Permission = 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P6u' | 'P7' | 'P8'

/** The permission matrix; `state` matters for P6u only. P0, P1, P9 and PS are independent of roles. */
export function permitted(person: Person, permission: Permission, state = ''): boolean {
  switch (permission) {
    case 'P2':
      return isReader(person)
    case 'P3':
      return mayUpdate(person)
    case 'P4':
      return mayDecide(person)
    case 'P5':
      return maySupervise(person)
    case 'P6':
      return isPharmacist(person)
    case 'P6u':
      return isUrReviewer(person, state)
    case 'P7':
      return mayOverrideAll(person)
    case 'P8':
      return isSupport(person)
  }
}
