import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labeledIn, labelMaximums } from '#reference/label-maximum.ts'
import { drugs } from '#reference/drugs.ts'
import { daysBefore, drugNamed, linesOf, open, paid, priorAuthOf, type RequestChange, run } from '../testing.ts'
import { findingsOf } from '#features/prior-auths/findings.ts'
import type { DrugFacts, PastFill } from '../snapshot.ts'

// R32 by active ingredient: whatever its strength, form, product or prescriber, what is taken on a day is one dose.

const other = { prescriberNpi: '1245319599' }
const by = (name: string, flag?: DrugFacts['brandFlag']) => drugNamed(name, flag)
const r32 = (drug: DrugFacts, request: RequestChange, ...history: PastFill[]) =>
  run(drug, request, { ...open, history }).rejects.filter((one) => one.sourceRule === 'R32' && one.rejectCode === 'TQ')

type Pair = [ingredient: string, drug: string, quantity: number, beside: string, taken: number, milligrams: number]
/** Thirty days each; neither product alone is over its label. */
const over: Pair[] = [
  ['ibuprofen', 'Ibuprofen 600 mg tablet', 90, 'Ibuprofen 800 mg tablet', 90, 4200],
  ['ibuprofen', 'Ibuprofen-famotidine 800-26.6 mg tablet', 90, 'Ibuprofen 400 mg tablet', 90, 3600],
  ['ibuprofen', 'Ibuprofen 800 mg tablet', 120, 'Hydrocodone-ibuprofen 7.5-200 mg tablet', 60, 3600],
  ['naproxen', 'Naproxen 500 mg tablet', 60, 'Naproxen-esomeprazole 500-20 mg delayed-release tablet', 60, 2000],
  ['meloxicam', 'Meloxicam 15 mg tablet', 30, 'Meloxicam 7.5 mg tablet', 30, 22.5],
  ['meloxicam', 'Meloxicam 7.5 mg tablet', 60, 'Meloxicam 10 mg capsule', 30, 25],
  ['gabapentin', 'Gabapentin 600 mg tablet', 120, 'Gabapentin 800 mg tablet', 90, 4800],
  ['tramadol', 'Tramadol 50 mg tablet', 180, 'Tramadol ER 200 mg extended-release tablet', 30, 500],
  ['tramadol', 'Tramadol 100 mg tablet', 90, 'Tramadol-acetaminophen 37.5-325 mg tablet', 120, 450],
  ['cyclobenzaprine', 'Cyclobenzaprine 10 mg tablet', 90, 'Cyclobenzaprine 5 mg tablet', 30, 35],
  ['cyclobenzaprine', 'Cyclobenzaprine 7.5 mg tablet', 90, 'Cyclobenzaprine 15 mg extended-release capsule', 30, 37.5],
  ['alprazolam', 'Alprazolam 1 mg tablet', 90, 'Alprazolam 0.5 mg tablet', 90, 4.5],
  ['tapentadol', 'Tapentadol 100 mg tablet', 120, 'Tapentadol ER 100 mg extended-release tablet', 90, 700],
  ['sertraline', 'Sertraline 100 mg tablet', 45, 'Sertraline 50 mg tablet', 45, 225],
  ['amlodipine', 'Amlodipine 5 mg tablet', 60, 'Amlodipine 10 mg tablet', 30, 20],
  ['rizatriptan', 'Rizatriptan 5 mg tablet', 120, 'Rizatriptan 10 mg tablet', 60, 40],
  ['sildenafil', 'Sildenafil 50 mg tablet', 30, 'Sildenafil 100 mg tablet', 30, 150],
  ['modafinil', 'Modafinil 100 mg tablet', 60, 'Modafinil 200 mg tablet', 60, 600],
  ['aripiprazole', 'Aripiprazole 5 mg tablet', 60, 'Aripiprazole 10 mg tablet', 90, 40],
  ['lisinopril', 'Lisinopril 10 mg tablet', 120, 'Lisinopril 20 mg tablet', 120, 120],
  ['famotidine', 'Famotidine 40 mg tablet', 30, 'Ibuprofen-famotidine 800-26.6 mg tablet', 60, 93.2],
]

describe('one ingredient in two products', () => {
  test.each(over)('%s: %s (%d) beside %s (%d) is %d mg a day', (ingredient, name, quantity, beside, taken, mg) => {
    for (const more of [{}, other]) {
      const [found, ...rest] = r32(by(name), { quantity }, paid(by(beside), 5, taken, 30, more))
      expect(rest).toEqual([])
      expect(found).toMatchObject({
        dur: 'HD',
        overridableBy: 'R',
        measure: { amounts: [{ of: 'DOSE', value: mg, unit: 'mg' }] },
      })
      expect(found!.message).toContain(`${mg} mg of ${ingredient} a day with ${beside} filled`)
    }
  })

  test.each<[string, string, number, PastFill[]]>([
    ['within the label together', 'Ibuprofen 600 mg tablet', 60, [paid(by('Ibuprofen 400 mg tablet'), 5, 90, 30)]],
    ['used up', 'Ibuprofen 600 mg tablet', 90, [paid(by('Ibuprofen 800 mg tablet'), 31, 90, 30)]],
    [
      'nearly used up, by the same prescriber',
      'Gabapentin 600 mg tablet',
      120,
      [paid(by('Gabapentin 800 mg tablet'), 25, 90, 30)],
    ],
    ['another ingredient', 'Ibuprofen 800 mg tablet', 90, [paid(by('Naproxen 500 mg tablet'), 5, 60, 30)]],
    [
      'put on the skin',
      'Diclofenac sodium 50 mg tablet',
      90,
      [
        paid(
          drugs.find((one) => one.gpi.startsWith('151001'))!,
          5,
          100,
          30,
        ),
      ],
    ],
  ])('what is %s does not stop', (_words, name, quantity, history) => {
    expect(r32(by(name), { quantity }, ...history)).toEqual([])
  })

  test('a short course beside a supply that lasts is no change of dose, however short it is', () => {
    for (const days of [1, 5, 7, 8]) {
      const beside = (ago: number) =>
        r32(
          by('Ibuprofen 600 mg tablet'),
          { quantity: 3 * days, days },
          paid(by('Ibuprofen 800 mg tablet'), ago, 90, 30),
        )
      expect(beside(22)[0]?.message).toContain('4200 mg of ibuprofen a day')
      expect(beside(23)).toEqual([])
    }
  })

  test('three products and two prescribers add up, and nearly used up supplies of another prescriber count', () => {
    expect(
      r32(
        by('Ibuprofen 400 mg tablet'),
        { quantity: 90 },
        paid(by('Ibuprofen 600 mg tablet'), 5, 60, 30),
        paid(by('Hydrocodone-ibuprofen 7.5-200 mg tablet'), 5, 120, 30, other),
      ),
    ).toEqual([])
    const more = r32(
      by('Ibuprofen 400 mg tablet'),
      { quantity: 120 },
      paid(by('Ibuprofen 600 mg tablet'), 25, 60, 30, other),
      paid(by('Hydrocodone-ibuprofen 7.5-200 mg tablet'), 5, 120, 30, other),
    )
    expect(more[0]!.message).toContain('3600 mg of ibuprofen a day')
  })

  test('what was cleared is the dose of the ingredient', () => {
    const bill = (quantity: number, priorAuths: ReturnType<typeof priorAuthOf>[] = []) =>
      run(
        by('Ibuprofen 600 mg tablet'),
        { quantity },
        { ...open, priorAuths, history: [paid(by('Ibuprofen 800 mg tablet'), 5, 90, 30)] },
      )
    const { rejects } = bill(90)
    const pa = priorAuthOf(by('Ibuprofen 600 mg tablet'), 8, ['TQ', '79'], {
      findings: findingsOf(rejects),
      safetyIncluded: true,
      startDate: daysBefore(60),
    })
    expect(bill(90, [pa]).rejects.map((one) => one.rejectCode)).not.toContain('TQ')
    expect(bill(91, [pa]).rejects.map((one) => one.rejectCode)).toContain('TQ')
  })
})

test('an ingredient over its maximum stops however it is split over two products', () => {
  const twice = labelMaximums.filter(({ products }) => products.every(([, mg]) => mg === undefined))
  const oral = (code: string) =>
    drugs.filter((one) => one.gpi.startsWith(code) && one.route === 'oral' && one.strengthUnit === 'mg')
  const splits = twice.flatMap(({ ingredient, most, products }) => {
    const all = products.flatMap(([code]) => oral(code))
    return all.flatMap((a) => all.filter((b) => b.gpi !== a.gpi).map((b) => ({ ingredient, most, a, b })))
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...splits),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      ({ most, a, b }, own, taken) => {
        const sum = (a.strengthValue * own + b.strengthValue * taken) / 30
        const found = r32(a, { quantity: own }, paid(b, 3, taken, 30, other))
        if (sum > most + 1e-6) expect(found).toHaveLength(1)
        else expect(found.filter(({ message }) => message.includes(' mg of '))).toEqual([])
      },
    ),
  )
})

test('each drug by mouth in two strengths with a maximum has a row', () => {
  const strengths = new Map<string, Set<string>>()
  for (const { gpi, route, strengthUnit, maxPerDay } of drugs) {
    if (route !== 'oral' || strengthUnit !== 'mg' || maxPerDay === undefined) continue
    const code = gpi.slice(0, 8)
    strengths.set(code, (strengths.get(code) ?? new Set()).add(gpi))
  }
  // Of combinations with acetaminophen that is the limit; without it opioids go by MME (R33).
  const without = [...strengths].filter(([code, { size }]) => size > 1 && labeledIn(code).length === 0)
  expect(
    without.map(([code]) => drugs.find(({ gpi, apapMg }) => gpi.startsWith(code) && !apapMg)?.name).filter(Boolean),
  ).toEqual([])
})

test('each code of the table is a drug of the catalogue, and no product alone may pass its row', () => {
  for (const { ingredient, most, products } of labelMaximums)
    for (const [code, mg] of products) {
      const found = drugs.filter((one) => one.gpi.startsWith(code))
      expect(found.length, ingredient).toBeGreaterThan(0)
      for (const { maxPerDay, strengthValue, name } of found)
        if (mg === undefined && maxPerDay !== undefined)
          expect(maxPerDay * strengthValue, name).toBeLessThanOrEqual(most)
    }
  expect(linesOf(run(by('Ibuprofen 600 mg tablet'), {}, open), 'R32')).toEqual([
    'pass: 1 a day is within the labeled maximum',
  ])
})
