import { describe, expect, test } from 'vitest'
import type { DrugFacts, PastFill } from '../snapshot.ts'
import { drugNamed, open, paid, run } from '../testing.ts'
import { clinic } from '../testing-bills.ts'
import { alprazolam, base, carisoprodol, ibuprofen, morphineEr, oxycodone, tramadol } from '../testing-drugs.ts'

// R33 to R38 of an opioid that a clinic hands out and bills by an unclassified code: taken at home, it is a daily dose.

const line = (drug: DrugFacts, more: { quantity?: number; daysSupply?: number } = {}) => {
  const bill = clinic('J3490', 1, { description: drug.name })
  return { ...bill, rx: { ...bill.rx, productId: drug.ndc, ...more } }
}
const found = (drug: DrugFacts, more: { quantity?: number; daysSupply?: number }, history: PastFill[] = []) =>
  run(drug, line(drug, more), { ...open, history })
    .rejects.filter(({ sourceRule }) => /^R3[3-8]$/.test(sourceRule))
    .map(({ sourceRule, rejectCode, overridableBy }) => `${sourceRule} ${rejectCode} ${overridableBy}`)

const before = paid(tramadol, 60, 20, 5)
const vial = { ...oxycodone, form: 'injection', route: 'injection' }

describe('with quantity and days', () => {
  test.each<[string, DrugFacts, number, number, PastFill[], string[]]>([
    ['a week of a first opioid', oxycodone, 14, 7, [], []],
    ['a month of a first opioid', oxycodone, 60, 30, [], ['R34 925 R']],
    ['ten days of a first opioid', oxycodone, 20, 10, [], ['R34 925 A']],
    ['over the daily limit', oxycodone, 210, 30, [before], ['R33 922 R']],
    ['a first long-acting one', morphineEr, 14, 7, [], ['R37 88 R']],
    [
      'with a benzodiazepine and a relaxant',
      oxycodone,
      14,
      7,
      [before, paid(alprazolam, 1, 30, 30), paid(carisoprodol, 1, 30, 30)],
      ['R38 88 O'],
    ],
    ['an injection', vial, 60, 30, [], []],
    ['no opioid', ibuprofen, 60, 30, [], []],
    ['a cream base', base, 60, 30, [], []],
  ])('%s', (_words, drug, quantity, daysSupply, history, stops) => {
    expect(found(drug, { quantity, daysSupply }, history)).toEqual(stops)
  })
})

test.each<[string, { quantity?: number; daysSupply?: number }]>([
  ['neither', {}],
  ['no days', { quantity: 60 }],
  ['no quantity', { daysSupply: 30 }],
])('a dose that nobody can count is a pharmacist’s: %s', (_words, more) => {
  expect(found(oxycodone, more, [before])).toContain('R33 88 R')
  expect(found(vial, more, [before])).toEqual([])
  expect(found(ibuprofen, more, [before])).toEqual([])
  const [first] = run(oxycodone, line(oxycodone, more), open).rejects.filter(({ sourceRule }) => sourceRule === 'R33')
  expect(first!.message).toBe(
    'Oxycodone 10 mg tablet by a clinic code without its quantity and days’ supply: the daily dose cannot be counted',
  )
})

test('drugs of the catalog that are worn, sprayed or kept in the mouth are taken at home too', () => {
  for (const name of [
    'Fentanyl 25 mcg/h patch',
    'Fentanyl citrate 100 mcg/spray nasal spray',
    'Fentanyl citrate 200 mcg buccal film',
  ])
    expect([name, found(drugNamed(name), {}).includes('R33 88 R')]).toEqual([name, true])
})
