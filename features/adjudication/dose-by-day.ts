import { addMonths, dateOfDay, dayNumber } from '#platform/dates/day.ts'
import { mmeOf, sumMme } from './mme.ts'
import { billedWithoutPackage } from './product.ts'
import { endAtRefills, prescriptionKey } from './refills.ts'
import type { DrugFacts } from './snapshot.ts'

// The opioid dose of a person over time, from the paid fills of all claims: on the patient's page, on the decision screen and
// in the record of a decision.

/** What a paid fill must say to be laid beside others. */
export type DosedFill = {
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
  prescriberNpi: string
  /** Given at once in a clinic: no supply that lasts. */
  clinic: boolean
}

/** A fill with its days as numbers: `until` is the last day it counts, before a refill takes its place. */
export type Laid<Fill extends DosedFill = DosedFill> = {
  fill: Fill
  drug: DrugFacts
  start: number
  last: number
  until: number
  mme: number | null
}

/** The product of a fill; one whose package is not on file is what the bill says. */
const drugOf = (fill: DosedFill): DrugFacts =>
  fill.facts ?? billedWithoutPackage({ ndc: fill.ndc, gpi: fill.gpi, name: fill.drugName, dea: fill.dea })

/**
 * The supplies of a person, oldest first, each ended where a refill continues it, by the same rule as adjudication; with the
 * dose of each as adjudication counts it.
 */
export function layOut<Fill extends DosedFill>(fills: readonly Fill[]): Laid<Fill>[] {
  const laid = fills
    .filter((fill) => !fill.clinic)
    .map((fill): Laid<Fill> => {
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
function doseMonths(steps: readonly Step[]): { month: string; mme: number }[] {
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

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/**
 * The highest dose of each whole month from the month of one day to the month of another. The number of a month is the same
 * wherever it is shown: the days before or after the two in their months count too.
 */
export function doseByMonth(laid: readonly Laid[], from: string, to: string): { month: string; mme: number }[] {
  const last = dayNumber(addMonths(firstOfMonth(to), 1)) - 1
  return doseMonths(doseSteps(laid, dayNumber(firstOfMonth(from)), last))
}

/** Months shown before the month of a request. */
export const doseMonthsBefore = 6

/** The dose of the months up to the one a request is for, as its decision screen and the record of its decision show it. */
export const doseBefore = (fills: readonly DosedFill[], dateOfService: string): { month: string; mme: number }[] =>
  doseByMonth(layOut(fills), addMonths(firstOfMonth(dateOfService), -doseMonthsBefore), dateOfService)
