import { addDays } from '#platform/dates/day.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts, PastFill, Snapshot } from '#features/adjudication/snapshot.ts'
import type { ClaimKeys } from '#features/claims/claim-keys.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import type { OwnerCandidates } from '#features/owners/first-owners.ts'
import type { IntakeFacts } from '#features/transactions/sql.ts'
import { cardRoute } from './carriers.ts'
import type { Claim, ClaimRow } from './claim-rows.ts'
import type { PlannedFill } from './prescriptions.ts'
import type { Stream } from './prng.ts'
import type { Setting } from './setting.ts'

// What a pharmacy sends, and what the intake would read from the database at that moment.

const cents = (dollars: number): number => Math.round(dollars * 100) / 100

/** The product over the counter, after brand and repackager have had their say. */
function productOf(fill: PlannedFill, setting: Setting): DrugFacts | null {
  if (fill.product === '') return null
  const drug = setting.named(fill.product)
  if (fill.brand) return setting.brandOf(drug.gpi) ?? drug
  if (fill.repackaged) return setting.repackagedOf(drug.gpi) ?? drug
  return drug
}

/** The bill of a fill (D.0 B1 as JSON); with its slip, if it has one and it is not yet mended. */
export function requestOf(
  claim: Claim,
  fill: PlannedFill,
  setting: Setting,
  random: Stream,
  mended: boolean,
): ClaimRequest {
  const drug = productOf(fill, setting)
  const slip = mended ? undefined : fill.slip
  const awp = drug ? drug.awpUnit * fill.quantity : 20
  const ingredientCost = cents(awp * 0.8)
  const charged = cents(awp * (0.92 + random.unit() * 0.3) + 4 + random.unit() * 9)
  const npi = slip === 'prescriberNumber' ? `${fill.npi.slice(0, 9)}${(Number(fill.npi[9]) + 1) % 10}` : fill.npi
  const prescriber = setting.prescriber(claim.row.mc, fill.npi)
  const { row, claimant } = claim
  return {
    channel: fill.channel,
    deliveryType: fill.deliveryType,
    fileProcessingCode: fill.channel === 9 ? 'P' : fill.channel === 2 ? 'B' : 'R',
    ...cardRoute,
    pharmacyNabp: fill.nabp,
    dateOfService: fill.date,
    insurance: { groupCode: row.group_code, cardholderId: row.subscriber_number, personCode: '001', relationship: '1' },
    patient: {
      firstName: claimant.first_name,
      lastName: claimant.last_name,
      dateOfBirth: claimant.dob,
      gender: claimant.gender,
    },
    ...(fill.hcpcs && !drug
      ? { hcpcs: fill.hcpcs, prescription: { rxNumber: fill.rxNumber } }
      : {
          ...(fill.hcpcs && { hcpcs: fill.hcpcs }),
          prescription: {
            rxNumber: fill.rxNumber,
            fillNumber: fill.fillNumber,
            productId: fill.compound ? '0' : slip === 'productNumber' ? '98001999901' : drug!.ndc,
            quantity: fill.quantity,
            daysSupply: fill.days,
            daw: fill.daw,
            dateWritten: fill.written,
            refillsAuthorised: fill.refills,
            originCode: '3',
            ...directionsOf(drug?.form, fill),
            compoundCode: fill.compound ? '2' : '1',
            ...(fill.certified && { paType: '2' }),
          },
        }),
    prescriber: { npi, lastName: prescriber?.lastName ?? '' },
    workersComp: {
      dateOfInjury: slip === 'injuryDate' ? addDays(row.doi, -30) : row.doi,
      employerName: setting.employer(claim),
      claimReference: row.claim_number,
    },
    pricing: {
      ingredientCost: fill.charge === undefined ? ingredientCost : fill.charge,
      dispensingFee: 4,
      usualAndCustomary: fill.charge === undefined ? charged : fill.charge,
      grossAmountDue: fill.charge === undefined ? charged : fill.charge,
    },
    ...(claim.icd[0] && { diagnosisCodes: [claim.icd[0].icd10] }),
    ...(fill.compound && {
      compound: {
        ingredients: fill.compound.map(({ product, quantity, cost }) => ({
          productId: setting.named(product).ndc,
          quantity,
          cost,
        })),
      },
    }),
  }
}

const unitWords = /\b(tablet|capsule|patch)\b/
const often = ['once a day', 'twice a day', 'three times a day', 'four times a day']
/** How a prescriber words it: "1 tablet twice a day"; nothing of what has no count by day. */
function directionsOf(form: string | undefined, fill: PlannedFill): { directions?: string } {
  const unit = unitWords.exec(form ?? '')?.[1]
  const aDay = fill.quantity / fill.days
  const words = unit === 'patch' ? undefined : often[Math.round(aDay) - 1]
  return unit && words && Math.abs(aDay - Math.round(aDay)) < 0.01 ? { directions: `1 ${unit} ${words}` } : {}
}

/** The claim as it stood on a day of its past: not yet accepted before it was, open before it closed. */
function claimOn(row: ClaimRow, day: string): Pick<ClaimRow, 'compensability' | 'status'> {
  if (row.accepted_date !== null && day < row.accepted_date) return { compensability: 'PENDING', status: 'OPEN' }
  if (row.compensability === 'DENIED' && day < addDays(row.doi, 35))
    return { compensability: 'PENDING', status: 'OPEN' }
  if (row.compensability === 'CONTROVERTED' && day < addDays(row.doi, 21))
    return { compensability: 'PENDING', status: 'OPEN' }
  if (row.closed_date !== null && day < row.closed_date) {
    return { compensability: row.compensability === 'SETTLED_MSA' ? 'ACCEPTED' : row.compensability, status: 'OPEN' }
  }
  return row
}

/** What a person's story has so far, as far as the intake reads it. */
export type Known = {
  history: PastFill[]
  priorAuths: readonly PriorAuthRow[]
  bypasses: SnapshotRow['bypasses']
  openRequests: SnapshotRow['open_requests']
  decisions: SnapshotRow['decisions']
  references: ReadonlyMap<string, string>
  letters: SnapshotRow['letters']
}

/** What stays the same all through a claim's life; made once. */
type KnownOnClaim = Pick<Snapshot, 'group' | 'claimant' | 'spans'> & { keys: ClaimKeys; accepted: readonly string[] }

const knownByClaim = new WeakMap<Claim, KnownOnClaim>()

function knownOnClaim(claim: Claim, setting: Setting): KnownOnClaim {
  let found = knownByClaim.get(claim)
  if (!found) {
    const { row, claimant } = claim
    const group = setting.group(row.group_code)
    found = {
      keys: {
        mc: row.mc,
        claimId: row.id,
        subCarrier: row.sub_carrier,
        groupCode: row.group_code,
        claimantId: row.claimant_id,
        subscriberNumber: row.subscriber_number,
        claimNumber: row.claim_number,
        ownerId: row.owner_id,
        injury: row.injury,
        autoPa: group.autoPa,
        groupDefaultOwnerId: group.defaultOwnerId,
        secondaryOwnerIds: [...claim.secondary],
      },
      group: { groupCode: row.group_code, status: 'ACTIVE', termDate: null },
      claimant: {
        firstName: claimant.first_name,
        lastName: claimant.last_name,
        dateOfBirth: claimant.dob,
        gender: claimant.gender,
      },
      spans: claim.spans.map((span) => ({
        effectiveDate: span.effective_date,
        termDate: span.term_date,
        reasonCode: span.reason_code,
        planLevel: span.plan_level,
      })),
      accepted: claim.icd.filter((one) => one.status === 'ACCEPTED').map((one) => one.icd10),
    }
    knownByClaim.set(claim, found)
  }
  return found
}

/** Keys of a claim for the rows that are written of it. */
export const keysOf = (claim: Claim, setting: Setting): ClaimKeys => knownOnClaim(claim, setting).keys

const onlyDigits = (text: string | undefined): string => (text ?? '').replaceAll('-', '')
const noIngredients: Snapshot['ingredients'] = {}

/** The engine's snapshot at an instant, as the intake builds it from its one statement (features/snapshots/sql.ts). */
export function snapshotOf(claim: Claim, request: ClaimRequest, known: Known, setting: Setting, now: string): Snapshot {
  const { row } = claim
  const day = request.dateOfService!
  const drug = setting.drugs.get(onlyDigits(request.prescription?.productId)) ?? null
  let ingredients = noIngredients
  let gpis = drug ? [drug.gpi] : []
  if (request.compound) {
    const found = request.compound.ingredients
      .map(({ productId }) => setting.drugs.get(onlyDigits(productId)))
      .filter((one) => one !== undefined)
    ingredients = Object.fromEntries(found.map((one) => [one.ndc, one]))
    gpis = [...new Set([...gpis, ...found.map((one) => one.gpi)])]
  }
  const since = addDays(day, -550)
  const then = claimOn(row, day)
  const { group, claimant, spans, accepted } = knownOnClaim(claim, setting)
  const { settings, formulary } = setting.plan(row.mc, gpis)
  return {
    now,
    group,
    settings,
    claimant,
    claim: {
      claimId: row.id,
      jurisState: row.juris_state,
      doi: row.doi,
      compensability: then.compensability,
      status: then.status,
      closedDate: row.closed_date,
      bodyParts: row.body_parts,
      nature: row.nature_code,
      dolProgram: row.dol_program,
      tocStart: row.toc_start,
      tocEnd: row.toc_end,
      surgeryDates: row.surgery_dates,
      ...(claim.treating && { authorizedPrescriberNpis: claim.treating }),
      acceptedIcd: then.compensability === 'PENDING' ? [] : accepted,
    },
    spans,
    history: known.history.filter((past) => past.fillDate > since),
    priorAuths: known.priorAuths
      .filter(
        (pa) =>
          pa.stratus_claim_id === row.id &&
          [2, 3, 4, 7].includes(pa.status_id) &&
          pa.start_date <= day &&
          day <= pa.end_date,
      )
      .map((pa) => ({
        priorAuthId: pa.id,
        claimId: pa.stratus_claim_id,
        kind: pa.kind,
        statusId: pa.status_id,
        level: pa.level as 14,
        gpiPrefix: pa.gpi_prefix,
        ndc: pa.ndc,
        brandFlag: pa.brand_flag as '*',
        startDate: pa.start_date,
        endDate: pa.end_date,
        maxFills: pa.max_fills,
        fillsUsed: pa.fills_used,
        oneTime: pa.one_time,
        maxQtyPerFill: pa.max_qty_per_fill,
        maxDaysPerFill: pa.max_days_per_fill,
        maxCostPerFill: pa.max_cost_per_fill,
        pharmacyNabp: pa.pharmacy_nabp,
        prescriberNpi: pa.prescriber_npi,
        rxNumber: pa.rx_number,
        codesCleared: pa.codes_cleared,
        findings: pa.findings,
        overrideAll: pa.override_all,
        safetyIncluded: pa.safety_included,
        safetyTier: pa.safety_tier,
        reasonId: pa.reason_id,
        overrideRef: pa.override_ref,
        referenceNumber: pa.authorization_id ? (known.references.get(pa.authorization_id) ?? null) : null,
      })),
    bypasses: known.bypasses,
    formulary,
    pharmacy: setting.pharmacy(request.pharmacyNabp ?? ''),
    prescriber: setting.prescriber(row.mc, request.prescriber?.npi ?? ''),
    drug,
    ingredients,
    genericAlternative: drug ? setting.generic(drug) : null,
    letters: known.letters,
    openRequests: known.openRequests,
    decisions: known.decisions,
  }
}

/** Who could get a new request on this claim, as the intake's second statement finds them. */
export function candidatesOf(
  claim: Claim,
  setting: Setting,
  ms: number,
  open: ReadonlyMap<string, number>,
  lastPaid: number | null,
  nabp: string,
): OwnerCandidates & Pick<IntakeFacts, 'pharmacy_name' | 'last_paid'> {
  const { mc, owner_id: owner } = claim.row
  const group = setting.group(claim.row.group_code)
  const supervisor = owner === null ? null : setting.supervisorOf(mc, owner)
  const owners: OwnerCandidates['owners'] = []
  const add = (userId: string | null, role: OwnerCandidates['owners'][number]['role']): void => {
    if (userId !== null) owners.push({ userId, role })
  }
  add(owner, 'PRIMARY')
  for (const id of claim.secondary) add(id, 'SECONDARY')
  add(group.defaultOwnerId, 'GROUP')
  add(supervisor, 'SUPERVISOR')
  // The delegates, and the delegates of those: any other absence makes no difference.
  const reached = new Set(owners.map((one) => one.userId))
  const away: OwnerCandidates['absences'] = []
  for (const id of reached)
    for (const leave of setting.awayFrom(mc, id)) {
      if (leave.endMs <= ms || leave.startMs >= ms + 3_600_000) continue
      const { userId, startAt, endAt, delegates } = leave
      away.push({ userId, startAt, endAt, delegates: [...delegates] })
      for (const delegate of delegates) reached.add(delegate)
    }
  const people: OwnerCandidates['people'] = {}
  for (const id of reached) {
    const person = setting.staff.get(id)
    const membership = person?.memberships.find((one) => one.mc === mc)
    if (!person || !membership) continue
    people[id] = {
      name: nameOf(setting, id),
      active: person.status === 'ACTIVE',
      roles: [...membership.roles],
      subCarriers: membership.subCarriers && [...membership.subCarriers],
      open: open.get(id) ?? 0,
    }
  }
  return {
    owners,
    absences: away,
    people,
    zone: setting.zone(mc),
    pharmacy_name: setting.pharmacyName(nabp),
    last_paid: lastPaid,
  }
}

const nameOf = (setting: Setting, id: string): string => {
  const person = setting.staff.get(id)
  return person ? `${person.firstName} ${person.lastName}` : 'A colleague'
}
