import { opioidFactor, opioidFactorVersion } from '#reference/opioid-factors.ts'
import type { DrugFacts } from './snapshot.ts'
import type { MmeFacts, MmeItem } from './answer.ts'
import { isOpioid } from './drug-class.ts'
import { show } from './money.ts'

// Morphine milligram equivalents a day: strength per unit x (quantity / days supply) x factor, summed over the opioids
// at hand (CDC 2022). Each part is whole hundredths, so that a sum is exactly the sum of its parts.

/** Fentanyl patches, the only ones that count, come in boxes of five. */
const patchesInBox = 5
const wholeBoxes = (patches: number, box: number): number => Math.ceil(patches / box) * box

/**
 * Patches worn at a time. A patch changed after two days instead of three is still one (1.5 by the count). Patches come in
 * boxes: what fills a box up is not worn, so the fewest worn that need as many whole boxes count; where two and more need
 * just this many, they are worn. What a supply of loose patches holds beyond one is worn beside it.
 */
function wornTogether(quantity: number, daysSupply: number, wearDays: number, box: number): number {
  const worn = (quantity * wearDays) / daysSupply
  if (worn <= 1.5) return 1
  if (quantity % box !== 0) return Math.round(worn)
  const changes = Math.ceil(daysSupply / wearDays)
  if (quantity % changes !== 0 && quantity <= wholeBoxes(Math.ceil(daysSupply / (wearDays - 1)), box)) return 1
  let together = 1
  while (wholeBoxes(together * changes, box) < quantity) together += 1
  return together
}

/** One opioid's share in MME a day; null for buprenorphine and everything that is no opioid. */
export function mmeOf(
  drug: DrugFacts,
  quantity: number,
  daysSupply: number,
  source: MmeItem['source'],
  fillDate: string | null,
): MmeItem | null {
  const row = opioidFactor(drug.opioidFactorKey)
  if (row === undefined || row.factor === null) return null
  // A patch delivers by the hour while it is worn: only how many are worn at a time says something about the dose.
  const patch = row.how === 'PATCH'
  const perDay = patch ? wornTogether(quantity, daysSupply, row.wearDays ?? 1, patchesInBox) : quantity / daysSupply
  const mme = Math.round(drug.strengthValue * perDay * row.factor * 100) / 100
  const strength = `${show(drug.strengthValue)} ${row.unit}`
  return {
    drug: drug.name,
    gpi: drug.gpi,
    source,
    fillDate,
    strength: drug.strengthValue,
    unit: row.unit,
    quantity,
    daysSupply,
    how: row.how,
    perDay: Math.round(perDay * 1000) / 1000,
    factor: row.factor,
    mme,
    arithmetic: patch
      ? `${perDay === 1 ? '' : `${perDay} patches x `}${strength} x ${row.factor} = ${show(mme, 2)}`
      : `${strength} x ${show(perDay)} a day x ${row.factor} = ${show(mme, 2)}`,
  }
}

/** The exact sum of MME parts. */
export const sumMme = (items: readonly { mme: number }[]): number =>
  items.reduce((sum, item) => sum + Math.round(item.mme * 100), 0) / 100

type Supply = { drug: DrugFacts; quantity: number; daysSupply: number; fillDate: string | null }

/** MME now and after the claim, with the arithmetic of every opioid at hand. `previous` is the supply the claim refills. */
export function mmeFacts(
  active: readonly Supply[],
  previous: Supply | null,
  claim: Supply | null,
  limit: number,
): MmeFacts {
  const items: MmeItem[] = []
  const notCounted: string[] = []
  let others = 0
  for (const fill of active) {
    const item = mmeOf(fill.drug, fill.quantity, fill.daysSupply, 'ACTIVE', fill.fillDate)
    if (item !== null) {
      items.push(item)
      others += Math.round(item.mme * 100)
    } else if (isOpioid(fill.drug)) {
      notCounted.push(`Contains ${fill.drug.genericName.toLowerCase()}: ${fill.drug.name} is not added to MME`)
    }
  }
  const before =
    previous === null ? null : mmeOf(previous.drug, previous.quantity, previous.daysSupply, 'ACTIVE', previous.fillDate)
  let after = others
  if (claim !== null) {
    const own = mmeOf(claim.drug, claim.quantity, claim.daysSupply, 'CLAIM', null)
    if (own !== null) {
      items.unshift(own)
      after += Math.round(own.mme * 100)
    } else if (isOpioid(claim.drug)) {
      notCounted.push(`Contains ${claim.drug.genericName.toLowerCase()}: ${claim.drug.name} is not added to MME`)
    }
  }
  return {
    now: (others + (before === null ? 0 : Math.round(before.mme * 100))) / 100,
    after: after / 100,
    limit,
    factorVersion: opioidFactorVersion,
    items,
    previous: before,
    notCounted,
  }
}
