import { status } from '#features/authorizations/statuses.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { costCap, dualControl, whyNotApprove } from '#features/decisions/approval.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { type DecidableAuthorization } from '#features/authorizations/decidable.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isClinicLine, lacksProduct, saidOf } from '#features/new-authorization/clinic-line.ts'
import { claimRequestOf, examine } from '#features/new-authorization/prepare.ts'
import type { Caller } from '#platform/calls/handler.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { asRejects, asUncleared, tierWith, whyNotFills, whyNotGrantNow, type Tier } from './rules.ts'
import { ownersOf } from './hold.ts'
import type { HeldPermission } from './sql.ts'

/** Without limits a prior authorization is evaluated with one unit a day for a month. */
export const MONTH = 30

/** The refusal an approval of the same gets. */
export const secondPerson: Why<'RULE'> = {
  code: 'RULE',
  field: 'maxQty',
  message: 'A second person must agree to this. Create a request and approve that.',
}

/** The clinic line it was granted for, if any. */
const lineOf = ({ request }: Pick<HeldPermission, 'request'>) =>
  request && isClinicLine(request.of) ? request.of : undefined

/**
 * A prior authorization or block as an authorization for the decision rules, as of today. `rejects` are those its decision
 * is about: none when the cleared codes stay unchanged.
 */
export const asRequest = (
  held: HeldPermission,
  rejects: DecidableAuthorization['rejects'] = [],
): DecidableAuthorization => ({
  statusId: status.PENDING,
  version: held.version,
  rejects,
  jurisState: held.juris_state,
  receivedAt: held.received_at,
  statutoryDueAt: null,
  snoozedUntil: null,
  snoozeHoursTotal: 0,
  gpi: held.gpi_prefix,
  deaSchedule: held.dea,
  daysSupply: held.max_days_per_fill ?? MONTH,
  dateOfService: held.start_date,
  dateOfInjury: held.doi,
  claimTermDate: held.term_date,
  estimatedCost: held.max_cost_per_fill,
  subCarrier: held.sub_carrier,
  groupCode: held.group_code,
  channel: lineOf(held)?.claim_channel_type ?? 10,
  ownerIds: ownersOf(held),
  supervisedIds: held.supervised,
  reconsiderationLevel: 0,
  underInvestigation: held.compensability === 'PENDING',
  compound: held.request?.compound === true,
  opioid: held.opioid,
})

/** What somebody asks for who asks more of a permission: the whole of it, on what the engine finds today. */
export type Widening = {
  authorization: DecidableAuthorization
  standing: readonly Reject[]
  /** The strictest class of safety code it would clear. */
  safetyTier: Tier | null
  /** Why an additional code cannot be cleared. */
  unknown: Why<'VALIDATION'> | undefined
  /** No product with its code is on the market. */
  noProduct: boolean
}

/**
 * Evaluates a widened prior authorization as a new one: the engine finds today's rejects and the cost of a fill
 * of this quantity; codes cleared before count as not cleared.
 */
export function evaluateWidening(
  held: HeldPermission,
  to: PriorAuthChanges,
  found: SnapshotRow,
  now: string,
): Widening {
  const { request } = held
  const daysSupply =
    to.max_days_per_fill ?? (lineOf(held) ? request!.daysSupply : Math.max(request?.daysSupply ?? 0, MONTH))
  const dateOfService = to.start_date < held.start_date && to.start_date < held.today ? to.start_date : held.today
  // A clinic line stays one: a product of the same drug does not describe it.
  const line = lineOf(held)
  const units = to.max_qty_per_fill ?? request?.quantity ?? 1
  const said = line && saidOf(line, units, to.pharmacy_nabp ?? '')
  const drug = line && lacksProduct(line) ? null : found.drug
  const look = (line ? said : drug)
    ? examine(
        claimRequestOf({
          channel: line?.claim_channel_type ?? 10,
          ndc: drug?.ndc ?? '',
          // Without a quantity limit: the requested quantity, at least one unit a day for a month.
          quantity: line
            ? units
            : (to.max_qty_per_fill ?? Math.max(request?.quantity ?? 0, to.max_days_per_fill ?? MONTH)),
          daysSupply,
          dateOfService,
          pharmacyNabp: to.pharmacy_nabp ?? '',
          prescriberNpi: to.prescriber_npi ?? '',
          ...(said && { mixture: said }),
        }),
        // Leave this prior authorization out, or the codes it clears would not show.
        { ...found, drug, prior_auths: found.prior_auths.filter((one) => one.priorAuthId !== held.id) },
        now,
        'BUILD',
      )
    : undefined
  const standing = look?.adjudication.rejects ?? []
  const facts = look?.adjudication.facts
  const cost = look?.adjudication.pricing?.paid ?? facts?.estimatedCost ?? null
  const added = asRejects(
    to.codes_cleared.filter((code) => !held.codes_cleared.includes(code)),
    standing,
  )
  const safetyTier = tierWith(
    { safetyIncluded: held.safety_included, safetyTier: held.safety_tier },
    added.rejects ?? [],
  )
  // The cost of a compound comes from its request, not from one package.
  const compoundCost = request?.compound ? request.estimatedCost : null
  return {
    authorization: {
      ...asRequest(
        held,
        asUncleared({ codes: to.codes_cleared, all: held.override_all, safetyTier }, standing, request?.rejects),
      ),
      daysSupply,
      dateOfService,
      estimatedCost: compoundCost === null ? cost : Math.max(compoundCost, cost ?? 0),
      firstFill: facts?.firstFill ?? false,
      letterOnFile: facts != null && facts.letterAgeDays !== null,
      opioid: held.opioid || (facts?.opioid ?? false),
    },
    standing,
    safetyTier,
    unknown: added.why,
    noProduct: look === undefined && request?.compound !== true,
  }
}

/** The confirmation and note of the change; clearing safety codes needs a confirmation. */
export type Said = {
  safetyRejectEnabled: boolean | undefined
  safetyAck: string | undefined
  note: string | undefined
}

/**
 * Why this person may not let a permission become this, which lets more through than it did: what would refuse the grant of
 * the whole of it refuses the change, in the same words. Its last day is judged apart (`datesAllowed`), and its first one
 * only where that moves: it lay where it might when it was given.
 */
export function whyNotWiden(
  person: Caller,
  widening: Widening,
  held: HeldPermission,
  to: PriorAuthChanges,
  said: Said,
  now: string,
  settings: DecisionSettings,
):
  | Why<
      | 'ALREADY_DECIDED'
      | 'CODE_NOT_YOURS_TO_CLEAR'
      | 'DATES_NOT_ALLOWED'
      | 'HARD_STOP'
      | 'LEVEL_NOT_ALLOWED'
      | 'NEEDS_UR_DECISION'
      | 'NOT_ALLOWED'
      | 'NOT_OVERRIDABLE'
      | 'REASON_REQUIRED'
      | 'RULE'
      | 'SAFETY_NEEDS_PHARMACIST'
      | 'UPDATE_BLOCKED'
      | 'VALIDATION'
    >
  | undefined {
  const { authorization, standing } = widening
  if (widening.noProduct) return { code: 'RULE', field: 'drugLevel', message: 'No product has this code.' }
  if (widening.unknown) return widening.unknown
  const inTheWay = whyNotGrantNow(standing, to.codes_cleared)
  if (inTheWay) return inTheWay
  const refused = whyNotApprove(
    person,
    authorization,
    {
      ...(to.start_date !== held.start_date && { startDate: to.start_date, endDate: to.end_date }),
      oneTimeFill: to.one_time,
      // One package is narrower than any level: it needs no leave to stay.
      drugLevel: to.level === 11 && held.level === 11 ? undefined : to.level,
      ...(!to.one_time && to.max_fills !== held.max_fills && to.max_fills !== null && { paMaxFill: to.max_fills }),
      rejects: authorization.rejects.map(({ rejectCode }) => ({ rejectCode, override: true })),
      priorauthReasonDesc: to.reason_desc,
      ...said,
    },
    now,
    settings,
  )
  if (refused) return refused
  const rules = editRules(person, { authorization, action: 'approve', now, settings }).fields
  if (held.override_all && !rules.overrideAllRejections.visible)
    return { code: 'RULE', message: 'Override all is not offered for this request.', field: 'codes' }
  const fills = whyNotFills(to.one_time ? 1 : to.max_fills, rules.paMaxFill)
  if (fills) return fills
  const cleared = authorization.rejects.filter(({ rejectCode }) => to.codes_cleared.includes(rejectCode))
  const cap = costCap(person, cleared, authorization, settings)
  if (cap !== null && (to.max_cost_per_fill ?? Number.POSITIVE_INFINITY) > cap)
    return {
      code: 'RULE',
      field: 'maxCost',
      message: `You clear costs up to $${cap.toFixed(2)} a fill: give that or less, or let a supervisor change it.`,
    }
  return dualControl(person, authorization, settings) ? secondPerson : undefined
}
