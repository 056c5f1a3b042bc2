import { layOut, type Laid } from '#features/adjudication/dose-by-day.ts'
import { dayNumber } from '#platform/dates/day.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { medications } from './contract.ts'
import type { BesideRow, FillFound } from './sql.ts'
import { suppliesOf } from './timeline.ts'

/** Fills shown beside a request. */
const MOST = 6

/** The last fills of the drug and its class before a request. */
export function besideRequest(row: BesideRow): AnswerOf<typeof medications.beside> {
  const until = dayNumber(row.date_of_service)
  const laid = layOut(row.fills).filter((one) => one.start <= until)
  const drug = row.gpi.slice(0, 10)
  const ofDrug = laid.filter((one) => one.drug.gpi.slice(0, 10) === drug)
  const ofClass = laid.filter((one) => one.drug.gpi.slice(0, 4) === row.gpi.slice(0, 4))
  const lanes = new Map<string, Laid<FillFound>[]>()
  for (const one of ofClass) {
    const key = one.drug.gpi.slice(0, 10)
    lanes.set(key, [...(lanes.get(key) ?? []), one])
  }
  const supplies = [...lanes].flatMap(([key, own]) =>
    suppliesOf(own, row.claim_number).map((supply) => ({ ...supply, sameDrug: key === drug })),
  )
  return {
    fills: supplies.toSorted((a, b) => (a.fillDate < b.fillDate ? 1 : -1)).slice(0, MOST),
    earlierFills: ofDrug.filter((one) => one.start < until).length,
    lastFillOn: ofDrug.findLast((one) => one.start < until)?.fill.fillDate ?? null,
  }
}
