import { status } from '#features/authorizations/statuses.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { type DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { Candidates } from '#features/owners/sql.ts'
import { toCandidate } from '#features/owners/adjuster.ts'
import { canWorkOn } from '#features/owners/rules.ts'
import { route, routeReconsideration, type Worker } from '#features/owners/routing.ts'
import { toRejectLine } from '#features/worklist/row.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import type { RejectLine } from '#features/authorizations/contract.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Medication } from './contract.ts'
import type { ClaimFound, DrugWords, Wish } from './sql.ts'

/** A draft as the decision rules will see it once it is sent. */
export const asSent = (
  row: Pick<
    AuthorizationRow,
    | 'rejects'
    | 'juris_state'
    | 'request_received_at'
    | 'gpi'
    | 'dea_schedule'
    | 'days_supply'
    | 'date_of_service'
    | 'estimated_cost'
    | 'sub_carrier'
    | 'claim_channel_type'
    | 'reconsideration_level'
    | 'shown'
    | 'compound_code'
  >,
  claim: Pick<ClaimFound, 'doi' | 'term_date' | 'compensability' | 'supervised'>,
  ownerIds: string[],
): DecisionFacts => ({
  ...row,
  in_advance: true,
  status_id: status.PENDING,
  completed_at: null,
  first_approval: null,
  doi: claim.doi,
  term_date: claim.term_date,
  compensability: claim.compensability,
  owner_ids: ownerIds,
  supervised: claim.supervised,
})

/** The medication of a request, draft or fill with what its maker wants. */
export const toMedication = (
  row: Pick<
    AuthorizationRow,
    | 'ndc'
    | 'gpi'
    | 'drug_name'
    | 'strength'
    | 'dea_schedule'
    | 'generic_or_brand'
    | 'daw'
    | 'quantity'
    | 'days_supply'
    | 'rx_number'
    | 'fill_number'
    | 'refills_authorised'
    | 'date_of_service'
  >,
  drug: DrugWords | null | undefined,
  wish: Wish | null,
): Medication => ({
  ndc: row.ndc,
  gpi: row.gpi,
  drugName: row.drug_name,
  strength: row.strength,
  form: drug?.form ?? '',
  unit: drug?.unit ?? '',
  deaSchedule: row.dea_schedule,
  genericOrbrand: row.generic_or_brand,
  daw: row.daw,
  quantity: row.quantity,
  daysSupply: row.days_supply,
  unitsPerDay: Math.round((row.quantity / row.days_supply) * 100) / 100,
  rxNumber: row.rx_number,
  fillNumber: row.fill_number,
  refillsAuthorised: row.refills_authorised,
  dateOfService: row.date_of_service,
  effectiveDate: wish?.effective_date ?? null,
  authExpirationDate: wish?.expiration_date ?? null,
  drugLevel: wish?.drug_level ?? null,
  awpUnit: drug?.awpUnit ?? null,
  awpEffectiveDate: drug?.awpEffectiveDate ?? null,
})

/** The rejects, each with whether this user may clear it. */
export const toRejectLines = (
  row: { rejects: readonly Reject[]; estimated_cost: number | null; days_supply: number; juris_state: string },
  person: Person,
  settings: DecisionSettings,
): RejectLine[] =>
  row.rejects.map((reject) => toRejectLine(reject, { ...row, rejects: [...row.rejects] }, person, settings))

/** The owners of a new request on this claim, in order: users who can work on its sub-carrier. */
export function suggested(
  people: readonly Candidates[],
  of: { mc: string; subCarrier: string; level: number; originalDeciderId: string | null },
  now: string,
): Candidates[] {
  const ids = (...kinds: Candidates['kinds']): string[] =>
    people.filter((person) => person.kinds.some((kind) => kinds.includes(kind))).map((person) => person.id)
  const supervisorId = ids('SUPERVISOR')[0] ?? null
  const workers = new Map<string, Worker>(
    people.map((row) => {
      const person = toCandidate(row)
      const active = canWorkOn(person, of.mc, of.subCarrier)
      return [person.id, { ...person, active, supervisorId: row.kinds.includes('PRIMARY') ? supervisorId : null }]
    }),
  )
  if (of.level > 0) {
    const { ownerId } = routeReconsideration(
      of.level,
      {
        originalDeciderId: of.originalDeciderId,
        groupIds: ids('PRIMARY', 'SECONDARY', 'GROUP'),
        supervisorId,
        clinicianIds: ids('CLINICAL'),
      },
      workers,
      now,
    )
    return people.filter((person) => person.id === ownerId)
  }
  const routed = route(
    {
      primaryOwnerId: ids('PRIMARY')[0] ?? null,
      secondaryOwnerIds: ids('SECONDARY'),
      groupDefaultIds: ids('GROUP'),
      subCarrierDefaultIds: ids('SUB_CARRIER'),
    },
    workers,
    now,
  )
  return [routed.ownerId, ...routed.secondaryIds].flatMap((id) => people.filter((person) => person.id === id))
}
