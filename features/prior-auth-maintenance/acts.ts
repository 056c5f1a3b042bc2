import { whyNotPrepare } from '#features/new-authorization/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isInForce } from '#features/prior-auths/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { whyText, type Why } from '#platform/calls/refusal.ts'
import type { Acts } from './contract.ts'
import { whyNotChange, whyNotEnd, whyNotExtend, whyNotTouch, type PriorAuthFacts } from './rules.ts'

/** The claim of a list, as the rules need it. */
export type ClaimFacts = {
  mc: string
  subCarrier: string
  ownerId: string | null
  supervised: string[]
  createAllowed: boolean
  settings: DecisionSettings
}

const answer = (reasons: readonly (readonly [string, Why | undefined])[]): Acts => ({
  allowedActions: reasons.filter(([, why]) => why === undefined).map(([action]) => action),
  blockedReasons: reasons.flatMap(([action, why]) => (why ? [{ action, code: why.code, message: whyText(why) }] : [])),
})

const touch = (person: Person, claim: ClaimFacts, ownerIds: readonly string[]) =>
  whyNotTouch(
    person,
    {
      owner_ids: [...new Set([...ownerIds, ...(claim.ownerId ? [claim.ownerId] : [])])],
      supervised: claim.supervised,
      sub_carrier: claim.subCarrier,
    },
    claim.settings,
  )

const prepare = (person: Person, { mc, createAllowed }: ClaimFacts) => whyNotPrepare(person, { createAllowed, mc })

/** Whether this user may grant or block a drug on the claim without a request. */
export const claimActs = (person: Person, claim: ClaimFacts): Acts =>
  answer([['create', prepare(person, claim) ?? touch(person, claim, [])]])

/** What this user may do now with a prior authorization or block, and why not the rest: the rules of the calls themselves. */
export function priorAuthActs(
  person: Person,
  claim: ClaimFacts,
  of: PriorAuthFacts,
  ownerIds: readonly string[],
  now: string,
): Acts {
  const making = prepare(person, claim)
  const touching = touch(person, claim, ownerIds)
  return answer([
    ['extend', touching ?? whyNotExtend(of, now)],
    ['change', making ?? touching ?? whyNotChange(of)],
    ['end', touching ?? whyNotEnd(person, of)],
    ...(isInForce(of.statusId) ? [] : [['again', making ?? touch(person, claim, [])] as const]),
  ])
}
