/** Kinds of documents: group 1 of a patient's profile, 2 of an authorization, 3 of a transaction; internal ones have no group. */
const documentKinds = [
  { id: 1, name: 'Letter of medical necessity (response)', group: 2 },
  { id: 2, name: 'LOMN request sent', group: 2 },
  { id: 3, name: 'Denial / approval letter', group: 2 },
  { id: 4, name: 'Explanation of benefits', group: 3 },
  { id: 5, name: 'Explanation of bill review', group: 3 },
  { id: 6, name: 'Paper bill image', group: 3 },
  { id: 7, name: 'Medical record / office note', group: 1 },
  { id: 8, name: 'UR / peer review report', group: 2 },
  { id: 9, name: 'Board or court order', group: 1 },
  { id: 10, name: 'Pharmacy card', group: 1 },
  { id: 11, name: 'First report of injury', group: 1 },
  { id: 12, name: 'Claimant reimbursement form and receipts', group: 3 },
  { id: 13, name: 'Drug regimen / pharmacist review', group: 1 },
  { id: 14, name: 'Authorization detail export', group: 2 },
  { id: 15, name: 'Correspondence', group: 1 },
  { id: 16, name: 'Internal', group: null },
] as const

/** The name of a kind of document; 'Document' for a number that is none. */
export const documentTypeName = (id: number): string => documentKinds.find((kind) => kind.id === id)?.name ?? 'Document'

/** The kinds of a group, by their number. */
export const documentTypesOf = (group: number): readonly { id: number; name: string }[] =>
  documentKinds.filter((kind) => kind.group === group)

export const documentGroup = (id: number): number | null => documentKinds.find((kind) => kind.id === id)?.group ?? null
