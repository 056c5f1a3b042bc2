import { expect, test } from 'vitest'
import { addDays, dayNumber } from '#platform/dates/day.ts'
import { doseBefore, doseByMonth, doseSteps, layOut, type DosedFill } from './dose-by-day.ts'
import type { DrugFacts } from './snapshot.ts'
import { ibuprofen, oxycodone } from './testing-drugs.ts'

// The dose a day from the supplies at hand. Oxycodone 10 mg: two a day are 30, four 60, six 90.

const start = '2026-01-01'
let number = 0
/** So many a day from a day on, of a prescription and prescriber of its own. */
function supply(
  day: number,
  days: number,
  perDay = 2,
  more: Partial<DosedFill> & { drug?: DrugFacts } = {},
): DosedFill {
  const { drug = oxycodone, ...rest } = more
  number += 1
  return {
    fillDate: addDays(start, day),
    drugName: drug.name,
    ndc: drug.ndc,
    gpi: drug.gpi,
    dea: drug.dea,
    facts: drug,
    quantity: perDay * days,
    daysSupply: days,
    rxNumber: `rx${number}`,
    pharmacyNabp: '1043391',
    prescriberNpi: String(1_900_000_000 + number),
    clinic: false,
    ...rest,
  }
}
const at = dayNumber(start)
const stepsOf = (fills: readonly DosedFill[], from = 0, to = 99) =>
  doseSteps(layOut(fills), at + from, at + to).map((step) => [
    dayNumber(step.from) - at,
    dayNumber(step.to) - at,
    step.mme,
  ])

test.each<[string, DosedFill[], [from: number, to: number], number[][]]>([
  ['one supply', [supply(5, 10)], [0, 99], [[5, 14, 30]]],
  ['one that began before', [supply(5, 10)], [8, 99], [[8, 14, 30]]],
  ['one that goes on after', [supply(5, 10)], [0, 9], [[5, 9, 30]]],
  ['one that begins on the last day', [supply(5, 10)], [0, 5], [[5, 5, 30]]],
  ['one that ended on the first day', [supply(5, 10)], [14, 99], [[14, 14, 30]]],
  ['one that ended before', [supply(5, 10)], [15, 99], []],
  ['one that begins after', [supply(5, 10)], [0, 4], []],
  ['of one day', [supply(5, 1)], [0, 99], [[5, 5, 30]]],
  ['two on one another’s heels are one step', [supply(0, 10), supply(10, 10)], [0, 99], [[0, 19, 30]]],
  [
    'two with a day between are two',
    [supply(0, 10), supply(11, 10)],
    [0, 99],
    [
      [0, 9, 30],
      [11, 20, 30],
    ],
  ],
  [
    'beside each other they add up',
    [supply(0, 30), supply(10, 40, 4)],
    [0, 99],
    [
      [0, 9, 30],
      [10, 29, 90],
      [30, 49, 60],
    ],
  ],
  [
    'in any order',
    [supply(10, 40, 4), supply(0, 30)],
    [0, 99],
    [
      [0, 9, 30],
      [10, 29, 90],
      [30, 49, 60],
    ],
  ],
  [
    'a step goes on with the one before it, not with an earlier one',
    [supply(0, 10), supply(10, 10, 4), supply(20, 10, 6), supply(30, 10, 6)],
    [0, 99],
    [
      [0, 9, 30],
      [10, 19, 60],
      [20, 39, 90],
    ],
  ],
  ['what is no opioid makes no step', [supply(0, 10), supply(3, 20, 3, { drug: ibuprofen })], [0, 99], [[0, 9, 30]]],
  ['what is given in a clinic is no supply', [supply(0, 10, 2, { clinic: true })], [0, 99], []],
  ['nothing', [], [0, 99], []],
])('the dose by day: %s', (_words, fills, [from, to], expected) => {
  expect(stepsOf(fills, from, to)).toEqual(expected)
})

test('supplies are laid out oldest first, each to its last day', () => {
  const laid = layOut([supply(20, 5), supply(0, 10), supply(10, 0)])
  expect(laid.map((one) => [one.start - at, one.last - at, one.until - at])).toEqual([
    [0, 9, 9],
    [10, 10, 10],
    [20, 24, 24],
  ])
})

test('a package that is not on file is what the bill says', () => {
  const [laid] = layOut([supply(0, 10, 2, { facts: null })])
  expect(laid!.drug).toMatchObject({ ndc: oxycodone.ndc, gpi: oxycodone.gpi, name: oxycodone.name, dea: oxycodone.dea })
})

const months = (fills: readonly DosedFill[], from: string, to: string) =>
  doseByMonth(layOut(fills), from, to).map(({ month, mme }) => `${month} ${mme}`)

test('each month has its highest dose, whole months from the first to the last, over the turn of a year', () => {
  const turn = dayNumber('2026-12-15') - at
  const fills = [supply(turn, 60), supply(turn + 20, 5, 4)]
  expect(months(fills, '2026-12-31', '2027-02-01')).toEqual(['2026-12 30', '2027-01 90', '2027-02 30'])
  expect(months(fills, '2027-01-31', '2027-01-01')).toEqual(['2027-01 90'])
  expect(months([supply(31, 10)], '2026-01-05', '2026-01-20')).toEqual([])
  expect(months([supply(30, 1)], '2026-01-05', '2026-01-20')).toEqual(['2026-01 30'])
})

test('a request shows its own month and the six before it', () => {
  const each = Array.from({ length: 9 }, (_, month) =>
    supply(dayNumber(`2026-0${month + 1}-10`) - at, 2, 2 * (month + 1)),
  )
  expect(doseBefore(each, '2026-08-20').map(({ month }) => month)).toEqual([
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
  ])
  expect(doseBefore(each, '2026-08-20')[0]).toEqual({ month: '2026-02', mme: 60 })
})
