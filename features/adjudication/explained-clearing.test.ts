import { describe, expect, test } from 'vitest'
import type { Bypass, DrugFacts, FormularyItem, Mode, OpenRequest, PriorAuth, Reject } from './contract.ts'
import { permissionClears } from './gates/prior-auth-gate.ts'
import { firstCodes, ranked } from './outcome/rank.ts'
import { adjudicate } from './rules.ts'
import {
  blockOf,
  daysBefore,
  drugNamed,
  injured,
  linesOf,
  open,
  paid,
  permission,
  type RequestChange,
  requestFor,
  run,
  serviceDate,
  type SnapshotChange,
  snapshotOf,
} from './testing.ts'
import {
  celecoxibBrand,
  esomeprazole,
  eszopiclone,
  gabapentin,
  ibuprofen,
  naloxone,
  oxycodone,
  pregabalin,
  pregabalin150,
  sertraline,
  tramadol,
} from './testing-drugs.ts'

// What clears a claim and what becomes of one that is not cleared, on both sides of every limit (G9 to G11).

const sixty: RequestChange = { quantity: 60 }
const says = (rule: string, drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange, mode?: Mode) =>
  linesOf(run(drug, request, snapshot, mode), rule)

describe('G9: permissions and blocks in words', () => {
  const with_ = (...priorAuths: PriorAuth[]): SnapshotChange => ({ priorAuths })
  const pa = (more: Partial<PriorAuth> = {}, level: PriorAuth['level'] = 14) =>
    permission(pregabalin, level, ['75'], more)
  test.each<[string, string[], RequestChange, SnapshotChange]>([
    ['none', ['pass: No permission for this drug'], sixty, {}],
    ['one that fits', ['clear: Permission PA00901221 (level 14): clears 75'], sixty, with_(pa())],
    [
      'one known by its request',
      ['clear: Permission 004417733920 (level 14): clears 75'],
      sixty,
      with_(pa({ overrideRef: null, referenceNumber: '004417733920' })),
    ],
    [
      'one known by nothing',
      ['clear: Permission 901221 (level 14): clears 75'],
      sixty,
      with_(pa({ overrideRef: null, referenceNumber: null })),
    ],
    [
      'one for other codes',
      ['pass: Permission PA00901221 (level 14): clears none of these codes'],
      sixty,
      with_(pa({ codesCleared: ['79'] })),
    ],
    [
      'one for less',
      ['reject: 64: The claim differs from permission PA00901221: quantity 60 instead of 59.999'],
      sixty,
      with_(pa({ maxQtyPerFill: 59.999 })),
    ],
    [
      'one for fewer days',
      ['reject: 64: The claim differs from permission PA00901221: 30 days instead of 29'],
      sixty,
      with_(pa({ maxDaysPerFill: 29 })),
    ],
    [
      'one for less money',
      ['reject: 64: The claim differs from permission PA00901221: 209.90 dollars instead of 10.00'],
      sixty,
      with_(pa({ maxCostPerFill: 10 })),
    ],
    [
      'one used up',
      ['reject: PA: Permission PA00901221 is used up: 2 of 2 fills'],
      sixty,
      with_(pa({ maxFills: 2, fillsUsed: 2 })),
    ],
    [
      'one for one fill, used',
      ['reject: PA: Permission PA00901221 is used up: 1 of 1 fills'],
      sixty,
      with_(pa({ oneTime: true, maxFills: 5, fillsUsed: 1 })),
    ],
    [
      'one used up that would clear nothing',
      ['pass: No permission for this drug'],
      sixty,
      with_(pa({ codesCleared: ['79'], maxFills: 2, fillsUsed: 2 })),
    ],
    // The narrower one speaks first, also about why it does not help.
    [
      'two that do not fit',
      ['reject: 64: The claim differs from permission narrow: 30 days instead of 29'],
      sixty,
      with_(
        pa({ overrideRef: 'wide', maxFills: 1, fillsUsed: 1 }, 8),
        pa({ overrideRef: 'narrow', maxDaysPerFill: 29 }),
      ),
    ],
  ])('%s', (_words, lines, request, snapshot) => {
    expect(says('permission', pregabalin, request, snapshot)).toEqual(lines)
  })

  test('one that is not needed counts as a fill', () => {
    expect(says('permission', ibuprofen, {}, { priorAuths: [permission(ibuprofen, 14, ['75'])] })).toEqual([
      'pass: Permission PA00901221 (level 14): not needed, counts as a fill',
    ])
  })

  test('of equals the one that began later counts, then the younger id', () => {
    const used = (...all: PriorAuth[]) => run(pregabalin, sixty, { priorAuths: all }).priorAuthUsed?.priorAuthId
    const early = pa({ priorAuthId: 'early', startDate: daysBefore(9) })
    const late = pa({ priorAuthId: 'late', startDate: daysBefore(2) })
    expect([used(early, late), used(late, early)]).toEqual(['late', 'late'])
    const [a, b] = [pa({ priorAuthId: 'a' }), pa({ priorAuthId: 'b' })]
    expect([used(a, b), used(b, a)]).toEqual(['b', 'b'])
    const wide = pa({ priorAuthId: 'wide', startDate: daysBefore(1) }, 8)
    expect([used(wide, early), used(early, wide)]).toEqual(['early', 'early'])
    const pack = pa({ priorAuthId: 'pack', ndc: pregabalin.ndc }, 11)
    expect([used(pack, late), used(late, pack)]).toEqual(['pack', 'pack'])
  })

  const blocked = (until: string): string => `reject: 3Y: A block (PA00901300) covers this drug until ${until}`
  const end = daysBefore(-60)
  test.each<[string, string[], PriorAuth[]]>([
    ['no block', ['pass: No block'], []],
    ['a block', [blocked(end)], [blockOf(ibuprofen, 8)]],
    ['a block that has ended', ['pass: No block'], [blockOf(ibuprofen, 8, { statusId: 8 })]],
    ['a block beside a permission as narrow', [blocked(end)], [blockOf(ibuprofen, 14), permission(ibuprofen, 14, [])]],
    ['a block beside a wider permission', [blocked(end)], [blockOf(ibuprofen, 14), permission(ibuprofen, 8, [])]],
    [
      'a block beside a narrower permission',
      ['pass: A permission is narrower than the block'],
      [blockOf(ibuprofen, 8), permission(ibuprofen, 14, [])],
    ],
    [
      'a block of a strength beside a permission for a package',
      ['pass: A permission is narrower than the block'],
      [blockOf(ibuprofen, 14), permission(ibuprofen, 11, [])],
    ],
    [
      'a block of a package beside a permission for a strength',
      [blocked(end)],
      [blockOf(ibuprofen, 11), permission(ibuprofen, 14, [])],
    ],
    [
      'a narrower permission that is used up',
      [blocked(end)],
      [blockOf(ibuprofen, 8), permission(ibuprofen, 14, [], { maxFills: 1, fillsUsed: 1 })],
    ],
    [
      'a narrower permission for less',
      [blocked(end)],
      [blockOf(ibuprofen, 8), permission(ibuprofen, 14, [], { maxQtyPerFill: 29 })],
    ],
  ])('%s', (_words, lines, priorAuths) => {
    expect(says('R40', ibuprofen, {}, { priorAuths })).toEqual(lines)
  })

  test('a brand’s permission is for the brand, a generic’s for the generic', () => {
    const codes = (drug: DrugFacts, brandFlag: PriorAuth['brandFlag']) =>
      run(drug, { daw: '1' }, { ...open, priorAuths: [permission(drug, 14, ['AJ'], { brandFlag })] }).priorAuthUsed !==
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
    ['is for all codes', true, { codesCleared: [], overrideAll: true }, {}],
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
  ])('a permission that %s clears it: %s', (_words, clears, more, made) => {
    expect(permissionClears(permission(pregabalin, 14, ['75'], more), reject(made))).toBe(clears)
  })

  test('a trial may assume a permission that is not there yet', () => {
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
  const no = ['pass: No bypass and no transition of care']
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

  test('nothing to clear, nothing used', () => {
    const answer = run(ibuprofen, {}, on({ codes: ['*'] }))
    expect(linesOf(answer, 'bypass')).toEqual(['skip: Nothing a bypass could clear'])
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

  test('what was cleared says by what', () => {
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
  test('where transition clears nothing a bypass may', () => {
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

describe('G11: the automatic rules in words', () => {
  const rules = (...ids: number[]): SnapshotChange => ({ settings: { autoApprovalRules: ids } })
  const all = rules(1, 2, 3, 4, 5)
  const stable: SnapshotChange = { ...all, history: [paid(pregabalin, 31, 60, 30)] }
  const names = {
    1: 'Same drug, same prescriber, paid in the last 60 days',
    2: 'Early refill of up to 5 days, not controlled',
    3: 'First 7 days after the injury, generic, no opioid',
    4: 'Naloxone while an opioid is at hand',
    5: 'State first-fill rule',
  }
  const hurt = (state: string, daysAgo: number): SnapshotChange =>
    injured(daysAgo, { jurisState: state, bodyParts: state === 'IL' ? [42] : [12] })
  const closed: SnapshotChange = { formulary: { id: 'f', name: 'f', kind: 'CLOSED', items: [] } }
  const none = 'pass: No automatic rule covers all that is left'
  const hit = (id: keyof typeof names, codes: string): string => `clear: ${names[id]}: clears ${codes}`
  type Row = [string, string, DrugFacts, RequestChange, SnapshotChange, Mode?]
  const rows: Row[] = [
    ['nothing left', 'skip: Nothing is left to approve', ibuprofen, {}, all],
    ['being built', 'skip: A person decides this request', pregabalin, sixty, stable, 'BUILD'],
    ['being reviewed', 'skip: A person decides this request', pregabalin, sixty, stable, 'REVIEW'],
    ['tried', hit(1, '75'), pregabalin, sixty, stable, 'TRIAL'],
    [
      'blocked',
      'skip: A block stops automatic approval',
      pregabalin,
      sixty,
      { ...stable, priorAuths: [blockOf(pregabalin, 14)] },
    ],
    ['no rule on', 'skip: The carrier has no rule on', pregabalin, sixty, { ...stable, settings: {} }],
    ['another rule on', none, pregabalin, sixty, { ...stable, ...rules(2) }],
    [
      'a safety code',
      'pass: 88 is nothing a rule may clear',
      pregabalin,
      sixty,
      { ...all, history: [paid(pregabalin, 31, 60, 30), paid(oxycodone, 3, 30, 30)] },
    ],
    [
      'a hard stop',
      'pass: 559 is nothing a rule may clear',
      pregabalin,
      sixty,
      { ...stable, pharmacy: { status: 'SANCTIONED' } },
    ],
    [
      'data to mend',
      'pass: 42 is nothing a rule may clear',
      pregabalin,
      sixty,
      { ...stable, prescriber: { status: 'INACTIVE' } },
    ],
    ['1', hit(1, '75'), pregabalin, sixty, stable],
    ['1 sixty days ago', hit(1, '75'), pregabalin, sixty, { ...all, history: [paid(pregabalin, 60, 60, 30)] }],
    ['1 sixty-one days ago', none, pregabalin, sixty, { ...all, history: [paid(pregabalin, 61, 60, 30)] }],
    ['1 another strength', none, pregabalin, sixty, { ...all, history: [paid(pregabalin150, 31, 60, 30)] }],
    ['1 less a day', hit(1, '75'), pregabalin, { quantity: 59 }, stable],
    ['1 more a day', none, pregabalin, { quantity: 61 }, stable],
    [
      '1 another prescriber',
      none,
      pregabalin,
      sixty,
      { ...all, history: [paid(pregabalin, 31, 60, 30, { prescriberNpi: '1245319599' })] },
    ],
    [
      '1 beside another code',
      none,
      pregabalin,
      { quantity: 60, fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...all, history: [paid(pregabalin, 31, 60, 30)] },
    ],
    [
      '2 five days early',
      hit(2, '79'),
      gabapentin,
      { quantity: 90 },
      { ...all, history: [paid(gabapentin, 18, 90, 30)] },
    ],
    ['2 six days early', none, gabapentin, { quantity: 90 }, { ...all, history: [paid(gabapentin, 17, 90, 30)] }],
    [
      '3 on the seventh day',
      hit(3, '75'),
      esomeprazole,
      { quantity: 6, days: 3, doi: daysBefore(7) },
      { ...all, ...hurt('IL', 7) },
    ],
    [
      '3 on the eighth day',
      none,
      esomeprazole,
      { quantity: 6, days: 3, doi: daysBefore(8) },
      { ...all, ...hurt('IL', 8) },
    ],
    [
      '3 on the day itself',
      hit(3, '75'),
      esomeprazole,
      { quantity: 6, days: 3, doi: serviceDate },
      { ...all, ...hurt('IL', 0) },
    ],
    [
      '3 a brand',
      none,
      { ...esomeprazole, brandFlag: 'B' },
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5) },
    ],
    [
      '3 not listed',
      hit(3, 'MR'),
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 excluded',
      hit(3, '70'),
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      {
        ...all,
        ...hurt('IL', 5),
        formulary: {
          id: 'f',
          name: 'f',
          kind: 'OPEN',
          items: [{ gpiPrefix: '1110', status: 'EXCLUDED' } as FormularyItem],
        },
      },
    ],
    [
      '3 an opioid',
      none,
      tramadol,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 fourteen days',
      hit(3, 'MR'),
      ibuprofen,
      { quantity: 14, days: 14, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 fifteen days',
      none,
      ibuprofen,
      { quantity: 15, days: 15, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 beside another code',
      none,
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5), fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '4 beside an opioid at hand',
      hit(4, 'MR'),
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(tramadol, 40, 60, 60)] },
    ],
    [
      '4 after one of thirty days ago',
      hit(4, 'MR'),
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(oxycodone, 30, 6, 3)] },
    ],
    [
      '4 after one of thirty-one days ago',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(oxycodone, 31, 6, 3)] },
    ],
    [
      '4 beside anything else',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(ibuprofen, 3, 60, 30)] },
    ],
    [
      '4 with a quantity over the limit',
      hit(4, '75, 76'),
      naloxone,
      { quantity: 2, days: 1 },
      {
        ...all,
        formulary: {
          id: 'f',
          name: 'f',
          kind: 'OPEN',
          items: [{ gpiPrefix: '1018', status: 'PA', maxQty: 1 } as FormularyItem],
        },
        history: [paid(tramadol, 10, 60, 30)],
      },
    ],
    [
      '4 without coverage',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, spans: [], history: [paid(tramadol, 10, 60, 30)] },
    ],
    ['4 another drug', none, ibuprofen, {}, { ...all, ...closed, history: [paid(tramadol, 10, 60, 30)] }],
    [
      '5 in the window',
      hit(5, '75'),
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(7) },
      { ...hurt('MT', 7), ...rules(5) },
    ],
    [
      '5 after the window',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(8) },
      { ...hurt('MT', 8), ...rules(5) },
    ],
    [
      '5 a day too long',
      none,
      eszopiclone,
      { quantity: 8, days: 8, doi: daysBefore(5) },
      { ...hurt('MT', 5), ...rules(5) },
    ],
    [
      '5 in a state without a rule',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5) },
      { ...hurt('OR', 5), ...rules(5) },
    ],
    [
      '5 where the state pays no such drug',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5) },
      { ...hurt('KY', 5), ...rules(5) },
    ],
    [
      '5 beside another code',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5), fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...hurt('MT', 5), ...rules(5) },
    ],
  ]
  test.each(rows.map((row) => [row[0], row] as const))('%s', (_title, [, line, drug, request, snapshot, mode]) => {
    const answer = run(drug, request, snapshot, mode)
    expect(answer.trace.filter((one) => one.gate === 'G11').map((one) => `${one.result}: ${one.detail}`)).toEqual([
      line,
    ])
    expect(answer.autoRule !== null).toBe(line.startsWith('clear'))
    if (answer.autoRule) {
      expect(answer.autoRule.name).toBe(names[answer.autoRule.id as keyof typeof names])
      expect(answer.cleared.filter((one) => one.by === 'AUTO_RULE').map((one) => one.id)).toEqual(
        answer.autoRule.codes.map(() => String(answer.autoRule!.id)),
      )
      expect(answer.trace.find((one) => one.gate === 'G11')?.rule).toBe(`auto ${answer.autoRule.id}`)
    }
  })

  test('the first week’s limit holds to the cent', () => {
    const at = (autoApprovalCostLimit: number) =>
      run(
        ibuprofen,
        { quantity: 6, days: 3, doi: daysBefore(5) },
        { ...hurt('IL', 5), ...closed, settings: { autoApprovalRules: [3], autoApprovalCostLimit } },
      )
    const due = at(250).pricing!.amountDue
    expect([at(due + 0.01).autoRule?.id, at(due).autoRule]).toEqual([3, null])
  })

  test('one supply of a class in New York', () => {
    const cyclobenzaprine = drugNamed('Cyclobenzaprine 10 mg tablet')
    const asked = (...fills: [DrugFacts, number][]) =>
      run(
        cyclobenzaprine,
        { quantity: 15, days: 5, doi: daysBefore(20) },
        {
          ...hurt('NY', 20),
          settings: { autoApprovalRules: [5] },
          formulary: {
            id: 'f',
            name: 'f',
            kind: 'OPEN',
            items: [{ gpiPrefix: '1210', status: 'PA', firstFillDays: 3 } as FormularyItem],
          },
          claim: { jurisState: 'NY', doi: daysBefore(20) },
          history: fills.map(([drug, days]) => paid(drug, days, 9, 3)),
        },
      ).autoRule?.id
    expect(asked()).toBe(5)
    expect(asked([cyclobenzaprine, 20])).toBeUndefined()
    expect(asked([cyclobenzaprine, 21])).toBe(5)
    expect(asked([ibuprofen, 10])).toBe(5)
  })
})

describe('what becomes of a claim that stops', () => {
  const openRequest = (more: Partial<OpenRequest> = {}): SnapshotChange => ({
    openRequests: [
      {
        authorizationId: 'a1',
        referenceNumber: '004417733920',
        gpi: pregabalin.gpi,
        rxNumber: '7700412',
        pharmacyNabp: '1043391',
        ...more,
      } as OpenRequest,
    ],
  })
  const join = 'Request 004417733920 is open for this prescription'
  test.each<[string, 'NONE' | 'RAISE' | 'JOIN', string, DrugFacts | null, RequestChange, SnapshotChange]>([
    ['paid', 'NONE', 'The claim pays', ibuprofen, {}, {}],
    ['not identified', 'NONE', 'The claim is not identified', pregabalin, sixty, { claimant: null }],
    [
      'blocked',
      'NONE',
      'A block is active: a reconsideration must be opened',
      pregabalin,
      sixty,
      { priorAuths: [blockOf(pregabalin, 14)] },
    ],
    [
      'a hard stop',
      'NONE',
      '559 can be cleared by nobody: Another pharmacy must fill it.',
      pregabalin,
      sixty,
      { pharmacy: { status: 'SANCTIONED' } },
    ],
    ['data only', 'NONE', 'Only data must be corrected', ibuprofen, {}, { prescriber: { status: 'INACTIVE' } }],
    [
      'data too',
      'RAISE',
      'A person must decide; pharmacy must also fix: 42',
      pregabalin,
      sixty,
      { prescriber: { status: 'INACTIVE' } },
    ],
    ['for a person', 'RAISE', 'A person must decide', pregabalin, sixty, {}],
    [
      'of a channel people make requests of',
      'NONE',
      'A person makes requests of this channel',
      pregabalin,
      { quantity: 60, more: { channel: 10 } },
      {},
    ],
    [
      'a bill the carrier decides itself',
      'NONE',
      'The carrier decides bills of this channel without a request',
      pregabalin,
      { quantity: 60, more: { channel: 9 } },
      {},
    ],
    [
      'a bill the carrier wants asked about',
      'RAISE',
      'A person must decide',
      pregabalin,
      { quantity: 60, more: { channel: 9 } },
      { settings: { pendBillChannels: true } },
    ],
    [
      'deny and call',
      'NONE',
      'The carrier wants a call instead of a request',
      pregabalin,
      sixty,
      { settings: { denyAndCall: ['PA'] } },
    ],
    [
      'deny and call for another class',
      'RAISE',
      'A person must decide',
      pregabalin,
      sixty,
      { settings: { denyAndCall: ['QTY'] } },
    ],
    [
      'deny and call for one of two',
      'RAISE',
      'A person must decide',
      pregabalin,
      { quantity: 60, days: 31 },
      { settings: { denyAndCall: ['QTY'] } },
    ],
    ['open already', 'JOIN', join, pregabalin, sixty, openRequest()],
    ['open for another strength', 'JOIN', join, pregabalin, sixty, openRequest({ gpi: pregabalin150.gpi })],
    ['open for another drug', 'RAISE', 'A person must decide', pregabalin, sixty, openRequest({ gpi: gabapentin.gpi })],
    [
      'open for another prescription',
      'RAISE',
      'A person must decide',
      pregabalin,
      sixty,
      openRequest({ rxNumber: '1' }),
    ],
    [
      'open for another pharmacy',
      'RAISE',
      'A person must decide',
      pregabalin,
      sixty,
      openRequest({ pharmacyNabp: '2201120' }),
    ],
  ])('%s: %s', (_words, verdict, reason, drug, request, snapshot) => {
    const { pending } = run(drug, request, snapshot)
    expect({ verdict: pending.verdict, reason: pending.reason }).toEqual({ verdict, reason })
    expect([pending.authorizationId, pending.referenceNumber]).toEqual(
      verdict === 'JOIN' ? ['a1', '004417733920'] : [null, null],
    )
  })

  test('what the pharmacy must mend comes with the request, raised or joined', () => {
    const fixes = (snapshot: SnapshotChange) =>
      run(pregabalin, sixty, { ...snapshot, prescriber: { status: 'INACTIVE' } }).pending.pharmacyMustFix.map(
        (one) => one.rejectCode,
      )
    expect([fixes({}), fixes(openRequest())]).toEqual([['42'], ['42']])
    expect(run(pregabalin, sixty).pending.pharmacyMustFix).toEqual([])
  })
})

describe('which reject is read first', () => {
  const made = (rejectCode: string, cls: Reject['class'], more: Partial<Reject> = {}): Reject =>
    ({ rejectCode, class: cls, hardStop: false, safety: false, ...more }) as Reject
  test('hard stop, safety, authorization, product, quantity, provider, eligibility, the rest', () => {
    const inOrder = [
      made('559', 'PROV', { hardStop: true }),
      made('88', 'DUR', { safety: true }),
      made('75', 'PA'),
      made('70', 'PROD'),
      made('76', 'QTY'),
      made('71', 'PROV'),
      made('65', 'ELIG'),
      made('R8', 'FMT'),
      made('99', 'SYS'),
    ]
    for (let turn = 1; turn < inOrder.length; turn += 1) {
      const turned = [...inOrder.slice(turn), ...inOrder.slice(0, turn)]
      expect(ranked(turned).map((one) => one.rejectCode)).toEqual(inOrder.map((one) => one.rejectCode))
      expect(ranked(turned.toReversed()).map((one) => one.rejectCode)).toEqual(inOrder.map((one) => one.rejectCode))
    }
  })
  test.each(['64', 'PA', '3Y'])('%s explains the codes behind it and stands before them', (code) => {
    expect(ranked([made('75', 'PA'), made('MR', 'PA'), made(code, 'PA')]).map((one) => one.rejectCode)).toEqual([
      code,
      '75',
      'MR',
    ])
    expect(ranked([made('75', 'PA'), made(code, 'QTY')]).map((one) => one.rejectCode)).toEqual(['75', code])
  })
  test('the first six different codes', () => {
    const codes = ['1', '1', '2', '3', '2', '4', '5', '6', '7'].map((code) => made(code, 'PA'))
    expect(firstCodes(codes)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(firstCodes(codes.slice(0, 3))).toEqual(['1', '2'])
  })
})
