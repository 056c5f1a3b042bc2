import type { Why } from '#platform/calls/refusal.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { status } from '#features/authorizations/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import { beats, narrowness, overlaps, reachesProduct, type Reach } from '#features/prior-auths/reach.ts'
import { priorAuthStatus, priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { hasRole } from '#features/permissions/roles.ts'
import { event, type Actor, type EventRow } from '#features/authorizations/rows.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'

/** A prior authorization or block in force on the claim of a request. */
export type InForce = Facts['in_force'][number]

/** The code of a claim that an active block stops (R40). */
export const BLOCKED = ncpdp.BLOCKED

/** The prescription a request is about, as far as prior authorizations and blocks look at it. */
type Prescription = Pick<
  Facts,
  'gpi' | 'ndc' | 'generic_or_brand' | 'rx_number' | 'pharmacy_nabp' | 'prescriber_npi' | 'in_force'
>

/** The blocks that would answer the fill of this request with 3Y although an approval of this reach was given. */
export const blocksAgainst = (of: Prescription, reach: Reach): InForce[] =>
  of.in_force.filter(
    (block) =>
      block.kind === 'BLOCK' &&
      beats(block, reach) &&
      overlaps(block, reach) &&
      reachesProduct(block, { gpi: of.gpi, ndc: of.ndc, brand: of.generic_or_brand !== 'G' }) &&
      (block.rxNumber === null || block.rxNumber === of.rx_number) &&
      (block.pharmacyNabp === null || block.pharmacyNabp === of.pharmacy_nabp) &&
      (block.prescriberNpi === null || block.prescriberNpi === of.prescriber_npi),
  )

/** The blocks of the denials a request reconsiders: what is granted when looked at again is no longer blocked (T24). */
export const blocksLifted = (request: Pick<Facts, 'in_force' | 'reconsiders'>): InForce[] =>
  request.in_force.filter(
    ({ kind, authorizationId }) =>
      kind === 'BLOCK' && authorizationId !== null && request.reconsiders.includes(authorizationId),
  )

const blockReject: RejectFacts = {
  rejectCode: BLOCKED,
  class: 'PA',
  safety: false,
  hardStop: false,
  overridableBy: 'A',
  sourceRule: 'R40',
}

/** Why this person may not lift these blocks by an approval: code 3Y as the reject codes have it, a wide block as its level has it (R40). */
function whyNotLift(
  person: Person,
  blocks: readonly InForce[],
  authorization: DecisionFacts,
  settings: DecisionSettings,
):
  | Why<
      | 'CODE_NOT_YOURS_TO_CLEAR'
      | 'HARD_STOP'
      | 'LEVEL_NOT_ALLOWED'
      | 'NOT_OVERRIDABLE'
      | 'RULE'
      | 'SAFETY_NEEDS_PHARMACIST'
      | 'UPDATE_BLOCKED'
    >
  | undefined {
  const why = whyNotOverride(person, blockReject, settings, authorization)
  if (why) return why
  const wide = blocks.find((block) => narrowness(block.level) < 8)
  if (!wide || hasRole(person, 'supervisor')) return undefined
  return {
    code: 'LEVEL_NOT_ALLOWED',
    message: `Block ${wide.overrideRef} is wider than one drug (level ${wide.level}); a supervisor lifts it.`,
    field: 'rejects',
  }
}

/**
 * Why an approval beside these blocks would grant nothing; nothing when it lifts them: the approver clears 3Y and may do
 * so, or records what a board or a court decided.
 */
export function whyNotBeside(
  person: Person,
  blocks: readonly InForce[],
  lifts: boolean,
  authorization: DecisionFacts,
  settings: DecisionSettings,
):
  | (Why<
      | 'CODE_NOT_YOURS_TO_CLEAR'
      | 'HARD_STOP'
      | 'LEVEL_NOT_ALLOWED'
      | 'NOT_OVERRIDABLE'
      | 'RULE'
      | 'SAFETY_NEEDS_PHARMACIST'
      | 'UPDATE_BLOCKED'
    > & { current?: unknown })
  | undefined {
  const [block] = blocks
  if (!block) return undefined
  const whyNot = whyNotLift(person, blocks, authorization, settings)
  if (lifts) return whyNot
  const until = blocks.reduce((last, { endDate }) => (endDate > last ? endDate : last), block.endDate)
  const which = blocks.map(({ overrideRef }) => overrideRef).join(', ')
  const how = whyNot ? '' : ` Clearing code ${BLOCKED} lifts it with this approval.`
  return {
    code: 'RULE',
    message: `A block (${which}) covers this drug until ${usDate(until)}. Lift the block first, or have the denial reconsidered.${how}`,
    field: 'rejects',
    current: {
      blocks: blocks.map(({ overrideRef, startDate, endDate, level, authorizationId }) => ({
        priorAuthOverrideRef: overrideRef,
        startDate,
        endDate,
        level,
        authorizationId,
      })),
      mayLift: !whyNot,
    },
  }
}

/** A block that a decision lifts, or that its undo brings back, in the words of the denial's log (T22). */
export function blockLines(
  blocks: readonly { authorizationId: string | null }[],
  by: { mc: string; now: string; actor: Actor },
  lifted: boolean,
): EventRow[] {
  const { BLOCK_ACTIVE, BLOCK_ENDED } = priorAuthStatus
  const [old, now] = lifted ? [BLOCK_ACTIVE, BLOCK_ENDED] : [BLOCK_ENDED, BLOCK_ACTIVE]
  return blocks.flatMap(({ authorizationId }) =>
    authorizationId === null
      ? []
      : [
          event({ ...by, authorizationId, from: status.REJECTED, to: status.REJECTED }, eventCode.PRIOR_AUTH_CHANGED, {
            field: 'status',
            old: priorAuthStatusLabel(old),
            new: priorAuthStatusLabel(now),
          }),
        ],
  )
}
