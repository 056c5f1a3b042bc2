import { addDays } from '#platform/dates/day.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjuster } from '#features/decisions/testing-rules.ts'
import { fileName, fileType } from './export.ts'
import {
  asRejects,
  asUncleared,
  letsMoreThrough,
  moveOf,
  reduces,
  renewalStart,
  tierWith,
  usualCodes,
  whyNotAmend,
  whyNotEnd,
  whyNotFills,
  whyNotGrantNow,
  whyNotMoveEnd,
  type PriorAuthFacts,
} from './rules.ts'

const priorAuth = (more: Partial<PriorAuthFacts> = {}): PriorAuthFacts => ({
  kind: 'PERMIT',
  statusId: 3,
  startDate: '2026-01-01',
  endDate: '2026-03-01',
  level: 14,
  oneTime: false,
  maxFills: 3,
  fillsUsed: 0,
  maxQty: 60,
  maxDays: 30,
  maxCost: null,
  pharmacyNabp: null,
  prescriberNpi: null,
  brandFlag: '*',
  codes: ['75'],
  endedBy: null,
  jurisState: 'FL',
  receivedAt: '2026-01-01T12:00:00.000Z',
  ...more,
})
const at = { today: '2026-02-01', now: '2026-02-01T12:00:00.000Z' }
const limit = { maxEnd: '2026-04-01', reason: '' }

describe('Ending', () => {
  it.each([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [7, undefined],
    [4, 'ALREADY_DECIDED'],
    [5, 'ALREADY_DECIDED'],
    [6, 'ALREADY_DECIDED'],
    [8, 'ALREADY_DECIDED'],
  ])('status %i: %s', (statusId, code) => expect(whyNotEnd(adjuster, priorAuth({ statusId }))?.code).toBe(code))
  it('In Texas an approval cannot be ended, but a block can', () => {
    expect(whyNotEnd(adjuster, priorAuth({ jurisState: 'TX' }))?.code).toBe('RULE')
    expect(whyNotEnd(adjuster, priorAuth({ jurisState: 'TX', kind: 'BLOCK', statusId: 7 }))).toBeUndefined()
  })
})

describe('Moving the last day', () => {
  it.each<[string, Partial<PriorAuthFacts>, string, string | undefined, string]>([
    ['later', {}, '2026-03-15', undefined, 'longer'],
    ['earlier', {}, '2026-02-15', undefined, 'shorter'],
    ['today', {}, '2026-02-01', undefined, 'shorter'],
    ['yesterday', {}, '2026-01-31', 'DATES_NOT_ALLOWED', 'shorter'],
    ['the same', {}, '2026-03-01', 'RULE', 'same'],
    ['beyond the limit', {}, '2026-04-02', 'DATES_NOT_ALLOWED', 'longer'],
    ['before it begins', { statusId: 2, startDate: '2026-02-10' }, '2026-02-09', 'DATES_NOT_ALLOWED', 'shorter'],
    ['on its first day', { statusId: 2, startDate: '2026-02-10' }, '2026-02-10', undefined, 'shorter'],
    ['of an expired one', { statusId: 5, endDate: '2026-01-20' }, '2026-02-20', undefined, 'renewed'],
    [
      'of an expired one, before its renewal could begin',
      { statusId: 5 },
      '2026-02-20',
      'DATES_NOT_ALLOWED',
      'renewed',
    ],
    ['of one somebody ended', { statusId: 6, endedBy: 'B' }, '2026-03-15', 'ALREADY_DECIDED', 'longer'],
    ['of one used up', { statusId: 4 }, '2026-03-15', 'RULE', 'longer'],
    ['earlier in Texas', { jurisState: 'TX' }, '2026-02-15', 'RULE', 'shorter'],
    ['later in Texas', { jurisState: 'TX' }, '2026-03-15', undefined, 'longer'],
    [
      'of a block, later, in California',
      { jurisState: 'CA', kind: 'BLOCK', statusId: 7 },
      '2026-03-15',
      'NEEDS_UR_DECISION',
      'longer',
    ],
    [
      'of a block, earlier, in California',
      { jurisState: 'CA', kind: 'BLOCK', statusId: 7 },
      '2026-02-15',
      undefined,
      'shorter',
    ],
    [
      'of a block that was lifted',
      { kind: 'BLOCK', statusId: 8, endedBy: 'B' },
      '2026-03-15',
      'ALREADY_DECIDED',
      'longer',
    ],
    ['of a block that is over', { kind: 'BLOCK', statusId: 8 }, '2026-03-15', undefined, 'renewed'],
  ])('%s', (_, more, endDate, code, move) => {
    expect(whyNotMoveEnd(adjuster, priorAuth(more), endDate, limit, at)?.code).toBe(code)
    expect(moveOf(priorAuth(more), endDate)).toBe(move)
  })
})

describe('A change', () => {
  const changes = fc.record({
    endDate: fc.constantFrom('2026-02-10', '2026-03-01', '2026-03-20'),
    maxFills: fc.constantFrom(null, 1, 3, 6),
    maxQty: fc.constantFrom(null, 30, 60, 90),
    maxDays: fc.constantFrom(null, 15, 30, 60),
    codes: fc.constantFrom(['75'], ['75', '76'], []),
    oneTime: fc.boolean(),
  })
  it('That lets less through is refused where approvals cannot be taken back', () => {
    fc.assert(
      fc.property(changes, (more) => {
        const after = priorAuth(more)
        const texas = whyNotAmend(adjuster, priorAuth({ jurisState: 'TX' }), { ...after, jurisState: 'TX' }, at)
        expect(texas?.code).toBe(reduces(priorAuth(), after) ? 'RULE' : undefined)
        expect(whyNotAmend(adjuster, priorAuth(), after, at)).toBeUndefined()
      }),
    )
  })
  it('Reduces what is let through in one direction only', () => {
    fc.assert(
      fc.property(changes, changes, (one, other) => {
        const [a, b] = [priorAuth(one), priorAuth(other)]
        if (JSON.stringify(a) === JSON.stringify(b)) expect([reduces(a, b), reduces(b, a)]).toEqual([false, false])
        else expect(reduces(a, b) || reduces(b, a)).toBe(true)
      }),
    )
  })
  it.each<[string, Partial<PriorAuthFacts>, Partial<PriorAuthFacts>, string | undefined]>([
    ['of an ended one', { statusId: 6 }, {}, 'ALREADY_DECIDED'],
    ['that ends in the past', {}, { endDate: '2026-01-31' }, 'DATES_NOT_ALLOWED'],
    ['that ends before it starts', {}, { startDate: '2026-03-05' }, 'DATES_NOT_ALLOWED'],
    ['of the start, once filled', { fillsUsed: 1 }, { startDate: '2026-01-02', fillsUsed: 1 }, 'RULE'],
    ['below the fills used', { fillsUsed: 2 }, { maxFills: 1, fillsUsed: 2 }, 'RULE'],
    ['to one-time with two used', { fillsUsed: 2 }, { oneTime: true, fillsUsed: 2 }, 'RULE'],
    ['to exactly the fills used', { fillsUsed: 2 }, { maxFills: 2, fillsUsed: 2 }, undefined],
    [
      'of a block to a wider level in California',
      { kind: 'BLOCK', statusId: 7, jurisState: 'CA' },
      { kind: 'BLOCK', level: 8, jurisState: 'CA' },
      'NEEDS_UR_DECISION',
    ],
  ])('%s', (_, before, after, code) =>
    expect(whyNotAmend(adjuster, priorAuth(before), priorAuth(after), at)?.code).toBe(code),
  )
})

describe('Letting more through', () => {
  it.each<[string, Partial<PriorAuthFacts>, Partial<PriorAuthFacts>, boolean]>([
    ['nothing changed', {}, {}, false],
    ['a later end', {}, { endDate: '2026-03-02' }, true],
    ['an earlier end', {}, { endDate: '2026-02-28' }, false],
    ['an earlier start', {}, { startDate: '2025-12-31' }, true],
    ['a later start', {}, { startDate: '2026-01-02' }, false],
    ['a renewal', { statusId: 5 }, { startDate: '2026-03-02', endDate: '2026-03-10' }, true],
    ['one-time taken away', { oneTime: true, maxFills: 1 }, { maxFills: 1 }, true],
    ['one-time set', {}, { oneTime: true, maxFills: 1 }, false],
    ['fills beside one-time', { oneTime: true, maxFills: 1 }, { oneTime: true, maxFills: 6 }, false],
    ['one fill more', {}, { maxFills: 4 }, true],
    ['one fill less', {}, { maxFills: 2 }, false],
    ['any number of fills', {}, { maxFills: null }, true],
    ['a number of fills, where any passed', { maxFills: null }, { maxFills: 12 }, false],
    ['more quantity', {}, { maxQty: 60.001 }, true],
    ['any quantity', {}, { maxQty: null }, true],
    ['less quantity', {}, { maxQty: 59 }, false],
    ['more days', {}, { maxDays: 31 }, true],
    ['any days', {}, { maxDays: null }, true],
    ['more cost', { maxCost: 10 }, { maxCost: 10.01 }, true],
    ['any cost', { maxCost: 10 }, { maxCost: null }, true],
    ['a cost, where any passed', {}, { maxCost: 10 }, false],
    ['another pharmacy', { pharmacyNabp: '1' }, { pharmacyNabp: '2' }, true],
    ['any pharmacy', { pharmacyNabp: '1' }, {}, true],
    ['one pharmacy', {}, { pharmacyNabp: '1' }, false],
    ['another prescriber', { prescriberNpi: '1' }, { prescriberNpi: '2' }, true],
    ['any prescriber', { prescriberNpi: '1' }, {}, true],
    ['brand or generic, where only one passed', { brandFlag: 'G' }, {}, true],
    ['brand instead of generic', { brandFlag: 'G' }, { brandFlag: 'B' }, true],
    ['only generics', {}, { brandFlag: 'G' }, false],
    ['a wider level', {}, { level: 10 }, true],
    ['a strength instead of a package', { level: 11 }, {}, true],
    ['a package instead of a strength', {}, { level: 11 }, false],
    ['one code more', {}, { codes: ['75', '88'] }, true],
    ['another code', {}, { codes: ['76'] }, true],
    ['no code', {}, { codes: [] }, false],
  ])('%s', (_, before, after, more) => expect(letsMoreThrough(priorAuth(before), priorAuth(after))).toBe(more))

  const limits = {
    startDate: fc.constantFrom('2026-01-01', '2026-01-20'),
    endDate: fc.constantFrom('2026-02-10', '2026-03-01'),
    oneTime: fc.boolean(),
    maxFills: fc.constantFrom(null, 1, 3),
    maxQty: fc.constantFrom(null, 30, 60),
    maxDays: fc.constantFrom(null, 7, 30),
    maxCost: fc.constantFrom(null, 20, 50),
    pharmacyNabp: fc.constantFrom(null, '1', '2'),
    prescriberNpi: fc.constantFrom(null, '1', '2'),
    brandFlag: fc.constantFrom('*', 'B', 'G'),
    level: fc.constantFrom(14, 12, 10, 8),
    codes: fc.subarray(['75', '76', '88']),
  }
  const any = fc.record(limits)
  /** A second one that differs in few fields. */
  const some = fc.record(limits, { requiredKeys: [] })
  // The engine's matching rules for a fill, each checked separately.
  const most = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY
  const asks: ((of: PriorAuthFacts) => readonly unknown[])[] = [
    (of) =>
      ['2026-01-01', '2026-01-25', '2026-02-15', '2026-03-01'].filter(
        (day) => of.startDate <= day && day <= of.endDate,
      ),
    (of) => [1, 2, 3, 4].filter((fill) => fill <= (of.oneTime ? 1 : most(of.maxFills))),
    (of) => [30, 60, 90].filter((quantity) => quantity <= most(of.maxQty)),
    (of) => [7, 30, 60].filter((days) => days <= most(of.maxDays)),
    (of) => [20, 50, 80].filter((cost) => cost <= most(of.maxCost)),
    (of) => ['1', '2', '3'].filter((pharmacy) => pharmacy === (of.pharmacyNabp ?? pharmacy)),
    (of) => ['1', '2', '3'].filter((prescriber) => prescriber === (of.prescriberNpi ?? prescriber)),
    (of) => ['B', 'G'].filter((brand) => of.brandFlag === '*' || of.brandFlag === brand),
    // Digits the product's code shares with the prior authorization's drug.
    (of) => [14, 12, 10, 8].filter((alike) => alike >= of.level),
    (of) => ['75', '76', '88'].filter((code) => of.codes.includes(code)),
  ]
  it('A fill that passes after a change that does not let more through also passed before it', () => {
    fc.assert(
      fc.property(any, some, (one, other) => {
        const [before, after] = [priorAuth(one), priorAuth({ ...one, ...other })]
        const more = asks.some((lets) => lets(after).some((fill) => !lets(before).includes(fill)))
        expect(letsMoreThrough(before, after) || !more).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
  it('A change lets less or more through or both, unless it changes nothing', () => {
    fc.assert(
      fc.property(any, some, (one, other) => {
        const [before, after] = [priorAuth(one), priorAuth({ ...one, ...other })]
        // A fill limit has no effect beside one-time.
        const [a, b] = [before, after].map((of) => JSON.stringify({ ...of, maxFills: of.oneTime ? 1 : of.maxFills }))
        if (a === b) expect(letsMoreThrough(before, after)).toBe(false)
        else expect(letsMoreThrough(before, after) || reduces(before, after)).toBe(true)
      }),
    )
  })
})

describe('Cleared codes, evaluated as not cleared', () => {
  const found = (rejectCode: string, overridableBy: string, more: object = {}) => ({
    rejectCode,
    class: 'DUR',
    safety: true,
    hardStop: false,
    overridableBy,
    cleared: true,
    ...more,
  })
  it('Count as not cleared, regardless of who cleared them', () => {
    expect(
      asUncleared({ codes: ['75', '922'], all: false, safetyTier: 'R' }, []).map((one) => one.cleared ?? false),
    ).toEqual([false, false])
    expect(asUncleared({ codes: ['922'], all: false, safetyTier: 'R' }, [], [found('922', 'R')])).toEqual([
      { ...found('922', 'R'), cleared: false },
    ])
  })
  it('Take the strictest override class that was ever found for the code', () => {
    const classes = (tier: 'A' | 'R' | 'O' | null, ...rejects: ReturnType<typeof found>[]) =>
      asUncleared({ codes: ['88'], all: false, safetyTier: tier }, rejects).map((one) => one.overridableBy)
    expect(classes('R', found('88', 'A', { severity: 3 }), found('88', 'R', { severity: 2 }))).toEqual(['A', 'R'])
    expect(classes('R')).toEqual(['R'])
    expect(classes('O')).toEqual(['O'])
    expect(classes('O', found('88', 'R'))).toEqual(['R', 'O'])
    // A moderate conflict cleared by an adjuster does not need a pharmacist because the code can also mean worse.
    expect(classes('A', found('88', 'A', { severity: 3 }))).toEqual(['A'])
  })
  it('Include all rejects of today and unnamed safety codes where "all" was cleared', () => {
    const uncleared = [
      found('70', 'A', { safety: false }),
      found('07', 'K', { safety: false }),
      found('77', '-', { safety: false, hardStop: true }),
      found('TQ', 'R'),
    ]
    const of = (safetyTier: 'R' | null) =>
      asUncleared({ codes: ['75'], all: true, safetyTier }, uncleared, [found('76', 'A', { safety: false })])
    expect(of(null).map((one) => one.rejectCode)).toEqual(['75', '70'])
    expect(of('R').map((one) => one.rejectCode)).toEqual(['75', '70', 'TQ', '88'])
  })
  it('Leave out a code that the standard does not have', () =>
    expect(asUncleared({ codes: ['QQ'], all: false, safetyTier: null }, [])).toEqual([]))
  it.each<[boolean, 'A' | 'R' | 'O' | null, string[], 'A' | 'R' | 'O' | null]>([
    [false, null, [], null],
    [true, null, [], 'R'],
    [true, 'A', [], 'A'],
    [true, 'A', ['R'], 'R'],
    [true, 'O', ['A'], 'O'],
    [false, null, ['A'], 'A'],
    [false, null, ['S'], 'R'],
    [true, 'A', ['O', 'R'], 'O'],
  ])('included %s at %s, with %j: %s passes', (safetyIncluded, safetyTier, added, tier) => {
    const rejects = added.map((by) => found('88', by))
    expect(tierWith({ safetyIncluded, safetyTier }, [...rejects, found('75', 'O', { safety: false })])).toBe(tier)
  })
  it.each<[number | null, number | null, string | undefined]>([
    [null, null, undefined],
    [null, 1, 'Max fills must be from 1 to 3.'],
    [3, 1, undefined],
    [4, 1, 'Max fills must be from 1 to 3.'],
    [4, null, 'Max fills must be from 1 to 3.'],
  ])('%s fills where %s are usual and 3 the most: %s', (fills, usual, message) =>
    expect(whyNotFills(fills, { max: 3, default: usual })?.message).toBe(message),
  )
})

describe('A new grant', () => {
  const uncleared = (code: string, more: object = {}) => ({
    rejectCode: code,
    message: 'm',
    class: 'PA',
    safety: false,
    hardStop: false,
    overridableBy: 'A',
    ...more,
  })
  it('Clears the rejects that are not safety codes, else "needs authorization"', () => {
    expect(
      usualCodes([
        uncleared('70', { class: 'PROD' }),
        uncleared('88', { safety: true }),
        uncleared('68', { class: 'ELIG' }),
        uncleared('54', { overridableBy: 'K' }),
      ]),
    ).toEqual(['70'])
    expect(usualCodes([])).toEqual(['75'])
  })
  it('Accepts known codes the engine has not raised, and refuses unknown ones', () => {
    expect(asRejects(['75', '925'], []).rejects?.map((one) => [one.rejectCode, one.safety])).toEqual([
      ['75', false],
      ['925', true],
    ])
    expect(asRejects(['QQ'], []).why?.code).toBe('VALIDATION')
    expect(
      asRejects(['88'], [uncleared('88', { severity: 1 }), uncleared('88', { severity: 3 })]).rejects,
    ).toHaveLength(2)
  })
  it('Is refused without coverage, beside a block or over a hard stop', () => {
    expect(whyNotGrantNow([uncleared('75')], ['75'])).toBeUndefined()
    expect(whyNotGrantNow([uncleared('3Y')], [])?.message).toContain('Lift the block')
    expect(whyNotGrantNow([uncleared('559', { hardStop: true })], ['559'])?.code).toBe('HARD_STOP')
    expect(whyNotGrantNow([uncleared('68')], ['75'])?.code).toBe('RULE')
    expect(whyNotGrantNow([uncleared('68')], ['75', '68'])).toBeUndefined()
  })
})

describe('Renewal dates and file names', () => {
  it('A renewal begins today or after the old window, never in it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
        const end = addDays('2026-02-01', days)
        const start = renewalStart(end, at.today)
        expect(start >= at.today && start > end).toBe(true)
      }),
    )
  })
  it('A file name has only characters a file system accepts', () => {
    expect(fileName('Ann/Mary "X" O:Brien', '2026-02-03', 'csv')).toBe('Ann-Mary -X- O-Brien_02-03-2026.csv')
    expect(fileName(null, '2026-02-03', 'pdf')).toBe('PriorAuthHistory_02-03-2026.pdf')
    expect([fileType('PDF'), fileType('csv'), fileType('xlsx'), fileType('txt')]).toEqual([
      'pdf',
      'csv',
      'xlsx',
      undefined,
    ])
  })
})
