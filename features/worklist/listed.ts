import type { CareBand } from '#features/care-score/bands.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { status, statusLabel } from '#features/authorizations/statuses.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import type { Question, ListedClaim, ListedPage, ListedRow } from './contract.ts'

// A page of the list as it travels: what the screen shows and no more, short names, nothing that is empty, and what many
// rows have in common (claims, drugs, pharmacies, prescribers, owners, groups, meanings of reject codes) once.

/** A request as the list knows it: part of `AuthRow`, by its names. */
export type ListRow = Pick<
  AuthRow,
  | 'authorizationId'
  | 'authorizationStatusId'
  | 'authorizationStatus'
  | 'reconsiderationLevel'
  | 'escalated'
  | 'escalationLevel'
  | 'snoozedUntil'
  | 'requestReceivedDate'
  | 'statutoryDueAt'
  | 'completedAt'
  | 'subCarrier'
  | 'groupCode'
  | 'stratusClaimId'
  | 'claimNumber'
  | 'claimantFirstName'
  | 'claimantLastName'
  | 'jurisState'
  | 'drugName'
  | 'strength'
  | 'quantity'
  | 'daysSupply'
  | 'genericOrbrand'
  | 'estimatedCost'
  | 'deliveryType'
  | 'pharmacyName'
  | 'pharmacyCity'
  | 'physicianFirstName'
  | 'physicianLastName'
  | 'caseOwnerId'
  | 'caseOwnerFirstName'
  | 'caseOwnerLastName'
  | 'caseOwners'
  | 'careScoreBand'
  | 'pharmacyWaiting'
  | 'version'
  | 'draft'
> & {
  rejects: readonly Pick<AuthRow['rejects'][number], 'rejectCode' | 'description'>[]
  /** Where it waits on somebody else than its case owner; in the queue of those who answer with who sent and took it. */
  pharmacist?: { at: string; due: string } & Partial<Question>
}

/** Retail pickup, which most requests are. */
const RETAIL = 1

type Found = Omit<AuthRow, 'rejects'> & { rejects: ListRow['rejects'] }
type Owner = { id: string; first: string; last: string }

/** Gives each different value its number, in the order they are met. */
function numbering<T>() {
  const values: T[] = []
  const known = new Map<string, number>()
  const numberOf = (value: T): number => {
    const key = JSON.stringify(value)
    const number = known.get(key) ?? values.push(value) - 1
    known.set(key, number)
    return number
  }
  return { values, numberOf }
}

/** The rows as they travel, with the lists their numbers point into. */
export function toListed(
  rows: readonly { row: Found; owners: readonly Owner[]; pharmacist?: [at: string, due: string]; asked?: Question }[],
): Pick<ListedPage, 'content' | 'claims' | 'drugs' | 'pharmacies' | 'prescribers' | 'owners' | 'groups' | 'rejects'> {
  const claims = numbering<ListedClaim>()
  const drugs = numbering<[string, string, string]>()
  const pharmacies = numbering<[string, string]>()
  const prescribers = numbering<[string, string]>()
  const owners = numbering<Owner>()
  const groups = numbering<[string, string]>()
  const rejects = numbering<[string, string]>()
  const content = rows.map(({ row, owners: own, pharmacist, asked }): ListedRow => ({
    id: row.authorizationId,
    ...(row.version > 1 && { version: row.version }),
    ...(row.authorizationStatusId !== status.PENDING && { status: row.authorizationStatusId }),
    ...(row.reconsiderationLevel > 0 && { level: row.reconsiderationLevel }),
    ...(row.escalated && { escalated: row.escalationLevel }),
    ...(row.snoozedUntil !== null && { snoozed: row.snoozedUntil }),
    received: row.requestReceivedDate,
    due: row.statutoryDueAt,
    ...(row.completedAt !== null && { completed: row.completedAt }),
    group: groups.numberOf([row.subCarrier, row.groupCode]),
    claim: claims.numberOf(claimOf(row)),
    drug: drugs.numberOf([row.drugName, row.strength, row.genericOrbrand]),
    quantity: row.quantity,
    days: row.daysSupply,
    ...(row.estimatedCost !== null && { cost: row.estimatedCost }),
    ...(row.deliveryType.deliveryTypeId !== RETAIL && { delivery: row.deliveryType.deliveryTypeId }),
    ...(row.waitingSince && { waiting: row.waitingSince }),
    pharmacy: pharmacies.numberOf([row.pharmacyName, row.pharmacyCity]),
    prescriber: prescribers.numberOf([row.physicianFirstName, row.physicianLastName]),
    rejects: row.rejects.map((reject) => rejects.numberOf([reject.rejectCode, reject.description])),
    owners: own.map(owners.numberOf),
    ...(pharmacist && { pharmacist }),
    ...(asked && { asked }),
    ...(row.draft && { draft: true as const }),
  }))
  return {
    content,
    claims: claims.values,
    drugs: drugs.values,
    pharmacies: pharmacies.values,
    prescribers: prescribers.values,
    owners: owners.values,
    groups: groups.values,
    rejects: rejects.values,
  }
}

const claimOf = (row: Found): ListedClaim => ({
  id: row.stratusClaimId,
  number: row.claimNumber,
  first: row.claimantFirstName,
  last: row.claimantLastName,
  state: row.jurisState,
  ...(row.careScoreBand !== null && { care: row.careScoreBand as CareBand }),
})

const deliveryOf = (deliveryTypeId: number) => ({
  deliveryTypeId,
  name: deliveryTypeName(deliveryTypeId) ?? 'Unknown',
})

/** The rows as the screen reads them. */
export const rowsOf = ({
  content,
  claims,
  drugs,
  pharmacies,
  prescribers,
  owners,
  groups,
  rejects,
}: ListedPage): ListRow[] =>
  content.map((row) => {
    const own = row.owners.map((at) => owners[at]!)
    const statusId = row.status ?? status.PENDING
    const [subCarrier, groupCode] = groups[row.group]!
    const claim = claims[row.claim]!
    const [drugName, strength, genericOrbrand] = drugs[row.drug]!
    const [pharmacyName, pharmacyCity] = pharmacies[row.pharmacy]!
    const [physicianFirstName, physicianLastName] = prescribers[row.prescriber]!
    return {
      authorizationId: row.id,
      version: row.version ?? 1,
      authorizationStatusId: statusId,
      authorizationStatus: statusLabel(statusId),
      reconsiderationLevel: row.level ?? 0,
      escalated: row.escalated !== undefined,
      escalationLevel: row.escalated ?? 0,
      snoozedUntil: row.snoozed ?? null,
      requestReceivedDate: row.received,
      statutoryDueAt: row.due,
      completedAt: row.completed ?? null,
      subCarrier,
      groupCode,
      stratusClaimId: claim.id,
      claimNumber: claim.number,
      claimantFirstName: claim.first,
      claimantLastName: claim.last,
      jurisState: claim.state,
      drugName,
      strength,
      genericOrbrand,
      quantity: row.quantity,
      daysSupply: row.days,
      estimatedCost: row.cost ?? null,
      deliveryType: deliveryOf(row.delivery ?? RETAIL),
      pharmacyWaiting: !!row.waiting,
      pharmacyName,
      pharmacyCity,
      physicianFirstName,
      physicianLastName,
      rejects: row.rejects.map((at) => ({ rejectCode: rejects[at]![0], description: rejects[at]![1] })),
      caseOwnerId: own[0]?.id ?? null,
      caseOwnerFirstName: own[0]?.first ?? '',
      caseOwnerLastName: own[0]?.last ?? '',
      caseOwners: own.map(({ id, first, last }) => ({ adjusterId: id, name: `${first} ${last}` })),
      careScoreBand: claim.care ?? null,
      ...(row.pharmacist && { pharmacist: { at: row.pharmacist[0], due: row.pharmacist[1], ...row.asked } }),
      ...(row.draft && { draft: true as const }),
    }
  })
