import { describe, expect, test } from 'vitest'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { ListedPriorAuth } from './contract.ts'
import { consequences, endWords, groupOf, reachWords, timeGone } from './in-words.ts'
import { noLimits, readLimits } from './typed-limits.ts'

const today = '2026-05-13'
const one: Parameters<typeof reachWords>[0] = {
  kind: 'PERMIT',
  statusId: priorAuthStatus.ACTIVE,
  startDate: '2026-04-14',
  endDate: '2026-05-14',
  oneTime: false,
  maxFills: 12,
  fillsUsed: 7,
  maxQtyPerFill: 120,
  maxDaysPerFill: 30,
  maxCostPerFill: null,
  brandFlag: 'G',
  codesCleared: ['75'],
  gpiPrefix: '65100000000000',
  overrideAll: false,
  safetyIncluded: false,
  pharmacyNabp: null,
  pharmacyName: null,
  prescriberNpi: '1234567893',
  prescriberName: 'Lucinda Brightwater',
} as ListedPriorAuth

describe('What the list says of a prior authorization', () => {
  test.each([
    [priorAuthStatus.QUEUED, 'inForce'],
    [priorAuthStatus.FUTURE, 'later'],
    [priorAuthStatus.ACTIVE, 'inForce'],
    [priorAuthStatus.USED_UP, 'ended'],
    [priorAuthStatus.EXPIRED, 'ended'],
    [priorAuthStatus.ENDED, 'ended'],
    [priorAuthStatus.BLOCK_ACTIVE, 'block'],
    [priorAuthStatus.BLOCK_ENDED, 'ended'],
  ])('status %i stands in the group %s', (statusId, group) => expect(groupOf({ statusId })).toBe(group))

  test.each([
    ['2026-05-14', 'tomorrow'],
    ['2026-05-13', 'today'],
    ['2026-06-30', 'in 48 days'],
  ])('one that ends on %s ends %s', (endDate, words) => expect(endWords({ ...one, endDate }, today)).toBe(words))

  test('the day one ended is written as a day', () =>
    expect(endWords({ ...one, statusId: priorAuthStatus.ENDED }, today)).toBe('05/14/2026'))

  test.each([
    ['2026-04-13', 0],
    ['2026-05-14', 1],
    ['2026-06-01', 1],
  ])('on %s the share %f of its days is over', (day, share) => expect(timeGone(one, day)).toBe(share))

  test('what it lets through and what not, with the names of pharmacy and prescriber', () =>
    expect(reachWords(one, 'this exact strength')).toEqual({
      lets: [
        'This exact strength, generic only',
        'Up to 120 for 30 days a fill',
        'Any pharmacy, only Lucinda Brightwater',
      ],
      stops: ['More than 120 a fill', 'Safety rejects: a pharmacist clears those', 'Any other reject code'],
    }))
  test('a block lets nothing through', () =>
    expect(reachWords({ ...one, kind: 'BLOCK' }, 'this drug in any form').lets).toEqual([]))
})

describe('What follows when its last day moves', () => {
  test('ended sooner, unused fills are lost and the reject code returns the day after', () =>
    expect(consequences(one, '2026-04-30')).toEqual({
      good: ['Fills up to 04/30/2026 are still paid'],
      bad: ['5 unused fills can be filled only until then', 'From 05/01/2026 the drug is rejected again with 75'],
    }))
  test.each([
    [
      {},
      ['Fills before 05/13/2026 are still paid'],
      ['No fill of today or later is paid', 'From 05/13/2026 the drug is rejected again with 75'],
    ],
    [
      { maxFills: null },
      ['Fills before 05/13/2026 are still paid'],
      ['No fill of today or later is paid', 'From 05/13/2026 the drug is rejected again with 75'],
    ],
    [
      { endDate: today },
      ['Fills before 05/13/2026 are still paid'],
      ['No fill of today or later is paid', 'From 05/13/2026 the drug is rejected again with 75'],
    ],
    [
      { codesCleared: [] },
      ['Fills before 05/13/2026 are still paid'],
      ['No fill of today or later is paid', 'From 05/13/2026 the drug is rejected again'],
    ],
    [{ kind: 'BLOCK' as const }, ['From 05/13/2026 the drug is no longer blocked'], ['Other rejects still apply']],
  ])('ended today, it ends at once: %o', (more, good, bad) =>
    expect(consequences({ ...one, ...more }, today, today)).toEqual({ good, bad }),
  )
  test('ended, an opioid that was filled is said not to be stopped at once', () => {
    const words = 'Stopping this drug at once can cause withdrawal: ask the prescriber for a taper first'
    expect(consequences({ ...one, gpiPrefix: '10100203' }, '2026-04-30').bad).toContain(words)
    expect(consequences({ ...one, gpiPrefix: '10100203', fillsUsed: 0 }, '2026-04-30').bad).not.toContain(words)
  })
  test('extended, no fills are added', () =>
    expect(consequences(one, '2026-05-15').good).toEqual([
      '1 day longer, to 05/15/2026',
      '5 fills left of 12; extending adds none',
    ]))
  test('a used up one pays nothing more by extending alone', () =>
    expect(consequences({ ...one, fillsUsed: 12 }, '2026-06-01').bad).toHaveLength(1))
  test('a block that is lifted lets the drug through the day after', () =>
    expect(consequences({ ...one, kind: 'BLOCK' }, '2026-05-01').good).toEqual([
      'From 05/02/2026 the drug is no longer blocked',
    ]))
})

describe('Limits as they are typed', () => {
  test('only what is changed is sent; an emptied field takes the limit away', () =>
    expect(
      readLimits(
        { ...noLimits, paMaxFill: '3', maxCost: '$1,240.50', maxDays: '30' },
        { ...noLimits, maxQty: '60', maxDays: '30' },
      ),
    ).toMatchObject({ limits: { paMaxFill: 3, maxQty: null, maxCost: 1240.5 }, wrong: [] }))
  test.each([
    ['maxCost', '9000', '$9,950.00', 'Max cost a fill: $9,000.00 → $9,950.00'],
    ['maxCost', '', '1,240.5', 'Max cost a fill: any → $1,240.50'],
    ['maxCost', '1240.5', '', 'Max cost a fill: $1,240.50 → any'],
    ['maxQty', '', '1,250', 'Quantity a fill: any → 1,250'],
    ['maxQty', '60', '7.5', 'Quantity a fill: 60 → 7.5'],
    ['pharmacyNabp', '', '10-43394', 'Only this pharmacy: any → 1043394'],
  ] as const)('%s from "%s" to "%s" is said as it was read', (field, before, text, words) =>
    expect(readLimits({ ...noLimits, [field]: text }, { ...noLimits, [field]: before }).words).toEqual([words]),
  )
  test('75 and 75.0 are one limit: nothing is changed', () =>
    expect(readLimits({ ...noLimits, maxQty: '75.0' }, { ...noLimits, maxQty: '75' })).toEqual({
      limits: {},
      words: [],
      wrong: [],
    }))
  test.each([
    ['paMaxFill', '13'],
    ['paMaxFill', '1.5'],
    ['paMaxFill', '-1'],
    ['maxQty', '0'],
    ['maxQty', '1e3'],
    ['maxQty', '1,5'],
    ['maxQty', '45,0'],
    ['maxDays', '366'],
    ['maxCost', '12,50'],
    ['maxCost', '12.345'],
    ['maxCost', '9999999'],
    ['pharmacyNabp', '123456'],
    ['prescriberNpi', "1' or '1'='1"],
  ] as const)('%s of "%s" is refused at its field', (field, text) => {
    const { limits, wrong } = readLimits({ ...noLimits, [field]: text }, noLimits)
    expect([limits, wrong.map((it) => it.field)]).toEqual([{}, [field]])
  })
})
