import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { mayUpdate, maySupervise } from '#features/permissions/rules.ts'
import { worksOn } from './works-on.ts'

/** Why this person does not write to the claims examiner of a federal program about a request. */
export function whyNotMailExaminer(
  person: Person,
  request: Pick<DecisionFacts, 'owner_ids' | 'supervised' | 'sub_carrier'>,
  settings: Readonly<Record<string, unknown>>,
): Why<'FEATURE_OFF' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (settings['dolEnabled'] !== true)
    return { code: 'FEATURE_OFF', message: 'This carrier works for no federal program.' }
  const works = worksOn(person, request, { anyoneInGroupMayDecide: settings['anyoneInGroupMayDecide'] !== false })
  return works || maySupervise(person)
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'This request belongs to another case owner.' }
}
