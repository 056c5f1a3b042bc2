import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { blocked } from './who-decides.ts'
import { worksOn } from './works-on.ts'

type Changing = Pick<
  DecisionFacts,
  'status_id' | 'owner_ids' | 'supervised' | 'sub_carrier' | 'gpi' | 'first_approval' | 'determination'
>

/** Why this user may not change the medication of a request or draft now. */
export function whyNotChangeMedication(
  person: Person,
  request: Changing,
  gpi: string,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return blocked
  if (request.status_id === status.DRAFT) return undefined
  if (!isOpen(request.status_id)) return alreadyIn(request.status_id)
  if (!worksOn(person, request, settings))
    return { code: 'NOT_ALLOWED', message: 'This request belongs to another case owner.' }
  if (request.status_id === status.PENDING_UR)
    return { code: 'RULE', message: 'The request is in utilization review; the reviewer returns it first.' }
  if (request.status_id === status.PENDING_SECOND_APPROVAL || request.first_approval)
    return { code: 'RULE', message: 'One of two approvals is given. Return it before changing the medication.' }
  if (request.determination) return { code: 'RULE', message: 'A determination already decides about this medication.' }
  if (gpi.slice(0, 10) !== request.gpi.slice(0, 10))
    return { code: 'RULE', message: 'Another drug is another request.', field: 'ndc' }
  return undefined
}
