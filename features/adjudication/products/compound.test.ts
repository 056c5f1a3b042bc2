import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem } from '../snapshot.ts'
import { eachSays, items, linesOf, open, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { clinic, known, mix } from '../testing-bills.ts'
import { base, gabapentinBulk, ibuprofen, ketamine, menthol } from '../testing-drugs.ts'

const kind = (name: 'OPEN' | 'CLOSED' | 'STATE' | 'ODG_LIKE', more: SnapshotChange = {}): SnapshotChange => ({
  formulary: { id: 'k', name: 'The list', kind: name, items: [] },
  ...more,
})

describe('R20: compounds, by ingredient', () => {
  const all = known(ketamine, menthol, base, gabapentinBulk)
  eachSays([
    [
      'R14',
      ['skip: Checked for each ingredient'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      all,
    ],
    ['R20', ['skip: Not a compound'], ibuprofen, {}],
    [
      'R20',
      ['pass: 2 ingredients, all covered'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...open },
    ],
    [
      'R20',
      ['reject: 7Z: A compound needs at least two ingredients; 1 sent'],
      null,
      mix([[ketamine, 5]]),
      { ...all, ...open },
    ],
    [
      'R20',
      [`reject: 771: Ingredient ${ketamine.ndc} cannot be identified`],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...known(base), ...open },
    ],
    [
      'R20',
      ['reject: 7Y: Ingredient Menthol-methyl salicylate-capsaicin is not covered'],
      null,
      mix([
        [menthol, 5],
        [base, 20],
      ]),
      all,
    ],
    [
      'R20',
      ['reject: 772: Ingredient Menthol-methyl salicylate-capsaicin is not covered'],
      null,
      mix([
        [menthol, 5],
        [base, 20],
      ]),
      { ...all, settings: { compoundHardStop: true } },
    ],
    // An open list covers what it does not name, a closed one does not; the base is always paid.
    [
      'R20',
      ['pass: 2 ingredients, all covered'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...kind('OPEN') },
    ],
    [
      'R20',
      ['reject: 7Y: Ingredient Ketamine, bulk is not covered'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...kind('CLOSED') },
    ],
    [
      'R20',
      ['pass: 2 ingredients, all covered'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...items({ gpiPrefix: '1516', status: 'PA' } as FormularyItem) },
    ],
    [
      'R20',
      ['reject: 9K: 2 ingredients exceed the plan limit of 1'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...open, settings: { compoundMaxIngredients: 1 } },
    ],
    [
      'R20',
      ['pass: 2 ingredients, all covered'],
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...all, ...open, settings: { compoundMaxIngredients: 2 } },
    ],
  ])

  test('what it costs decides who may clear it, to the cent', () => {
    const ask = (settings: SnapshotChange['settings']) =>
      run(
        null,
        mix([
          [ketamine, 5],
          [base, 20],
        ]),
        { ...known(ketamine, base), ...open, settings: { ...settings } },
      )
    const due = ask({}).facts.estimatedCost!
    expect(linesOf(ask({ compoundCostLimit: due }), 'R20')).toEqual(['pass: 2 ingredients, all covered'])
    const over = ask({ compoundCostLimit: due - 0.01, compoundSupervisorAbove: due })
    expect(linesOf(over, 'R20')).toEqual([
      `reject: 78: Compound costs $${due.toFixed(2)}; the limit is $${(due - 0.01).toFixed(2)}`,
    ])
    const dear = ask({ compoundCostLimit: 1, compoundSupervisorAbove: due - 0.01 })
    expect([over, dear].map((one) => one.rejects[0]).map((one) => [one?.overridableBy, one?.amount])).toEqual([
      ['A', due],
      ['S', due],
    ])
  })

  test('a compound of unknown prices is judged by what its ingredients were billed at', () => {
    const free = { ...ketamine, awpUnit: 0 }
    const request = mix([
      [free, 5, 300],
      [base, 20, 700.01],
    ])
    const answer = run(null, request, {
      ...known(free, { ...base, awpUnit: 0 }),
      ...open,
    })
    expect(linesOf(answer, 'R20')).toEqual(['reject: 78: Compound costs $1,000.01; the limit is $1,000.00'])
    expect(linesOf(answer, 'R27')).toEqual(['skip: The compound limit applies instead'])
  })

  test('the dearest ingredient gives a compound its code and name, never its base', () => {
    const name = (request: RequestChange, ...drugs: DrugFacts[]) =>
      run(null, request, { ...known(...drugs), ...open }).facts
    expect(
      name(
        mix([
          [ketamine, 1],
          [gabapentinBulk, 1],
          [base, 500],
        ]),
        ketamine,
        gabapentinBulk,
        base,
      ),
    ).toMatchObject({
      gpi: gabapentinBulk.gpi,
      drugName: 'Compound with Gabapentin, bulk',
    })
    // What was billed for an ingredient says more than its list price.
    expect(
      name(
        mix([
          [ketamine, 1, 90],
          [gabapentinBulk, 1, 50],
          [base, 5],
        ]),
        ketamine,
        gabapentinBulk,
        base,
      ).gpi,
    ).toBe(ketamine.gpi)
    expect(
      name(
        mix([
          [base, 5],
          [base, 5],
        ]),
        base,
      ),
    ).toMatchObject({ gpi: base.gpi })
    expect(
      name(
        mix([
          [ketamine, 1],
          [base, 5],
        ]),
        base,
      ),
    ).toMatchObject({ gpi: base.gpi })
    expect(
      name(
        mix([
          [ketamine, 1],
          [menthol, 5],
        ]),
      ),
    ).toMatchObject({ gpi: null, drugName: 'Compound' })
  })
})

describe('R21: clinic lines', () => {
  eachSays([
    ['R14', ['skip: Billed by clinic code'], null, clinic('J1885', 2)],
    ['R21', ['skip: Not billed by a clinic code'], ibuprofen, {}],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2)],
    ['R21', ['pass: 8 units of J1885'], null, clinic('J1885', 8)],
    ['R21', ['reject: 9G: 9 units (135 mg) a day; the limit is 8 units (120 mg)'], null, clinic('J1885', 9)],
    ['R21', ['reject: 54: Code J9999 is not on file'], null, clinic('J9999', 1)],
    [
      'R21',
      ['pass: 1 units of J1030'],
      null,
      { ...clinic('J1030', 1, {}, '2024-03-31'), doi: '2024-01-02' },
      {
        claim: { doi: '2024-01-02' },
        spans: [{ effectiveDate: '2024-01-02', termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
      },
    ],
    ['R21', ['reject: 54: Code J1030 was deleted after 03/31/2024'], null, clinic('J1030', 1, {}, '2024-05-03')],
    ['R21', ['pass: 1 units of J1010'], null, clinic('J1010', 1, {}, '2024-05-03')],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2, { doseGiven: 30 })],
    ['R21', ['pass: 3 units of J1885'], null, clinic('J1885', 3, { doseGiven: 30.1 })],
    ['R21', ['reject: 9H: 30 mg is 2 units of 15; 3 billed'], null, clinic('J1885', 3, { doseGiven: 30 })],
    ['R21', ['reject: 9H: 30.1 mg is 3 units of 15; 2 billed'], null, clinic('J1885', 2, { doseGiven: 30.1 })],
    // Discarded drug is billed on top of what was given, never instead of it.
    ['R21', ['pass: 3 units of J1885'], null, clinic('J1885', 3, { doseGiven: 30, modifiers: ['JW'] })],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2, { doseGiven: 30, modifiers: ['JW'] })],
    [
      'R21',
      ['reject: 9H: 30 mg is 2 units of 15; 1 billed'],
      null,
      clinic('J1885', 1, { doseGiven: 30, modifiers: ['JW'] }),
    ],
    [
      'R21',
      ['reject: 9H: 30 mg is 2 units of 15; 3 billed'],
      null,
      clinic('J1885', 3, { doseGiven: 30, modifiers: ['59'] }),
    ],
    [
      'R21',
      [
        'reject: 21: Code J3490 is unclassified: NDC and description are required',
        'reject: 75: Code J3490 is unclassified and always needs prior authorization',
      ],
      null,
      clinic('J3490', 1, { description: 'new' }),
    ],
    [
      'R21',
      [
        'reject: 21: Code J3490 is unclassified: NDC and description are required',
        'reject: 75: Code J3490 is unclassified and always needs prior authorization',
      ],
      ibuprofen,
      clinic('J3490', 1, { description: ' ' }),
    ],
    [
      'R21',
      ['reject: 75: Code J3490 is unclassified and always needs prior authorization'],
      ibuprofen,
      clinic('J3490', 1, { description: 'new' }),
    ],
  ])
})
