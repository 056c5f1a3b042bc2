import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import type { Bypass, DrugFacts, FormularyItem, Mode, PriorAuth } from '../snapshot.ts'
import type { Reject } from '../answer.ts'
import { findingsOf } from '#features/prior-auths/findings.ts'
import { priorAuthClears } from './prior-auth-gate.ts'
import { adjudicate } from '../rules.ts'
import {
  blockOf,
  daysBefore,
  drugNamed,
  linesOf,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  requestFor,
  run,
  serviceDate,
  type SnapshotChange,
  snapshotOf,
} from '../testing.ts'
import {
  celecoxibBrand,
  gabapentin,
  ibuprofen,
  pregabalin,
  pregabalin150,
  sertraline,
  tramadol,
} from '../testing-drugs.ts'

const sixty: RequestChange = { quantity: 60 }

const says = (rule: string, drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange, mode?: Mode) =>
  linesOf(run(drug, request, snapshot, mode), rule)

describe('G9: prior authorizations and blocks in words', () => {
  const with_ = (...priorAuths: PriorAuth[]): SnapshotChange => ({ priorAuths })
  const pa = (more: Partial<PriorAuth> = {}, level: PriorAuth['level'] = 14) =>
    priorAuthOf(pregabalin, level, ['75'], more)
  test.each<[string, string[], RequestChange, SnapshotChange]>([
    ['none', ['pass: No prior authorization for this drug'], sixty, {}],
    ['one that fits', ['clear: Prior authorization PA00901221 (drug level 14): clears 75'], sixty, with_(pa())],
    [
      'one known by its request',
      ['clear: Prior authorization 004417733920 (drug level 14): clears 75'],
      sixty,
      with_(pa({ overrideRef: null, referenceNumber: '004417733920' })),
    ],
    [
      'one known by nothing',
      ['clear: Prior authorization 901221 (drug level 14): clears 75'],
      sixty,
      with_(pa({ overrideRef: null, referenceNumber: null })),
    ],
    [
      'one for other codes',
      ['pass: Prior authorization PA00901221 (drug level 14): clears none of these codes'],
      sixty,
      with_(pa({ codesCleared: ['79'] })),
    ],
    [
      'one for less',
      ['reject: 64: Outside prior authorization PA00901221: quantity 60 exceeds the approved 59.999'],
      sixty,
      with_(pa({ maxQtyPerFill: 59.999 })),
    ],
    [
      'one for fewer days',
      ['reject: 64: Outside prior authorization PA00901221: 30 days exceed the approved 29'],
      sixty,
      with_(pa({ maxDaysPerFill: 29 })),
    ],
    [
      'one for less money',
      ['reject: 64: Outside prior authorization PA00901221: $209.90 exceeds the approved $10.00'],
      sixty,
      with_(pa({ maxCostPerFill: 10 })),
    ],
    [
      'one used up',
      ['reject: PA: Prior authorization PA00901221 has no fills left (2 of 2 used)'],
      sixty,
      with_(pa({ maxFills: 2, fillsUsed: 2 })),
    ],
    [
      'one for one fill, used',
      ['reject: PA: Prior authorization PA00901221 has no fills left (1 of 1 used)'],
      sixty,
      with_(pa({ oneTime: true, maxFills: 5, fillsUsed: 1 })),
    ],
    [
      'one used up that would clear nothing',
      ['pass: No prior authorization for this drug'],
      sixty,
      with_(pa({ codesCleared: ['79'], maxFills: 2, fillsUsed: 2 })),
    ],
    // The narrower one is explained first.
    [
      'two that do not fit',
      ['reject: 64: Outside prior authorization narrow: 30 days exceed the approved 29'],
      sixty,
      with_(
        pa({ overrideRef: 'wide', maxFills: 1, fillsUsed: 1 }, 8),
        pa({ overrideRef: 'narrow', maxDaysPerFill: 29 }),
      ),
    ],
  ])('%s', (_words, lines, request, snapshot) => {
    expect(says('prior-auth', pregabalin, request, snapshot)).toEqual(lines)
  })

  test('One for another prescription is named on the rejects it would have cleared, and only while it could be used', () => {
    const other = (more: Partial<PriorAuth> = {}) => with_(pa({ rxNumber: '7700999', ...more }))
    const of = (snapshot: SnapshotChange) =>
      run(pregabalin, sixty, snapshot).rejects.find(({ rejectCode }) => rejectCode === '75')!.message
    const without = of({})
    const why = 'Prior authorization PA00901221 covers prescription 7700999 only'
    expect(of(other())).toBe(`${without.replace(/\.$/, '')}. ${why}`)
    expect(says('prior-auth', pregabalin, sixty, other())).toEqual([`pass: ${why}`])
    expect(of(other({ codesCleared: ['79'] }))).toBe(without)
    for (const more of [
      { maxFills: 1, fillsUsed: 1 },
      { maxQtyPerFill: 59 },
      { kind: 'BLOCK' as const },
      { startDate: daysBefore(-1) },
    ]) {
      expect(of(other(more))).toBe(without)
      expect(says('prior-auth', pregabalin, sixty, other(more))).toEqual(['pass: No prior authorization for this drug'])
    }
  })

  test('A prior authorization that is not needed still counts the fill', () => {
    expect(says('prior-auth', ibuprofen, {}, { priorAuths: [priorAuthOf(ibuprofen, 14, ['75'])] })).toEqual([
      'pass: Prior authorization PA00901221 (drug level 14): not needed; counts as a fill',
    ])
  })

  test('Of those that clear as much the later start counts, then the narrower, then the higher id', () => {
    const used = (...all: PriorAuth[]) => run(pregabalin, sixty, { priorAuths: all }).priorAuthUsed?.priorAuthId
    const early = pa({ priorAuthId: 'early', startDate: daysBefore(9) })
    const late = pa({ priorAuthId: 'late', startDate: daysBefore(2) })
    expect([used(early, late), used(late, early)]).toEqual(['late', 'late'])
    const [a, b] = [pa({ priorAuthId: 'a' }), pa({ priorAuthId: 'b' })]
    expect([used(a, b), used(b, a)]).toEqual(['b', 'b'])
    const wide = pa({ priorAuthId: 'wide', startDate: daysBefore(1) }, 8)
    expect([used(wide, early), used(early, wide)]).toEqual(['wide', 'wide'])
    const pack = pa({ priorAuthId: 'pack', ndc: pregabalin.ndc }, 11)
    expect([used(pack, late), used(late, pack)]).toEqual(['late', 'late'])
    const same = pa({ priorAuthId: 'same' })
    expect([used(pack, same), used(same, pack)]).toEqual(['pack', 'pack'])
  })

  const early = { history: [paid(pregabalin, 20, 60, 30)] }
  const long = { settings: { daysSupplyMax: { retail: 20, mail: 90, maintenance: 20 } } }
  test.each<[string, SnapshotChange, Partial<PriorAuth>, PriorAuth['level'], Partial<PriorAuth>, PriorAuth['level']]>([
    ['a wider', {}, { codesCleared: ['75'] }, 8, { codesCleared: ['79'] }, 14],
    ['an older', {}, { codesCleared: ['75'], startDate: daysBefore(90) }, 14, { codesCleared: ['79'] }, 14],
    ['one of the drug beside one of a package', {}, {}, 10, { codesCleared: [], ndc: pregabalin.ndc }, 11],
    ['one of two codes', early, { codesCleared: ['75', '79'] }, 8, { codesCleared: ['75'] }, 14],
    ['one of the other two codes', early, { codesCleared: ['75', '79'] }, 8, { codesCleared: ['79'] }, 14],
    ['one of a longer supply', long, { codesCleared: ['75', '7X'] }, 12, { codesCleared: ['75'] }, 14],
    ['one without limits', {}, {}, 8, { maxQtyPerFill: 30 }, 14],
    ['one with fills', {}, {}, 8, { maxFills: 1, fillsUsed: 1 }, 14],
  ])(
    'Of two that reach, %s that clears more pays, whichever is listed first',
    (_words, on, more, level, less, other) => {
      const best = pa({ priorAuthId: 'best', ...more }, level)
      const second = pa({ priorAuthId: 'second', startDate: daysBefore(1), ...less }, other)
      for (const priorAuths of [
        [best, second],
        [second, best],
      ]) {
        const answer = run(pregabalin, sixty, { ...on, priorAuths })
        expect([answer.outcome, answer.priorAuthUsed?.priorAuthId]).toEqual(['P', 'best'])
      }
    },
  )

  test('Beside a block only those narrower than it are asked which clears most', () => {
    const wide = pa({ priorAuthId: 'wide' }, 8)
    const narrow = pa({ priorAuthId: 'narrow', codesCleared: [] }, 14)
    const answer = run(pregabalin, sixty, { priorAuths: [blockOf(pregabalin, 10), wide, narrow] })
    expect([answer.codes, answer.priorAuthUsed?.priorAuthId]).toEqual([['75'], 'narrow'])
  })

  const blocked = (until: string): string => `reject: 3Y: Block PA00901300 stops this drug until ${usDate(until)}`
  const end = daysBefore(-60)
  test.each<[string, string[], PriorAuth[]]>([
    ['no block', ['pass: No block'], []],
    ['a block', [blocked(end)], [blockOf(ibuprofen, 8)]],
    ['a block that has ended', ['pass: No block'], [blockOf(ibuprofen, 8, { statusId: 8 })]],
    [
      'a block beside a prior authorization as narrow',
      [blocked(end)],
      [blockOf(ibuprofen, 14), priorAuthOf(ibuprofen, 14, [])],
    ],
    [
      'a block beside a wider prior authorization',
      [blocked(end)],
      [blockOf(ibuprofen, 14), priorAuthOf(ibuprofen, 8, [])],
    ],
    [
      'a block beside a narrower prior authorization',
      ['pass: A prior authorization is more specific than the block'],
      [blockOf(ibuprofen, 8), priorAuthOf(ibuprofen, 14, [])],
    ],
    [
      'a block of a strength beside a prior authorization for a package',
      ['pass: A prior authorization is more specific than the block'],
      [blockOf(ibuprofen, 14), priorAuthOf(ibuprofen, 11, [])],
    ],
    [
      'a block of a package beside a prior authorization for a strength',
      [blocked(end)],
      [blockOf(ibuprofen, 11), priorAuthOf(ibuprofen, 14, [])],
    ],
    [
      'a narrower prior authorization that is used up',
      [blocked(end)],
      [blockOf(ibuprofen, 8), priorAuthOf(ibuprofen, 14, [], { maxFills: 1, fillsUsed: 1 })],
    ],
    [
      'a narrower prior authorization for less',
      [blocked(end)],
      [blockOf(ibuprofen, 8), priorAuthOf(ibuprofen, 14, [], { maxQtyPerFill: 29 })],
    ],
  ])('%s', (_words, lines, priorAuths) => {
    expect(says('R40', ibuprofen, {}, { priorAuths })).toEqual(lines)
  })

  test('A prior authorization for a brand does not cover the generic, nor the reverse', () => {
    const codes = (drug: DrugFacts, brandFlag: PriorAuth['brandFlag']) =>
      run(drug, { daw: '1' }, { ...open, priorAuths: [priorAuthOf(drug, 14, ['AJ'], { brandFlag })] }).priorAuthUsed !==
      null
    const generic = drugNamed('Celecoxib 200 mg capsule')
    expect([codes(celecoxibBrand, 'B'), codes(celecoxibBrand, 'G'), codes(celecoxibBrand, '*')]).toEqual([
      true,
      false,
      true,
    ])
    expect([codes(generic, 'B'), codes(generic, 'G'), codes(generic, '*')]).toEqual([false, true, true])
  })

  const reject = (more: Partial<Reject> = {}): Reject => ({
    rejectCode: '75',
    description: '',
    class: 'PA',
    safety: false,
    hardStop: false,
    overridableBy: 'A',
    sourceRule: 'R16',
    message: '',
    fixHint: '',
    pendingWorthy: true,
    ...more,
  })
  test.each<[string, boolean, Partial<PriorAuth>, Partial<Reject>]>([
    ['names the code', true, {}, {}],
    ['names another', false, { codesCleared: ['79'] }, {}],
    ['was for all that stood, without this', false, { codesCleared: [], overrideAll: true }, {}],
    ['was for all that stood, with this', true, { overrideAll: true }, {}],
    [
      'is for a drug the carrier wants to be asked about',
      true,
      { codesCleared: [] },
      { rejectCode: '830', sourceRule: 'R41' },
    ],
    ['meets the same code for another reason', false, { codesCleared: [] }, { rejectCode: '830', sourceRule: 'R06' }],
    ['meets a hard stop', false, { overrideAll: true }, { hardStop: true, overridableBy: '-' }],
    ['meets what only data mend', false, { overrideAll: true }, { overridableBy: 'K' }],
    ['meets a block', false, { overrideAll: true }, { rejectCode: '3Y' }],
    ['meets safety without leave', false, {}, { safety: true, overridableBy: 'R' }],
    ['meets safety with leave', true, { safetyIncluded: true }, { safety: true, overridableBy: 'R' }],
    ['meets more than it has leave for', false, { safetyIncluded: true }, { safety: true, overridableBy: 'O' }],
    [
      'meets what its decider could clear',
      true,
      { safetyIncluded: true, safetyTier: 'O' },
      { safety: true, overridableBy: 'O' },
    ],
    [
      'meets a pharmacist’s code with a desk’s leave',
      false,
      { safetyIncluded: true, safetyTier: 'A' },
      { safety: true, overridableBy: 'R' },
    ],
    [
      'meets a supervisor’s code with a pharmacist’s leave',
      true,
      { safetyIncluded: true, safetyTier: 'R' },
      { safety: true, overridableBy: 'S' },
    ],
    ['meets a desk’s code with a desk’s leave', true, { safetyIncluded: true, safetyTier: 'A' }, { safety: true }],
  ])('a prior authorization that %s clears it: %s', (_words, clears, more, made) => {
    const findings = reject(made).safety ? findingsOf([reject(made)]) : null
    expect(priorAuthClears(priorAuthOf(pregabalin, 14, ['75'], { ...more, findings }), reject(made))).toBe(clears)
  })

  test('A dry run may assume a prior authorization that does not exist yet', () => {
    const answer = adjudicate(requestFor(pregabalin, sixty), snapshotOf(pregabalin), { mode: 'TRIAL', assumePa: pa() })
    expect(answer.outcome).toBe('P')
  })
})

describe('G10: bypass and transition of care in words', () => {
  const bypass: Bypass = {
    bypassId: 'b1',
    scope: 'ALL',
    startDate: daysBefore(3),
    endDate: daysBefore(-20),
    fillsUsed: 0,
    codes: ['75'],
    reason: 'DISASTER',
  }
  const on = (...all: Partial<Bypass>[]): SnapshotChange => ({ bypasses: all.map((more) => ({ ...bypass, ...more })) })
  const cost = run(pregabalin, sixty).pricing!.amountDue
  const cleared = ['clear: Bypass b1 (disaster) clears 75']
  const no = ['pass: No bypass or transition of care']
  test.each<[string, string[], SnapshotChange]>([
    ['none', no, {}],
    ['one', cleared, on({})],
    ['begun today', cleared, on({ startDate: serviceDate })],
    ['beginning tomorrow', no, on({ startDate: daysBefore(-1) })],
    ['ending today', cleared, on({ endDate: serviceDate })],
    ['ended yesterday', no, on({ endDate: daysBefore(1) })],
    ['of a drug without a code', no, on({ scope: 'DRUG', gpiPrefix: null })],
    ['of the drug', cleared, on({ scope: 'DRUG', gpiPrefix: '1310' })],
    ['with a fill left', cleared, on({ maxFills: 2, fillsUsed: 1 })],
    ['without one', no, on({ maxFills: 2, fillsUsed: 2 })],
    ['at its cost', cleared, on({ maxCostPerFill: cost })],
    ['a cent below', no, on({ maxCostPerFill: cost - 0.01 })],
    [
      'the second, where the first clears nothing',
      ['clear: Bypass b2 (settlement_pending) clears 75'],
      on({ codes: ['79'] }, { bypassId: 'b2', reason: 'SETTLEMENT_PENDING' }),
    ],
    [
      'the second, where the first is over',
      ['clear: Bypass b2 (disaster) clears 75'],
      on({ endDate: daysBefore(1) }, { bypassId: 'b2' }),
    ],
    ['for all codes', cleared, on({ codes: ['*'] })],
  ])('%s', (_words, lines, snapshot) => {
    expect(says('bypass', pregabalin, sixty, snapshot)).toEqual(lines)
  })

  test('A bypass is not used when there is nothing to clear', () => {
    const answer = run(ibuprofen, {}, on({ codes: ['*'] }))
    expect(linesOf(answer, 'bypass')).toEqual(['skip: Nothing for a bypass to clear'])
    expect(answer.bypassUsed).toBeNull()
  })

  test.each<[string, DrugFacts | null, RequestChange, SnapshotChange]>([
    ['a safety code', ibuprofen, {}, { history: [paid(sertraline, 3, 30, 30)] }],
    ['a controlled drug too soon', tramadol, sixty, { ...open, history: [paid(tramadol, 20, 60, 30)] }],
    ['a hard stop', ibuprofen, {}, { pharmacy: { status: 'SANCTIONED' } }],
    ['data to be mended', null, {}, open],
    ['a block', ibuprofen, {}, { priorAuths: [blockOf(ibuprofen, 14)] }],
    ['a denied claim', ibuprofen, {}, { claim: { compensability: 'DENIED' } }],
    ['missing coverage', ibuprofen, {}, { spans: [] }],
    ['a prescriber who may not', ibuprofen, {}, { prescriber: { blocked: { reason: 'x', fraud: false } } }],
  ])('%s stays', (_words, drug, request, snapshot) => {
    const answer = run(drug, request, { ...snapshot, ...on({ codes: ['*'] }) })
    expect(answer.bypassUsed).toBeNull()
    expect(answer.outcome).toBe('R')
  })

  test('each cleared code names the bypass that cleared it', () => {
    const [row] = run(pregabalin, sixty, on({})).cleared
    expect(row).toMatchObject({ by: 'BYPASS', id: 'b1', reject: { rejectCode: '75' } })
  })

  const toc = (start: number, end: number, ...fills: [DrugFacts, number][]): SnapshotChange => ({
    claim: { tocStart: daysBefore(start), tocEnd: daysBefore(end) },
    history: fills.map(([drug, days]) => paid(drug, days, 60, 30)),
  })
  const goesOn = ['clear: Transition of care clears 75']
  test.each<[string, string[], SnapshotChange]>([
    ['taken before', goesOn, toc(10, -80, [pregabalin, 40])],
    ['another strength of it', goesOn, toc(10, -80, [pregabalin150, 40])],
    ['another drug', no, toc(10, -80, [gabapentin, 40])],
    ['taken 120 days before', goesOn, toc(10, -80, [pregabalin, 130])],
    ['taken 121 days before', no, toc(10, -80, [pregabalin, 131])],
    ['taken only since', no, toc(10, -80, [pregabalin, 10])],
    ['on the first day', goesOn, toc(0, -80, [pregabalin, 40])],
    ['on the last day', goesOn, toc(40, 0, [pregabalin, 60])],
    ['the day after', no, toc(40, 1, [pregabalin, 60])],
    ['before it began', no, toc(-1, -80, [pregabalin, 40])],
    ['without an end', no, { ...toc(10, -80, [pregabalin, 40]), claim: { tocStart: daysBefore(10) } }],
  ])('transition of care, %s', (_words, lines, snapshot) => {
    expect(says('bypass', pregabalin, sixty, snapshot)).toEqual(lines)
  })
  test('transition of care uses no bypass, and the claim’s number stands beside what it cleared', () => {
    const answer = run(pregabalin, sixty, { ...toc(10, -80, [pregabalin, 40]), ...on({}) })
    expect(answer.bypassUsed).toEqual({ bypassId: null, reason: 'TRANSITION_OF_CARE', codes: ['75'] })
    expect(answer.cleared[0]).toMatchObject({ by: 'TOC', id: '4417733' })
  })
  test('a bypass clears a code that transition of care does not', () => {
    const early = { ...toc(10, -80, [pregabalin, 40]), ...on({ codes: ['76'] }) }
    const answer = run(pregabalin, sixty, {
      ...early,
      formulary: {
        id: 'f',
        name: 'f',
        kind: 'OPEN',
        items: [{ gpiPrefix: '1310', status: 'COVERED', maxQty: 1 } as FormularyItem],
      },
    })
    expect(linesOf(answer, 'bypass')).toEqual(['clear: Bypass b1 (disaster) clears 76'])
  })
})
