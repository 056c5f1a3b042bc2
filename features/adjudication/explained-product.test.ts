import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem, Pricing } from './contract.ts'
import { injuryMatch, partGroupsOf } from './products/injury-match.ts'
import {
  daysBefore,
  drugNamed,
  eachSays,
  injured,
  items,
  linesOf,
  open,
  paid,
  type RequestChange,
  run,
  serviceDate,
  type Says,
  type SnapshotChange,
} from './testing.ts'
import {
  acetaminophen,
  base,
  celecoxibBrand as brand,
  gabapentin,
  gabapentin600,
  gabapentinBulk,
  ibuprofen,
  ketamine,
  menthol,
  metformin,
  oxycodone,
  pregabalin,
  sertraline,
  tramadol,
} from './testing-drugs.ts'

// What the rules about product, quantity and price say, on both sides of every limit (G5, G6, G12).

const generic = drugNamed('Celecoxib 200 mg capsule')

const rule = (more: Partial<FormularyItem>): SnapshotChange =>
  items({ gpiPrefix: '1110', status: 'COVERED', ...more } as FormularyItem)
const kind = (name: 'OPEN' | 'CLOSED' | 'STATE' | 'ODG_LIKE', more: SnapshotChange = {}): SnapshotChange => ({
  formulary: { id: 'k', name: 'The list', kind: name, items: [] },
  ...more,
})

describe('R14: is it on file', () => {
  const soldFrom = (marketStart: string, obsoleteDate: string | null = null) => ({
    ...ibuprofen,
    marketStart,
    obsoleteDate,
  })
  eachSays([
    ['R14', ['pass: Ibuprofen 600 mg tablet is on file'], ibuprofen, {}],
    ['R14', ['reject: 54: NDC 98009999901 is not on file'], null, {}],
    ['R14', ['reject: 54: NDC 98009999901 is not on file'], null, { rx: { productId: '98009-9999-01' } }],
    ['R14', ['pass: Ibuprofen 600 mg tablet is on file'], soldFrom(serviceDate), {}],
    [
      'R14',
      [`reject: 825: Ibuprofen 600 mg tablet came on the market on ${daysBefore(-1)}`],
      soldFrom(daysBefore(-1)),
      {},
    ],
    ['R14', ['pass: Ibuprofen 600 mg tablet is on file'], soldFrom('2010-01-01', daysBefore(-1)), {}],
    ['R14', [`warn: This package left the market on ${serviceDate}`], soldFrom('2010-01-01', serviceDate), {}],
    ['R14', [`warn: This package left the market on ${daysBefore(365)}`], soldFrom('2010-01-01', daysBefore(365)), {}],
    [
      'R14',
      [`reject: 77: Ibuprofen 600 mg tablet left the market on ${daysBefore(366)}`],
      soldFrom('2010-01-01', daysBefore(366)),
      {},
    ],
  ])
})

const mix = (rows: [DrugFacts, number, number?][], more: RequestChange = {}): RequestChange => ({
  quantity: 120,
  ...more,
  rx: { productId: '0', compoundCode: '2', ...more.rx },
  more: {
    compound: {
      ingredients: rows.map(([drug, quantity, cost]) => ({
        productId: drug.ndc,
        quantity,
        ...(cost !== undefined && { cost }),
      })),
    },
    ...more.more,
  },
})
const known = (...drugs: DrugFacts[]): SnapshotChange => ({
  ingredients: Object.fromEntries(drugs.map((drug) => [drug.ndc, drug])),
})

describe('R20: compounds, by ingredient', () => {
  const all = known(ketamine, menthol, base, gabapentinBulk)
  eachSays([
    [
      'R14',
      ['skip: Checked by ingredient'],
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
    ['R20', ['reject: 7Z: A compound needs two ingredients, 1 sent'], null, mix([[ketamine, 5]]), { ...all, ...open }],
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
      ['reject: 9K: 2 ingredients; the plan pays 1'],
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
      `reject: 78: The compound costs ${due.toFixed(2)}, the limit is ${(due - 0.01).toFixed(2)}`,
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
    expect(linesOf(answer, 'R20')).toEqual(['reject: 78: The compound costs 1,000.01, the limit is 1,000.00'])
    expect(linesOf(answer, 'R27')).toEqual(['skip: The compound limit decides'])
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

const clinic = (code: string, units: number, more: object = {}, date?: string): RequestChange => ({
  ...(date && { date }),
  rx: { productId: undefined, quantity: undefined, daysSupply: undefined },
  more: { channel: 8, hcpcs: { code, units, ...more } },
})

describe('R21: clinic lines', () => {
  eachSays([
    ['R14', ['skip: Billed by clinic code'], null, clinic('J1885', 2)],
    ['R21', ['skip: Not a clinic line'], ibuprofen, {}],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2)],
    ['R21', ['pass: 8 units of J1885'], null, clinic('J1885', 8)],
    ['R21', ['reject: 9G: 9 units are 135 mg a day; at most 8 units (120 mg)'], null, clinic('J1885', 9)],
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
    ['R21', ['reject: 54: Code J1030 was deleted after 2024-03-31'], null, clinic('J1030', 1, {}, '2024-05-03')],
    ['R21', ['pass: 1 units of J1010'], null, clinic('J1010', 1, {}, '2024-05-03')],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2, { doseGiven: 30 })],
    ['R21', ['pass: 3 units of J1885'], null, clinic('J1885', 3, { doseGiven: 30.1 })],
    ['R21', ['reject: 9H: 30 mg are 2 units of 15, 3 billed'], null, clinic('J1885', 3, { doseGiven: 30 })],
    ['R21', ['reject: 9H: 30.1 mg are 3 units of 15, 2 billed'], null, clinic('J1885', 2, { doseGiven: 30.1 })],
    // Discarded drug is billed on top of what was given, never instead of it.
    ['R21', ['pass: 3 units of J1885'], null, clinic('J1885', 3, { doseGiven: 30, modifiers: ['JW'] })],
    ['R21', ['pass: 2 units of J1885'], null, clinic('J1885', 2, { doseGiven: 30, modifiers: ['JW'] })],
    [
      'R21',
      ['reject: 9H: 30 mg are 2 units of 15, 1 billed'],
      null,
      clinic('J1885', 1, { doseGiven: 30, modifiers: ['JW'] }),
    ],
    [
      'R21',
      ['reject: 9H: 30 mg are 2 units of 15, 3 billed'],
      null,
      clinic('J1885', 3, { doseGiven: 30, modifiers: ['59'] }),
    ],
    [
      'R21',
      [
        'reject: 21: Code J3490 is unclassified: NDC and description are needed',
        'reject: 75: Code J3490 is unclassified and always asks a person',
      ],
      null,
      clinic('J3490', 1, { description: 'new' }),
    ],
    [
      'R21',
      [
        'reject: 21: Code J3490 is unclassified: NDC and description are needed',
        'reject: 75: Code J3490 is unclassified and always asks a person',
      ],
      ibuprofen,
      clinic('J3490', 1, { description: ' ' }),
    ],
    [
      'R21',
      ['reject: 75: Code J3490 is unclassified and always asks a person'],
      ibuprofen,
      clinic('J3490', 1, { description: 'new' }),
    ],
  ])
})

describe('R43, R15 to R17: what the formulary says', () => {
  const step = (...stepThrough: string[]) =>
    items({ gpiPrefix: '13100103', status: 'STEP', stepThrough } as FormularyItem)
  const asked = 'Pregabalin comes after Anticonvulsants for pain'
  eachSays([
    ['R43', ['pass: Channel and product type are paid'], ibuprofen, {}],
    [
      'R43',
      ['reject: 70: The carrier does not pay bills of this channel'],
      ibuprofen,
      {},
      { settings: { excludedChannels: [9, 1] } },
    ],
    ['R43', ['pass: Channel and product type are paid'], ibuprofen, {}, { settings: { excludedChannels: [9] } }],
    [
      'R43',
      ['reject: 70: Acetaminophen 500 mg tablet is sold over the counter and the plan has no rule for it'],
      acetaminophen,
      {},
      open,
    ],
    [
      'R43',
      ['pass: Channel and product type are paid'],
      acetaminophen,
      {},
      items({ gpiPrefix: '1116', status: 'PA' } as FormularyItem),
    ],
    ['R15', ['pass: Not excluded'], ibuprofen, {}],
    ['R15', ['reject: 70: Ibuprofen 600 mg tablet is excluded'], ibuprofen, {}, rule({ status: 'EXCLUDED' })],
    [
      'R15',
      ['reject: 70: Ibuprofen 600 mg tablet is excluded: too dear'],
      ibuprofen,
      {},
      rule({ status: 'EXCLUDED', note: 'too dear' }),
    ],
    ...['R15', 'R16', 'R17'].map((id): Says => [id, ['skip: The product is not known'], null, {}]),
    ...['R16', 'R17'].map((id): Says => [
      id,
      ['skip: The first-fill rule decides'],
      pregabalin,
      { doi: daysBefore(3), days: 5, quantity: 10 },
      injured(3, { compensability: 'PENDING' }),
    ]),
    ['R16', ['pass: The list is open and does not list it'], ibuprofen, {}, kind('OPEN')],
    ['R16', ['reject: MR: Ibuprofen 600 mg tablet is not on The list'], ibuprofen, {}, kind('CLOSED')],
    ['R16', ['reject: MR: Ibuprofen 600 mg tablet is not on The list'], ibuprofen, {}, kind('STATE')],
    ['R16', ['reject: 75: Ibuprofen 600 mg tablet is not listed in The list'], ibuprofen, {}, kind('ODG_LIKE')],
    [
      'R16',
      ['reject: MR: Ibuprofen 600 mg tablet is not on The list'],
      ibuprofen,
      {},
      kind('OPEN', {
        spans: [{ effectiveDate: '2024-05-02', termDate: null, reasonCode: 'NEW', planLevel: 'LIMITED_DRUGS' }],
      }),
    ],
    ['R16', ['pass: Covered'], ibuprofen, {}, rule({})],
    ['R16', ['pass: Covered after its first-line drug'], ibuprofen, {}, rule({ status: 'STEP' })],
    ['R16', ['reject: 75: Ibuprofen 600 mg tablet needs prior authorization'], ibuprofen, {}, rule({ status: 'PA' })],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet needs prior authorization (ask)'],
      ibuprofen,
      {},
      rule({ status: 'PA', note: 'ask' }),
    ],
    [
      'R16',
      ['pass: Covered because the claim accepts: back, neck or spine'],
      ibuprofen,
      {},
      rule({ status: 'PA', coveredForParts: ['psych', 'spine'] }),
    ],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet needs prior authorization'],
      ibuprofen,
      {},
      rule({ status: 'PA', coveredForParts: ['psych'] }),
    ],
    [
      'R16',
      ['pass: Day 7 of 7 without prior authorization'],
      ibuprofen,
      { days: 7 },
      rule({ status: 'PA', firstFillDays: 7 }),
    ],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet: 8 days, 7 are free of prior authorization'],
      ibuprofen,
      { days: 8 },
      rule({ status: 'PA', firstFillDays: 7 }),
    ],
    [
      'R16',
      ['pass: Day 7 of 7 without prior authorization'],
      ibuprofen,
      { days: 4 },
      { ...rule({ status: 'PA', firstFillDays: 7 }), history: [paid(ibuprofen, 180, 9, 3)] },
    ],
    [
      'R16',
      ['pass: Day 4 of 7 without prior authorization'],
      ibuprofen,
      { days: 4 },
      { ...rule({ status: 'PA', firstFillDays: 7 }), history: [paid(ibuprofen, 181, 9, 3)] },
    ],
    [
      'R16',
      ['reject: 75: Brands of COX-2 inhibitors need prior authorization'],
      { ...brand, brandFlag: 'B' },
      {},
      items({ gpiPrefix: '1112', status: 'COVERED', genericOnly: true } as FormularyItem),
    ],
    [
      'R16',
      ['pass: Covered'],
      generic,
      {},
      items({ gpiPrefix: '1112', status: 'COVERED', genericOnly: true } as FormularyItem),
    ],
    [
      'R16',
      ['pass: Covered'],
      { ...brand, brandFlag: 'B' },
      {},
      items({ gpiPrefix: '1112', status: 'COVERED' } as FormularyItem),
    ],
    ['R17', ['pass: No first-line drug is asked for'], pregabalin, {}, step()],
    ['R17', ['pass: No first-line drug is asked for'], ibuprofen, {}, open],
    ['R17', [`reject: 608: ${asked}, tried for 14 days in the last 180`], pregabalin, {}, step('13100101')],
    [
      'R17',
      ['pass: The first-line drug was tried'],
      pregabalin,
      {},
      { ...step('13100101'), history: [paid(gabapentin, 60, 42, 14)] },
    ],
    [
      'R17',
      ['pass: The first-line drug was tried'],
      pregabalin,
      {},
      { ...step('13100101'), history: [paid(gabapentin, 180, 21, 7), paid(gabapentin, 90, 21, 7)] },
    ],
    [
      'R17',
      [`reject: 608: ${asked}, tried for 14 days in the last 180`],
      pregabalin,
      {},
      { ...step('13100101'), history: [paid(gabapentin, 60, 39, 13)] },
    ],
    [
      'R17',
      [`reject: 608: ${asked}, tried for 14 days in the last 180`],
      pregabalin,
      {},
      { ...step('13100101'), history: [paid(gabapentin, 181, 42, 14)] },
    ],
    [
      'R17',
      ['pass: The first-line drug was tried'],
      pregabalin,
      {},
      { ...step('11109999', '13100101'), history: [paid(gabapentin, 60, 42, 14)] },
    ],
    [
      'R17',
      [`reject: 608: ${asked} or Anti-inflammatories, oral, tried for 14 days in the last 180`],
      pregabalin,
      {},
      step('13100101', '11100101'),
    ],
  ])

  test('the longest prefix decides, and an item of the phase before one of all phases', () => {
    const listed = items(
      { gpiPrefix: '11', status: 'EXCLUDED' } as FormularyItem,
      { gpiPrefix: '1110', status: 'COVERED' } as FormularyItem,
      { gpiPrefix: '1110', status: 'PA', phase: 'PERI' } as FormularyItem,
      { gpiPrefix: '111001', status: 'STEP', phase: 'A' } as FormularyItem,
    )
    expect(run(ibuprofen, {}, listed).facts.formularyStatus).toBe('COVERED')
    const surgery = (days: number) =>
      run(ibuprofen, {}, { ...listed, claim: { surgeryDates: [daysBefore(days)] } }).facts
    // Perioperative is four days before to four after; the facts and the injury look a week around.
    expect([4, -4, 5, -5].map((days) => surgery(days).formularyStatus)).toEqual(['PA', 'PA', 'COVERED', 'COVERED'])
    expect([7, -7, 8, -8].map((days) => surgery(days).surgeryWithin7Days)).toEqual([true, true, false, false])
    expect(surgery(7)).toMatchObject({ surgeryWithin7Days: true, partGroups: expect.arrayContaining(['fracture']) })
    const early = { ...listed, ...injured(3, { compensability: 'PENDING' }) }
    expect(run(ibuprofen, { doi: daysBefore(3) }, early).facts.formularyStatus).toBe('STEP')
    expect(run(metformin, {}, listed).facts.formularyStatus).toBe('NOT_LISTED')
    expect(run(null, {}, listed).facts.formularyStatus).toBeNull()
  })
})

describe('R18 and R19: brands, repackaged and physician dispensed products', () => {
  const asks = (who: string): string =>
    `reject: AJ: Celecoxib 200 mg capsule: ${who} asks for the brand; a permission for the brand is needed`
  const without = (daw: number): string =>
    `reject: UU: Celecoxib 200 mg capsule is a brand with a generic, and DAW ${daw} gives no reason for it`
  const repack = { ...ibuprofen, repackaged: true }
  const doctor = (daysAgo: number, state = 'PA'): SnapshotChange => injured(daysAgo, { jurisState: state })
  const from = (daysAgo: number, more: RequestChange = {}): RequestChange => ({
    doi: daysBefore(daysAgo),
    more: { deliveryType: 4 },
    ...more,
  })
  eachSays([
    ['R18', ['pass: No generic is passed over'], generic, { daw: '1' }],
    ['R18', ['pass: No generic is passed over'], { ...brand, brandFlag: 'B' }, { daw: '0' }],
    ['R18', [asks('the prescriber')], brand, { daw: '1' }],
    ['R18', [asks('the patient')], brand, { daw: '2' }],
    ['R18', [asks('an override')], brand, { daw: '6' }],
    ...([0, 3, 4] as const).map((daw): Says => ['R18', [without(daw)], brand, { daw: String(daw) }]),
    ['R18', [without(0)], brand, { rx: { daw: undefined } }],
    ...['0', '3', '4'].map((daw): Says => [
      'R18',
      ['warn: Brand without reason: paid at the generic price'],
      brand,
      { daw },
      { settings: { payBrandAtGenericPrice: true } },
    ]),
    ['R18', ['pass: The brand is billed as its generic'], brand, { daw: '5' }],
    ...['7', '8', '9'].map((daw): Says => ['R18', [`pass: DAW ${daw} explains the brand`], brand, { daw }]),
    ['R19', ['pass: Not repackaged, not physician dispensed'], ibuprofen, {}, { settings: { repackagedDenied: true } }],
    ['R19', ['pass: Not repackaged, not physician dispensed'], repack, {}],
    [
      'R19',
      ['reject: 645: Ibuprofen 600 mg tablet is repackaged and the plan does not pay it'],
      repack,
      {},
      { settings: { repackagedDenied: true } },
    ],
    [
      'R19',
      ['reject: 645: Ibuprofen 600 mg tablet is repackaged and OH does not pay it'],
      repack,
      {},
      { claim: { jurisState: 'OH' } },
    ],
    ['R19', ['pass: Physician dispensing is allowed'], ibuprofen, from(30), doctor(30)],
    [
      'R19',
      ['reject: 645: Physician dispensed 31 days after the injury; PA allows 30'],
      ibuprofen,
      from(31),
      doctor(31),
    ],
    [
      'R19',
      ['reject: 645: Physician dispensed 31 days after the injury; PA allows 30'],
      ibuprofen,
      from(31, { more: {} }),
      { ...doctor(31), pharmacy: { physicianDispenser: true } },
    ],
    ['R19', ['pass: Not repackaged, not physician dispensed'], ibuprofen, from(31, { more: {} }), doctor(31)],
    [
      'R19',
      ['reject: 645: Physician dispensed 1 days after the injury; TX allows 0'],
      ibuprofen,
      from(1),
      doctor(1, 'TX'),
    ],
    ['R19', ['pass: Physician dispensing is allowed'], ibuprofen, from(1), doctor(1, 'IL')],
    [
      'R19',
      ['pass: Physician dispensing is allowed'],
      ibuprofen,
      from(31),
      { ...doctor(31), stateControl: { physicianDispenseDays: null } as never },
    ],
  ])
})

describe('R22: does it fit the injury', () => {
  eachSays([
    ['R22', ['pass: Usual for: back, neck or spine'], ibuprofen, {}],
    ['R22', ['reject: 80: Sertraline 50 mg tablet is a question for: back, neck or spine'], sertraline, {}, open],
    [
      'R22',
      ['reject: 80: Metformin 500 mg tablet practically never belongs to: back, neck or spine'],
      metformin,
      {},
      open,
    ],
    [
      'R22',
      ['skip: The accepted part says nothing about drugs'],
      ibuprofen,
      {},
      { claim: { bodyParts: [], nature: null } },
    ],
    ['R22', ['skip: The product is not known'], null, {}],
  ])

  const claim = {
    claimId: '1',
    jurisState: 'IL',
    doi: '2024-05-02',
    compensability: 'ACCEPTED',
    status: 'OPEN',
    bodyParts: [],
    nature: null,
  } as const
  const groups = (more: object, surgery = false) =>
    partGroupsOf({ ...claim, ...more } as Parameters<typeof partGroupsOf>[0], surgery)
  test('the groups come from parts, nature, diagnoses, surgery and the presumption for first responders', () => {
    expect(groups({})).toEqual([])
    expect(groups({ bodyParts: [42] })).toEqual(['spine'])
    expect(groups({}, true)).toEqual(['fracture'])
    expect(groups({ nature: 71 })).not.toContain('heart')
    expect(groups({ nature: 71, firstResponder: true })).toContain('heart')
    expect(groups({ acceptedIcd: ['I21.3'] })).not.toContain('heart')
    expect(groups({ acceptedIcd: ['I21.3'], firstResponder: true })).toContain('heart')
    expect(groups({ acceptedIcd: ['M54.5'], firstResponder: true })).toEqual(['spine'])
    expect(groups({ nature: 52, firstResponder: true })).not.toContain('heart')
  })

  test.each([
    [['spine'], '1110', 30, 'RELATED'],
    [['spine'], '1414', 30, 'QUESTION'],
    [['spine'], '2110', 30, 'NEVER'],
    [['spine'], '2710', 30, 'NOT_LISTED'],
    [['spine'], '111', 30, 'UNKNOWN_PART'],
    [[], '1110', 30, 'UNKNOWN_PART'],
    [['nowhere'], '1110', 30, 'UNKNOWN_PART'],
    // Several parts take their union: usual for one is usual, a question for one is a question, never only for all.
    [['spine', 'extremity'], '1310', 30, 'RELATED'],
    [['spine', 'extremity'], '1414', 30, 'QUESTION'],
    [['spine', 'extremity'], '2110', 30, 'NEVER'],
    [['spine', 'extremity'], '2310', 30, 'NOT_LISTED'],
    [['hand'], '1010', 7, 'RELATED'],
    [['hand'], '1010', 8, 'QUESTION'],
    [['eye'], '1010', 3, 'RELATED'],
    [['eye'], '1010', 4, 'QUESTION'],
    [['eye'], '2110', 1, 'NEVER'],
    [['eye'], '2710', 1, 'NEVER'],
  ])('%j and class %s for %d days: %s', (parts, sgpi, days, verdict) => {
    expect(injuryMatch(parts, sgpi, days)).toBe(verdict)
  })
})

describe('R23: too soon', () => {
  const say = (used: string, on: number, needed: number, from?: number, said = ''): string =>
    `${from === undefined ? 'pass: ' : 'reject: 79: '}${used} % used since ${daysBefore(on)}, ${needed} % needed${from === undefined ? '' : `; payable from ${daysBefore(from)}${said}`}`
  const took = (drug: DrugFacts, ...daysAgo: number[]): SnapshotChange => ({
    ...open,
    history: daysAgo.map((days) => paid(drug, days, 90, 30)),
  })
  const ninety = { quantity: 90 }
  eachSays([
    ['R23', ['pass: No fill of this drug in 120 days'], gabapentin, ninety, open],
    ['R23', ['pass: No fill of this drug in 120 days'], gabapentin, ninety, took(gabapentin, 121)],
    ['R23', [say('100', 120, 75)], gabapentin, ninety, took(gabapentin, 120)],
    [
      'R23',
      ['pass: No fill of this drug in 120 days'],
      gabapentin,
      ninety,
      { ...open, history: [paid(gabapentin, 20, 90, 30, { status: 'X' })] },
    ],
    // 75 % of thirty days are twenty-two and a half: day 22 is early, day 23 is not.
    ['R23', [say('73.3', 22, 75, -1)], gabapentin, ninety, took(gabapentin, 22)],
    ['R23', [say('76.7', 23, 75)], gabapentin, ninety, took(gabapentin, 23)],
    ['R23', [say('66.7', 20, 75, -3)], gabapentin, ninety, took(gabapentin, 20)],
    ['R23', [say('70', 21, 70)], gabapentin, { quantity: 90, more: { channel: 3 } }, took(gabapentin, 21)],
    ['R23', [say('70', 21, 70)], gabapentin, { quantity: 90, more: { deliveryType: 2 } }, took(gabapentin, 21)],
    ['R23', [say('66.7', 20, 70, -1)], gabapentin, { quantity: 90, more: { channel: 3 } }, took(gabapentin, 20)],
    ['R23', [say('86.7', 26, 85)], oxycodone, ninety, took(oxycodone, 26)],
    ['R23', [say('83.3', 25, 85, -1)], oxycodone, ninety, took(oxycodone, 25)],
    // A controlled drug by mail is a controlled drug.
    ['R23', [say('83.3', 25, 85, -1)], oxycodone, { quantity: 90, more: { channel: 3 } }, took(oxycodone, 25)],
    // Early fills add up: three fills, each a little early, leave more at hand than the last alone.
    ['R23', [say('26.7', 24, 75, -15)], gabapentin, ninety, took(gabapentin, 68, 46, 24)],
    // A supply in between that ran out starts anew.
    ['R23', [say('76.7', 23, 75)], gabapentin, ninety, took(gabapentin, 100, 23)],
    // A higher daily dose uses up faster what is left; a lower one makes nobody wait longer.
    ['R23', [say('86.7', 22, 75)], gabapentin600, ninety, took(gabapentin, 22)],
    ['R23', [say('73.3', 22, 75, -1)], gabapentin, ninety, took(gabapentin600, 22)],
    // A dose higher by no more than a rounding is no higher dose.
    ['R23', [say('73.3', 22, 75, -1)], gabapentin, { quantity: 90.08 }, took(gabapentin, 22)],
    ['R23', [say('73.4', 22, 75, -1)], gabapentin, { quantity: 90.2 }, took(gabapentin, 22)],
    // A fill of nothing has no dose that could be higher.
    ['R23', [say('73.3', 22, 75, -1)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 22, 0, 30)] }],
    // Exactly as much may remain as remains: payable today.
    ['R23', [say('75', 15, 75)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 15, 60, 20)] }],
    ['R23', [say('70', 14, 75, -1)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 14, 60, 20)] }],
    [
      'R23',
      [say('73.3', 22, 75, -1, '; the pharmacy says: vacation supply')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '3' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73.3', 22, 75, -1, '; the pharmacy says: lost prescription')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '04' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73.3', 22, 75, -1, '; the pharmacy says: change of therapy')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '05' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73.3', 22, 75, -1)],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '99' } },
      took(gabapentin, 22),
    ],
    ['R23', ['pass: No fill of this drug in 120 days'], pregabalin, ninety, took(gabapentin, 20)],
  ])

  test('the card shows what is left, the first payable day and who may clear it', () => {
    const early = run(gabapentin, ninety, took(gabapentin, 20))
    expect(early.facts.refill).toEqual({
      previousFillDate: daysBefore(20),
      usedPercent: 66.7,
      thresholdPercent: 75,
      remainingDays: 10,
      payableFrom: daysBefore(-3),
      daysEarly: 3,
    })
    expect(early.rejects.find((one) => one.rejectCode === '79')).toMatchObject({ overridableBy: 'A', safety: false })
    const controlled = run(oxycodone, ninety, took(oxycodone, 20))
    expect(controlled.rejects.find((one) => one.rejectCode === '79')).toMatchObject({
      overridableBy: 'R',
      safety: true,
    })
    expect(run(gabapentin, ninety, took(gabapentin, 40)).facts.refill).toMatchObject({
      remainingDays: 0,
      daysEarly: 0,
      payableFrom: serviceDate,
    })
  })
})

describe('R24 to R29: too long, too much, too often, too dear, too late, twice', () => {
  const mail: RequestChange['more'] = { channel: 3 }
  const level = (planLevel: 'MAINTENANCE'): SnapshotChange => ({
    ...open,
    spans: [{ effectiveDate: '2024-05-02', termDate: null, reasonCode: 'NEW', planLevel }],
  })
  const lasting = { ...ibuprofen, maintenance: true }
  const feca: SnapshotChange = { ...open, claim: { jurisState: 'US-FECA' } }
  eachSays([
    ['R24', ['pass: 30 of 30 days'], ibuprofen, { days: 30 }],
    ['R24', ['reject: 7X: 31 days, the plan pays 30'], ibuprofen, { days: 31 }],
    ['R24', ['pass: 90 of 90 days'], ibuprofen, { days: 90, more: mail }, open],
    ['R24', ['reject: 7X: 91 days, the plan pays 90'], ibuprofen, { days: 91, more: mail }, open],
    ['R24', ['pass: 60 of 90 days'], ibuprofen, { days: 60, more: { deliveryType: 2 } }, open],
    ['R24', ['pass: 90 of 90 days'], lasting, { days: 90 }, open],
    ['R24', ['reject: 7X: 91 days, the plan pays 90'], lasting, { days: 91 }, open],
    ['R24', ['pass: 90 of 90 days'], ibuprofen, { days: 90 }, level('MAINTENANCE')],
    ['R24', ['pass: 90 of 90 days'], ibuprofen, { days: 90 }, rule({ maintenance: true })],
    [
      'R24',
      ['pass: 40 of 40 days'],
      lasting,
      { days: 40 },
      { ...open, settings: { daysSupplyMax: { retail: 40, mail: 90, maintenance: 35 } } },
    ],
    ['R24', ['reject: AG: 11 days, this product is limited to 10'], ibuprofen, { days: 11 }, rule({ maxDays: 10 })],
    ['R24', ['pass: 10 of 30 days'], ibuprofen, { days: 10 }, rule({ maxDays: 10 })],
    [
      'R24',
      ['reject: 7X: 31 days, the plan pays 30', 'reject: AG: 31 days, this product is limited to 10'],
      ibuprofen,
      { days: 31 },
      rule({ maxDays: 10 }),
    ],
    ['R24', ['reject: 7X: 31 days, the plan pays 30'], oxycodone, { days: 31, more: mail }, feca],
    ['R24', ['pass: 31 of 90 days'], ibuprofen, { days: 31, more: mail }, feca],
    [
      'R24',
      ['reject: 7X: 31 days, the plan pays 30'],
      null,
      mix(
        [
          [ketamine, 5],
          [base, 20],
        ],
        { days: 31, more: mail },
      ),
      { ...feca, ...known(ketamine, base) },
    ],
    [
      'R24',
      ['pass: 31 of 90 days'],
      null,
      mix(
        [
          [ketamine, 5],
          [base, 20],
        ],
        { days: 31, more: mail },
      ),
      { ...open, ...known(ketamine, base) },
    ],
    ['R25', ['pass: Quantity within the limits'], ibuprofen, { quantity: 30 }, rule({ maxQty: 30 })],
    ['R25', ['reject: 76: Quantity 30.001, at most 30 a fill'], ibuprofen, { quantity: 30.001 }, rule({ maxQty: 30 })],
    ['R25', ['pass: Quantity within the limits'], ibuprofen, { quantity: 60 }, rule({ maxPerDay: 2 })],
    ['R25', ['reject: 9G: 2.033 a day, at most 2'], ibuprofen, { quantity: 61 }, rule({ maxPerDay: 2 })],
    [
      'R25',
      ['reject: 76: 2 fills in 180 days, at most 2'],
      ibuprofen,
      {},
      { ...rule({ maxFills: 2 }), history: [paid(ibuprofen, 150, 30, 30), paid(ibuprofen, 90, 30, 30)] },
    ],
    [
      'R25',
      ['pass: Quantity within the limits'],
      ibuprofen,
      {},
      { ...rule({ maxFills: 2 }), history: [paid(ibuprofen, 181, 30, 30), paid(ibuprofen, 90, 30, 30)] },
    ],
    ['R26', ['pass: Original fill'], oxycodone, {}, open],
    ['R26', ['reject: 73: Schedule II drugs cannot be refilled'], oxycodone, { fillNumber: 1 }, open],
    ['R26', ['pass: Refill 2'], ibuprofen, { fillNumber: 2, rx: { refillsAuthorised: 2 } }],
    ['R26', ['reject: 7W: Refill 3, 2 authorized'], ibuprofen, { fillNumber: 3, rx: { refillsAuthorised: 2 } }],
    ['R26', ['pass: Refill 6'], ibuprofen, { fillNumber: 6 }],
    ['R26', ['pass: Refill 5'], tramadol, { fillNumber: 5 }, open],
    ['R26', ['reject: 7W: Refill 6; CIV drugs allow five'], tramadol, { fillNumber: 6 }, open],
    ['R26', ['reject: 7W: Refill 6; CIII drugs allow five'], { ...ibuprofen, dea: 'CIII' }, { fillNumber: 6 }],
    ['R26', ['pass: Refill 6'], pregabalin, { fillNumber: 6 }, open],
    ['R26', ['pass: Refill 1'], ibuprofen, { fillNumber: 1, rx: { dateWritten: daysBefore(365) } }],
    [
      'R26',
      [`reject: 73: Written on ${daysBefore(366)}: refills end after 12 months`],
      ibuprofen,
      { fillNumber: 1, rx: { dateWritten: daysBefore(366) } },
    ],
    ['R26', ['pass: Refill 1'], tramadol, { fillNumber: 1, rx: { dateWritten: daysBefore(183) } }, open],
    [
      'R26',
      [`reject: 73: Written on ${daysBefore(184)}: refills end after 6 months`],
      tramadol,
      { fillNumber: 1, rx: { dateWritten: daysBefore(184) } },
      open,
    ],
    ['R27', ['skip: No price is known'], null, {}],
    ['R28', ['pass: Billed on the day'], ibuprofen, {}],
    ['R28', ['pass: Billed after 90 days'], ibuprofen, {}, { now: `${daysBefore(-90)}T12:00:00.000Z` }],
    [
      'R28',
      ['reject: 81: Billed 91 days after the fill, 90 are allowed'],
      ibuprofen,
      {},
      { now: `${daysBefore(-91)}T00:00:00.000Z` },
    ],
    [
      'R28',
      ['pass: Billed after 365 days'],
      ibuprofen,
      { more: { channel: 9 } },
      { now: `${daysBefore(-365)}T23:59:00.000Z` },
    ],
    [
      'R28',
      ['reject: 81: Billed 366 days after the fill, 365 are allowed'],
      ibuprofen,
      { more: { channel: 9 } },
      { now: `${daysBefore(-366)}T12:00:00.000Z` },
    ],
    ['R29', ['pass: Not paid before'], ibuprofen, {}],
    [
      'R29',
      [`reject: 83: Paid already on ${serviceDate}: Ibuprofen 600 mg tablet`],
      ibuprofen,
      {},
      { history: [paid(ibuprofen, 0, 30, 30)] },
    ],
    ['R29', ['pass: Not paid before'], gabapentin600, {}, { ...open, history: [paid(gabapentin, 0, 30, 30)] }],
    [
      'R29',
      [`reject: 83: Paid already on ${daysBefore(40)}: prescription 7700412, fill 0`],
      ibuprofen,
      {},
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412' })] },
    ],
    [
      'R29',
      ['pass: Not paid before'],
      ibuprofen,
      { fillNumber: 1 },
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412' })] },
    ],
    [
      'R29',
      ['pass: Not paid before'],
      ibuprofen,
      {},
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412', pharmacyNabp: '2201120' })] },
    ],
    [
      'R29',
      ['pass: Not paid before'],
      ibuprofen,
      { rx: { rxNumber: '' } },
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '' })] },
      'TRIAL',
    ],
  ])

  test('the limit for a fill holds to the cent', () => {
    const due = run(ibuprofen, {}).facts.estimatedCost!
    expect(linesOf(run(ibuprofen, {}, { settings: { costLimitPerFill: due } }), 'R27')).toEqual([
      `pass: ${due} of ${due} dollars`,
    ])
    const over = run(ibuprofen, {}, { settings: { costLimitPerFill: due - 0.01 } })
    expect(linesOf(over, 'R27')).toEqual([
      `reject: 78: ${due} dollars, the limit for a fill is ${(due - 0.01).toFixed(2)}`,
    ])
    expect(over.rejects[0]).toMatchObject({ rejectCode: '78', amount: due })
  })
})

describe('G12: the lowest of four amounts', () => {
  const priced = (drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange = {}): Pricing =>
    run(drug, request, snapshot).pricing!
  const sent = (pricing: object): RequestChange => ({ more: { pricing } })
  // 30 x 0.35 = 10.50; contract 0.45 x 10.50 + 2.00 = 6.725, rounded up; schedule 0.95 x 10.50 + 5.00 = 14.975.
  test.each<[string, DrugFacts | null, RequestChange, SnapshotChange, Partial<Pricing>]>([
    [
      'by contract',
      ibuprofen,
      {},
      {},
      {
        awp: 10.5,
        network: 6.73,
        feeSchedule: 14.98,
        paid: 6.73,
        basis: 'CONTRACT',
        pricedAs: 'GENERIC',
        dispensingFee: 2,
        ingredientCost: 4.73,
        savings: 8.25,
        awpUnit: 0.35,
        awpEffectiveDate: '2024-01-01',
      },
    ],
    [
      'by fee schedule outside the network',
      ibuprofen,
      {},
      { pharmacy: { networks: [] } },
      { network: 0, paid: 14.98, basis: 'FEE_SCHEDULE', dispensingFee: 5, ingredientCost: 9.98, savings: 0 },
    ],
    [
      'by usual and customary',
      ibuprofen,
      sent({ usualAndCustomary: 6.72, dispensingFee: 1.5 }),
      {},
      { paid: 6.72, basis: 'UC', uc: 6.72, dispensingFee: 1.5, ingredientCost: 5.22 },
    ],
    [
      'by what was billed',
      ibuprofen,
      sent({ grossAmountDue: 6.71, usualAndCustomary: 9, dispensingFee: 99 }),
      {},
      { paid: 6.71, basis: 'BILLED', billed: 6.71, dispensingFee: 6.71, ingredientCost: 0 },
    ],
    ['of two that are equal, the contract', ibuprofen, sent({ usualAndCustomary: 6.73 }), {}, { basis: 'CONTRACT' }],
    ['with tax as the schedule allows', ibuprofen, sent({ tax: 5 }), {}, { tax: 0.07, amountDue: 6.8 }],
    ['with tax as billed', ibuprofen, sent({ tax: 0.02 }), {}, { tax: 0.02, amountDue: 6.75 }],
    [
      'without tax where drugs are exempt',
      ibuprofen,
      sent({ tax: 5 }),
      { claim: { jurisState: 'TX' } },
      { tax: 0, feeSchedule: 17.13, feeScheduleRule: 'TX generic 1.25 x AWP + 4.00' },
    ],
    [
      'a brand by the brand’s factors',
      brand,
      { daw: '1' },
      {},
      { pricedAs: 'BRAND', awp: 511.2, network: 430.91, feeScheduleRule: 'IL brand 0.95 x AWP + 5.00' },
    ],
    [
      'a single-source brand too',
      { ...brand, brandFlag: 'B' },
      {},
      {},
      { pricedAs: 'BRAND', network: 430.91, dispensingFee: 1.5 },
    ],
    [
      'a brand billed as its generic',
      brand,
      { daw: '5' },
      { genericAlternative: generic },
      { pricedAs: 'GENERIC', awp: 213, network: 97.85 },
    ],
    [
      'a brand without reason at the generic price',
      brand,
      { daw: '3' },
      { genericAlternative: generic, settings: { payBrandAtGenericPrice: true } },
      { pricedAs: 'GENERIC', awp: 213 },
    ],
    [
      'a brand with a reason never',
      brand,
      { daw: '1' },
      { genericAlternative: generic, settings: { payBrandAtGenericPrice: true } },
      { pricedAs: 'BRAND', awp: 511.2 },
    ],
    ['a brand as generic without a known one', brand, { daw: '5' }, {}, { pricedAs: 'GENERIC', awp: 511.2 }],
    [
      'a repackaged product at its maker’s price',
      { ...ibuprofen, repackaged: true, awpUnit: 1.4, originalAwpUnit: 0.35 },
      {},
      {},
      { awp: 10.5 },
    ],
    [
      'a repackaged product of unknown maker at its own',
      { ...ibuprofen, repackaged: true, awpUnit: 1.4 },
      {},
      {},
      { awp: 42 },
    ],
    [
      'a compound by ingredient and one fee',
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...open, ...known(ketamine, base) },
      {
        pricedAs: 'COMPOUND',
        awp: 223.4,
        network: 0,
        feeSchedule: 227.23,
        basis: 'FEE_SCHEDULE',
        dispensingFee: 15,
        feeScheduleRule: 'IL compound, by ingredient + 15.00',
      },
    ],
    [
      'what is known of a compound',
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...open, ...known(ketamine), claim: { jurisState: 'CA' } },
      { awp: 205, feeSchedule: 148.25, feeScheduleRule: 'CA compound, by ingredient + 15.00' },
    ],
    [
      'a clinic line by the unit',
      null,
      clinic('J1885', 2),
      {},
      {
        pricedAs: 'HCPCS',
        awp: 0,
        feeSchedule: 2.64,
        paid: 2.64,
        dispensingFee: 0,
        feeScheduleRule: 'J1885 1.32 a unit',
      },
    ],
    [
      'an unclassified line by its NDC',
      ibuprofen,
      { ...clinic('J3490', 30, { description: 'x' }) },
      {},
      { pricedAs: 'GENERIC', awp: 10.5 },
    ],
    [
      'what nobody knows a price of, by the bill',
      null,
      sent({ usualAndCustomary: 30 }),
      open,
      {
        paid: 30,
        basis: 'UC',
        feeSchedule: 0,
        savings: 0,
        pricedAs: 'GENERIC',
        feeScheduleRule: 'No fee schedule amount: neither AWP nor unit price is known',
        awpUnit: 0,
        awpEffectiveDate: null,
      },
    ],
    [
      'in a state without its own row',
      ibuprofen,
      {},
      { claim: { jurisState: 'OR' } },
      { feeScheduleRule: 'Default generic 0.95 x AWP + 5.00' },
    ],
  ])('%s', (_words, drug, request, snapshot, expected) => {
    expect(priced(drug, request, snapshot)).toMatchObject(expected)
  })

  test('nothing known, nothing priced', () => {
    const answer = run(null, {})
    expect(answer.pricing).toBeNull()
    expect(linesOf(answer, 'price')).toEqual(['skip: Nothing is known to price the claim by'])
    expect(run({ ...ibuprofen, awpUnit: 0 }, {}).pricing).toBeNull()
    expect(linesOf(run(ibuprofen, {}), 'price')).toEqual([
      'pass: 6.73 dollars by CONTRACT; IL generic 0.95 x AWP + 5.00',
    ])
  })

  test('what the price was made of stays with it', () => {
    expect(
      priced(ibuprofen, sent({ usualAndCustomary: 20, dispensingFee: 1, tax: 3, grossAmountDue: 30 })).inputs,
    ).toMatchObject({
      state: 'IL',
      citation: 'Default factors, Illinois 1 % tax on drugs',
      lines: [{ name: 'Ibuprofen 600 mg tablet', unitPrice: 0.35, quantity: 30, factor: 9500 }],
      feeCents: 500,
      taxRate: 100,
      contract: { factor: 4500, feeCents: 200 },
      sent: { usualAndCustomary: 20, grossAmountDue: 30, dispensingFee: 1, tax: 3 },
    })
    expect(priced({ ...brand, brandFlag: 'B' }, {}).inputs.contract).toEqual({ factor: 8400, feeCents: 150 })
    expect(priced(ibuprofen, {}, { pharmacy: { networks: [] } }).inputs.contract).toBeNull()
  })

  test('a brand says what its generic would save', () => {
    const saving = run({ ...brand, brandFlag: 'B' }, {}, { genericAlternative: generic }).facts.genericAlternative
    // 430.91 less 0.45 x 213.00 + 2.00.
    expect(saving).toEqual({ name: 'Celecoxib 200 mg capsule', saving: 333.06 })
    expect(run(generic, {}, { genericAlternative: generic }).facts.genericAlternative).toBeNull()
    expect(run(brand, {}).facts.genericAlternative).toBeNull()
    expect(
      run(
        null,
        mix([
          [ketamine, 500],
          [base, 20],
        ]),
        { ...known(ketamine, base), genericAlternative: generic },
      ).facts.genericAlternative,
    ).toBeNull()
  })
})
