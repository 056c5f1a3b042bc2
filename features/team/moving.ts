import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { awayNow } from '#features/owners/routing.ts'
import { canWorkOn, type Candidate } from '#features/owners/rules.ts'
import type { Stay } from './contract.ts'

// Which requests of one person may go to whom. The preview plans with these rules, and the act asks them again.

/** A request whose owner opened it in this time is being worked on. */
export const WORKING_MINUTES = 15
/** How long a move can be undone. */
export const UNDO_MINUTES = 30

export type Movable = Pick<
  DecisionFacts,
  'status_id' | 'juris_state' | 'owner_ids' | 'sub_carrier' | 'reconsideration_level' | 'decided_before_by'
> & {
  id: string
  mc: string
  /** One patient's requests stay together. */
  stratus_claim_id: string
  version: number
  estimated_cost: number | null
  snoozed_until: string | null
  /** Its owner opened it a moment ago. */
  opened: boolean
}

export type Taker = Candidate & { licenseStates: readonly string[]; approvalLimit: number | null }

/** Why a request stays where it is, before anybody is considered for it. */
export function whyStays(item: Movable, fromId: string, now: string): Stay | undefined {
  if (!isOpen(item.status_id)) return 'COMPLETED'
  if (item.owner_ids[0] !== fromId) return 'CHANGED'
  if (item.opened) return 'OPENED'
  if (item.snoozed_until !== null && Date.parse(item.snoozed_until) > Date.parse(now)) return 'SNOOZED'
  return undefined
}

/** The reasons not to take a request, those that say most about the person first. */
const takingReasons = ['PROGRAM', 'AWAY', 'LICENSE', 'LIMIT', 'DECIDED_BEFORE'] as const satisfies readonly Stay[]

/** Why this person cannot take a request: another program, time off, no license for the state, over the limit. */
export function whyNotTake(item: Movable, taker: Taker, now: string): (typeof takingReasons)[number] | undefined {
  if (!canWorkOn(taker, item.mc, item.sub_carrier)) return 'PROGRAM'
  if (awayNow(taker, now)) return 'AWAY'
  if (taker.licenseStates.length > 0 && !taker.licenseStates.includes(item.juris_state)) return 'LICENSE'
  if (taker.approvalLimit !== null && (item.estimated_cost ?? 0) > taker.approvalLimit) return 'LIMIT'
  if (item.reconsideration_level > 0 && item.decided_before_by === taker.id) return 'DECIDED_BEFORE'
  return undefined
}

export type Planned = { id: string; toId: string | null; stays: Stay | null }

/**
 * Gives each request, in the order given, to somebody who may take it: first to who was given another one of the patient,
 * then to who may take most of the patient's requests, then to who has the fewest open ones, counting what they were given
 * before. Where nobody may, the reason that came closest.
 */
export function planMoves(
  items: readonly Movable[],
  fromId: string,
  takers: readonly Taker[],
  now: string,
): readonly Planned[] {
  const load = new Map(takers.map(({ id, openItems }) => [id, openItems]))
  /** Who was given requests of a claim. */
  const given = new Map<string, Set<string>>()
  const judged = items.map((item) => ({
    item,
    stays: whyStays(item, fromId, now),
    why: new Map(takers.map((taker) => [taker.id, whyNotTake(item, taker, now)])),
  }))
  const ofPatient = (claim: string, takerId: string): number =>
    judged.filter(({ item, stays, why }) => item.stratus_claim_id === claim && !stays && !why.get(takerId)).length
  return judged.map(({ item, stays, why }) => {
    if (stays) return { id: item.id, toId: null, stays }
    const claim = item.stratus_claim_id
    const before = given.get(claim) ?? new Set<string>()
    const [best] = takers
      .filter(({ id }) => why.get(id) === undefined)
      .map(({ id }) => ({ id, has: Number(before.has(id)), most: ofPatient(claim, id), load: load.get(id)! }))
      .toSorted((a, b) => b.has - a.has || b.most - a.most || a.load - b.load || (a.id < b.id ? -1 : 1))
    if (!best) {
      const closest = takingReasons.findLast((reason) => [...why.values()].includes(reason))
      return { id: item.id, toId: null, stays: closest ?? 'AWAY' }
    }
    load.set(best.id, best.load + 1)
    given.set(claim, before.add(best.id))
    return { id: item.id, toId: best.id, stays: null }
  })
}

/** The owners after a move: the new one in the place of the first, the others in their order. */
export const ownersAfter = (owners: readonly string[], toId: string): readonly string[] => [
  toId,
  ...owners.slice(1).filter((id) => id !== toId),
]

/** Whether a moved request may go back: still open, with the owners of the move, and not opened by the new one since. */
export const mayGoBack = (
  item: Pick<Movable, 'status_id' | 'owner_ids'> & { owners_after: readonly string[]; seen_since: boolean },
): boolean => isOpen(item.status_id) && item.owner_ids.join() === item.owners_after.join() && !item.seen_since
