import { billOrigins } from '#reference/origins.ts'
import { allPacks, targetsAnywhere } from '#reference/jurisdictions/packs.ts'
import type { Lapse, RequestKind, RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { dateIn } from '#platform/dates/zone.ts'

/** Channels whose bill comes after the drug was dispensed: bill review, reimbursement, clinic code, paper. */
export const isBill = (channel: number): boolean => billOrigins.includes(channel)

/**
 * The kind of clock of a request, by its channel or origin code and its number of reconsiderations: a board's decision
 * first, then a bill, which stays one when reconsidered, then the level. `urgent`: the prescriber certifies that
 * waiting endangers health.
 */
export function requestKind(channel: number, reconsiderationLevel: number, urgent = false): RequestKind {
  if (reconsiderationLevel >= 3) return 'level3'
  if (isBill(channel)) return 'retrospective'
  if (reconsiderationLevel === 2) return 'level2'
  if (reconsiderationLevel === 1) return 'reconsideration'
  return urgent ? 'expedited' : 'prospective'
}

/**
 * Kinds that never fall under the prospective rule: that one may approve by silence, and no law we know says so of a
 * bill, of a reconsidered denial or of a board's decision.
 */
const standAlone: readonly RequestKind[] = ['retrospective', 'reconsideration', 'level2', 'level3']

const isInForce = (pack: RulePack, receivedAt: string): boolean => {
  const day = dateIn(Date.parse(receivedAt), pack.timeZone)
  return pack.effectiveFrom <= day && (pack.effectiveTo === null || day <= pack.effectiveTo)
}

/**
 * The rule pack a request falls under: of its jurisdiction and kind, in force on the day it was received (in the
 * pack's zone). A stated rule beats a default, a later one an earlier one; an expedited or inpatient request without a
 * rule of its own takes the prospective one. Always answers.
 */
export function packFor(
  jurisdiction: string,
  kind: RequestKind,
  receivedAt: string,
  packs: readonly RulePack[] = allPacks,
): RulePack {
  const here = packs.filter((pack) => pack.jurisdiction === jurisdiction && isInForce(pack, receivedAt))
  const best = (wanted: RequestKind, isDefault: boolean): RulePack | undefined =>
    here
      .filter((pack) => pack.kind === wanted && pack.isDefault === isDefault)
      .toSorted((a, b) =>
        a.effectiveFrom === b.effectiveFrom ? b.version - a.version : a.effectiveFrom < b.effectiveFrom ? 1 : -1,
      )[0]
  const own = best(kind, false)
  const found = standAlone.includes(kind)
    ? (own ?? best(kind, true))
    : (own ?? best('prospective', false) ?? best(kind, true) ?? best('prospective', true))
  return found ?? targetsAnywhere.find((pack) => pack.kind === kind) ?? targetsAnywhere[0]!
}

/** The pack a stored due date names ('CA/expedited/2013 v1'); undefined when it no longer exists. */
export function packNamed(stored: string): RulePack | undefined {
  const isIt = (pack: RulePack): boolean => stored.startsWith(`${pack.id} `)
  return allPacks.find(isIt) ?? targetsAnywhere.find(isIt)
}

/** The columns of a request that select its rule. */
export type Clocked = {
  due_pack: string
  juris_state: string
  request_received_at: string
  claim_channel_type: number
  reconsideration_level: number
}

/** The rule of a request: the one its due time was counted by. */
export const packOf = (request: Clocked): RulePack =>
  packNamed(request.due_pack) ??
  packFor(
    request.juris_state,
    requestKind(request.claim_channel_type, request.reconsideration_level),
    request.request_received_at,
  )

/** Formulary statuses (`facts.formularyStatus`) of drugs that a list puts under approval, excludes or does not know. */
const underApproval: readonly (string | null)[] = ['PA', 'EXCLUDED', 'NOT_LISTED']

/** The effect of silence on one request under its rule. What was not verified approves nothing: it stays a target. */
export function lapseOf(pack: RulePack, formularyStatus: string | null): Lapse {
  if (pack.lapse === 'deemed_approved' && pack.confidence === 'L') return 'internal_target'
  return pack.lapseOnly === 'needsApproval' && !underApproval.includes(formularyStatus) ? 'none' : pack.lapse
}

/**
 * True when silence approves this request: it moves to "Deemed approved" after its due time (T25). Kept with the request
 * (`silence_approves`) whenever its clock is counted; a changed rule is for requests that come after the change.
 */
export const silenceApproves = (request: Clocked & { shown: { facts: { formularyStatus: string | null } } }): boolean =>
  lapseOf(packOf(request), request.shown.facts.formularyStatus) === 'deemed_approved'
