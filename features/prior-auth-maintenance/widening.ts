import { status } from '#features/authorizations/statuses.ts'
import { type ClearedFinding, findingsOf, notIn, unknownOf } from '#features/prior-auths/findings.ts'
import { origin } from '#reference/origins.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { type ApprovalRefusal, costCap, dualControl, whyNotApprove } from '#features/decisions/approval.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { compoundCode, type DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isClinicLine, lacksProduct, saidOf } from '#features/snapshots/clinic-line.ts'
import { claimRequestOf, examine } from '#features/new-authorization/prepare.ts'
import type { Caller } from '#platform/calls/handler.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { asRejects, asUncleared, tierWith, whyNotFills, whyNotGrantNow, type Tier } from './rules.ts'
import { ownersOf } from './load.ts'
import { askingFor, namedInAdvance, whyNotThese } from './named-in-advance.ts'
import type { ParsedInputOf } from '#platform/calls/contract.ts'
import type { priorAuths } from './contract.ts'
import type { PriorAuthFound } from './sql.ts'

/** Without limits a prior authorization is evaluated with one unit a day for a month. */
export const MONTH = 30

/** The refusal an approval of the same gets. */
export const secondPerson: Why<'RULE'> = {
  code: 'RULE',
  field: 'maxQty',
  message: 'A second person must agree to this. Create a request and approve that.',
}

/** The clinic line it was granted for, if any. */
const lineOf = ({ request }: Pick<PriorAuthFound, 'request'>) =>
  request && isClinicLine(request.of) ? request.of : undefined

/**
 * A prior authorization or block as an authorization for the decision rules, as of today. `rejects` are those its decision
 * is about: none when the cleared codes stay unchanged.
 */
export const asRequest = (loaded: PriorAuthFound, rejects: DecisionFacts['rejects'] = []): DecisionFacts => ({
  status_id: status.PENDING,
  rejects,
  in_advance: true,
  juris_state: loaded.juris_state,
  request_received_at: loaded.received_at,
  gpi: loaded.gpi_prefix,
  dea_schedule: loaded.dea,
  days_supply: loaded.max_days_per_fill ?? MONTH,
  date_of_service: loaded.start_date,
  doi: loaded.doi,
  term_date: loaded.term_date,
  estimated_cost: loaded.max_cost_per_fill,
  sub_carrier: loaded.sub_carrier,
  claim_channel_type: lineOf(loaded)?.claim_channel_type ?? origin.PORTAL,
  owner_ids: ownersOf(loaded),
  supervised: loaded.supervised,
  reconsideration_level: 0,
  completed_at: null,
  compensability: loaded.compensability,
  compound_code: loaded.request?.compound ? compoundCode.COMPOUND : compoundCode.NOT_COMPOUND,
  first_approval: null,
  shown: { facts: { firstFill: false, opioid: loaded.opioid, letterAgeDays: null, injuryMatch: null } },
})

/** A widened prior authorization, judged as a grant of the whole of it on what the engine finds today. */
export type Widening = {
  authorization: DecisionFacts
  uncleared: readonly Reject[]
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
  loaded: PriorAuthFound,
  to: PriorAuthChanges,
  found: SnapshotRow,
  now: string,
): Widening {
  const { request } = loaded
  const daysSupply =
    to.max_days_per_fill ?? (lineOf(loaded) ? request!.daysSupply : Math.max(request?.daysSupply ?? 0, MONTH))
  const dateOfService = to.start_date < loaded.start_date && to.start_date < loaded.today ? to.start_date : loaded.today
  // A clinic line stays one: a product of the same drug does not describe it.
  const line = lineOf(loaded)
  const units = to.max_qty_per_fill ?? request?.quantity ?? 1
  const said = line && saidOf(line, units, to.pharmacy_nabp ?? '')
  const drug = line && lacksProduct(line) ? null : found.drug
  const look = (line ? said : drug)
    ? examine(
        claimRequestOf({
          channel: line?.claim_channel_type ?? origin.PORTAL,
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
        { ...found, drug, prior_auths: found.prior_auths.filter((one) => one.priorAuthId !== loaded.id) },
        now,
        'BUILD',
      )
    : undefined
  const uncleared = look?.adjudication.rejects ?? []
  const facts = look?.adjudication.facts
  const cost = look?.adjudication.pricing?.paid ?? facts?.estimatedCost ?? null
  const added = asRejects(
    to.codes_cleared.filter((code) => !loaded.codes_cleared.includes(code)),
    uncleared,
  )
  const safetyTier = tierWith(
    { safetyIncluded: loaded.safety_included, safetyTier: loaded.safety_tier },
    added.rejects ?? [],
  )
  // The cost of a compound comes from its request, not from one package.
  const compoundCost = request?.compound ? request.estimatedCost : null
  return {
    authorization: {
      ...asRequest(
        loaded,
        asUncleared({ codes: to.codes_cleared, all: loaded.override_all, safetyTier }, uncleared, request?.rejects),
      ),
      days_supply: daysSupply,
      date_of_service: dateOfService,
      estimated_cost: compoundCost === null ? cost : Math.max(compoundCost, cost ?? 0),
      shown: {
        facts: {
          firstFill: facts?.firstFill ?? false,
          opioid: loaded.opioid || (facts?.opioid ?? false),
          letterAgeDays: facts?.letterAgeDays ?? null,
          injuryMatch: facts?.injuryMatch ?? null,
        },
      },
    },
    uncleared,
    safetyTier,
    unknown: added.why,
    noProduct: look === undefined && request?.compound !== true,
  }
}

/**
 * What a changed prior authorization clears: nothing of a code it no longer names; what was cleared before; and where it was
 * widened, what the engine found of the whole of it, which its user could clear.
 */
export function findingsAfter(
  loaded: Pick<PriorAuthFound, 'codes_cleared' | 'findings'>,
  codes: readonly string[],
  judged: DecisionFacts['rejects'] | undefined,
): readonly ClearedFinding[] | null {
  const isNamed = ({ rejectCode }: { rejectCode: string }): boolean => codes.includes(rejectCode)
  if (judged === undefined && loaded.findings === null && codes.every((code) => loaded.codes_cleared.includes(code)))
    return null
  const before = (loaded.findings ?? unknownOf(loaded.codes_cleared)).filter(isNamed)
  // Of a code nobody found anything of there is no rule.
  const found = findingsOf((judged ?? []).filter((one) => isNamed(one) && one.sourceRule !== undefined))
  const known = [...found, ...notIn(before, found)]
  const unknown = unknownOf(codes.filter((code) => !known.some(({ rejectCode }) => rejectCode === code)))
  return [...known, ...unknown]
}

/** The confirmation and note of the change; clearing safety codes needs a confirmation. */
export type Said = {
  safetyRejectEnabled: boolean | undefined
  safetyAck: string | undefined
  findings: ParsedInputOf<(typeof priorAuths)['save']>['findings']
  note: string | undefined
}

/**
 * Why this user may not widen a prior authorization like this: what would refuse the grant of the whole of it refuses the
 * change, in the same words. Its last day is checked separately (`datesAllowed`), its first day only where it moves.
 */
export function whyNotWiden(
  person: Caller,
  widening: Widening,
  loaded: PriorAuthFound,
  to: PriorAuthChanges,
  said: Said,
  now: string,
  settings: DecisionSettings,
): Why<ApprovalRefusal | 'VALIDATION'> | undefined {
  const { authorization, uncleared } = widening
  if (widening.noProduct) return { code: 'RULE', field: 'drugLevel', message: 'No product has this code.' }
  if (widening.unknown) return widening.unknown
  const inTheWay = whyNotGrantNow(uncleared, to.codes_cleared)
  if (inTheWay) return inTheWay
  const unknown = whyNotThese(authorization.rejects, said)
  if (unknown) return unknown
  const { findings: _named, ...words } = said
  const refused = whyNotApprove(
    person,
    authorization,
    {
      ...(to.start_date !== loaded.start_date && { startDate: to.start_date, endDate: to.end_date }),
      oneTimeFill: to.one_time,
      // One package is narrower than any level, so it is always allowed to stay.
      drugLevel: to.level === 11 && loaded.level === 11 ? undefined : to.level,
      ...(!to.one_time && to.max_fills !== loaded.max_fills && to.max_fills !== null && { paMaxFill: to.max_fills }),
      rejects: namedInAdvance(authorization.rejects, said, true),
      priorauthReasonDesc: to.reason_desc,
      ...words,
    },
    now,
    settings,
  )
  if (refused) return askingFor(refused, authorization.rejects)
  const rules = editRules(person, { authorization, action: 'approve', now, settings }).fields
  if (loaded.override_all && !rules.overrideAllRejections.visible)
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
