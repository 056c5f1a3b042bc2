import { status } from '#features/authorizations/statuses.ts'
import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import type { Adjudication, Consideration, Recommendation } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts, Mode } from '#features/adjudication/snapshot.ts'
import { toSnapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { drugWords, raise, type Routed } from '#features/authorizations/raise.ts'
import type { AuthorizationRow, OwnerRow, Shown } from '#features/authorizations/rows.ts'
import { portalReference } from '#features/authorizations/raise.ts'
import { dueOf, type Arrival } from './arrival.ts'
import type { Mixture } from '#features/snapshots/compound.ts'

/** A requested medication, before a pharmacy bills it. */
export type Medication = {
  channel: number
  deliveryType?: number | undefined
  ndc: string
  quantity: number
  daysSupply: number
  /** Day the engine looks at: never in the future. */
  dateOfService: string
  pharmacyNabp: string
  prescriberNpi: string
  rxNumber?: string | undefined
  fillNumber?: number | undefined
  refillsAuthorised?: number | undefined
  daw?: string | undefined
  /** The ingredients of a compound or the clinic line, with the charges. */
  mixture?: Mixture | undefined
}

/** The medication as a claim for the engine. */
export const claimRequestOf = (of: Medication): ClaimRequest => ({
  channel: of.channel,
  ...(of.deliveryType !== undefined && { deliveryType: of.deliveryType }),
  pharmacyNabp: of.pharmacyNabp,
  dateOfService: of.dateOfService,
  prescriber: { npi: of.prescriberNpi },
  prescription: {
    rxNumber: of.rxNumber ?? '',
    fillNumber: of.fillNumber ?? 0,
    productId: of.mixture?.compound ? '0' : of.ndc,
    quantity: of.quantity,
    daysSupply: of.daysSupply,
    daw: of.daw ?? '0',
    refillsAuthorised: of.refillsAuthorised ?? 0,
    compoundCode: of.mixture?.compound ? '2' : '1',
  },
  ...of.mixture,
})

export type Examined = {
  request: ClaimRequest
  adjudication: Adjudication
  considerations: Consideration[]
  recommendation: Recommendation | null
  drug: DrugFacts | null
}

/** Adjudicates a medication now, with the function that answers a pharmacy. */
export function examine(request: ClaimRequest, found: SnapshotRow, now: string, mode: Mode): Examined {
  const snap = toSnapshot(found, now)
  const adjudication = adjudicate(request, snap, { mode })
  return {
    request,
    adjudication,
    considerations: considerations(adjudication, request, snap),
    recommendation: recommend(adjudication, request, snap),
    drug: snap.drug,
  }
}

const tenths = (amount: number): number => Math.round(amount * 10) / 10

/** The columns set from an adjudication, the medication included. */
export function examinedColumns({ adjudication, request, considerations: facts, recommendation, drug }: Examined) {
  const rx = request.prescription ?? {}
  const words = drugWords(drug, adjudication.facts.drugName ?? 'Unknown product')
  const shown: Shown = {
    facts: adjudication.facts,
    pricing: adjudication.pricing,
    considerations: facts,
    recommendation,
    trace: adjudication.trace,
    warnings: adjudication.warnings,
  }
  const mme = adjudication.facts.mme
  return {
    ndc: drug?.ndc ?? '',
    gpi: drug?.gpi ?? adjudication.facts.gpi ?? '',
    drug_name: words.name,
    strength: words.strength,
    generic_or_brand: drug === null || drug.brandFlag === 'G' ? 'G' : 'B',
    dea_schedule: drug?.dea ?? null,
    quantity: rx.quantity ?? 1,
    days_supply: rx.daysSupply ?? 1,
    daw: rx.daw ?? '0',
    date_of_service: request.dateOfService ?? '',
    estimated_cost: adjudication.pricing?.paid ?? adjudication.facts.estimatedCost,
    mme_current: mme ? tenths(mme.now) : null,
    mme_after: mme ? tenths(mme.after) : null,
    rejects: adjudication.rejects,
    reject_codes: adjudication.codes,
    must_also_fix: adjudication.rejects
      .filter((made) => made.overridableBy === 'K')
      .map((made) => `${made.rejectCode}: ${made.fixHint}`),
    shown,
  }
}

export type Preparing = {
  id: string
  now: string
  found: SnapshotRow
  examined: Examined
  makerId: string
  originCode: number
  lastPaid: number | null
  reconsiderationLevel: number
  originalAuthId: string | null
  /** When and how it came, where that was said. */
  arrival?: Arrival
}

/** T03: a draft, visible to its maker only. Its due time is what it would be if it were sent now. */
export function draftRow(of: Preparing): AuthorizationRow {
  const made = raise({
    id: of.id,
    transactionId: of.id,
    referenceNumber: portalReference(of.id),
    now: of.now,
    keys: of.found.keys!,
    jurisState: of.found.claim!.jurisState,
    request: of.examined.request,
    adjudication: of.examined.adjudication,
    drug: of.examined.drug,
    pharmacyName: of.found.pharmacy?.name ?? '',
    owners: [],
    considerations: of.examined.considerations,
    recommendation: of.examined.recommendation,
    lastPaidCost: of.lastPaid,
  }).authorization
  return {
    ...made,
    ...examinedColumns(of.examined),
    ...sentColumns({ ...made, reconsideration_level: of.reconsiderationLevel }, of.arrival ?? made, of.now),
    status_id: status.DRAFT,
    origin_code: of.originCode,
    trigger_transaction_id: null,
    last_transaction_id: null,
    pharmacy_waiting: false,
    next_clock_at: null,
    owner_id: of.makerId,
    reconsideration_level: of.reconsiderationLevel,
    original_auth_id: of.originalAuthId,
  }
}

/** T04, T23: the columns that change when a draft is sent. Its deadline counts from when it came. */
export function sentColumns(
  draft: Pick<AuthorizationRow, 'juris_state' | 'reconsideration_level' | 'claim_channel_type' | 'date_written'>,
  arrival: Arrival,
  now: string,
): Pick<
  AuthorizationRow,
  keyof Arrival | 'last_submitted_at' | 'statutory_due_at' | 'due_pack' | 'due_arithmetic' | 'next_clock_at'
> {
  const { due } = dueOf(draft, arrival)
  const { request_received_at, received_how, posted_on, urgent, concurrent } = arrival
  return {
    request_received_at,
    received_how,
    posted_on,
    urgent,
    concurrent,
    last_submitted_at: now,
    statutory_due_at: due.dueAt,
    due_pack: `${due.packId} v${due.packVersion}`,
    due_arithmetic: due.arithmetic,
    next_clock_at: now,
  }
}

/** The owners of a request, in order. */
export const ownerRows = (
  mc: string,
  id: string,
  people: readonly Pick<Routed, 'userId'>[],
  by: string,
  now: string,
  open: boolean,
): OwnerRow[] =>
  people.map(({ userId }, at) => ({
    mc,
    authorization_id: id,
    user_id: userId,
    position: at + 1,
    open,
    assigned_by: by,
    assigned_at: now,
  }))
