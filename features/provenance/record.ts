import { DAY_MS } from '#platform/dates/instant.ts'
import type { MmeFacts, MmeItem, PriceInputs, Reject } from '#features/adjudication/answer.ts'
import { ruleBook } from '#features/adjudication/rule-book.ts'
import { dueAt, type ClockEvents } from '#features/deadlines/due.ts'
import { lapseOf, packFor, packNamed, packRecorded } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { authorityInWords } from '#features/determinations/authorities.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'
import type { AuthorizationRow, FirstApproval, Verdict } from '#features/authorizations/rows.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { type HolidaySetId } from '#reference/holiday-sets.ts'
import { holidayLookup } from '#reference/holidays.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { opioidFactorVersion } from '#reference/opioid-factors.ts'
import {
  engineVersion,
  feeScheduleVersion,
  formularyVersion,
  injuryMapVersion,
  interactionVersion,
} from '#reference/versions.ts'
import type { DecisionRecord, Screen } from './contract.ts'
import { permissionMeans, permissionUsed, relationToRequest } from './permission-used.ts'

/** The request as it stood when it was decided: columns of its row. */
export type RequestThen = Pick<
  AuthorizationRow,
  | 'mc'
  | 'id'
  | 'sub_carrier'
  | 'group_code'
  | 'stratus_claim_id'
  | 'reference_number'
  | 'juris_state'
  | 'request_received_at'
  | 'statutory_due_at'
  | 'due_pack'
  | 'due_arithmetic'
  | 'ndc'
  | 'gpi'
  | 'drug_name'
  | 'strength'
  | 'generic_or_brand'
  | 'dea_schedule'
  | 'quantity'
  | 'days_supply'
  | 'rx_number'
  | 'date_written'
  | 'date_of_service'
  | 'pharmacy_nabp'
  | 'prescriber_npi'
  | 'estimated_cost'
  | 'rejects'
  | 'shown'
  | 'reconsideration_level'
> & {
  version: number
  /** `extended`: when information was asked for that moved the due time. */
  clock_state?: { dueFrom?: DueFrom; extended?: { extendedAt: string } } | Record<string, unknown> | null
}

/** Set on a request that took its due time over from one that was merged into it. */
type DueFrom = { receivedAt: string; referenceNumber: string; recommendedOn?: string | null }

/** A pharmacist's advice that stood, as its row has it. */
type AdviceThen = {
  id: string
  action: string
  rationale: string
  pharmacist: string
  license: string | null
  at: string
}

export type Recorded = {
  kind: DecisionRecord['kind']
  at: string
  /** Null of the first of two approvals. */
  decisionId: string | null
  request: RequestThen
  /** The status it came from and came to; from null, it was made with its decision. */
  from: number | null
  to: number
  /** Null: a rule or the state's clock decided. */
  person: Person | null
  /** What stands for the decider where no person does. */
  by: string
  owners: { ids: readonly string[]; supervised: readonly string[] } | null
  first: FirstApproval | null
  outcome: Pick<
    Verdict,
    | 'startDate'
    | 'endDate'
    | 'oneTime'
    | 'level'
    | 'maxFills'
    | 'maxQty'
    | 'maxDays'
    | 'codes'
    | 'overrideAll'
    | 'safetyIncluded'
    | 'safetyAck'
    | 'reasonId'
    | 'reason'
    | 'note'
  > & { waitsFor?: readonly string[] }
  settings: Readonly<Record<string, unknown>>
  advice: AdviceThen | null
  determination?: Determined | null
  screen: Screen | null
  versions: { portal: string; screen: string | null }
}

const grants = (kind: DecisionRecord['kind']): boolean => !['REJECT', 'REJECT_NO_PA'].includes(kind)

/** Days after its due time of which a record holds the days off: what a notice after the decision is counted with. */
export const DAYS_KEPT = 14

/** The days off a clock asked about, so that counting it again asks no calendar of that later day. */
function daysOffAround(pack: RulePack, receivedAt: string, due: string): Record<string, string> {
  const holidayOf = holidayLookup(pack.holidays as HolidaySetId)
  const last = Date.parse(due) + DAYS_KEPT * DAY_MS
  const found: Record<string, string> = {}
  for (let day = dateIn(Date.parse(receivedAt) - DAY_MS, 'UTC'); Date.parse(day) <= last; day = addDays(day, 1)) {
    const name = holidayOf(day)
    if (name !== undefined) found[day] = name
  }
  return found
}

function clockOf(request: RequestThen): DecisionRecord['clock'] {
  const from = request.clock_state?.['dueFrom' as never] as DueFrom | undefined
  const receivedAt = new Date(from?.receivedAt ?? request.request_received_at).toISOString()
  const dueThen = new Date(request.statutory_due_at).toISOString()
  const base = { pack: request.due_pack, receivedAt, dueAt: dueThen, arithmetic: [...request.due_arithmetic] }
  const pack = packRecorded(request.due_pack)
  if (!pack) return { ...base, inputs: null }
  // A state with a longest time since the recommendation counts that from the day of writing.
  const written = (from ? from.recommendedOn : request.date_written) ?? null
  const extended = request.clock_state?.['extended' as never] as { extendedAt: string } | undefined
  const more = {
    ...(pack.ceiling && written && { recommendedOn: written }),
    ...(extended && { extendedAt: extended.extendedAt }),
  }
  const channels = ['electronic', 'fax', 'mail'] as const
  const channel = channels.find((one) => dueAt(pack, { receivedAt, channel: one, ...more }).dueAt === dueThen)
  if (channel === undefined) return { ...base, inputs: null }
  const events = { receivedAt, channel, ...more } satisfies ClockEvents
  return {
    ...base,
    inputs: {
      rule: JSON.parse(JSON.stringify(pack)) as Record<string, unknown>,
      daysOff: daysOffAround(pack, receivedAt, dueThen),
      events,
    },
  }
}

const stopped = (reject: Reject, overridden: boolean): DecisionRecord['rejects'][number] => {
  const rule = ruleBook[reject.sourceRule]
  return {
    rejectCode: reject.rejectCode,
    description: reject.description,
    message: reject.message,
    class: reject.class,
    safety: reject.safety,
    hardStop: reject.hardStop,
    severity: reject.severity ?? null,
    dur: reject.dur ?? null,
    overridableBy: reject.overridableBy,
    fixHint: reject.fixHint,
    rule: reject.sourceRule,
    trigger: rule?.trigger ?? '',
    citation: reject.citation ?? rule?.citation ?? '',
    overridden,
  }
}

// Requests that were raised before these inputs were kept lack them.
const mmeItem = (item: MmeItem): NonNullable<DecisionRecord['mme']>['items'][number] => ({
  drug: item.drug,
  gpi: item.gpi,
  source: item.source,
  fillDate: item.fillDate,
  strength: item.strength,
  unit: item.unit,
  quantity: item.quantity ?? null,
  daysSupply: item.daysSupply ?? null,
  how: item.how ?? null,
  perDay: item.perDay,
  factor: item.factor,
  mme: item.mme,
  arithmetic: item.arithmetic,
})

const mmeOf = (mme: MmeFacts | null): DecisionRecord['mme'] =>
  mme && {
    now: mme.now,
    after: mme.after,
    limit: mme.limit,
    factorVersion: mme.factorVersion,
    items: mme.items.map(mmeItem),
    previous: mme.previous ? mmeItem(mme.previous) : null,
    notCounted: [...mme.notCounted],
  }

/** Advice that a decision goes against; "defer" is neither a yes nor a no. */
const isAgainst = (action: string, granted: boolean): boolean =>
  granted ? action === 'REJECT' || action === 'P2P' : action.startsWith('APPROVE')
const clearedByWords: Readonly<Record<string, string>> = {
  A: 'a claims adjuster may clear it',
  S: 'a supervisor may clear it',
  R: 'a pharmacist may clear it',
  O: 'a senior pharmacist may clear it',
}

/** What the decision set aside, and why: reject codes it cleared, advice it did not follow. */
function overriddenBy(of: Recorded, advice: DecisionRecord['advice']): DecisionRecord['overridden'] {
  const { outcome } = of
  const because = [outcome.reason, outcome.note].filter(Boolean).join(' ')
  const cleared = grants(of.kind) ? of.request.rejects.filter((one) => outcome.codes.includes(one.rejectCode)) : []
  const denied = of.determination?.result === 'DENIED' && grants(of.kind) ? of.determination : null
  const against = advice !== null && of.person !== null && isAgainst(advice.action, grants(of.kind))
  return [
    ...cleared.map((reject) => ({
      what: `Code ${reject.rejectCode}`,
      means: [reject.message, clearedByWords[reject.overridableBy]].filter(Boolean).join('; '),
      why: [because, reject.safety ? outcome.safetyAck : null].filter(Boolean).join(' '),
    })),
    ...(denied
      ? [
          {
            what: 'The determination',
            means: `${authorityInWords(denied.kind)} denied it: ${denied.authority}, ${denied.number}`,
            why: because,
          },
        ]
      : []),
    ...(against
      ? [
          {
            what: advice.source === 'PHARMACIST' ? "The pharmacist's advice" : 'Rule-based guidance',
            means: `${advice.action}: ${advice.rationale}`,
            why: because,
          },
        ]
      : []),
  ]
}

/**
 * Everything that was known when a decision was made, as one value: pure, and complete, so that nothing of it has to be
 * looked up again when packs, factors, settings and people have changed.
 */
export function recordOf(of: Recorded): DecisionRecord {
  const { request, person, outcome } = of
  const { facts, pricing, recommendation } = request.shown
  const guideline =
    packNamed(request.due_pack) ?? packFor(request.juris_state, 'prospective', request.request_received_at)
  const advice: DecisionRecord['advice'] = of.advice
    ? {
        source: 'PHARMACIST',
        version: of.advice.id,
        action: of.advice.action,
        rationale: of.advice.rationale,
        by: of.advice.pharmacist,
        licence: of.advice.license,
        at: new Date(of.advice.at).toISOString(),
        ruleIds: [],
      }
    : recommendation && {
        source: 'RULE',
        version: engineVersion,
        action: recommendation.action,
        rationale: recommendation.rationale,
        by: recommendation.label,
        licence: null,
        at: null,
        ruleIds: [...recommendation.ruleIds],
      }
  const permission = person && permissionUsed(person, { ...of, statusId: of.from })
  return {
    format: 1,
    kind: of.kind,
    at: of.at,
    decisionId: of.decisionId,
    authorizationId: request.id,
    referenceNumber: request.reference_number,
    requestVersion: request.version,
    carrier: {
      masterCarrier: request.mc,
      subCarrier: request.sub_carrier,
      groupCode: request.group_code,
      claimId: request.stratus_claim_id,
    },
    status: { from: of.from === null ? 'New' : statusLabel(of.from), to: statusLabel(of.to) },
    decider: {
      id: person?.id ?? null,
      name: person?.name ?? of.by,
      roles: [...(person?.roles ?? [])],
      permission,
      permissionMeans: permission ? permissionMeans[permission] : 'No person decided.',
      standing: relationToRequest(person, of.owners, of.from),
      licenseStates: [...(person?.licenseStates ?? [])],
      approvalLimit: person?.approvalLimit ?? null,
      timeZone: person?.timeZone ?? null,
    },
    firstApprover: of.first && { id: of.first.byId, name: of.first.byName, at: of.first.at },
    versions: {
      portal: of.versions.portal,
      screen: of.versions.screen,
      engine: engineVersion,
      opioidFactors: facts.mme?.factorVersion ?? opioidFactorVersion,
      feeSchedule: (pricing?.inputs as PriceInputs | undefined)?.feeScheduleVersion ?? feeScheduleVersion,
      formulary: facts.formulary?.version ?? formularyVersion,
      interactions: interactionVersion,
      injuryMap: injuryMapVersion,
      rulePack: request.due_pack,
      guideline: `${guideline.id} v${guideline.version}`,
    },
    medication: {
      ndc: request.ndc,
      gpi: request.gpi,
      drugName: request.drug_name,
      strength: request.strength,
      genericOrBrand: request.generic_or_brand,
      deaSchedule: request.dea_schedule,
      quantity: request.quantity,
      daysSupply: request.days_supply,
      rxNumber: request.rx_number,
      dateOfService: request.date_of_service,
      pharmacyNabp: request.pharmacy_nabp,
      prescriberNpi: request.prescriber_npi,
      estimatedCost: request.estimated_cost,
    },
    clock: clockOf(request),
    guideline: {
      jurisdiction: guideline.jurisdiction,
      name: guideline.name,
      version: `${guideline.id} v${guideline.version}`,
      text: guideline.text,
      source: guideline.source,
      confidence: guideline.confidence,
      verifiedOn: guideline.verifiedOn,
      whoMayDeny: guideline.whoMayDeny,
      lapse: lapseOf(guideline, facts.formularyStatus),
    },
    mme: mmeOf(facts.mme),
    price: pricing && { ...pricing, inputs: pricing.inputs ?? null },
    formulary: !facts.formulary
      ? null
      : {
          id: facts.formulary.id,
          name: facts.formulary.name,
          kind: facts.formulary.kind,
          version: facts.formulary.version,
          status: facts.formularyStatus,
          note: facts.formularyNote,
          item: facts.formulary.item && { ...facts.formulary.item },
        },
    rejects: request.rejects.map((reject) =>
      stopped(reject, grants(of.kind) && outcome.codes.includes(reject.rejectCode)),
    ),
    trace: request.shown.trace.map(({ gate, rule, result, detail, citation }) => ({
      gate,
      rule,
      result,
      detail,
      citation: citation ?? null,
    })),
    warnings: [...request.shown.warnings],
    considerations: [...request.shown.considerations],
    advice,
    ...(of.determination && { determination: of.determination }),
    outcome: {
      startDate: outcome.startDate,
      endDate: outcome.endDate,
      oneTime: outcome.oneTime,
      drugLevel: outcome.level,
      maxFills: outcome.maxFills,
      maxQty: outcome.maxQty,
      maxDays: outcome.maxDays,
      codes: [...outcome.codes],
      waitsFor: [...(outcome.waitsFor ?? [])],
      overrideAll: outcome.overrideAll,
      safetyIncluded: outcome.safetyIncluded,
      safetyAck: outcome.safetyAck,
      reasonId: outcome.reasonId,
      reason: outcome.reason,
      note: outcome.note,
    },
    overridden: overriddenBy(of, advice),
    settings: { ...of.settings },
    screen: of.screen,
  }
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value

/** The one text a record has: keys in order, no spaces. Its fingerprint is taken of this. */
export const canonical = (record: DecisionRecord): string => JSON.stringify(sorted(record))
