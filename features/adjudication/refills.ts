// Which supplies of one product a person takes one after the other, and which beside each other.

/** A supply of a product with the days it lasts. */
type Supply = {
  start: number
  /** Last day the supply covers when it is taken as directed. */
  last: number
  /** Last day it counts: the day before the refill that replaces it, or `last`. */
  until: number
}

/** The same prescription number of the same pharmacy; '' when it is not known. */
export const prescriptionKey = (rxNumber: string, pharmacyNabp: string): string =>
  rxNumber === '' ? '' : `${pharmacyNabp} ${rxNumber}`

/**
 * A new prescription continues the supply before it when at most this share of that is left; sooner, both are taken. The
 * same prescriber knows of the supply (R23 asks whether the refill is too soon), another may not.
 */
const leftAtRefill = { samePrescriber: 0.5, otherPrescriber: 0.25 }

const follows = (before: Supply, next: Supply, samePrescriber: boolean): boolean =>
  before.last - next.start + 1 <=
  (before.last - before.start + 1) * (samePrescriber ? leftAtRefill.samePrescriber : leftAtRefill.otherPrescriber)

export type Origin = { gpi: string; prescription: string; prescriberNpi: string }

/**
 * Ends each supply where a refill replaces it. A fill continues a supply of the same product when it is of the same
 * prescription or when little of that supply is left. Every other fill is at hand beside it and counts with it. Supplies
 * come oldest first.
 */
export function endAtRefills<T extends Supply>(
  supplies: readonly T[],
  originOf: (supply: T) => Origin,
  onRefill?: (before: T, refill: T) => void,
): void {
  /** The newest supply of each course of a product. */
  const courses = new Map<string, { supply: T; origin: Origin }[]>()
  for (const supply of supplies) {
    const origin = originOf(supply)
    const current = courses.get(origin.gpi)
    if (current === undefined) {
      courses.set(origin.gpi, [{ supply, origin }])
      continue
    }
    const at = continued(current, supply, origin)
    if (at < 0) {
      current.push({ supply, origin })
      continue
    }
    const before = current[at]!.supply
    before.until = Math.min(before.until, supply.start - 1)
    current[at] = { supply, origin }
    onRefill?.(before, supply)
  }
}

/** The course a fill continues: that of its prescription, else of those that are nearly used up the one that ends first. */
function continued(courses: readonly { supply: Supply; origin: Origin }[], next: Supply, origin: Origin): number {
  let at = -1
  for (let one = 0; one < courses.length; one++) {
    const { supply, origin: before } = courses[one]!
    if (origin.prescription !== '' && before.prescription === origin.prescription) return one
    if (!follows(supply, next, before.prescriberNpi === origin.prescriberNpi)) continue
    if (at < 0 || supply.last < courses[at]!.supply.last) at = one
  }
  return at
}
