import { expect, test } from 'vitest'
import type { DrugFacts, Mode } from './snapshot.ts'
import { linesOf, type RequestChange, runUnknown, type SnapshotChange } from './testing.ts'
import { ibuprofen } from './testing-drugs.ts'

// Bills of more kinds, for the tests of several gates.

/** A compound of these drugs: the quantity of each, and its cost where it has one. */
export const mix = (rows: [DrugFacts, number, number?][], more: RequestChange = {}): RequestChange => ({
  quantity: 120,
  ...more,
  rx: { productId: '0', compoundCode: '2', ...more.rx },
  more: {
    compound: {
      ingredients: rows.map(([drug, quantity, cost]) => ({
        productId: drug.ndc,
        quantity,
        ...(cost !== undefined && { cost }),
      })),
    },
    ...more.more,
  },
})

/** The catalog knows these drugs as ingredients. */
export const known = (...drugs: DrugFacts[]): SnapshotChange => ({
  ingredients: Object.fromEntries(drugs.map((drug) => [drug.ndc, drug])),
})

/** Units of a HCPCS code that a clinic dispensed. */
export const clinic = (code: string, units: number, more: object = {}, date?: string): RequestChange => ({
  ...(date && { date }),
  rx: { productId: undefined, quantity: undefined, daysSupply: undefined },
  more: { channel: 8, hcpcs: { code, units, ...more } },
})

/** A bill, for ibuprofen unless another drug is named, and the lines of the rule it is about. */
export type BillSays = [
  rule: string,
  says: string[],
  request: RequestChange,
  snapshot?: SnapshotChange,
  drug?: DrugFacts | null,
  mode?: Mode,
]

/** A test for each row: the rule says just these lines, also where pharmacy or prescriber is not on file. */
export function eachBill(rows: readonly BillSays[]): void {
  test.each(rows.map((row) => [`${row[0]} ${row[1].join(' / ')}`, row] as const))(
    '%s',
    (_title, [rule, says, request, snapshot, drug = ibuprofen, mode]) => {
      expect(linesOf(runUnknown(drug, request, snapshot, mode), rule)).toEqual(says)
    },
  )
}
