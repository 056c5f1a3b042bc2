import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { addDays, dayNumber } from '#platform/dates/day.ts'
import { doseByMonth, doseSteps, layOut } from '#features/adjudication/dose-by-day.ts'
import type { FillFound } from './sql.ts'
import { timelineOf } from './timeline.ts'

const drug = (name: string) => drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G')!
const start = '2026-01-01'
let number = 0
const fill = (name: string, day: number, quantity: number, days: number, more: Partial<FillFound> = {}): FillFound => {
  const facts = drug(name)
  number += 1
  return {
    transactionId: `t${number}`,
    referenceNumber: String(number).padStart(12, '0'),
    tcn: String(number).padStart(18, '0'),
    fillDate: addDays(start, day),
    drugName: facts.name,
    ndc: facts.ndc,
    gpi: facts.gpi,
    dea: facts.dea,
    facts,
    quantity,
    daysSupply: days,
    rxNumber: `rx${number}`,
    pharmacyNabp: '1043391',
    pharmacyName: 'Meridian Pharmacy',
    prescriberNpi: '1932102084',
    prescriberName: 'Ansel Hawthorne',
    paidAmount: 10,
    priorAuthRef: null,
    claimNumber: 'WC-1',
    stratusClaimId: 'c1',
    clinic: false,
    ...more,
  }
}
const of = (fills: readonly FillFound[], today = 120) =>
  timelineOf({
    claimNumber: 'WC-1',
    patientName: 'Maria Ortega',
    fills: fills.toSorted((a, b) => (a.fillDate < b.fillDate ? -1 : 1)),
    marks: [],
    markCodes: [],
    limit: 90,
    from: start,
    today: addDays(start, today),
  })

test('a lane says which supplies overlap and how long the drug was missing', () => {
  const [lane] = of([
    fill('Ibuprofen 600', 0, 90, 30),
    fill('Ibuprofen 600', 27, 90, 30),
    fill('Ibuprofen 600', 67, 90, 30),
  ]).lanes
  expect(lane!.supplies.map((one) => [one.lastsTo, one.overlapDays, one.overlapsFillOf, one.gapDays])).toEqual([
    ['2026-01-30', 0, null, 0],
    ['2026-02-26', 3, '2026-01-01', 0],
    ['2026-04-07', 0, null, 10],
  ])
  expect(lane).toMatchObject({
    fills: 3,
    paid: 30,
    coveredPercent: Math.round((87 / 97) * 100),
    active: false,
    endedOn: '2026-04-07',
  })
})

test('the dose of days on which two opioids are at hand is the sum of both, as adjudication counts it', () => {
  // Golden case G03: oxycodone ER 40 mg, 60 for 30 days, beside IR 10 mg, 120 for 30 days.
  const { dose } = of([fill('Oxycodone ER 40', 0, 60, 30), fill('Oxycodone 10', 10, 120, 30)])
  expect(dose.steps).toEqual([
    { from: '2026-01-01', to: '2026-01-10', mme: 120 },
    { from: '2026-01-11', to: '2026-01-30', mme: 180 },
    { from: '2026-01-31', to: '2026-02-09', mme: 60 },
  ])
  expect(dose.months).toEqual([
    { month: '2026-01', mme: 180 },
    { month: '2026-02', mme: 60 },
  ])
})

test('a refill picked up early does not count twice, a second prescriber’s supply does', () => {
  const same = of([
    fill('Oxycodone 10', 0, 60, 30, { rxNumber: 'A' }),
    fill('Oxycodone 10', 27, 60, 30, { rxNumber: 'A' }),
  ])
  expect(new Set(same.dose.steps.map((step) => step.mme))).toEqual(new Set([30]))
  expect(same.lanes[0]!.supplies[1]!.overlapDays).toBe(3)
  const other = of([fill('Oxycodone 10', 0, 60, 30), fill('Oxycodone 10', 10, 60, 30, { prescriberNpi: '1999999984' })])
  expect(Math.max(...other.dose.steps.map((step) => step.mme))).toBe(60)
})

test('buprenorphine is named as not counted, and an injected dose is a mark, not a supply', () => {
  const buprenorphine = drugs.find((one) => one.genericName.toLowerCase().includes('buprenorphine'))!
  const timeline = of([
    fill('Ibuprofen 600', 0, 90, 30, { facts: buprenorphine, gpi: buprenorphine.gpi }),
    fill('Ibuprofen 600', 3, 1, 1, { clinic: true, drugName: 'Ketorolac injection' }),
  ])
  expect(timeline.dose.notCounted).toEqual([`${buprenorphine.name} is not added to MME.`])
  expect(timeline.marks).toMatchObject([{ kind: 'CLINIC', drugName: 'Ketorolac injection' }])
  expect(timeline.lanes.length).toBe(1)
})

test('days with an opioid beside a sedating drug are named once per pair', () => {
  const benzodiazepine = drugs.find((one) => one.gpi.startsWith('1710') && one.brandFlag === 'G')!
  const { together } = of([
    fill('Oxycodone 10', 0, 60, 30),
    fill('Ibuprofen 600', 20, 30, 30, {
      facts: benzodiazepine,
      gpi: benzodiazepine.gpi,
      drugName: benzodiazepine.name,
    }),
    fill('Gabapentin 300', 5, 90, 10),
  ])
  expect(together).toEqual([
    { name: 'Opioid + benzodiazepine', boxedWarning: true, from: '2026-01-21', to: '2026-01-30' },
    { name: 'Opioid + gabapentinoid', boxedWarning: false, from: '2026-01-06', to: '2026-01-15' },
  ])
})

test('one fill alone has no gap and no overlap; nothing at all is an empty timeline', () => {
  expect(of([fill('Ibuprofen 600', 0, 90, 30)]).lanes[0]!.supplies).toMatchObject([{ gapDays: 0, overlapDays: 0 }])
  expect(of([])).toMatchObject({ lanes: [], prescribers: [], together: [], dose: { steps: [], months: [] } })
})

test('for any fills the steps follow each other, and no day has another dose than the sum of its supplies', () => {
  const some = fc.array(
    fc.tuple(
      fc.constantFrom('Oxycodone 10', 'Tramadol 50', 'Ibuprofen 600'),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 240 }),
      fc.integer({ min: 1, max: 90 }),
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(some, (rows) => {
      const laid = layOut(rows.map(([name, day, quantity, days]) => fill(name, day, quantity, days)))
      const from = dayNumber(start)
      const steps = doseSteps(laid, from, from + 300)
      let before = ''
      for (const step of steps) {
        expect(step.from <= step.to && step.from > before).toBe(true)
        before = step.to
        for (const day of [dayNumber(step.from), dayNumber(step.to)]) {
          const sum = laid
            .filter((one) => one.mme && one.start <= day && one.until >= day)
            .reduce((all, one) => all + one.mme!, 0)
          expect(step.mme).toBeCloseTo(sum, 6)
        }
      }
      expect(Math.max(0, ...doseByMonth(laid, start, addDays(start, 300)).map((one) => one.mme))).toBe(
        Math.max(0, ...steps.map((step) => step.mme)),
      )
    }),
  )
})
