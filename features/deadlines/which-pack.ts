import { billOrigins } from '#reference/origins.ts'
import { allPacks, recordedPacks, targetsAnywhere } from '#reference/jurisdictions/packs.ts'
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
 * Whose rule a kind of request takes where it has none of its own, nearest first. What is already under way or in haste is
 * still asked for in advance.
 */
const standsFor = (kind: RequestKind): readonly RequestKind[] =>
  standAlone.includes(kind)
    ? [kind]
    : kind === 'inpatient'
      ? ['inpatient', 'concurrent', 'prospective']
      : [kind, 'prospective']

/**
 * The rule pack a request falls under: of its jurisdiction and kind, in force on the day it was received (in the
 * pack's zone). A stated rule beats a default, a later one an earlier one; an expedited or inpatient request without a
 * rule of its own takes the prospective one. Packs of a track are passed over, as no claim on file says its track. Always
 * answers.
 */
export function packFor(
  jurisdiction: string,
  kind: RequestKind,
  receivedAt: string,
  packs: readonly RulePack[] = allPacks,
): RulePack {
  const here = packs.filter(
    (pack) => pack.jurisdiction === jurisdiction && pack.track === null && isInForce(pack, receivedAt),
  )
  const best = (wanted: RequestKind, isDefault: boolean): RulePack | undefined =>
    here
      .filter((pack) => pack.kind === wanted && pack.isDefault === isDefault)
      .toSorted((a, b) =>
        a.effectiveFrom === b.effectiveFrom ? b.version - a.version : a.effectiveFrom < b.effectiveFrom ? 1 : -1,
      )[0]
  for (const isDefault of [false, true])
    for (const wanted of standsFor(kind)) {
      const found = best(wanted, isDefault)
      if (found) return found
    }
  return targetsAnywhere.find((pack) => pack.kind === kind) ?? targetsAnywhere[0]!
}

/** The packs of a jurisdiction that hold for some of its claims only (network, self-insured, public employer). */
export const tracksOf = (jurisdiction: string, receivedAt: string): readonly RulePack[] =>
  allPacks.filter((pack) => pack.jurisdiction === jurisdiction && pack.track !== null && isInForce(pack, receivedAt))

const nameOf = (pack: RulePack): string => `${pack.id} v${pack.version}`
const recorded = new Map(recordedPacks.map((pack) => [nameOf(pack), pack]))

/** The very version of a pack a stored due date names ('CA/expedited/2013 v1'); undefined when it is no longer on file. */
export const packRecorded = (stored: string): RulePack | undefined => recorded.get(stored)

/** The pack a stored due date names, else the one with its id today; undefined when there is none. */
export const packNamed = (stored: string): RulePack | undefined =>
  packRecorded(stored) ?? recordedPacks.find((pack) => stored.startsWith(`${pack.id} `))

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

/** Lapses that give a right to the worker or take one from the payer. */
const decides: readonly Lapse[] = [
  'deemed_approved',
  'deemed_approved_revocable',
  'granted_on_application',
  'consents',
  'denial_lost',
  'deemed_denied',
]
const approvals: readonly Lapse[] = ['deemed_approved', 'deemed_approved_revocable']

/**
 * The effect of silence: what the pack says; `unconfirmed` where it would give or take a right and rests on nothing that was
 * read, or is in doubt for drugs; `on_form` where it approves only what came on the state's form, which no request on file says.
 */
export type LapseEffect = Lapse | 'unconfirmed' | 'on_form'

const effectOf = (pack: RulePack): LapseEffect =>
  (pack.confidence === 'L' || pack.lapseInDoubt) && decides.includes(pack.lapse)
    ? 'unconfirmed'
    : pack.form !== null && approvals.includes(pack.lapse)
      ? 'on_form'
      : pack.lapse

/** True for an effect by which a request moves to "Deemed approved" by itself. */
export const isApproval = (effect: LapseEffect): boolean => (approvals as readonly LapseEffect[]).includes(effect)

/** Formulary statuses (`facts.formularyStatus`) of drugs that a list puts under approval, excludes or does not know. */
const underApproval: readonly (string | null)[] = ['PA', 'EXCLUDED', 'NOT_LISTED']

/** The effect of silence on one request under its rule. */
export const lapseOf = (pack: RulePack, formularyStatus: string | null): LapseEffect =>
  pack.lapseOnly === 'needsApproval' && !underApproval.includes(formularyStatus) ? 'none' : effectOf(pack)

/**
 * True when silence approves this request: it moves to "Deemed approved" after its due time (T25). Kept with the request
 * (`silence_approves`) whenever its clock is counted; a changed rule is for requests that come after the change.
 */
export const silenceApproves = (request: Clocked & { shown: { facts: { formularyStatus: string | null } } }): boolean =>
  isApproval(lapseOf(packOf(request), request.shown.facts.formularyStatus))

/** Whether an approval of this request covers its own prescription order alone. */
export const oneOrderOnly = (request: Clocked): boolean => packOf(request).limits.oneOrder
