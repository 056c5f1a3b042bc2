import { hcpcs, type Hcpcs } from '#reference/hcpcs.ts'
import type { ClaimRequest } from './claim-request.ts'
import type { DrugFacts, Snapshot } from './snapshot.ts'
import { toCents } from './money.ts'

// The billed product: one product, a compound, or a clinic line.

export type Ingredient = { ndc: string; quantity: number; costCents: number; drug: DrugFacts | null }

/** What is billed: a product, a compound, or a clinic line. */
export type Product = {
  kind: 'DRUG' | 'COMPOUND' | 'HCPCS'
  /** The billed product, or a compound's leading ingredient; null when not on file or billed by HCPCS only. */
  drug: DrugFacts | null
  /** Invented code, 14 digits, or fewer for a clinic line without NDC; '' when unknown. */
  gpi: string
  /** The package; '' for a compound, which has none of its own, and for a clinic line without NDC. */
  ndc: string
  name: string
  /** Its schedule; of a compound the strictest of its ingredients. */
  dea: DrugFacts['dea']
  ingredients: Ingredient[]
  hcpcs: Hcpcs | null
}

const plain = (ndc: string): string => (ndc.includes('-') ? ndc.replaceAll('-', '') : ndc)

/** What a bill was for that names no package on file: a compound, or a clinic line. Its dose is not known. */
export const billedWithoutPackage = (row: Pick<DrugFacts, 'ndc' | 'gpi' | 'name' | 'dea'>): DrugFacts => ({
  ...row,
  genericName: row.name,
  strength: '',
  strengthValue: 0,
  strengthUnit: '',
  form: '',
  route: '',
  brandFlag: 'G',
  awpUnit: 0,
  packageSize: 1,
  unit: '',
  opioidFactorKey: null,
})

/** 'CI' sorts before 'CII', and that before the milder ones. */
const strictest = (ingredients: readonly Ingredient[]): DrugFacts['dea'] =>
  ingredients.flatMap(({ drug }) => drug?.dea ?? []).toSorted()[0] ?? null

/** Reads the product from the bill and the snapshot. */
export function productOf(request: ClaimRequest, snapshot: Snapshot): Product {
  const rx = request.prescription
  const ingredients: Ingredient[] = []
  if (rx?.compoundCode === '2') {
    for (const row of request.compound?.ingredients ?? []) {
      const ndc = plain(row.productId)
      const drug = snapshot.ingredients?.[ndc] ?? null
      ingredients.push({ ndc, quantity: row.quantity, costCents: toCents(row.cost), drug })
    }
    // A compound is known by the ingredient that costs most, its base left aside: prior authorizations at "compounds' base"
    // level and the formulary read that code.
    let leading: Ingredient | undefined
    let leadingCost = -1
    for (const row of ingredients) {
      const cost = row.costCents > 0 ? row.costCents : row.drug === null ? 0 : row.drug.awpUnit * row.quantity * 100
      if (row.drug !== null && row.drug.isCompoundBase !== true && cost > leadingCost) {
        leading = row
        leadingCost = cost
      }
    }
    leading ??= ingredients.find((row) => row.drug !== null)
    const drug = leading?.drug ?? null
    return {
      kind: 'COMPOUND',
      drug,
      gpi: drug?.gpi ?? '',
      ndc: '',
      name: drug === null ? 'Compound' : `Compound with ${drug.genericName}`,
      dea: strictest(ingredients),
      ingredients,
      hcpcs: null,
    }
  }
  const drug = snapshot.drug
  if (request.hcpcs !== undefined) {
    const row = hcpcs(request.hcpcs.code) ?? null
    return {
      kind: 'HCPCS',
      drug,
      gpi: drug?.gpi ?? row?.gpi ?? '',
      ndc: drug?.ndc ?? '',
      name: drug?.name ?? request.hcpcs.description ?? row?.meaning ?? request.hcpcs.code,
      dea: drug?.dea ?? null,
      ingredients,
      hcpcs: row,
    }
  }
  const ndc = plain(rx?.productId ?? '')
  return {
    kind: 'DRUG',
    drug,
    gpi: drug?.gpi ?? '',
    ndc,
    name: drug?.name ?? `NDC ${ndc}`,
    dea: drug?.dea ?? null,
    ingredients,
    hcpcs: null,
  }
}
