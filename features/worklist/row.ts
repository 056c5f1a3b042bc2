import type { Person } from '#platform/session/person.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Reject } from '#features/adjudication/contract.ts'
import { careBand } from '#features/care-score/sql.ts'
import { letterCame } from '#features/authorizations/letter-columns.ts'
import { letterStatusName } from '#features/letters/machine.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import type { AuthRow, RejectLine } from '#features/authorizations/contract.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { isComplete, statusLabel, type StatusId } from '#features/authorizations/statuses.ts'

/** What a list shows of a request, as `authRow` selects it. */
export type AuthRowFound = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  version: number
  juris_state: string
  request_received_at: string
  statutory_due_at: string
  completed_at: string | null
  completed_by_name: string | null
  snoozed_until: string | null
  escalated: boolean
  escalation_level: number
  reconsideration_level: number
  claim_channel_type: number
  delivery_type_id: number
  drug_name: string
  strength: string
  quantity: number
  days_supply: number
  generic_or_brand: string
  ndc: string
  gpi: string
  estimated_cost: number | null
  mme_after: number | null
  pharmacy_nabp: string
  pharmacy_waiting: boolean
  rejects: Reject[]
  reject_codes: string[]
  claim_number: string
  doi: string
  first_name: string
  last_name: string
  dob: string
  pharmacy_name: string | null
  pharmacy_city: string | null
  prescriber_npi: string
  prescriber_first: string | null
  prescriber_last: string | null
  owners: { id: string; first: string; last: string }[]
  lomn_status: number | null
  letter_came: boolean
  has_recommendation: boolean
  care_band: string | null
  /** Asked for by lists that are worked through. */
  has_draft?: boolean
}

/** The columns and joins of a row; `a` is rx_authorization, already in scope. */
export const authRow: { columns: Sql; joins: Sql } = {
  columns: sql`
    a.id, a.mc, a.sub_carrier, a.group_code, a.stratus_claim_id, a.reference_number, a.status_id, a.version, a.juris_state, a.request_received_at,
    a.statutory_due_at, a.completed_at, a.completed_by_name, a.snoozed_until,
    a.escalated, a.escalation_level, a.reconsideration_level, a.claim_channel_type, a.delivery_type_id, a.drug_name, a.strength, a.quantity, a.days_supply,
    a.generic_or_brand, a.ndc, a.gpi, a.estimated_cost, a.mme_after,
    a.pharmacy_nabp, a.pharmacy_waiting, a.rejects, a.reject_codes, c.claim_number, c.doi, t.first_name, t.last_name, t.dob, y.name as pharmacy_name,
    y.city as pharmacy_city,
    a.prescriber_npi, q.first_name as prescriber_first, q.last_name as prescriber_last,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'first', u.first_name, 'last', u.last_name) order by o.position, u.id)
      from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc and o.authorization_id = a.id), '[]') as owners,
    (select l.status from lomn_request l where l.mc = a.mc and l.authorization_id = a.id order by l.requested_at desc, l.id desc limit 1) as lomn_status,
    ${letterCame} as letter_came,
    exists (select from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded) as has_recommendation,
    ${careBand} as care_band`,
  joins: sql`
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join pharmacy y on y.nabp = a.pharmacy_nabp
    left join practitioner q on q.npi = a.prescriber_npi`,
}

type SettingFound = { sub_carrier: string; key: string; value: unknown }
/** The carrier settings that decide who may override what; travels with the rows. */
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

/** A reject as a screen shows it, with the answer whether this person may clear it. */
export function toRejectLine(
  reject: Reject,
  row: Pick<AuthRowFound, 'estimated_cost' | 'days_supply' | 'juris_state' | 'rejects'> &
    Partial<Pick<AuthRowFound, 'letter_came' | 'status_id' | 'reconsideration_level'>>,
  person: Person,
  settings: DecisionSettings,
): RejectLine {
  const about = {
    estimatedCost: row.estimated_cost,
    daysSupply: row.days_supply,
    jurisState: row.juris_state,
    rejects: row.rejects,
    letterOnFile: row.letter_came ?? false,
    ...(row.status_id !== undefined && { statusId: row.status_id as StatusId }),
    ...(row.reconsideration_level !== undefined && { reconsiderationLevel: row.reconsideration_level }),
  }
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
    canCallerOverride: whyNotOverride(person, reject, settings, about) === undefined,
    ...(reject.letterNeeded && !about.letterOnFile && { letterNeeded: true as const }),
    fixHint: reject.fixHint,
    sourceRule: reject.sourceRule,
  }
}

const HOUR = 3_600_000
const tenths = (hours: number): number => Math.round(hours * 10) / 10

/** The row as the contract promises it. Hours of a completed request are counted to its completion. */
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
    ageHours: tenths((at - Date.parse(row.request_received_at)) / HOUR),
    statutoryDueAt: row.statutory_due_at,
    hoursToDue: tenths((Date.parse(row.statutory_due_at) - at) / HOUR),
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
    version: row.version,
    ...(row.has_draft && { draft: true as const }),
  }
}
