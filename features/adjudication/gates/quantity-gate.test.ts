import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem } from '../snapshot.ts'
import {
  daysBefore,
  eachSays,
  items,
  linesOf,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  serviceDate,
  type SnapshotChange,
} from '../testing.ts'
import { known, mix } from '../testing-bills.ts'
import {
  base,
  gabapentin,
  gabapentin600,
  ibuprofen,
  ketamine,
  oxycodone,
  pregabalin,
  pregabalin150,
  tramadol,
} from '../testing-drugs.ts'

const rule = (more: Partial<FormularyItem>): SnapshotChange =>
  items({ gpiPrefix: '1110', status: 'COVERED', ...more } as FormularyItem)

describe('R23: what was handed out on the day itself', () => {
  const stops = (drug: DrugFacts, before: DrugFacts) =>
    run(drug, { quantity: 60 }, { ...open, history: [paid(before, 0, 60, 30)] }).rejects.map(
      ({ rejectCode }) => rejectCode,
    )
  test.each<[string, DrugFacts, DrugFacts, boolean]>([
    ['another strength of the drug is at hand', pregabalin, pregabalin150, true],
    ['the same product is a duplicate alone', pregabalin, pregabalin, false],
    ['another drug is not at hand of this one', pregabalin, ibuprofen, false],
  ])('%s', (_words, drug, before, early) => {
    expect(stops(drug, before).includes('79')).toBe(early)
  })
})

describe('R23: too soon', () => {
  const say = (used: string, on: number, needed: number, from?: number, said = ''): string =>
    `${from === undefined ? 'pass: ' : 'reject: 79: '}${used}% used since ${usDate(daysBefore(on))} (${needed}% required)${from === undefined ? '' : `. Payable ${usDate(daysBefore(from))}${said}`}`
  const took = (drug: DrugFacts, ...daysAgo: number[]): SnapshotChange => ({
    ...open,
    history: daysAgo.map((days) => paid(drug, days, 90, 30)),
  })
  const ninety = { quantity: 90 }
  eachSays([
    ['R23', ['pass: No fill of this drug in the past 120 days'], gabapentin, ninety, open],
    ['R23', ['pass: No fill of this drug in the past 120 days'], gabapentin, ninety, took(gabapentin, 121)],
    ['R23', [say('100', 120, 75)], gabapentin, ninety, took(gabapentin, 120)],
    [
      'R23',
      ['pass: No fill of this drug in the past 120 days'],
      gabapentin,
      ninety,
      { ...open, history: [paid(gabapentin, 20, 90, 30, { status: 'X' })] },
    ],
    // 75 % of thirty days are twenty-two and a half: day 22 is early, day 23 is not.
    ['R23', [say('73', 22, 75, -1)], gabapentin, ninety, took(gabapentin, 22)],
    ['R23', [say('77', 23, 75)], gabapentin, ninety, took(gabapentin, 23)],
    ['R23', [say('67', 20, 75, -3)], gabapentin, ninety, took(gabapentin, 20)],
    ['R23', [say('70', 21, 70)], gabapentin, { quantity: 90, more: { channel: 3 } }, took(gabapentin, 21)],
    ['R23', [say('70', 21, 70)], gabapentin, { quantity: 90, more: { deliveryType: 2 } }, took(gabapentin, 21)],
    ['R23', [say('67', 20, 70, -1)], gabapentin, { quantity: 90, more: { channel: 3 } }, took(gabapentin, 20)],
    ['R23', [say('87', 26, 85)], oxycodone, ninety, took(oxycodone, 26)],
    ['R23', [say('83', 25, 85, -1)], oxycodone, ninety, took(oxycodone, 25)],
    // A controlled drug by mail is a controlled drug.
    ['R23', [say('83', 25, 85, -1)], oxycodone, { quantity: 90, more: { channel: 3 } }, took(oxycodone, 25)],
    // Early fills add up: three slightly early fills leave more supply than the last one alone.
    ['R23', [say('27', 24, 75, -15)], gabapentin, ninety, took(gabapentin, 68, 46, 24)],
    // A gap after a supply ran out restarts the count.
    ['R23', [say('77', 23, 75)], gabapentin, ninety, took(gabapentin, 100, 23)],
    // A higher daily dose uses up the remaining supply faster; a lower one does not delay the refill.
    ['R23', [say('87', 22, 75)], gabapentin600, ninety, took(gabapentin, 22)],
    ['R23', [say('73', 22, 75, -1)], gabapentin, ninety, took(gabapentin600, 22)],
    // A rounding difference is not a higher dose.
    ['R23', [say('73', 22, 75, -1)], gabapentin, { quantity: 90.08 }, took(gabapentin, 22)],
    ['R23', [say('73', 22, 75, -1)], gabapentin, { quantity: 90.2 }, took(gabapentin, 22)],
    // A fill of quantity 0 has no daily dose to compare.
    ['R23', [say('73', 22, 75, -1)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 22, 0, 30)] }],
    // The remaining supply equals the allowed remainder: payable today.
    ['R23', [say('75', 15, 75)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 15, 60, 20)] }],
    ['R23', [say('70', 14, 75, -1)], gabapentin, ninety, { ...open, history: [paid(gabapentin, 14, 60, 20)] }],
    [
      'R23',
      [say('73', 22, 75, -1, '; pharmacy reports vacation supply')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '3' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73', 22, 75, -1, '; pharmacy reports lost prescription')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '04' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73', 22, 75, -1, '; pharmacy reports change of therapy')],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '05' } },
      took(gabapentin, 22),
    ],
    [
      'R23',
      [say('73', 22, 75, -1)],
      gabapentin,
      { quantity: 90, rx: { submissionClarification: '99' } },
      took(gabapentin, 22),
    ],
    ['R23', ['pass: No fill of this drug in the past 120 days'], pregabalin, ninety, took(gabapentin, 20)],
  ])

  test('The reject shows the remaining supply, the first payable day and who may clear it', () => {
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

describe('R24 to R29: days supply, quantity, frequency, cost, filing limit, duplicates', () => {
  const mail: RequestChange['more'] = { channel: 3 }
  const level = (planLevel: 'MAINTENANCE'): SnapshotChange => ({
    ...open,
    spans: [{ effectiveDate: '2024-05-02', termDate: null, reasonCode: 'NEW', planLevel }],
  })
  const lasting = { ...ibuprofen, maintenance: true }
  const feca: SnapshotChange = { ...open, claim: { jurisState: 'US-FECA' } }
  eachSays([
    ['R24', ['pass: 30 of 30 days allowed'], ibuprofen, { days: 30 }],
    ['R24', ['reject: 7X: 31 days exceed the plan limit of 30'], ibuprofen, { days: 31 }],
    ['R24', ['pass: 90 of 90 days allowed'], ibuprofen, { days: 90, more: mail }, open],
    ['R24', ['reject: 7X: 91 days exceed the plan limit of 90'], ibuprofen, { days: 91, more: mail }, open],
    ['R24', ['pass: 60 of 90 days allowed'], ibuprofen, { days: 60, more: { deliveryType: 2 } }, open],
    ['R24', ['pass: 90 of 90 days allowed'], lasting, { days: 90 }, open],
    ['R24', ['reject: 7X: 91 days exceed the plan limit of 90'], lasting, { days: 91 }, open],
    ['R24', ['pass: 90 of 90 days allowed'], ibuprofen, { days: 90 }, level('MAINTENANCE')],
    ['R24', ['pass: 90 of 90 days allowed'], ibuprofen, { days: 90 }, rule({ maintenance: true })],
    [
      'R24',
      ['pass: 40 of 40 days allowed'],
      lasting,
      { days: 40 },
      { ...open, settings: { daysSupplyMax: { retail: 40, mail: 90, maintenance: 35 } } },
    ],
    ['R24', ['reject: AG: 11 days exceed the product limit of 10'], ibuprofen, { days: 11 }, rule({ maxDays: 10 })],
    ['R24', ['pass: 10 of 30 days allowed'], ibuprofen, { days: 10 }, rule({ maxDays: 10 })],
    [
      'R24',
      ['reject: 7X: 31 days exceed the plan limit of 30', 'reject: AG: 31 days exceed the product limit of 10'],
      ibuprofen,
      { days: 31 },
      rule({ maxDays: 10 }),
    ],
    ['R24', ['reject: 7X: 31 days exceed the plan limit of 30'], oxycodone, { days: 31, more: mail }, feca],
    ['R24', ['pass: 31 of 90 days allowed'], ibuprofen, { days: 31, more: mail }, feca],
    [
      'R24',
      ['reject: 7X: 31 days exceed the plan limit of 30'],
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
      ['pass: 31 of 90 days allowed'],
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
    ['R25', ['pass: Quantity within limits'], ibuprofen, { quantity: 30 }, rule({ maxQty: 30 })],
    [
      'R25',
      ['reject: 76: Quantity 30.001 exceeds the limit of 30 per fill'],
      ibuprofen,
      { quantity: 30.001 },
      rule({ maxQty: 30 }),
    ],
    ['R25', ['pass: Quantity within limits'], ibuprofen, { quantity: 60 }, rule({ maxPerDay: 2 })],
    ['R25', ['reject: 9G: 2.033 a day exceeds the limit of 2'], ibuprofen, { quantity: 61 }, rule({ maxPerDay: 2 })],
    [
      'R25',
      ['reject: 76: 2 fills in 180 days; the limit is 2'],
      ibuprofen,
      {},
      { ...rule({ maxFills: 2 }), history: [paid(ibuprofen, 150, 30, 30), paid(ibuprofen, 90, 30, 30)] },
    ],
    [
      'R25',
      ['pass: Quantity within limits'],
      ibuprofen,
      {},
      { ...rule({ maxFills: 2 }), history: [paid(ibuprofen, 181, 30, 30), paid(ibuprofen, 90, 30, 30)] },
    ],
    ['R26', ['pass: Original fill'], oxycodone, {}, open],
    ['R26', ['reject: 73: Schedule II drugs cannot be refilled'], oxycodone, { fillNumber: 1 }, open],
    ['R26', ['pass: Refill 2'], ibuprofen, { fillNumber: 2, rx: { refillsAuthorised: 2 } }],
    [
      'R26',
      ['reject: 7W: Refill 3 requested, 2 authorized'],
      ibuprofen,
      { fillNumber: 3, rx: { refillsAuthorised: 2 } },
    ],
    ['R26', ['pass: Refill 6'], ibuprofen, { fillNumber: 6 }],
    ['R26', ['pass: Refill 5'], tramadol, { fillNumber: 5 }, open],
    ['R26', ['reject: 7W: Refill 6 requested; CIV drugs allow 5'], tramadol, { fillNumber: 6 }, open],
    ['R26', ['reject: 7W: Refill 6 requested; CIII drugs allow 5'], { ...ibuprofen, dea: 'CIII' }, { fillNumber: 6 }],
    ['R26', ['pass: Refill 5'], { ...ibuprofen, dea: 'CIII' }, { fillNumber: 5 }],
    ['R26', ['pass: Refill 5'], pregabalin, { fillNumber: 5 }, open],
    ['R26', ['reject: 7W: Refill 6 requested; CV drugs allow 5'], pregabalin, { fillNumber: 6 }, open],
    ['R26', ['pass: Refill 1'], pregabalin, { fillNumber: 1, rx: { dateWritten: daysBefore(182) } }, open],
    [
      'R26',
      [`reject: 73: Written ${usDate(daysBefore(184))}: refills expire after 6 months`],
      pregabalin,
      { fillNumber: 1, rx: { dateWritten: daysBefore(184) } },
      open,
    ],
    ['R26', ['pass: Refill 1'], ibuprofen, { fillNumber: 1, rx: { dateWritten: daysBefore(365) } }],
    [
      'R26',
      [`reject: 73: Written ${usDate(daysBefore(366))}: refills expire after 12 months`],
      ibuprofen,
      { fillNumber: 1, rx: { dateWritten: daysBefore(366) } },
    ],
    ['R27', ['skip: No price available'], null, {}],
    ['R28', ['pass: Billed the same day'], ibuprofen, {}],
    ['R28', ['pass: Billed 90 days after the fill'], ibuprofen, {}, { now: `${daysBefore(-90)}T12:00:00.000Z` }],
    [
      'R28',
      ['reject: 81: Billed 91 days after the fill; 90 days allowed'],
      ibuprofen,
      {},
      { now: `${daysBefore(-91)}T00:00:00.000Z` },
    ],
    // Days are those of the carrier: at 04:59 UTC it is still the day before in Chicago, at 14:00 the next day in Guam.
    [
      'R28',
      ['pass: Billed 90 days after the fill'],
      ibuprofen,
      {},
      { now: `${daysBefore(-91)}T04:59:00.000Z`, timeZone: 'America/Chicago' },
    ],
    [
      'R28',
      ['reject: 81: Billed 91 days after the fill; 90 days allowed'],
      ibuprofen,
      {},
      { now: `${daysBefore(-91)}T06:00:00.000Z`, timeZone: 'America/Chicago' },
    ],
    [
      'R28',
      ['reject: 81: Billed 91 days after the fill; 90 days allowed'],
      ibuprofen,
      {},
      { now: `${daysBefore(-90)}T14:00:00.000Z`, timeZone: 'Pacific/Guam' },
    ],
    [
      'R28',
      ['pass: Billed 365 days after the fill'],
      ibuprofen,
      { more: { channel: 9 } },
      { now: `${daysBefore(-365)}T23:59:00.000Z` },
    ],
    [
      'R28',
      ['reject: 81: Billed 366 days after the fill; 365 days allowed'],
      ibuprofen,
      { more: { channel: 9 } },
      { now: `${daysBefore(-366)}T12:00:00.000Z` },
    ],
    ['R29', ['pass: Not a duplicate'], ibuprofen, {}],
    [
      'R29',
      [`reject: 83: Already paid on ${usDate(serviceDate)}: Ibuprofen 600 mg tablet`],
      ibuprofen,
      {},
      { history: [paid(ibuprofen, 0, 30, 30)] },
    ],
    ['R29', ['pass: Not a duplicate'], gabapentin600, {}, { ...open, history: [paid(gabapentin, 0, 30, 30)] }],
    [
      'R29',
      [`reject: 83: Already paid on ${usDate(daysBefore(40))}: prescription 7700412, fill 0`],
      ibuprofen,
      {},
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412' })] },
    ],
    [
      'R29',
      ['pass: Not a duplicate'],
      ibuprofen,
      { fillNumber: 1 },
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412' })] },
    ],
    [
      'R29',
      ['pass: Not a duplicate'],
      ibuprofen,
      {},
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '7700412', pharmacyNabp: '2201120' })] },
    ],
    [
      'R29',
      ['pass: Not a duplicate'],
      ibuprofen,
      { rx: { rxNumber: '' } },
      { history: [paid(gabapentin, 40, 30, 30, { rxNumber: '' })] },
      'TRIAL',
    ],
  ])

  test('The cost limit of a fill is exact to the cent', () => {
    const due = run(ibuprofen, {}).facts.estimatedCost!
    expect(linesOf(run(ibuprofen, {}, { settings: { costLimitPerFill: due } }), 'R27')).toEqual([
      `pass: $${due} of $${due} allowed`,
    ])
    const over = run(ibuprofen, {}, { settings: { costLimitPerFill: due - 0.01 } })
    expect(linesOf(over, 'R27')).toEqual([
      `reject: 78: $${due} exceeds the limit of $${(due - 0.01).toFixed(2)} per fill`,
    ])
    expect(over.rejects[0]).toMatchObject({ rejectCode: '78', amount: due })
  })
})

// 21 CFR 1306.22: six months are six months of the calendar, from writing, for the original fill too.
describe('R26 by law', () => {
  const codeine = { ...ibuprofen, dea: 'CIII' as const }
  const of = (fillNumber: number, written: string, date: string, more: object = {}): RequestChange => ({
    fillNumber,
    date,
    rx: { dateWritten: written, ...more },
  })
  const later = { ...open, now: '2026-12-31T15:00:00.000Z' }
  const expired = (written: string, dea = 'CIV') => [
    `reject: 73: Written ${usDate(written)}: ${dea} prescriptions expire after 6 months`,
  ]
  const refillsExpired = (written: string) => [`reject: 73: Written ${usDate(written)}: refills expire after 6 months`]
  eachSays([
    ['R26', ['pass: Original fill'], tramadol, of(0, '2024-02-23', '2024-08-23'), later],
    ['R26', expired('2024-02-22'), tramadol, of(0, '2024-02-22', '2024-08-23'), later],
    ['R26', expired('2024-02-22', 'CIII'), codeine, of(0, '2024-02-22', '2024-08-23'), later],
    ['R26', ['pass: Refill 1'], tramadol, of(1, '2024-02-23', '2024-08-23'), later],
    ['R26', refillsExpired('2024-02-22'), tramadol, of(1, '2024-02-22', '2024-08-23'), later],
    // 184 days from July to January, 181 from January to July.
    ['R26', ['pass: Refill 2'], tramadol, of(2, '2025-07-15', '2026-01-15'), later],
    ['R26', refillsExpired('2025-07-15'), tramadol, of(2, '2025-07-15', '2026-01-16'), later],
    ['R26', ['pass: Refill 2'], codeine, of(2, '2026-01-15', '2026-07-15'), later],
    ['R26', refillsExpired('2026-01-15'), codeine, of(2, '2026-01-15', '2026-07-16'), later],
    // The last day of a month ends on the last day of a shorter one.
    ['R26', ['pass: Original fill'], tramadol, of(0, '2025-08-31', '2026-02-28'), later],
    ['R26', expired('2025-08-31'), tramadol, of(0, '2025-08-31', '2026-03-01'), later],
    // Schedule V and other drugs by the plan: refills only.
    ['R26', ['pass: Original fill'], pregabalin, of(0, '2024-01-02', '2024-08-23'), later],
    ['R26', ['pass: Original fill'], ibuprofen, of(0, '2023-01-02', '2024-08-23'), later],
    [
      'R26',
      ['reject: 7W: Refill 6 requested, 3 authorized'],
      tramadol,
      of(6, '2024-08-01', '2024-08-23', { refillsAuthorised: 3 }),
      later,
    ],
  ])

  test.each<[string, DrugFacts, RequestChange]>([
    ['a sixth refill', tramadol, of(6, '2024-08-01', '2024-08-23')],
    ['a sixth refill that was authorized', tramadol, of(6, '2024-08-01', '2024-08-23', { refillsAuthorised: 9 })],
    ['a refill after six months', tramadol, of(1, '2024-02-01', '2024-08-23')],
    ['an original fill after six months', codeine, of(0, '2024-02-01', '2024-08-23')],
    ['a sixth refill of Schedule III', codeine, of(6, '2024-08-01', '2024-08-23')],
  ])('neither an approval nor a bypass clears %s', (_words, drug, request) => {
    const approval = priorAuthOf(drug, 14, ['73', '7W'], { overrideAll: true, safetyIncluded: true, safetyTier: 'O' })
    const bypass = {
      bypassId: 'b1',
      scope: 'ALL',
      startDate: '2024-01-01',
      endDate: '2026-12-31',
      fillsUsed: 0,
      codes: ['*'],
      reason: 'DISASTER',
    } as const
    const answer = run(drug, request, { ...open, priorAuths: [approval], bypasses: [bypass] })
    expect([answer.outcome, answer.pending.verdict]).toEqual(['R', 'NONE'])
    const left = answer.rejects.filter(({ sourceRule }) => sourceRule === 'R26')
    expect([left.length, left.every(({ hardStop }) => hardStop)]).toEqual([1, true])
  })
})
