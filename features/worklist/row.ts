import { HOUR_MS } from '#platform/dates/instant.ts'
import type { Person } from '#platform/calls/person.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { letterStatusName } from '#features/letters/machine.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import type { AuthRowFound } from '#features/authorizations/row-columns.ts'
import type { AuthRow, RejectLine } from '#features/authorizations/contract.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { findingId } from '#features/prior-auths/findings.ts'
import { isComplete, statusLabel } from '#features/authorizations/statuses.ts'

type SettingFound = { sub_carrier: string; key: string; value: unknown }
/** The carrier settings that decide who may override what; part of each row. */
export const decisionSettingRows = (): Sql<SettingFound> => sql<SettingFound>`
  select sub_carrier, key, value from carrier_setting where mc = app_mc() and key = any(${Object.keys(defaultDecisionSettings)})`

/** The settings of each sub-carrier from `decisionSettingRows`: its own before the carrier's, the default where none is set. */
export function settingsBySubCarrier(rows: readonly SettingFound[]): (subCarrier: string) => DecisionSettings {
  const known = new Map<string, DecisionSettings>()
  const of = (subCarrier: string) =>
    Object.fromEntries(
      rows.filter((row) => row.sub_carrier === subCarrier).map((row) => [row.key, row.value]),
    ) as Partial<DecisionSettings>
  return (subCarrier) => {
    let found = known.get(subCarrier)
    if (!found) known.set(subCarrier, (found = { ...defaultDecisionSettings, ...of('*'), ...of(subCarrier) }))
    return found
  }
}

type AuthRowContext = { now: Date; person: Person; settings: (subCarrier: string) => DecisionSettings }

/** What names a finding where others have its code. */
function findingOf(reject: Reject, all: readonly Reject[]): { finding?: string } {
  const finding = findingId(reject, all)
  return finding === reject.rejectCode ? {} : { finding }
}

/** A reject as screens show it, with whether this user may clear it. */
export function toRejectLine(
  reject: Reject,
  row: Pick<AuthRowFound, 'estimated_cost' | 'days_supply' | 'juris_state' | 'rejects'> &
    Partial<Pick<AuthRowFound, 'letter_came' | 'status_id' | 'reconsideration_level'>>,
  person: Person,
  settings: DecisionSettings,
): RejectLine {
  return {
    rejectCodeId: reject.rejectCode,
    rejectCode: reject.rejectCode,
    description: reject.description,
    message: reject.message,
    class: reject.class,
    dur: reject.dur ?? null,
    severity: reject.severity ?? null,
    safety: reject.safety,
    hardStop: reject.hardStop,
    overridableBy: reject.overridableBy,
    canCallerOverride: whyNotOverride(person, reject, settings, row) === undefined,
    ...(reject.letterNeeded && !row.letter_came && { letterNeeded: true as const }),
    fixHint: reject.fixHint,
    sourceRule: reject.sourceRule,
    ...findingOf(reject, row.rejects),
  }
}

const tenths = (hours: number): number => Math.round(hours * 10) / 10

/** A row in the shape of the contract. Hours of a completed request are counted to its completion. */
export function toAuthRow(row: AuthRowFound, { now, person, settings }: AuthRowContext): AuthRow {
  const at = isComplete(row.status_id) && row.completed_at !== null ? Date.parse(row.completed_at) : now.getTime()
  const code = (index: number): string | null => row.reject_codes[index] ?? null
  const own = settings(row.sub_carrier)
  const first = row.owners[0]
  return {
    authorizationId: row.id,
    referenceNumber: row.reference_number,
    authorizationStatusId: row.status_id,
    authorizationStatus: statusLabel(row.status_id),
    reconsiderationLevel: row.reconsideration_level,
    escalated: row.escalated,
    escalationLevel: row.escalation_level,
    snoozedUntil: row.snoozed_until,
    requestReceivedDate: row.request_received_at,
    ageHours: tenths((at - Date.parse(row.request_received_at)) / HOUR_MS),
    statutoryDueAt: row.statutory_due_at,
    hoursToDue: tenths((Date.parse(row.statutory_due_at) - at) / HOUR_MS),
    completedAt: row.completed_at,
    decidedBy: row.completed_by_name,
    masterCarrier: row.mc,
    subCarrier: row.sub_carrier,
    groupCode: row.group_code,
    stratusClaimId: row.stratus_claim_id,
    claimNumber: row.claim_number,
    claimantFirstName: row.first_name,
    claimantLastName: row.last_name,
    dateOfBirth: row.dob,
    dateOfInjury: row.doi,
    jurisState: row.juris_state,
    drugName: row.drug_name,
    strength: row.strength,
    quantity: row.quantity,
    daysSupply: row.days_supply,
    genericOrbrand: row.generic_or_brand,
    ndc: row.ndc,
    gpi: row.gpi,
    estimatedCost: row.estimated_cost,
    mmeAfter: row.mme_after,
    deliveryType: { deliveryTypeId: row.delivery_type_id, name: deliveryTypeName(row.delivery_type_id) ?? 'Unknown' },
    claimChannelType: row.claim_channel_type,
    pharmacyNabp: row.pharmacy_nabp,
    pharmacyName: row.pharmacy_name ?? row.pharmacy_nabp,
    pharmacyCity: row.pharmacy_city ?? '',
    physicianFirstName: row.prescriber_first ?? '',
    physicianLastName: row.prescriber_last ?? row.prescriber_npi,
    rejectCode1Id: code(0),
    rejectCode2Id: code(1),
    rejectCode3Id: code(2),
    rejectCode4Id: code(3),
    rejectCode5Id: code(4),
    rejectCode6Id: code(5),
    rejects: row.rejects.map((reject) => toRejectLine(reject, row, person, own)),
    caseOwnerId: first?.id ?? null,
    caseOwnerFirstName: first?.first ?? '',
    caseOwnerLastName: first?.last ?? '',
    caseOwners: row.owners.map((owner) => ({ adjusterId: owner.id, name: `${owner.first} ${owner.last}` })),
    lomnStatus: row.lomn_status === null ? null : letterStatusName(row.lomn_status),
    hasRphRecommendation: row.has_recommendation,
    careScoreBand: row.care_band,
    pharmacyWaiting: row.pharmacy_waiting,
    ...(row.pharmacy_waiting && { waitingSince: row.last_submitted_at }),
    version: row.version,
    ...(row.has_draft && { draft: true as const }),
  }
}
