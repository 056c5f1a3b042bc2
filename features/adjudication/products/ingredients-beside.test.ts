import { describe, expect, test } from 'vitest'
import type { DrugFacts } from '../snapshot.ts'
import { drugNamed, items, linesOf, open, paid, type RequestChange, run } from '../testing.ts'
import { known, mix } from '../testing-bills.ts'
import { base, ibuprofen, ketamine } from '../testing-drugs.ts'

describe('Each ingredient of a compound is looked at beside what is taken', () => {
  const [cyclobenzaprine, warfarin, prednisone, oxycodone, methotrexate] = [
    'Cyclobenzaprine 10 mg tablet',
    'Warfarin 5 mg tablet',
    'Prednisone 10 mg tablet',
    'Oxycodone 10 mg tablet',
    'Methotrexate 2.5 mg tablet',
  ].map((name) => drugNamed(name)) as [DrugFacts, DrugFacts, DrugFacts, DrugFacts, DrugFacts]
  const all = known(ketamine, base, cyclobenzaprine, ibuprofen, warfarin)
  // Ketamine costs most and gives the compound its code.
  const of = (...more: DrugFacts[]) =>
    mix([[ketamine, 5, 400], ...more.map((drug): [DrugFacts, number, number] => [drug, 5, 1]), [base, 20, 1]])
  const r31 = (request: RequestChange, ...taken: DrugFacts[]) =>
    run(null, request, { ...all, ...open, history: taken.map((drug) => paid(drug, 2, 30, 30)) })

  test.each<[string, DrugFacts[], DrugFacts[], [string, number | undefined][]]>([
    ['a relaxant beside an opioid', [cyclobenzaprine], [oxycodone], [['Cyclobenzaprine', 2]]],
    ['an anti-inflammatory beside an anticoagulant', [ibuprofen], [warfarin], [['Ibuprofen', 2]]],
    ['an anti-inflammatory beside a corticosteroid', [ibuprofen], [prednisone], [['Ibuprofen', 3]]],
    [
      'both beside both',
      [cyclobenzaprine, ibuprofen],
      [oxycodone, warfarin],
      [
        ['Ibuprofen', 2],
        ['Cyclobenzaprine', 2],
      ],
    ],
    ['an anticoagulant beside an anti-inflammatory', [warfarin], [ibuprofen], [['Warfarin', 2]]],
    ['what leads has none', [], [oxycodone, warfarin], []],
    ['nothing is taken', [cyclobenzaprine, ibuprofen], [], []],
  ])('%s', (_words, ingredients, taken, found) => {
    const made = r31(of(...ingredients), ...taken).rejects.filter(({ sourceRule }) => sourceRule === 'R31')
    expect(new Set(made.map(({ message, severity }) => [message.split(' taken with ')[0], severity]))).toEqual(
      new Set(found),
    )
    expect(made).toHaveLength(found.length)
  })

  test('the trace lists each ingredient, the base left out', () => {
    expect(linesOf(r31(of(cyclobenzaprine)), 'R31')).toEqual([
      'pass: Ketamine, bulk: no known interaction with an active drug',
      'pass: Cyclobenzaprine: no known interaction with an active drug',
    ])
  })

  test.each([
    [ibuprofen, true],
    [warfarin, true],
    [methotrexate, true],
    [drugNamed('Diclofenac, bulk 100% powder'), true],
    [drugNamed('Flurbiprofen, bulk 100% powder'), true],
    [drugNamed('Lidocaine, bulk 100% powder'), false],
    [cyclobenzaprine, false],
    [oxycodone, false],
  ])('in pregnancy %#', (drug, stops) => {
    const answer = run(null, of(drug), { ...known(ketamine, base, drug), ...open, claim: { acceptedIcd: ['O26.9'] } })
    expect(answer.rejects.some(({ dur, message }) => dur === 'PG' && message.startsWith(drug.genericName))).toBe(stops)
  })
})

describe('R16 and R39 ask each ingredient, not the one that leads alone', () => {
  const [tramadol, sildenafil, cyclobenzaprine] = [
    'Tramadol 50 mg tablet',
    'Sildenafil 50 mg tablet',
    'Cyclobenzaprine 10 mg tablet',
  ].map((name) => drugNamed(name)) as [DrugFacts, DrugFacts, DrugFacts]
  const all = known(ketamine, base, tramadol, sildenafil, cyclobenzaprine)
  const led = (leads: DrugFacts, ...others: DrugFacts[]) =>
    mix([[leads, 5, 400], ...others.map((drug): [DrugFacts, number, number] => [drug, 5, 1]), [base, 20, 1]])
  const young = { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '2008-03-14', gender: 'F' } as const
  const found = (request: RequestChange, more: object) =>
    run(null, request, { ...all, ...open, ...more }).rejects.map(
      ({ rejectCode, sourceRule, message }) => `${sourceRule} ${rejectCode}: ${message}`,
    )
  const asked = (drug: DrugFacts) => items({ gpiPrefix: drug.gpi.slice(0, 8), status: 'PA' })

  test.each([
    [led(cyclobenzaprine, ketamine), ketamine, 'Ingredient Ketamine, bulk requires prior authorization'],
    [led(ketamine, cyclobenzaprine), cyclobenzaprine, 'Ingredient Cyclobenzaprine requires prior authorization'],
    [led(sildenafil, cyclobenzaprine, tramadol), tramadol, 'Ingredient Tramadol requires prior authorization'],
    [led(ketamine, cyclobenzaprine), ketamine, 'Compound with Ketamine, bulk requires prior authorization'],
  ])('prior authorization %#', (request, drug, message) => {
    expect(found(request, asked(drug)).filter((one) => one.startsWith('R16'))).toEqual([`R16 75: ${message}`])
  })
  test.each([
    ['accepted for the injury', { coveredForParts: ['spine'] }],
    ['covered', { status: 'COVERED' }],
  ])('an ingredient that is %s asks nothing, and the trace says so', (_words, more) => {
    const item = { gpiPrefix: ketamine.gpi.slice(0, 8), status: 'PA', ...more } as Parameters<typeof items>[0]
    expect(linesOf(run(null, led(cyclobenzaprine, ketamine), { ...all, ...items(item) }), 'R16')).toContain(
      'pass: Ingredient Ketamine, bulk: no prior authorization required',
    )
  })
  test.each([
    ['age', led(ketamine, tramadol), 'R39 88: Tramadol is not recommended at age 16'],
    ['age of what leads', led(tramadol, ketamine), 'R39 88: Tramadol is not recommended at age 16'],
    ['sex', led(ketamine, sildenafil), 'R39 61: Sildenafil is covered only for male patients'],
  ])('%s', (_words, request, says) => {
    expect(found(request, { claimant: young })).toContain(says)
  })
})
