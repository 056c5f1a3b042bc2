import { isOpioid } from '#features/adjudication/drug-class.ts'
import { mmeOf, sumMme } from '#features/adjudication/mme.ts'
import { billedWithoutPackage } from '#features/adjudication/product.ts'
import { endAtRefills, prescriptionKey } from '#features/adjudication/refills.ts'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import { dateOfDay, dayNumber } from '#platform/dates/day.ts'

/** A paid fill as it is on file. */
export type FillFound = {
  transactionId: string
  referenceNumber: string
  tcn: string
  fillDate: string
  drugName: string
  ndc: string
  gpi: string
  dea: DrugFacts['dea']
  facts: DrugFacts | null
  quantity: number
  daysSupply: number
  rxNumber: string
  pharmacyNabp: string
  pharmacyName: string
  prescriberNpi: string
  prescriberName: string
  paidAmount: number | null
  priorAuthRef: string | null
  claimNumber: string
  stratusClaimId: string
  /** Given at once in a clinic: no supply that lasts. */
  clinic: boolean
}

/** A fill with its days as numbers: `until` is the last day it counts, before a refill takes its place. */
export type Laid = { fill: FillFound; drug: DrugFacts; start: number; last: number; until: number; mme: number | null }

/** The product of a fill; one whose package is not on file is what the bill says. */
const drugOf = (fill: FillFound): DrugFacts =>
  fill.facts ?? billedWithoutPackage({ ndc: fill.ndc, gpi: fill.gpi, name: fill.drugName, dea: fill.dea })

/**
 * The supplies of a person, oldest first, each ended where a refill continues it, by the same rule as adjudication; with the
 * dose of each as adjudication counts it.
 */
export function layOut(fills: readonly FillFound[]): Laid[] {
  const laid = fills
    .filter((fill) => !fill.clinic)
    .map((fill): Laid => {
      const start = dayNumber(fill.fillDate)
      const last = start + Math.max(1, fill.daysSupply) - 1
      const drug = drugOf(fill)
      const mme = mmeOf(drug, fill.quantity, fill.daysSupply, 'ACTIVE', fill.fillDate)?.mme ?? null
      return { fill, drug, start, last, until: last, mme }
    })
    .toSorted((a, b) => a.start - b.start)
  endAtRefills(laid, ({ drug, fill }) => ({
    gpi: drug.gpi,
    prescription: prescriptionKey(fill.rxNumber, fill.pharmacyNabp),
    prescriberNpi: fill.prescriberNpi,
  }))
  return laid
}

export type Step = { from: string; to: string; mme: number }

/** The dose a day over time: the sum of all opioids at hand, in steps of equal dose; days without one are left out. */
export function doseSteps(laid: readonly Laid[], from: number, to: number): Step[] {
  const opioids = laid.filter((one) => one.mme !== null && one.mme > 0 && one.until >= one.start)
  const edges = new Set<number>([from])
  for (const { start, until } of opioids) {
    edges.add(start)
    edges.add(until + 1)
  }
  const days = [...edges].filter((day) => day >= from && day <= to).toSorted((a, b) => a - b)
  const steps: Step[] = []
  days.forEach((day, at) => {
    const mme = sumMme(opioids.filter((one) => one.start <= day && one.until >= day).map((one) => ({ mme: one.mme! })))
    const end = (days[at + 1] ?? to + 1) - 1
    const before = steps.at(-1)
    if (mme === 0) return
    if (before && before.mme === mme && dayNumber(before.to) === day - 1) before.to = dateOfDay(end)
    else steps.push({ from: dateOfDay(day), to: dateOfDay(end), mme })
  })
  return steps
}

/** The highest dose of each month that had one. */
export function doseMonths(steps: readonly Step[]): { month: string; mme: number }[] {
  const months = new Map<string, number>()
  for (const { from, to, mme } of steps) {
    let month = from.slice(0, 7)
    while (month <= to.slice(0, 7)) {
      months.set(month, Math.max(months.get(month) ?? 0, mme))
      const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
      month = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
    }
  }
  return [...months].map(([month, mme]) => ({ month, mme })).toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

/** Opioids that have no place in the measure, each named once. */
export const notCounted = (laid: readonly Laid[]): string[] => [
  ...new Set(
    laid.filter((one) => one.mme === null && isOpioid(one.drug)).map((one) => `${one.drug.name} is not added to MME.`),
  ),
]
