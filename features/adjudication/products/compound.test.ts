import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem } from '../snapshot.ts'
import { findingsOf } from '#features/prior-auths/findings.ts'
import {
  eachSays,
  items,
  linesOf,
  open,
  priorAuthOf,
  type RequestChange,
  run,
  type SnapshotChange,
} from '../testing.ts'
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
      [`pass: ${ketamine.name} is on file`, `pass: ${base.name} is on file`],
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

  test('each of its rejects keeps what it is about: the ingredient, how many there are, what it costs', () => {
    const request = mix([
      [menthol, 5, 30],
      [base, 20, 10],
    ])
    const settings = { compoundMaxIngredients: 1, compoundCostLimit: 0.01, compoundSupervisorAbove: 0.01 }
    const { rejects, facts } = run(null, request, { ...known(menthol, base), settings })
    const cost = { of: 'COST', value: facts.estimatedCost }
    const of = (code: string) => rejects.find(({ rejectCode }) => rejectCode === code)!
    expect(of('7Y').measure!.with).toContainEqual({ id: menthol.ndc, name: menthol.genericName })
    expect(of('9K').measure!.amounts).toEqual([{ of: 'INGREDIENTS', value: 2 }, cost, { of: 'QUANTITY', value: 120 }])
    for (const code of ['7Y', '9K', '78']) {
      expect([code, of(code).overridableBy, of(code).amount]).toEqual([code, 'S', facts.estimatedCost])
      expect(of(code).measure!.amounts).toContainEqual(cost)
    }
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

describe('A compound’s approval is for its recipe', () => {
  const all = known(ketamine, menthol, base, gabapentinBulk)
  const recipe: [DrugFacts, number, number?][] = [
    [ketamine, 12, 90],
    [gabapentinBulk, 6, 20],
    [base, 102, 5],
  ]
  /** A state that wants each compound approved, a carrier that wants a call, or a low limit of cost. */
  const stops: [string, SnapshotChange][] = [
    ['the state approves each compound', { ...all, ...open, claim: { jurisState: 'TX' } }],
    ['a list that does not name it', { ...all, ...kind('CLOSED') }],
    ['the carrier is called every time', { ...all, ...open, settings: { callEveryTime: ['*'] } }],
    ['it costs too much', { ...all, ...open, settings: { compoundCostLimit: 1 } }],
    [
      'an ingredient is not covered',
      { ...all, ...items({ gpiPrefix: gabapentinBulk.gpi.slice(0, 8), status: 'EXCLUDED' }) },
    ],
  ]
  const approvedFor = (rows: typeof recipe, snapshot: SnapshotChange, level: 8 | 11 | 14 = 14) => {
    const { rejects } = run(null, mix(rows), snapshot)
    expect(rejects.length).toBeGreaterThan(0)
    return priorAuthOf(
      ketamine,
      level,
      rejects.map((one) => one.rejectCode),
      { findings: findingsOf(rejects), ndc: null },
    )
  }
  const others: [string, typeof recipe][] = [
    ['an ingredient more', [...recipe, [menthol, 6, 5]]],
    ['an ingredient less', [recipe[0]!, recipe[2]!]],
    ['an ingredient in the place of another', [recipe[0]!, [menthol, 6, 20], recipe[2]!]],
    ['twice as much of one', [[ketamine, 24, 90], recipe[1]!, [base, 90, 5]]],
    ['half as much of another', [recipe[0]!, [gabapentinBulk, 3, 10], [base, 105, 5]]],
    ['only another base amount', [recipe[0]!, recipe[1]!, [base, 60, 5]]],
  ]
  describe.each(stops)('where %s', (_why, snapshot) => {
    test('the same recipe pays, in another order and in a smaller jar too', () => {
      const priorAuths = [approvedFor(recipe, snapshot)]
      expect(run(null, mix(recipe), { ...snapshot, priorAuths }).outcome).toBe('P')
      expect(run(null, mix(recipe.toReversed()), { ...snapshot, priorAuths }).outcome).toBe('P')
      const half = recipe.map(([drug, quantity, cost]): (typeof recipe)[number] => [drug, quantity / 2, cost! / 2])
      expect(run(null, mix(half, { quantity: 60 }), { ...snapshot, priorAuths }).outcome).toBe('P')
      expect(run(null, mix(recipe, { quantity: 240 }), { ...snapshot, priorAuths }).outcome).toBe('R')
    })
    test.each(others)('%s stops', (_what, rows) => {
      const priorAuths = [approvedFor(recipe, snapshot, 8), approvedFor(recipe, snapshot, 14)]
      const bare = run(null, mix(rows), snapshot)
      const answer = run(null, mix(rows), { ...snapshot, priorAuths })
      expect(answer.codes).toEqual(bare.codes)
      expect(answer.outcome).toBe(bare.outcome)
    })
  })
  test.each([
    [0.18, 0.24, 'R'],
    [0.24, 0.18, 'R'],
    [0.6, 0.63, 'R'],
    [0.18, 0.18, 'P'],
  ])('of a jar approved with %d g of a strong ingredient, one with %d g: %s', (before, now, outcome) => {
    const snapshot = stops[0]![1]
    const of = (strong: number): typeof recipe => [recipe[0]!, [menthol, strong, 5], [base, 100, 5]]
    const priorAuths = [approvedFor(of(before), snapshot)]
    expect(run(null, mix(of(now)), { ...snapshot, priorAuths }).outcome).toBe(outcome)
  })
  test.each([
    [0.18, 0.2, 'P'],
    [0.24, 0.2, 'P'],
    [5.454, 4.5, 'P'],
    [0.18, 0, 'R'],
    [0.36, 0.2, 'R'],
    [5.454, 4.4, 'R'],
  ])('of a jar with %d g of a strong ingredient, an approval that kept the share as %d: %s', (now, share, outcome) => {
    const snapshot = stops[0]![1]
    const of = (strong: number): typeof recipe => [recipe[0]!, [menthol, strong, 5], [base, 120 - 12 - strong, 5]]
    const made = approvedFor(of(now), snapshot)
    const rounded = (id: string) =>
      id.startsWith(`recipe ${menthol.gpi} `)
        ? `recipe ${menthol.gpi} ${share}`
        : id.replace(/^(recipe \S+) (\S+)%$/, (_, what, of3) => `${what} ${Math.round(Number(of3) * 10) / 10}`)
    const findings = made.findings!.map((one) => ({
      ...one,
      measure: one.measure && {
        ...one.measure,
        with: (one.measure.with ?? []).map((party) => ({ ...party, id: rounded(party.id) })),
      },
    }))
    expect(run(null, mix(of(now)), { ...snapshot, priorAuths: [{ ...made, findings }] }).outcome).toBe(outcome)
  })
  test('what was approved is said with what is billed', () => {
    const snapshot = stops[0]![1]
    const [left] = run(null, mix(others[0]![1]), { ...snapshot, priorAuths: [approvedFor(recipe, snapshot)] }).rejects
    expect(left!.message).toMatch(/cleared quantity 120.*Ketamine.* 10%.*Billed: quantity 120.*Menthol/i)
  })
})

describe('Each ingredient passes the gates of a product', () => {
  const all = known(ketamine, base, gabapentinBulk)
  const row = (drug: DrugFacts, more: Partial<DrugFacts>): SnapshotChange => ({
    ...open,
    ingredients: { ...all.ingredients, [drug.ndc]: { ...drug, ...more } },
  })
  /** Gabapentin costs most and leads. */
  const led = mix([
    [gabapentinBulk, 12, 90],
    [ketamine, 6, 20],
    [base, 102, 5],
  ])
  const noIII = { prescriber: { deaSchedules: ['CII' as const] } }
  test.each<[string, string, string[], SnapshotChange, RequestChange?]>([
    [
      'the schedule of one that does not lead',
      'R13',
      ['reject: 46: The DEA registration of Haddad does not cover CIII (Ketamine, bulk)'],
      { ...open, ...all, ...noIII },
    ],
    [
      'a registration that covers it',
      'R13',
      ['pass: DEA registration covers CIII (Ketamine, bulk)'],
      { ...open, ...all },
    ],
    [
      'a prescriber without any',
      'R13',
      ['reject: 43: Haddad has no active DEA registration: it ended on 08/22/2024'],
      { ...open, ...all, prescriber: { deaExpires: '2024-08-22' } },
    ],
    [
      'one that was discontinued',
      'R14',
      [
        `pass: ${gabapentinBulk.name} is on file`,
        `reject: 77: ${ketamine.name} was discontinued on 01/01/2020`,
        `pass: ${base.name} is on file`,
      ],
      row(ketamine, { obsoleteDate: '2020-01-01' }),
    ],
    [
      'a base that was discontinued',
      'R14',
      [
        `pass: ${gabapentinBulk.name} is on file`,
        `pass: ${ketamine.name} is on file`,
        `reject: 77: ${base.name} was discontinued on 01/01/2020`,
      ],
      row(base, { obsoleteDate: '2020-01-01' }),
    ],
    [
      'one not on the market yet',
      'R14',
      [
        `pass: ${gabapentinBulk.name} is on file`,
        `reject: 825: ${ketamine.name} was first marketed on 01/01/2030`,
        `pass: ${base.name} is on file`,
      ],
      row(ketamine, { marketStart: '2030-01-01' }),
    ],
    [
      'a sixth refill of one on Schedule III',
      'R26',
      ['reject: 7W: Refill 6 requested; CIII drugs allow 5'],
      { ...open, ...all },
      { fillNumber: 6 },
    ],
    [
      'a refill of one on Schedule II',
      'R26',
      ['reject: 73: Schedule II drugs cannot be refilled'],
      row(ketamine, { dea: 'CII' }),
      { fillNumber: 1 },
    ],
  ])('%s', (_what, rule, says, snapshot, request = {}) => {
    expect(linesOf(run(null, { ...led, ...request }, snapshot), rule)).toEqual(says)
  })
})
