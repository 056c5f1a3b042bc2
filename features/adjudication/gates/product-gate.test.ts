import { plural } from '#platform/text/plural.ts'
import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import type { FormularyItem } from '../snapshot.ts'
import { injuryMatch, partGroupsOf } from '../injury-match.ts'
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
} from '../testing.ts'
import { known, mix } from '../testing-bills.ts'
import {
  acetaminophen,
  base,
  celecoxibBrand as brand,
  gabapentin,
  ibuprofen,
  ketamine,
  metformin,
  pregabalin,
  sertraline,
} from '../testing-drugs.ts'

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
      [`reject: 825: Ibuprofen 600 mg tablet was first marketed on ${usDate(daysBefore(-1))}`],
      soldFrom(daysBefore(-1)),
      {},
    ],
    ['R14', ['pass: Ibuprofen 600 mg tablet is on file'], soldFrom('2010-01-01', daysBefore(-1)), {}],
    ['R14', [`warn: This package was discontinued on ${usDate(serviceDate)}`], soldFrom('2010-01-01', serviceDate), {}],
    [
      'R14',
      [`warn: This package was discontinued on ${usDate(daysBefore(365))}`],
      soldFrom('2010-01-01', daysBefore(365)),
      {},
    ],
    [
      'R14',
      [`reject: 77: Ibuprofen 600 mg tablet was discontinued on ${usDate(daysBefore(366))}`],
      soldFrom('2010-01-01', daysBefore(366)),
      {},
    ],
  ])
})

describe('R43, R15 to R17: what the formulary says', () => {
  const step = (...stepThrough: string[]) =>
    items({ gpiPrefix: '13100103', status: 'STEP', stepThrough } as FormularyItem)
  const asked = 'Pregabalin requires Anticonvulsants for pain'
  eachSays([
    ['R43', ['pass: Channel and product type are covered'], ibuprofen, {}],
    [
      'R43',
      ['reject: 70: The carrier does not pay bills from this channel'],
      ibuprofen,
      {},
      { settings: { excludedChannels: [9, 1] } },
    ],
    ['R43', ['pass: Channel and product type are covered'], ibuprofen, {}, { settings: { excludedChannels: [9] } }],
    [
      'R43',
      ['reject: 70: Acetaminophen 500 mg tablet is sold over the counter and is not on the plan'],
      acetaminophen,
      {},
      open,
    ],
    [
      'R43',
      ['pass: Channel and product type are covered'],
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
    ...['R15', 'R16', 'R17'].map((id): Says => [id, ['skip: Product not on file'], null, {}]),
    ...['R16', 'R17'].map((id): Says => [
      id,
      ['skip: The first-fill rule applies instead'],
      pregabalin,
      { doi: daysBefore(3), days: 5, quantity: 10 },
      injured(3, { compensability: 'PENDING' }),
    ]),
    ['R16', ['pass: Not listed; The list is an open formulary'], ibuprofen, {}, kind('OPEN')],
    ['R16', ['reject: MR: Ibuprofen 600 mg tablet is not on The list'], ibuprofen, {}, kind('CLOSED')],
    ['R16', ['reject: MR: Ibuprofen 600 mg tablet is not on The list'], ibuprofen, {}, kind('STATE')],
    ['R16', ['reject: 75: Ibuprofen 600 mg tablet is not listed on The list'], ibuprofen, {}, kind('ODG_LIKE')],
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
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet requires prior authorization'],
      ibuprofen,
      {},
      rule({ status: 'PA' }),
    ],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet requires prior authorization (ask)'],
      ibuprofen,
      {},
      rule({ status: 'PA', note: 'ask' }),
    ],
    [
      'R16',
      ['pass: Covered for the accepted injury: back, neck or spine'],
      ibuprofen,
      {},
      rule({ status: 'PA', coveredForParts: ['psych', 'spine'] }),
    ],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet requires prior authorization'],
      ibuprofen,
      {},
      rule({ status: 'PA', coveredForParts: ['psych'] }),
    ],
    [
      'R16',
      ['pass: Day 7 of 7 covered without prior authorization'],
      ibuprofen,
      { days: 7 },
      rule({ status: 'PA', firstFillDays: 7 }),
    ],
    [
      'R16',
      ['reject: 75: Ibuprofen 600 mg tablet: prior authorization required after 7 days (8 with this fill)'],
      ibuprofen,
      { days: 8 },
      rule({ status: 'PA', firstFillDays: 7 }),
    ],
    [
      'R16',
      ['pass: Day 7 of 7 covered without prior authorization'],
      ibuprofen,
      { days: 4 },
      { ...rule({ status: 'PA', firstFillDays: 7 }), history: [paid(ibuprofen, 180, 9, 3)] },
    ],
    [
      'R16',
      ['pass: Day 4 of 7 covered without prior authorization'],
      ibuprofen,
      { days: 4 },
      { ...rule({ status: 'PA', firstFillDays: 7 }), history: [paid(ibuprofen, 181, 9, 3)] },
    ],
    [
      'R16',
      ['reject: 75: Brand-name COX-2 inhibitors requires prior authorization'],
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
    ['R17', ['pass: No first-line drug required'], pregabalin, {}, step()],
    ['R17', ['pass: No first-line drug required'], ibuprofen, {}, open],
    ['R17', [`reject: 608: ${asked} first (14 days within the past 180)`], pregabalin, {}, step('13100101')],
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
      [`reject: 608: ${asked} first (14 days within the past 180)`],
      pregabalin,
      {},
      { ...step('13100101'), history: [paid(gabapentin, 60, 39, 13)] },
    ],
    [
      'R17',
      [`reject: 608: ${asked} first (14 days within the past 180)`],
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
      [`reject: 608: ${asked} or Anti-inflammatories, oral first (14 days within the past 180)`],
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
  const asks = (who: string): string => `reject: AJ: Celecoxib 200 mg capsule: ${who}; brand needs authorization`
  const without = (daw: number): string =>
    `reject: UU: Celecoxib 200 mg capsule has a generic, and DAW ${daw} gives no reason for the brand`
  const repack = { ...ibuprofen, repackaged: true }
  const doctor = (daysAgo: number, state = 'PA'): SnapshotChange => injured(daysAgo, { jurisState: state })
  const from = (daysAgo: number, more: RequestChange = {}): RequestChange => ({
    doi: daysBefore(daysAgo),
    more: { deliveryType: 4 },
    ...more,
  })
  eachSays([
    ['R18', ['pass: Not a brand with a generic'], generic, { daw: '1' }],
    ['R18', ['pass: Not a brand with a generic'], { ...brand, brandFlag: 'B' }, { daw: '0' }],
    ['R18', [asks('prescriber requested brand')], brand, { daw: '1' }],
    ['R18', [asks('patient requested brand')], brand, { daw: '2' }],
    ['R18', [asks('override requested for the brand')], brand, { daw: '6' }],
    ...([0, 3, 4] as const).map((daw): Says => ['R18', [without(daw)], brand, { daw: String(daw) }]),
    ['R18', [without(0)], brand, { rx: { daw: undefined } }],
    ...['0', '3', '4'].map((daw): Says => [
      'R18',
      ['warn: Brand without a reason: paid at the generic price'],
      brand,
      { daw },
      { settings: { payBrandAtGenericPrice: true } },
    ]),
    ['R18', ['pass: Brand billed as its generic'], brand, { daw: '5' }],
    // A reason of the pharmacy's own pays no brand either.
    ['R18', [asks('pharmacy reports that the law requires the brand')], brand, { daw: '7' }],
    ['R18', [asks('pharmacy reports that the generic is not available')], brand, { daw: '8' }],
    ['R18', [asks('pharmacy gives another reason for the brand')], brand, { daw: '9' }],
    ['R19', ['pass: Not repackaged or physician-dispensed'], ibuprofen, {}, { settings: { repackagedDenied: true } }],
    ['R19', ['pass: Not repackaged or physician-dispensed'], repack, {}],
    [
      'R19',
      ['reject: 645: Ibuprofen 600 mg tablet is repackaged; the plan does not cover it'],
      repack,
      {},
      { settings: { repackagedDenied: true } },
    ],
    [
      'R19',
      ['reject: 645: Ibuprofen 600 mg tablet is repackaged; OH does not cover it (assumed: source not confirmed)'],
      repack,
      {},
      { claim: { jurisState: 'OH' } },
    ],
    ['R19', ['pass: Physician dispensing allowed: PA allows 30 days of other drugs'], ibuprofen, from(30), doctor(30)],
    [
      'R19',
      [
        'reject: 645: Physician-dispensed 31 days after the injury; PA allows 30 days of other drugs from the first treatment on',
      ],
      ibuprofen,
      from(31),
      doctor(31),
    ],
    [
      'R19',
      [
        'reject: 645: Physician-dispensed 31 days after the injury; PA allows 30 days of other drugs from the first treatment on',
      ],
      ibuprofen,
      from(31, { more: {} }),
      { ...doctor(31), pharmacy: { physicianDispenser: true } },
    ],
    ['R19', ['pass: Not repackaged or physician-dispensed'], ibuprofen, from(31, { more: {} }), doctor(31)],
    [
      'R19',
      ['reject: 645: Physician-dispensed 1 day after the injury; TX allows 0 days (assumed: source not confirmed)'],
      ibuprofen,
      from(1),
      doctor(1, 'TX'),
    ],
    ['R19', ['pass: Physician dispensing allowed'], ibuprofen, from(1), doctor(1, 'IL')],
    [
      'R19',
      ['pass: Physician dispensing allowed'],
      ibuprofen,
      from(31),
      { ...doctor(31, 'IN'), stateControl: { physicianDispenseDays: null } as never },
    ],
  ])

  test.each<[string, number, number]>([
    ['IN', 7, 8],
    ['TX', 0, 1],
  ])('what %s allows a physician is said to be assumed: day %i pays, day %i stops', (state, last, after) => {
    const said = (daysAgo: number) => linesOf(run(ibuprofen, from(daysAgo), doctor(daysAgo, state)), 'R19')
    expect(said(last)).toEqual(['pass: Physician dispensing allowed'])
    expect(said(after)).toEqual([
      `reject: 645: Physician-dispensed ${plural(after, 'day')} after the injury; ${state} allows ${last} days (assumed: source not confirmed)`,
    ])
  })
  test.each(['FL', 'MT', 'AZ', 'CA', 'WA'])('in %s no limit is known, and none is claimed', (state) => {
    expect(linesOf(run(ibuprofen, from(400), doctor(400, state)), 'R19')).toEqual([
      'pass: Physician dispensing allowed',
    ])
  })
  test.each([
    ['CA', ''],
    ['MT', ''],
    ['TX', ''],
    ['AR', ' (assumed: source not confirmed)'],
    ['NY', ' (assumed: source not confirmed)'],
    ['OK', ' (assumed: source not confirmed)'],
  ])('that %s approves each compound is law where it was read, and assumed elsewhere', (jurisState, sure) => {
    const bill = mix([
      [ketamine, 5],
      [base, 20],
    ])
    const answer = run(null, bill, { ...open, ...known(ketamine, base), claim: { jurisState } })
    expect(linesOf(answer, 'R16')[0]).toBe(
      `reject: 75: Compound with Ketamine, bulk: ${jurisState} requires prior authorization for every compound${sure}`,
    )
  })
  test('a state without a rule on compounds asks for none', () => {
    const bill = mix([
      [ketamine, 5],
      [base, 20],
    ])
    const answer = run(null, bill, { ...open, ...known(ketamine, base), claim: { jurisState: 'IL' } })
    expect(linesOf(answer, 'R16')[0]).toMatch(/^pass/)
  })
  test.each(['OH', 'NY', 'WA'])('that %s does not cover repackaged products is said to be assumed', (state) => {
    expect(linesOf(run(repack, {}, { claim: { jurisState: state } }), 'R19')).toEqual([
      `reject: 645: Ibuprofen 600 mg tablet is repackaged; ${state} does not cover it (assumed: source not confirmed)`,
    ])
  })
})

describe('R22: does it fit the injury', () => {
  eachSays([
    ['R22', ['pass: Commonly prescribed for: back, neck or spine'], ibuprofen, {}],
    ['R22', ['reject: 80: Relation to the accepted injury (back, neck or spine) is unclear'], sertraline, {}, open],
    ['R22', ['reject: 80: Almost never prescribed for the accepted injury (back, neck or spine)'], metformin, {}, open],
    ['R22', ['skip: No accepted body part to compare'], ibuprofen, {}, { claim: { bodyParts: [], nature: null } }],
    ['R22', ['skip: Product not on file'], null, {}],
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
