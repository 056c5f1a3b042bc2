import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'

/** Whether a request is this person's to work on: their own, that of users they supervise, or their group's where the carrier shares it. */
export function worksOn(
  person: Person,
  authorization: Pick<DecisionFacts, 'owner_ids' | 'supervised' | 'sub_carrier'>,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'> = defaultDecisionSettings,
): boolean {
  const { owner_ids: ownerIds, supervised: supervisedIds, sub_carrier: subCarrier } = authorization
  if (ownerIds.includes(person.id) || ownerIds.some((owner) => supervisedIds.includes(owner))) return true
  const inGroup = person.subCarriers === null || person.subCarriers.includes(subCarrier)
  return inGroup && settings.anyoneInGroupMayDecide
}
