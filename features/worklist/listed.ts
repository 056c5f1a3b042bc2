import type { AuthRow } from '#features/authorizations/contract.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import type { ListedPage, ListedRow } from './contract.ts'

// A page of the list as it travels: what the screen shows and no more, short names, nothing that is empty, and what many
// rows have in common (owners, groups, meanings of reject codes) once.

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
  | 'pharmacyWaiting'
  | 'version'
  | 'draft'
> & { rejects: readonly Pick<AuthRow['rejects'][number], 'rejectCode' | 'description'>[] }

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
  rows: readonly { row: Found; owners: readonly Owner[] }[],
): Pick<ListedPage, 'content' | 'owners' | 'groups' | 'rejects'> {
  const owners = numbering<Owner>()
  const groups = numbering<[string, string]>()
  const rejects = numbering<[string, string]>()
  const content = rows.map(({ row, owners: own }): ListedRow => ({
    id: row.authorizationId,
    version: row.version,
    status: row.authorizationStatusId,
    ...(row.reconsiderationLevel > 0 && { level: row.reconsiderationLevel }),
    ...(row.escalated && { escalated: row.escalationLevel }),
    ...(row.snoozedUntil !== null && { snoozed: row.snoozedUntil }),
    received: row.requestReceivedDate,
    due: row.statutoryDueAt,
    ...(row.completedAt !== null && { completed: row.completedAt }),
    group: groups.numberOf([row.subCarrier, row.groupCode]),
    claim: row.claimNumber,
    first: row.claimantFirstName,
    last: row.claimantLastName,
    state: row.jurisState,
    drug: row.drugName,
    strength: row.strength,
    ...(row.genericOrbrand !== 'G' && { kind: row.genericOrbrand }),
    quantity: row.quantity,
    days: row.daysSupply,
    ...(row.estimatedCost !== null && { cost: row.estimatedCost }),
    ...(row.deliveryType.deliveryTypeId !== RETAIL && { delivery: row.deliveryType.deliveryTypeId }),
    ...(row.pharmacyWaiting && { waiting: true as const }),
    pharmacy: [row.pharmacyName, row.pharmacyCity],
    prescriber: [row.physicianFirstName, row.physicianLastName],
    rejects: row.rejects.map((reject) => rejects.numberOf([reject.rejectCode, reject.description])),
    owners: own.map(owners.numberOf),
    ...(row.draft && { draft: true as const }),
  }))
  return { content, owners: owners.values, groups: groups.values, rejects: rejects.values }
}

const deliveryOf = (deliveryTypeId: number) => ({
  deliveryTypeId,
  name: deliveryTypeName(deliveryTypeId) ?? 'Unknown',
})

/** The rows as the screen reads them. */
export const rowsOf = ({ content, owners, groups, rejects }: ListedPage): ListRow[] =>
  content.map((row) => {
    const own = row.owners.map((at) => owners[at]!)
    const [subCarrier, groupCode] = groups[row.group]!
    return {
      authorizationId: row.id,
      version: row.version,
      authorizationStatusId: row.status,
      authorizationStatus: statusLabel(row.status),
      reconsiderationLevel: row.level ?? 0,
      escalated: row.escalated !== undefined,
      escalationLevel: row.escalated ?? 0,
      snoozedUntil: row.snoozed ?? null,
      requestReceivedDate: row.received,
      statutoryDueAt: row.due,
      completedAt: row.completed ?? null,
      subCarrier,
      groupCode,
      claimNumber: row.claim,
      claimantFirstName: row.first,
      claimantLastName: row.last,
      jurisState: row.state,
      drugName: row.drug,
      strength: row.strength,
      genericOrbrand: row.kind ?? 'G',
      quantity: row.quantity,
      daysSupply: row.days,
      estimatedCost: row.cost ?? null,
      deliveryType: deliveryOf(row.delivery ?? RETAIL),
      pharmacyWaiting: row.waiting ?? false,
      pharmacyName: row.pharmacy[0],
      pharmacyCity: row.pharmacy[1],
      physicianFirstName: row.prescriber[0],
      physicianLastName: row.prescriber[1],
      rejects: row.rejects.map((at) => ({ rejectCode: rejects[at]![0], description: rejects[at]![1] })),
      caseOwnerId: own[0]?.id ?? null,
      caseOwnerFirstName: own[0]?.first ?? '',
      caseOwnerLastName: own[0]?.last ?? '',
      caseOwners: own.map(({ id, first, last }) => ({ adjusterId: id, name: `${first} ${last}` })),
      ...(row.draft && { draft: true as const }),
    }
  })
