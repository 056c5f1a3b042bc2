import fc from 'fast-check'
import { usDate } from '#platform/dates/day.ts'
import { expect, test } from 'vitest'
import type { DrugFacts, PastFill, PriorAuth } from '../snapshot.ts'
import {
  daysBefore,
  drugNamed,
  injured,
  items,
  linesOf,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  type SnapshotChange,
} from '../testing.ts'
import { ibuprofen, oxycodone, tramadol } from '../testing-drugs.ts'

// 21 CFR 1306.13: the rest of a fill that was handed out in part.

const rx = '5550001'
const part = (drug: DrugFacts, daysAgo: number, quantity: number, more: Partial<PastFill> = {}): PastFill =>
  paid(drug, daysAgo, quantity, quantity / 2, { rxNumber: rx, part: 'P', quantityIntended: 60, ...more })
const rest = (quantity: number, more: Partial<NonNullable<RequestChange['rx']>> = {}): RequestChange => ({
  quantity,
  days: Math.max(1, Math.round(quantity / 2)),
  rx: { rxNumber: rx, dispensingStatus: 'C', ...more },
})
const of = (drug: DrugFacts, request: RequestChange, ...history: PastFill[]) => {
  const answer = run(drug, request, { ...open, history })
  const quantity = answer.rejects.filter(({ sourceRule }) => ['R23', 'R26', 'R29'].includes(sourceRule))
  return {
    answer,
    says: quantity.map(({ rejectCode, overridableBy }) => `${rejectCode} ${overridableBy}`),
    lines: linesOf(answer, 'R26'),
  }
}

test.each<[string, DrugFacts, RequestChange, PastFill[], string[]]>([
  ['the day after', oxycodone, rest(40), [part(oxycodone, 1, 20)], []],
  ['on the same day', oxycodone, rest(40), [part(oxycodone, 0, 20)], []],
  ['after 72 hours a pharmacist decides', oxycodone, rest(40), [part(oxycodone, 4, 20)], ['73 R']],
  ['on the third day', oxycodone, rest(40), [part(oxycodone, 3, 20)], []],
  ['with a counted-up fill number', oxycodone, { ...rest(40), fillNumber: 1 }, [part(oxycodone, 2, 20)], []],
  [
    'thirty days after the writing',
    oxycodone,
    rest(40),
    [part(oxycodone, 20, 20, { dateWritten: daysBefore(30) })],
    ['73 R'],
  ],
  ['a day later nobody may', oxycodone, rest(40), [part(oxycodone, 20, 20, { dateWritten: daysBefore(31) })], ['73 -']],
  ['more than was ordered', oxycodone, rest(41), [part(oxycodone, 1, 20)], ['73 -']],
  ['a second part', oxycodone, rest(20, { dispensingStatus: 'P' }), [part(oxycodone, 1, 20)], []],
  ['the last of three parts', oxycodone, rest(20), [part(oxycodone, 2, 20), part(oxycodone, 1, 20)], []],
  [
    'a fill that was completed is a duplicate',
    oxycodone,
    rest(20),
    [part(oxycodone, 2, 20), part(oxycodone, 1, 20, { part: 'C' })],
    ['79 R', '83 -'],
  ],
  [
    'without the status it stays a duplicate',
    oxycodone,
    rest(40, { dispensingStatus: '' }),
    [part(oxycodone, 1, 20)],
    ['79 R', '83 -'],
  ],
  ['after a fill that was whole', oxycodone, rest(40), [part(oxycodone, 1, 20, { part: null })], ['79 R', '83 -']],
  ['at another pharmacy', oxycodone, rest(40), [part(oxycodone, 1, 20, { pharmacyNabp: '1999999' })], ['79 R']],
  ['of another prescription', oxycodone, rest(40), [part(oxycodone, 1, 20, { rxNumber: '1' })], ['79 R']],
  ['of Schedule IV, weeks later', tramadol, rest(40), [part(tramadol, 20, 20)], []],
  [
    'of Schedule IV, six months after the writing',
    tramadol,
    rest(40, { dateWritten: daysBefore(200) }),
    [part(tramadol, 20, 20)],
    ['73 -'],
  ],
  ['of a drug without schedule', ibuprofen, rest(40), [part(ibuprofen, 5, 20)], []],
])('the rest %s', (_words, drug, request, history, says) => {
  expect(of(drug, request, ...history).says.toSorted()).toEqual(says)
})

test.each<[string, DrugFacts, RequestChange, PastFill[], string[]]>([
  ['of another strength', oxycodone, rest(40), [part(drugNamed('Oxycodone 15 mg tablet'), 1, 20)], ['79 R', '83 -']],
  [
    'of Schedule IV with another fill number is a refill',
    tramadol,
    { ...rest(40), fillNumber: 1 },
    [part(tramadol, 1, 20)],
    ['79 R'],
  ],
  ['of a part that was handed out later', oxycodone, rest(40), [part(oxycodone, -1, 20)], ['83 -']],
  [
    'of which nothing says how much was ordered',
    oxycodone,
    rest(90),
    [part(oxycodone, 1, 20, { quantityIntended: null })],
    [],
  ],
  [
    'of which the claim alone says how much was ordered',
    oxycodone,
    rest(41, { quantityIntended: 60 }),
    [part(oxycodone, 1, 20, { quantityIntended: null })],
    ['73 -'],
  ],
  [
    'whose writing the claim alone has',
    oxycodone,
    rest(40, { dateWritten: daysBefore(31) }),
    [part(oxycodone, 20, 20, { dateWritten: null })],
    ['73 -'],
  ],
  [
    'whose writing nobody has: counted from its first part',
    oxycodone,
    rest(40),
    [part(oxycodone, 30, 20, { dateWritten: null })],
    ['73 R'],
  ],
])('what is known of the rest %s', (_words, drug, request, history, says) => {
  expect(of(drug, request, ...history).says.toSorted()).toEqual(says)
})

test('after 72 hours and after 30 days it says until when, and who weighs what', () => {
  const first = usDate(daysBefore(4))
  expect(of(oxycodone, rest(40), part(oxycodone, 4, 20)).lines).toEqual([
    `reject: 73: The rest of the fill of ${first}, after 72 hours: only where patient or prescriber asked for a part`,
  ])
  const late = part(oxycodone, 20, 20, { dateWritten: daysBefore(31) })
  expect(of(oxycodone, rest(40), late).lines).toEqual([
    `reject: 73: The rest of a Schedule II fill ends 30 days after its writing, ${usDate(daysBefore(1))}`,
  ])
})

test('the trace and the reject say what was handed out and why', () => {
  expect(of(oxycodone, rest(40), part(oxycodone, 1, 20)).lines).toEqual([
    `pass: The rest of the fill of ${usDate(daysBefore(1))}`,
  ])
  expect(of(oxycodone, rest(41), part(oxycodone, 1, 20)).lines).toEqual([
    'reject: 73: 20 of 60 were handed out; 41 more are over what was ordered',
  ])
  const asked = of(oxycodone, rest(40), part(oxycodone, 4, 20)).answer
  expect(asked.pending.verdict).toBe('RAISE')
  expect(asked.rejects.find(({ sourceRule }) => sourceRule === 'R26')).toMatchObject({
    description: 'The rest of a partial fill',
    hardStop: false,
  })
  expect(run(oxycodone, { rx: { dispensingStatus: 'X' } }, open).rejects[0]?.message).toBe(
    'The dispensing status must be P, C or empty',
  )
  expect(run(oxycodone, { rx: { quantityIntended: -1 } }, open).rejects[0]?.message).toBe(
    'The quantity intended must be above 0, at most 9999.999',
  )
})

test('however a Schedule II fill is split, no more than was ordered is paid, and the rest meets no dead end in its time', () => {
  const drug = drugNamed('Oxycodone 5 mg tablet')
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 40 }),
      (given, more, days) => {
        const written = daysBefore(days)
        const parts = given.map((quantity) => part(drug, days, quantity, { dateWritten: written }))
        const { says } = of(drug, rest(more), ...parts)
        const total = given.reduce((sum, one) => sum + one, 0) + more
        if (total > 60 || days > 30) expect(says).toEqual(['73 -'])
        else expect(says).toEqual(days <= 3 ? [] : ['73 R'])
      },
    ),
  )
})

const once = (more: Partial<PriorAuth> = {}): PriorAuth =>
  priorAuthOf(ibuprofen, 14, ['75'], {
    oneTime: true,
    fillsUsed: 1,
    statusId: 4,
    maxQtyPerFill: 60,
    maxDaysPerFill: 30,
    ...more,
  })
const under = { priorAuthId: '901221' }

test.each<[string, RequestChange, PastFill[], PriorAuth, string[]]>([
  ['the rest', rest(40), [part(ibuprofen, 1, 20, under)], once(), []],
  ['the last of three parts', rest(20), [part(ibuprofen, 2, 20, under), part(ibuprofen, 1, 20, under)], once(), []],
  [
    'the rest of the last of two fills',
    rest(40),
    [part(ibuprofen, 1, 20, under)],
    once({ oneTime: false, maxFills: 2, fillsUsed: 2 }),
    [],
  ],
  ['more than was approved', rest(40), [part(ibuprofen, 1, 20, under)], once({ maxQtyPerFill: 59 }), ['64', '75']],
  [
    'more days than were approved',
    rest(40),
    [part(ibuprofen, 1, 20, under)],
    once({ maxDaysPerFill: 29 }),
    ['64', '75'],
  ],
  [
    'more cost than was approved',
    rest(40),
    [part(ibuprofen, 1, 20, { ...under, paidAmount: 50 })],
    once({ maxCostPerFill: 51 }),
    ['64', '75'],
  ],
  ['a part that was paid otherwise', rest(40), [part(ibuprofen, 1, 20)], once(), ['75', 'PA']],
  [
    'a part of another prescription',
    rest(40),
    [part(ibuprofen, 40, 20, { ...under, rxNumber: '1' })],
    once(),
    ['75', 'PA'],
  ],
  ['a fill that was whole', rest(40), [part(ibuprofen, 40, 20, { ...under, part: null })], once(), ['75', '83', 'PA']],
])('an approval of one fill and %s', (_words, request, history, approval, codes) => {
  const asked = items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'PA' })
  const answer = run(ibuprofen, request, { ...asked, history, priorAuths: [approval] })
  expect(answer.rejects.map(({ rejectCode }) => rejectCode).toSorted()).toEqual(codes)
  if (codes.length === 0) expect(answer.priorAuthUsed).toMatchObject({ needed: true, rest: true })
})

test('a part or a whole fill under an approval is no rest of one', () => {
  const asked = items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'PA' })
  const fresh = once({ fillsUsed: 0, statusId: 3 })
  for (const status of ['P', undefined] as const) {
    const answer = run(ibuprofen, rest(20, { dispensingStatus: status }), { ...asked, priorAuths: [fresh] })
    expect(answer.priorAuthUsed).toEqual({
      priorAuthId: '901221',
      overrideRef: 'PA00901221',
      needed: true,
      codes: ['75'],
    })
  }
})

// Whatever limits a fill limits all its parts together; a part is no earlier fill of it.
const limited = (more: object) => items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'COVERED', ...more })
test.each<[string, SnapshotChange, string[]]>([
  ['the plan’s days', { ...open, settings: { daysSupplyMax: { retail: 29, mail: 90, maintenance: 29 } } }, ['7X']],
  ['as many days', { ...open, settings: { daysSupplyMax: { retail: 30, mail: 90, maintenance: 30 } } }, []],
  ['the product’s days', limited({ maxDays: 29 }), ['AG']],
  ['the product’s quantity', limited({ maxQty: 59 }), ['76']],
  ['as much of it', limited({ maxQty: 60, maxDays: 30 }), []],
  ['one fill in 180 days', limited({ maxFills: 1 }), []],
  ['the cost of a fill', { ...open, settings: { costLimitPerFill: 20 } }, ['78']],
])('a fill in parts and %s', (_words, snapshot, codes) => {
  for (const ago of [0, 1, 3]) {
    const answer = run(ibuprofen, rest(40), { ...snapshot, history: [part(ibuprofen, ago, 20)] })
    expect(answer.rejects.map(({ rejectCode }) => rejectCode)).toEqual(codes)
  }
})

test('one fill in 180 days is full after a whole one, and a part of another prescription', () => {
  for (const more of [{ part: null, rxNumber: '1' }, { rxNumber: '1' }]) {
    const history = [part(ibuprofen, 60, 20, more), part(ibuprofen, 1, 20)]
    expect(run(ibuprofen, rest(40), { ...limited({ maxFills: 1 }), history }).codes).toEqual(['76'])
  }
})

test.each([
  [3, 4, []],
  [4, 4, ['75']],
])('New York pays one first supply of seven days, in parts of %d and %d too', (before, days, codes) => {
  const pending = injured(5, { jurisState: 'NY', compensability: 'PENDING' })
  const answer = run(
    tramadol,
    { ...rest(2 * days), doi: daysBefore(5) },
    { ...open, ...pending, history: [part(tramadol, 1, 2 * before)] },
  )
  expect(answer.rejects.filter(({ sourceRule }) => sourceRule === 'R08').map(({ rejectCode }) => rejectCode)).toEqual(
    codes,
  )
})
