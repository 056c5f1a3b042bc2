import { status } from '#features/authorizations/statuses.ts'
import {
  isPharmacist,
  isUrReviewer,
  mayDecide,
  mayOverrideAll,
  maySupervise,
  type Permission,
} from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionRecord } from './contract.ts'
import type { Recorded, RequestThen } from './recorded.ts'

/** The permissions of users in words, as far as a decision uses them. */
export const permissionMeans: Readonly<Record<Permission, string>> = {
  P2: 'reads',
  P3: 'changes requests',
  P4: 'decides requests',
  P5: 'supervises: gives second approvals',
  P6: 'clears safety codes as a pharmacist',
  P6u: 'decides in utilization review, with a license of the state',
  P7: 'clears what no other role may',
  P8: 'records the outcome of an outside review',
}

/** The permission a decision rested on: the least one that carries it. */
export function permissionUsed(
  person: Person,
  of: Pick<Recorded, 'kind' | 'from'> & {
    request: Pick<RequestThen, 'juris_state' | 'reconsideration_level' | 'rejects'>
    outcome: Pick<Recorded['outcome'], 'codes'>
  },
): Permission {
  const { from: statusId, request } = of
  if ((statusId === status.PENDING_SECOND_APPROVAL || statusId === status.PENDING_SUPERVISOR) && maySupervise(person))
    return 'P5'
  if (statusId === status.PENDING_UR && isUrReviewer(person, request.juris_state)) return 'P6u'
  if (statusId === status.PENDING_RECON && request.reconsideration_level >= 3) return 'P8'
  const cleared = ['APPROVE', 'FIRST_APPROVAL'].includes(of.kind)
    ? request.rejects.filter((reject) => of.outcome.codes.includes(reject.rejectCode))
    : []
  if (cleared.some((reject) => reject.overridableBy === 'O') && mayOverrideAll(person)) return 'P7'
  if (cleared.some((reject) => reject.overridableBy === 'R') && isPharmacist(person)) return 'P6'
  if (cleared.some((reject) => reject.overridableBy === 'S') && maySupervise(person)) return 'P5'
  if (mayDecide(person)) return 'P4'
  return isUrReviewer(person, request.juris_state) ? 'P6u' : 'P3'
}

/** How the request belonged to the user who decided: their own, one of users they supervise, of a shared queue, or of their group. */
export function relationToRequest(
  person: Person | null,
  owners: { ids: readonly string[]; supervised: readonly string[] } | null,
  statusId: number | null,
): DecisionRecord['decider']['standing'] {
  if (person === null) return 'system'
  if (owners === null) return 'maker'
  if (owners.ids.includes(person.id)) return 'owner'
  if (owners.ids.some((id) => owners.supervised.includes(id))) return 'supervisor'
  if (
    (statusId === status.PENDING_CLINICAL && isPharmacist(person)) ||
    statusId === status.PENDING_UR ||
    statusId === status.PENDING_SECOND_APPROVAL ||
    statusId === status.PENDING_SUPERVISOR
  )
    return 'pool'
  return 'group'
}
