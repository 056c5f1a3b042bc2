import { describe, expect, test } from 'vitest'
import { physicianSupplies, supplyWords } from '#reference/state-dispensing.ts'
import type { DrugFacts } from '../snapshot.ts'
import {
  daysBefore,
  drugNamed,
  injured,
  linesOf,
  open,
  type RequestChange,
  run,
  type SnapshotChange,
} from '../testing.ts'
import { clinic } from '../testing-bills.ts'
import { alprazolam, ibuprofen, naproxen, oxycodone, tramadol } from '../testing-drugs.ts'

// R19: what a prescriber may hand out by the statutes that were read.

const codeine = drugNamed('Codeine-acetaminophen 30-300 mg tablet')
const vial = drugNamed('Ketorolac 30 mg/mL injection')

type Of = { since?: number; days: number; surgeryAgo?: number; more?: RequestChange }
const said = (
  state: string,
  drug: DrugFacts,
  { since = 2, days, surgeryAgo, more = { more: { deliveryType: 4 } } }: Of,
) => {
  const change: SnapshotChange = injured(since, {
    jurisState: state,
    ...(surgeryAgo !== undefined && { surgeryDates: [daysBefore(surgeryAgo)] }),
  })
  const answer = run(drug, { doi: daysBefore(since), quantity: days, days, ...more }, { ...open, ...change })
  return linesOf(answer, 'R19')
}
const stopped = (state: string, drug: DrugFacts, of: Of): boolean => said(state, drug, of)[0]!.startsWith('reject: 645')

describe('days of supply, and days since the injury', () => {
  test.each<[string, string, DrugFacts, Of, boolean]>([
    ['NC: five days of a Schedule II drug at once', 'NC', oxycodone, { days: 5 }, false],
    ['NC: six days', 'NC', oxycodone, { days: 6 }, true],
    ['NC: three days, a week after the injury', 'NC', oxycodone, { since: 7, days: 3 }, true],
    ['NC: on the fifth day', 'NC', oxycodone, { since: 5, days: 5 }, false],
    ['NC: Schedule III too', 'NC', codeine, { days: 6 }, true],
    ['NC: Schedule IV has no limit', 'NC', tramadol, { since: 200, days: 30 }, false],
    ['NC: no schedule has no limit', 'NC', naproxen, { since: 200, days: 30 }, false],
    ['PA: seven days of a Schedule II drug', 'PA', oxycodone, { days: 7 }, false],
    ['PA: eight days', 'PA', oxycodone, { days: 8 }, true],
    [
      'PA: fifteen days after an operation, long after the injury',
      'PA',
      oxycodone,
      { since: 200, days: 15, surgeryAgo: 1 },
      false,
    ],
    ['PA: sixteen days after an operation', 'PA', oxycodone, { since: 200, days: 16, surgeryAgo: 1 }, true],
    ['PA: an operation to come', 'PA', oxycodone, { since: 200, days: 7, surgeryAgo: -3 }, true],
    ['PA: thirty days of another drug', 'PA', naproxen, { since: 30, days: 30 }, false],
    ['PA: thirty-one days of another drug', 'PA', naproxen, { days: 31 }, true],
    ['PA: Schedule IV is another drug', 'PA', alprazolam, { since: 31, days: 5 }, true],
    ['NY: 72 hours of a drug of no schedule', 'NY', naproxen, { since: 400, days: 3 }, false],
    ['NY: four days, on the day of the injury', 'NY', naproxen, { since: 0, days: 4 }, true],
    ['NY: controlled drugs go by another law', 'NY', oxycodone, { days: 7 }, false],
    ['FL: none of a Schedule II drug', 'FL', oxycodone, { days: 1 }, true],
    ['FL: a week after an operation', 'FL', oxycodone, { days: 7, surgeryAgo: 2 }, false],
    ['FL: eight days after an operation', 'FL', oxycodone, { days: 8, surgeryAgo: 2 }, true],
    ['FL: fourteen days of Schedule III after an operation', 'FL', codeine, { days: 14, surgeryAgo: 14 }, false],
    ['FL: the fifteenth day after it', 'FL', codeine, { days: 14, surgeryAgo: 15, since: 30 }, true],
    ['FL: other drugs', 'FL', naproxen, { since: 400, days: 90 }, false],
    ['IL: nothing is known', 'IL', oxycodone, { since: 400, days: 30 }, false],
  ])('%s', (_words, state, drug, of, stops) => {
    expect(stopped(state, drug, of)).toBe(stops)
    // A pharmacy is not asked.
    expect(said(state, drug, { ...of, more: {} })).toEqual(['pass: Not repackaged or physician-dispensed'])
  })
})

test('the statute is cited, and what an approval clears is so many days', () => {
  const answer = run(
    oxycodone,
    { doi: daysBefore(2), quantity: 20, days: 10, more: { deliveryType: 4 } },
    { ...open, ...injured(2, { jurisState: 'NC' }) },
  )
  expect(answer.rejects.find(({ rejectCode }) => rejectCode === '645')).toMatchObject({
    message: 'Physician-dispensed for 10 days; NC allows 5 days of Schedule II and III drugs',
    citation: 'N.C.G.S. 97-26.2(b)(4)',
    overridableBy: 'A',
    measure: { amounts: [{ of: 'DAYS', value: 10 }], with: [{ id: 'physician' }] },
  })
})

test('what a clinic hands out by its code is physician-dispensed, what it injects is not', () => {
  const line = (drug: DrugFacts) => {
    const bill = clinic('J3490', 1, { description: drug.name })
    return { ...bill, rx: { ...bill.rx, productId: drug.ndc, quantity: 30, daysSupply: 30 } }
  }
  expect(stopped('NY', ibuprofen, { days: 30, more: line(ibuprofen) })).toBe(true)
  expect(said('NY', vial, { days: 30, more: line(vial) })).toEqual(['pass: Not repackaged or physician-dispensed'])
})

test('each statute has its words and its source', () => {
  expect(physicianSupplies.map((one) => `${one.state}: ${supplyWords(one)}`)).toEqual([
    'FL: physicians hand out none of Schedule II and III drugs, 14 days within 14 days after an operation',
    'NC: physicians hand out 5 days of Schedule II and III drugs, from the first treatment on',
    'NY: physicians hand out 3 days of drugs of no schedule',
    'PA: physicians hand out 7 days of Schedule II and III drugs, from the first treatment on, 15 days within 15 days after an operation',
    'PA: physicians hand out 30 days of other drugs, from the first treatment on',
  ])
  for (const { source } of physicianSupplies) expect(source).toMatch(/\d/)
})
