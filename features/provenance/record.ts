import type { MmeFacts, MmeItem, PriceInputs, Reject } from '#features/adjudication/answer.ts'
import { ruleBook } from '#features/adjudication/rule-book.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { lapseOf, packFor, packNamed } from '#features/deadlines/which-pack.ts'
import { clearedFindings, findingsOf, isClearedBy } from '#features/prior-auths/findings.ts'
import { opioidFactorVersion } from '#reference/opioid-factors.ts'
import {
  engineVersion,
  feeScheduleVersion,
  formularyVersion,
  injuryMapVersion,
  interactionVersion,
} from '#reference/versions.ts'
import { clockOf } from './clock-record.ts'
import type { DecisionRecord } from './contract.ts'
import { grants, overriddenBy } from './overridden.ts'
import { permissionMeans, permissionUsed, relationToRequest } from './permission-used.ts'
import type { Recorded } from './recorded.ts'

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

// Requests raised before these inputs were recorded have none.
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
  const permission = person && permissionUsed(person, of)
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
      stopped(reject, grants(of.kind) && isClearedBy(outcome, reject, request.rejects)),
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
      ...(grants(of.kind) && {
        cleared: clearedFindings(
          outcome.findings ?? findingsOf(request.rejects.filter((one) => isClearedBy(outcome, one, request.rejects))),
        ),
      }),
      ...(outcome.narrowed !== undefined && { narrowed: outcome.narrowed }),
      ...(outcome.instead && { instead: `${outcome.instead.name}, ${outcome.instead.ndc}` }),
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
