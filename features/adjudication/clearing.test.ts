import { describe, expect, test } from 'vitest'
import { findingsOf } from '#features/prior-auths/findings.ts'
import type { Bypass, PriorAuth } from './snapshot.ts'
import {
  blockOf,
  daysBefore,
  injured,
  items,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  type SnapshotChange,
} from './testing.ts'
import {
  ciprofloxacin,
  cyclobenzaprine,
  esomeprazole,
  eszopiclone,
  gabapentin,
  ibuprofen,
  naloxone,
  pregabalin,
  sertraline,
  tizanidine,
  tramadol,
} from './testing-drugs.ts'

const early = (jurisState: string, daysAgo: number, compensability: 'PENDING' | 'ACCEPTED'): SnapshotChange =>
  injured(daysAgo, { jurisState, compensability })

describe('prior authorizations', () => {
  const claim: RequestChange = { quantity: 60 }
  const passes: [string, Partial<PriorAuth>][] = [
    ['fits', {}],
    ['has exactly the quantity and days', { maxQtyPerFill: 60, maxDaysPerFill: 30 }],
    ['has one fill left', { maxFills: 3, fillsUsed: 2 }],
    ['is for this pharmacy and prescriber', { pharmacyNabp: '1043391', prescriberNpi: '1234567893' }],
    ['begins today', { startDate: daysBefore(0) }],
    ['ends today', { endDate: daysBefore(0) }],
    ['is FUTURE in the table but has begun', { statusId: 2 }],
    ['is for this package', { level: 11, ndc: pregabalin.ndc }],
    ['is for generics', { brandFlag: 'G' }],
  ]
  test.each(passes)('one that %s clears 75', (_words, change) => {
    const result = run(pregabalin, claim, { priorAuths: [priorAuthOf(pregabalin, 14, ['75'], change)] })
    expect(result.codes).toEqual([])
    expect(result.priorAuthUsed).toMatchObject({ needed: true, codes: ['75'], overrideRef: 'PA00901221' })
    expect(result.cleared.map((row) => row.by)).toEqual(['PRIOR_AUTH'])
  })

  const fails: [string, string[], Partial<PriorAuth>][] = [
    ['has less quantity', ['64', '75'], { maxQtyPerFill: 59.999 }],
    ['has fewer days', ['64', '75'], { maxDaysPerFill: 29 }],
    ['has less money', ['64', '75'], { maxCostPerFill: 10 }],
    ['is used up', ['PA', '75'], { maxFills: 2, fillsUsed: 2 }],
    ['is exhausted', ['PA', '75'], { statusId: 4, oneTime: true, fillsUsed: 1 }],
    ['began tomorrow', ['75'], { startDate: daysBefore(-1) }],
    ['ended yesterday', ['75'], { endDate: daysBefore(1) }],
    ['was terminated', ['75'], { statusId: 6 }],
    ['is for another pharmacy', ['75'], { pharmacyNabp: '2201120' }],
    ['is for another prescriber', ['75'], { prescriberNpi: '1245319599' }],
    ['is for another claim', ['75'], { claimId: '1' }],
    ['is for another package', ['75'], { level: 11, ndc: '98001999901' }],
    ['is for the brand', ['75'], { brandFlag: 'M' }],
    ['clears another code', ['75'], { codesCleared: ['79'] }],
    ['is for another prescription', ['75'], { rxNumber: '1' }],
  ]
  test.each(fails)('one that %s does not: %j', (_words, codes, change) => {
    const result = run(pregabalin, claim, { priorAuths: [priorAuthOf(pregabalin, 14, ['75'], change)] })
    expect(result.codes).toEqual(codes)
    // A prior authorization that fits but clears nothing is still the one a paid claim would count against.
    expect(result.priorAuthUsed?.codes ?? []).toEqual([])
    expect(result.pending.verdict).toBe('RAISE')
  })

  test('one that is not needed is still counted, and one outside its limits is not', () => {
    const counted = run(ibuprofen, {}, { priorAuths: [priorAuthOf(ibuprofen, 14, ['75'])] })
    expect(counted.priorAuthUsed).toMatchObject({ needed: false, codes: [] })
    const outside = run(ibuprofen, {}, { priorAuths: [priorAuthOf(ibuprofen, 14, ['75'], { maxQtyPerFill: 1 })] })
    expect(outside.outcome).toBe('P')
    expect(outside.priorAuthUsed).toBeNull()
  })

  test('of two that clear the same from one day the narrower counts, and the wider steps in when it is used up', () => {
    const wide = priorAuthOf(pregabalin, 8, ['75'], { priorAuthId: 'wide' })
    const narrow = priorAuthOf(pregabalin, 14, ['75'], { priorAuthId: 'narrow' })
    expect(run(pregabalin, claim, { priorAuths: [wide, narrow] }).priorAuthUsed?.priorAuthId).toBe('narrow')
    const spent = { ...narrow, oneTime: true, fillsUsed: 1 }
    expect(run(pregabalin, claim, { priorAuths: [spent, wide] }).priorAuthUsed?.priorAuthId).toBe('wide')
  })

  test.each([
    [undefined, 'R'],
    ['A' as const, 'R'],
    ['O' as const, 'P'],
  ])('an old "88" granted at tier %s: a contraindication answers %s', (safetyTier, outcome) => {
    const history = [paid(ciprofloxacin, 2, 20, 10)]
    const findings = findingsOf(run(tizanidine, { quantity: 90 }, { history }).rejects)
    const pa = priorAuthOf(tizanidine, 14, ['75', '88'], { safetyIncluded: true, safetyTier, findings })
    const result = run(tizanidine, { quantity: 90 }, { priorAuths: [pa], history })
    expect(result.outcome).toBe(outcome)
  })

  test('safety codes stay when the decision did not include safety', () => {
    const history = [paid(sertraline, 3, 30, 30)]
    const findings = findingsOf(run(ibuprofen, {}, { history }).rejects)
    const without = priorAuthOf(ibuprofen, 14, ['88'], { findings })
    expect(run(ibuprofen, {}, { history, priorAuths: [without] }).codes).toEqual(['88'])
    expect(run(ibuprofen, {}, { history, priorAuths: [{ ...without, safetyIncluded: true }] }).outcome).toBe('P')
  })

  describe('one for all that stood when it was given', () => {
    const own = { claimId: '4417733' }
    const ended = (reasonCode: 'TERM_CLOSED' | 'TERM_DENIED' | 'SETTLEMENT' | 'CARRIER_CHANGE'): SnapshotChange => ({
      spans: [{ effectiveDate: '2024-05-02', termDate: daysBefore(3), reasonCode, planLevel: 'FULL' }],
    })
    const later: [string, string[], SnapshotChange, RequestChange?][] = [
      ['an end of coverage', ['69'], ended('TERM_CLOSED')],
      ['an end of coverage by denial', ['69'], ended('TERM_DENIED')],
      ['an end of coverage by settlement', ['69'], ended('SETTLEMENT')],
      ['an expired coverage', ['68'], ended('CARRIER_CHANGE')],
      ['no coverage at all', ['65'], { spans: [] }],
      ['a denial of the claim', ['65', '830'], { claim: { ...own, compensability: 'DENIED' } }],
      ['a controverted claim', ['65', '830'], { claim: { ...own, compensability: 'CONTROVERTED' } }],
      ['a limit of cost', ['78'], { settings: { costLimitPerFill: 1 } }],
      ['a limit of quantity', ['76'], items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'COVERED', maxQty: 10 })],
      ['an excluded product', ['70'], items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'EXCLUDED' })],
      ['a rule of the carrier on every fill of a channel', ['70'], { settings: { excludedChannels: [1] } }],
      ['a longer supply', ['7X'], {}, { days: 31 }],
      ['a blocked prescriber', ['71'], { prescriber: { blocked: { reason: 'Under review', fraud: false } } }],
    ]
    test.each(later)('does not clear %s that came later', (_words, codes, snapshot, request = {}) => {
      const all = priorAuthOf(ibuprofen, 14, ['75'], { overrideAll: true })
      expect(run(ibuprofen, request, { ...snapshot, priorAuths: [all] }).codes.toSorted()).toEqual(codes)
      // Named, each of them is cleared.
      const named = { ...all, codesCleared: codes }
      expect(run(ibuprofen, request, { ...snapshot, priorAuths: [named] }).outcome).toBe('P')
    })

    test('clears what stood', () => {
      const all = (codes: string[]) => [priorAuthOf(pregabalin, 14, codes, { overrideAll: true })]
      expect(run(pregabalin, claim, { priorAuths: all(['75']) }).outcome).toBe('P')
      expect(run(pregabalin, claim, { priorAuths: all([]) }).codes).toEqual(['75'])
    })
  })

  test('a block for one prescription number leaves another prescription alone', () => {
    const block = blockOf(ibuprofen, 14, { rxNumber: '7700412' })
    expect(run(ibuprofen, {}, { priorAuths: [block] }).codes).toEqual(['3Y'])
    expect(run(ibuprofen, { rx: { rxNumber: '7700999' } }, { priorAuths: [block] }).outcome).toBe('P')
  })
})

describe('bypass and transition of care', () => {
  const bypass: Bypass = {
    bypassId: 'b1',
    scope: 'ALL',
    startDate: daysBefore(3),
    endDate: daysBefore(-20),
    fillsUsed: 0,
    codes: ['75', '79'],
    reason: 'DISASTER',
  }
  const rows: [string, Partial<Bypass>, string[]][] = [
    ['clears what it lists', {}, []],
    ['of the drug clears', { scope: 'DRUG', gpiPrefix: '1310' }, []],
    ['of another drug does not', { scope: 'DRUG', gpiPrefix: '1010' }, ['75']],
    ['that ended does not', { endDate: daysBefore(1) }, ['75']],
    ['with no fills left does not', { maxFills: 1, fillsUsed: 1 }, ['75']],
    ['under the cost does not', { maxCostPerFill: 1 }, ['75']],
    ['for other codes does not', { codes: ['79'] }, ['75']],
  ]
  test.each(rows)('a bypass that %s', (_words, change, codes) => {
    const result = run(pregabalin, { quantity: 60 }, { bypasses: [{ ...bypass, ...change }] })
    expect(result.codes).toEqual(codes)
    expect(result.bypassUsed === null).toBe(codes.length > 0)
  })

  test('a bypass of everything leaves a controlled drug that is too soon', () => {
    const result = run(
      tramadol,
      { quantity: 60 },
      { bypasses: [{ ...bypass, codes: ['*'] }], history: [paid(tramadol, 20, 60, 30)] },
    )
    expect(result.codes).toEqual(['79'])
    expect(result.bypassUsed?.codes).toEqual(['75'])
  })

  test('a bypass lifts no block, no denial of the claim and no eligibility', () => {
    const bypasses = [{ ...bypass, codes: ['*'] }]
    expect(run(ibuprofen, {}, { bypasses, priorAuths: [blockOf(ibuprofen, 14)] }).codes).toEqual(['3Y'])
    expect(run(ibuprofen, {}, { bypasses, claim: { compensability: 'DENIED' } }).codes.toSorted()).toEqual([
      '65',
      '830',
    ])
    expect(run(ibuprofen, {}, { bypasses, spans: [] }).codes).toEqual(['65'])
  })

  test('a drug taken before the change of carrier goes on paying during transition', () => {
    const claim = { tocStart: daysBefore(10), tocEnd: daysBefore(-80) }
    const history = [paid(pregabalin, 40, 60, 30)]
    const result = run(pregabalin, { quantity: 60 }, { claim, history })
    expect(result.outcome).toBe('P')
    expect(result.bypassUsed).toMatchObject({ bypassId: null, reason: 'TRANSITION_OF_CARE' })
    expect(run(pregabalin, { quantity: 60 }, { claim }).codes).toEqual(['75'])
    const over = { tocStart: daysBefore(100), tocEnd: daysBefore(10) }
    expect(run(pregabalin, { quantity: 60 }, { claim: over, history: [paid(pregabalin, 110, 60, 30)] }).codes).toEqual([
      '75',
    ])
  })
})

describe('automatic approval', () => {
  const on: SnapshotChange = { settings: { autoApprovalRules: [1, 2, 3, 4, 5] } }
  const stable = { ...on, history: [paid(pregabalin, 31, 60, 30)] }
  const week: SnapshotChange = { ...on, ...early('IL', 5, 'ACCEPTED') }
  const rows: [string, number | null, typeof ibuprofen, RequestChange, SnapshotChange][] = [
    ['1: same drug, same prescriber, 31 days ago', 1, pregabalin, { quantity: 60 }, stable],
    ['1 not: a higher quantity a day', null, pregabalin, { quantity: 61 }, stable],
    [
      '1 not: another prescriber',
      null,
      pregabalin,
      { quantity: 60 },
      { ...on, history: [paid(pregabalin, 31, 60, 30, { prescriberNpi: '1245319599' })] },
    ],
    ['1 not: 61 days ago', null, pregabalin, { quantity: 60 }, { ...on, history: [paid(pregabalin, 61, 60, 30)] }],
    ['2 not: six days early', null, gabapentin, { quantity: 90 }, { ...on, history: [paid(gabapentin, 17, 90, 30)] }],
    ['2: five days early', 2, gabapentin, { quantity: 90 }, { ...on, history: [paid(gabapentin, 18, 90, 30)] }],
    [
      '2 not: a controlled drug',
      null,
      tramadol,
      { quantity: 60 },
      { ...on, ...open, history: [paid(tramadol, 25, 60, 30)] },
    ],
    ['3: generic in the first week', 3, esomeprazole, { quantity: 6, days: 3, doi: daysBefore(5) }, week],
    ['3 not: 15 days', null, esomeprazole, { quantity: 6, days: 15, doi: daysBefore(5) }, week],
    ['3 not: dearer than the limit', null, esomeprazole, { quantity: 28, days: 14, doi: daysBefore(5) }, week],
    [
      '4: naloxone beside an opioid',
      4,
      naloxone,
      { quantity: 2, days: 1 },
      {
        ...on,
        formulary: { id: 'f', name: 'f', kind: 'CLOSED', items: [] },
        history: [paid(tramadol, 10, 60, 30)],
      },
    ],
    [
      '4 not: naloxone without one',
      null,
      naloxone,
      { quantity: 2, days: 1 },
      {
        ...on,
        formulary: { id: 'f', name: 'f', kind: 'CLOSED', items: [] },
      },
    ],
    [
      '5: Montana, PA drug for seven days',
      5,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5) },
      {
        ...on,
        ...early('MT', 5, 'ACCEPTED'),
        claim: { ...early('MT', 5, 'ACCEPTED').claim, bodyParts: [12] },
        settings: { autoApprovalRules: [5] },
      },
    ],
    [
      '5 not: Montana for eight days',
      null,
      eszopiclone,
      { quantity: 8, days: 8, doi: daysBefore(5) },
      {
        ...on,
        ...early('MT', 5, 'ACCEPTED'),
        claim: { ...early('MT', 5, 'ACCEPTED').claim, bodyParts: [12] },
        settings: { autoApprovalRules: [5] },
      },
    ],
  ]
  test.each(rows)('rule %s', (_words, id, drug, request, snapshot) => {
    const result = run(drug, request, snapshot)
    expect(result.autoRule?.id ?? null).toBe(id)
    expect(result.outcome).toBe(id === null ? 'R' : 'P')
  })

  test('a first fill longer than New York pays is for no rule: 14 days of a relaxant, a second supply', () => {
    const settings = { autoApprovalRules: [1, 3] }
    const asked = (days: number, more: SnapshotChange = {}) =>
      run(
        cyclobenzaprine,
        { quantity: days * 3, days, doi: daysBefore(6) },
        { ...early('NY', 6, 'PENDING'), settings, ...more },
      )
    expect([asked(14).codes, asked(14).autoRule]).toEqual([['75'], null])
    const second = asked(3, { history: [paid(cyclobenzaprine, 5, 15, 5)] })
    expect([second.codes, second.autoRule]).toEqual([['75'], null])
    expect(asked(7).outcome).toBe('P')
  })

  test('the first-fill rule of a state approves nothing its list does not name', () => {
    const asked = (kind: 'ODG_LIKE' | 'OPEN') =>
      run(
        ibuprofen,
        { quantity: 21, days: 7, doi: daysBefore(3) },
        {
          ...early('MT', 3, 'ACCEPTED'),
          settings: { autoApprovalRules: [5] },
          formulary: { id: 'f', name: 'f', kind, items: [] },
        },
      )
    expect([asked('ODG_LIKE').codes, asked('ODG_LIKE').autoRule]).toEqual([['75'], null])
    expect(asked('OPEN').outcome).toBe('P')
  })

  test('no rule runs for a request a person is looking at, past a block, or beside another reject', () => {
    expect(run(pregabalin, { quantity: 60 }, stable, 'BUILD').codes).toEqual(['75'])
    expect(run(pregabalin, { quantity: 60 }, stable, 'REVIEW').codes).toEqual(['75'])
    expect(run(pregabalin, { quantity: 60 }, { ...stable, priorAuths: [blockOf(pregabalin, 14)] }).autoRule).toBeNull()
    expect(
      run(pregabalin, { quantity: 60, days: 30, fillNumber: 3, rx: { refillsAuthorised: 1 } }, stable).autoRule,
    ).toBeNull()
  })
})

describe('first fills', () => {
  const rows: [string, string[], typeof ibuprofen, RequestChange, SnapshotChange][] = [
    ['Illinois, 14 days', [], ibuprofen, { quantity: 42, days: 14, doi: daysBefore(3) }, early('IL', 3, 'PENDING')],
    [
      'Illinois, the 30th day',
      [],
      ibuprofen,
      { quantity: 42, days: 14, doi: daysBefore(30) },
      early('IL', 30, 'PENDING'),
    ],
    [
      'Illinois, the 31st day',
      ['830'],
      ibuprofen,
      { quantity: 42, days: 14, doi: daysBefore(31) },
      early('IL', 31, 'PENDING'),
    ],
    [
      'no coverage set up yet',
      [],
      ibuprofen,
      { quantity: 42, days: 14, doi: daysBefore(3) },
      { ...early('IL', 3, 'PENDING'), spans: [] },
    ],
    [
      'no coverage and the rule is off',
      ['830', '65'],
      ibuprofen,
      { quantity: 42, days: 14, doi: daysBefore(3) },
      {
        ...early('IL', 3, 'PENDING'),
        spans: [],
        settings: { firstFill: { enabled: false, windowDays: 30, capDays: 14, capUsd: 250 } },
      },
    ],
    [
      'Montana pays a PA drug for 7 days',
      [],
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(3) },
      {
        ...early('MT', 3, 'PENDING'),
        claim: { ...early('MT', 3, 'PENDING').claim, bodyParts: [12] },
      },
    ],
    [
      'Kentucky does not',
      ['70'],
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(3) },
      {
        ...early('KY', 3, 'PENDING'),
        claim: { ...early('KY', 3, 'PENDING').claim, bodyParts: [12] },
      },
    ],
    [
      'New York relaxant, 7 days',
      [],
      cyclobenzaprine,
      { quantity: 21, days: 7, doi: daysBefore(3) },
      early('NY', 3, 'PENDING'),
    ],
    [
      'New York anti-inflammatory, 30 days',
      [],
      ibuprofen,
      { quantity: 90, days: 30, doi: daysBefore(3) },
      early('NY', 3, 'PENDING'),
    ],
    [
      'what a closed list does not name',
      ['70'],
      ibuprofen,
      { quantity: 21, days: 7, doi: daysBefore(3) },
      { ...early('IL', 3, 'PENDING'), formulary: { id: 'f', name: 'f', kind: 'CLOSED', items: [] } },
    ],
    [
      'what a list that follows ODG does not name, in Kentucky',
      ['70'],
      ibuprofen,
      { quantity: 21, days: 7, doi: daysBefore(3) },
      { ...early('KY', 3, 'PENDING'), formulary: { id: 'f', name: 'f', kind: 'ODG_LIKE', items: [] } },
    ],
    [
      'what an open list does not name',
      [],
      ibuprofen,
      { quantity: 21, days: 7, doi: daysBefore(3) },
      { ...early('IL', 3, 'PENDING'), ...open },
    ],
    [
      'first-fill plan of an accepted claim has run out',
      ['830'],
      ibuprofen,
      { doi: daysBefore(60) },
      {
        ...early('IL', 60, 'ACCEPTED'),
        spans: [{ effectiveDate: daysBefore(60), termDate: null, reasonCode: 'NEW', planLevel: 'FIRST_FILL' }],
      },
    ],
  ]
  test.each(rows)('%s: %j', (_words, codes, drug, request, snapshot) => {
    expect(run(drug, request, snapshot).codes).toEqual(codes)
  })
})
