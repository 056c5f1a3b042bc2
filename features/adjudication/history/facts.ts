import type { Case, Fill } from '../case.ts'
import { yearsBetween, dateText } from '../day-number.ts'
import { isNaloxone } from '../drug-class.ts'
import { letterAge, opioidFacts } from './opioid-course.ts'
import { fillsBefore, layOut } from './supplies.ts'

// Facts about the fill history, for the gates and for the user who decides.

/** Fills `c.facts` from claimant, claim and history; runs once, before the gates. */
export function gatherFacts(c: Case): void {
  layOut(c)
  const { claimant } = c.snapshot
  c.facts.age = claimant === null ? null : yearsBetween(claimant.dateOfBirth, c.day)
  if (Number.isNaN(c.facts.age ?? 0)) c.facts.age = null
  c.facts.active = c.active.map((fill) => ({
    drug: fill.drug.name,
    gpi: fill.drug.gpi,
    fillDate: fill.past.fillDate,
    lastDay: dateText(fill.last),
    daysLeft: fill.last - c.day + 1,
    prescriberNpi: fill.past.prescriberNpi,
    pharmacyNabp: fill.past.pharmacyNabp,
  }))
  opioidFacts(c)
  const recent = fillsBefore(c, '', 90)
  const prescribers = new Set(recent.map((fill) => fill.past.prescriberNpi))
  const pharmacies = new Set(recent.map((fill) => fill.past.pharmacyNabp))
  if (c.prescriberNpi !== '') prescribers.add(c.prescriberNpi)
  if (c.pharmacyNabp !== '') pharmacies.add(c.pharmacyNabp)
  c.facts.prescribers90 = prescribers.size
  c.facts.pharmacies90 = pharmacies.size
  const halfYear = fillsBefore(c, '', 180)
  c.facts.naloxoneOnFile = halfYear.some((fill) => isNaloxone(fill.drug.gpi))
  const sameDrug =
    c.product.gpi.length < 10 ? [] : halfYear.filter((fill) => fill.drug.gpi.startsWith(c.product.gpi.slice(0, 10)))
  c.facts.sameDrugFills180 = sameDrug.length
  c.facts.stableTherapy = isStable(c, sameDrug)
  c.facts.earlyRefills180 = earlyRefills(halfYear)
  c.facts.letterAgeDays = letterAge(c)
}

/** Three or more fills of exactly this product at the daily quantity billed now; of a compound that is not known. */
function isStable(c: Case, fills: readonly Fill[]): boolean {
  if (c.product.kind === 'COMPOUND') return false
  const perDay = c.quantity / c.daysSupply
  const same = fills.filter(
    (fill) =>
      fill.drug.gpi === c.product.gpi && Math.abs(fill.past.quantity / fill.past.daysSupply - perDay) <= perDay * 0.01,
  )
  return same.length >= 3 && same.length === fills.length
}

/** Fills handed out before three quarters of the one before, of the same drug, were used. */
function earlyRefills(fills: readonly Fill[]): number {
  const last = new Map<string, Fill>()
  let count = 0
  for (const fill of fills) {
    const drug = fill.drug.gpi.slice(0, 10)
    const before = last.get(drug)
    if (before !== undefined && fill.start > before.start && fill.start - before.start < before.past.daysSupply * 0.75)
      count++
    last.set(drug, fill)
  }
  return count
}
