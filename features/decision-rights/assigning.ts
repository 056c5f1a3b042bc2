import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { alreadyIn } from '#features/authorizations/transitions.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { worksOn } from './works-on.ts'

export type Assignable = Pick<DecisionFacts, 'status_id' | 'owner_ids' | 'supervised' | 'sub_carrier'>

/** Why this person may not give this request to somebody now; nothing means they may (T21). */
export function whyNotAssign(
  person: Person,
  request: Assignable,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!isOpen(request.status_id)) return alreadyIn(request.status_id)
  if (!worksOn(person, request, settings) && !maySupervise(person))
    return { code: 'NOT_ALLOWED', message: 'Only its case owner, a backup or a supervisor may assign this request.' }
  return undefined
}
