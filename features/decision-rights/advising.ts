import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { isOpen, status, type StatusId } from '#features/authorizations/statuses.ts'
import { alreadyIn, mayMove } from '#features/authorizations/transitions.ts'
import { isPharmacist, mayUpdate } from '#features/permissions/rules.ts'

/** Why this user may not advise on a request now (T15): only a pharmacist may, on a request in clinical review. */
export function whyNotAdvise(
  person: Person,
  request: { statusId: number },
  settings: { rphRecommendation?: unknown },
): Why<'ALREADY_DECIDED' | 'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isPharmacist(person)) return { code: 'NOT_ALLOWED', message: 'Only a pharmacist can advise.' }
  if (settings.rphRecommendation === false)
    return { code: 'FEATURE_OFF', message: 'Pharmacist advice is not available for this carrier.' }
  if (!isOpen(request.statusId)) return alreadyIn(request.statusId)
  if (!mayMove(request.statusId as StatusId, status.PENDING, 'advise'))
    return { code: 'RULE', message: 'The request is not in clinical review. Send it there first.' }
  return undefined
}
