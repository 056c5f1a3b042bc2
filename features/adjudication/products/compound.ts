import type { Amount, Measure } from '#features/prior-auths/findings.ts'
import { type Case, reject, trace } from '../case.ts'
import { formularyItem } from './formulary.ts'
import { showDollars, toCents } from '../money.ts'
import type { Ingredient } from '../product.ts'

// R20: compounds are judged by ingredient, and by what the whole would cost.

function isCovered(c: Case, row: Ingredient): boolean {
  if (row.drug === null) return false
  if (row.drug.isCompoundBase === true) return true
  const item = formularyItem(c.snapshot.formulary, row.drug.gpi, 'B')
  if (item === null) return c.snapshot.formulary.kind === 'OPEN'
  return item.status !== 'EXCLUDED'
}

/** Runs R20. */
export function compound(c: Case): void {
  const before = c.rejects.length
  const rows = c.product.ingredients
  const total =
    c.pricing === null ? rows.reduce((sum, row) => sum + row.costCents, 0) : Math.round(c.pricing.amountDue * 100)
  const by = total > toCents(c.settings.compoundSupervisorAbove) ? 'S' : 'A'
  const amount = total / 100
  const cost: Amount = { of: 'COST', value: amount }
  if (rows.length < 2) reject(c, 'R20', '7Z', `A compound needs at least two ingredients; ${rows.length} sent`)
  for (const row of rows) {
    if (row.drug === null) reject(c, 'R20', '771', `Ingredient ${row.ndc} cannot be identified`)
    else if (!isCovered(c, row)) {
      if (c.settings.compoundHardStop) reject(c, 'R20', '772', `Ingredient ${row.drug.genericName} is not covered`)
      else {
        const measure: Measure = { amounts: [cost], with: [{ id: row.ndc, name: row.drug.genericName }] }
        reject(c, 'R20', '7Y', `Ingredient ${row.drug.genericName} is not covered`, { by, amount, measure })
      }
    }
  }
  if (rows.length > c.settings.compoundMaxIngredients) {
    const message = `${rows.length} ingredients exceed the plan limit of ${c.settings.compoundMaxIngredients}`
    const measure: Measure = { amounts: [{ of: 'INGREDIENTS', value: rows.length }, cost] }
    reject(c, 'R20', '9K', message, { by, amount, measure })
  }
  if (total > toCents(c.settings.compoundCostLimit)) {
    const message = `Compound costs $${showDollars(total)}; the limit is $${showDollars(toCents(c.settings.compoundCostLimit))}`
    reject(c, 'R20', '78', message, { by, amount, measure: { amounts: [cost] } })
  }
  if (c.rejects.length === before) trace(c, 'R20', 'pass', `${rows.length} ingredients, all covered`)
}
