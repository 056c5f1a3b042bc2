import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClearedFinding, findingsOf } from '#features/prior-auths/findings.ts'
import type { Adjudication } from './answer.ts'
import type { DrugFacts, PriorAuth } from './snapshot.ts'
import {
  daysBefore,
  drugNamed,
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
  acetaminophen,
  alprazolam,
  carisoprodol,
  hydrocodone,
  ibuprofen,
  morphineEr,
  naproxen,
  oxycodone,
  pregabalin,
  sertraline,
  tizanidine,
  tramadol,
  warfarin,
} from './testing-drugs.ts'

// A prior authorization clears what was found when it was given, at that measure: more of it, or beside something else,
// stops again (docs/decisions/0071-findings-are-cleared.md).

type Bill = { request?: RequestChange; snapshot?: SnapshotChange }

const billed = (drug: DrugFacts, { request = {}, snapshot = {} }: Bill, priorAuths: PriorAuth[] = []): Adjudication =>
  run(drug, request, { ...snapshot, priorAuths })

/** A prior authorization that cleared all that stops a bill; its decider could clear every safety code. */
const cleared = (drug: DrugFacts, bill: Bill, more: Partial<PriorAuth> = {}): PriorAuth => {
  const { rejects } = billed(drug, bill)
  const codes = rejects.map((one) => one.rejectCode)
  return priorAuthOf(drug, 8, codes, {
    findings: findingsOf(rejects),
    safetyIncluded: true,
    safetyTier: 'O',
    startDate: daysBefore(400),
    ...more,
  })
}

const of = (answer: Adjudication, rule: string, code: string) =>
  answer.rejects.filter((one) => one.sourceRule === rule && one.rejectCode === code)

const fullyOpen = { ...open, settings: { costLimitPerFill: 1_000_000 } }
const beside = (...history: NonNullable<SnapshotChange['history']>): SnapshotChange => ({ ...fullyOpen, history })
/** The person takes opioids for months, so nothing about a first fill is found. */
const used = [200, 170, 140, 110, 80, 50].map((daysAgo) => paid(oxycodone, daysAgo, 30, 30))
const feca: SnapshotChange = { ...fullyOpen, claim: { dolProgram: 'FECA', jurisState: 'US-FECA' } }

type Kind = [rule: string, code: string, drug: DrugFacts, from: number, to: number, bill: (measure: number) => Bill]

/** For each kind of finding a bill that has it, at any measure in a range. */
const kinds: Kind[] = [
  ['R33', '922', oxycodone, 190, 390, (quantity) => ({ request: { quantity }, snapshot: beside(...used) })],
  [
    'R33',
    '88',
    oxycodone,
    101,
    180,
    (quantity) => ({ request: { quantity }, snapshot: beside(...used, paid(alprazolam, 5, 30, 30)) }),
  ],
  ['R32', 'TQ', ibuprofen, 170, 400, (quantity) => ({ request: { quantity }, snapshot: fullyOpen })],
  ['R32', '88', acetaminophen, 245, 400, (quantity) => ({ request: { quantity }, snapshot: fullyOpen })],
  ['R34', '925', oxycodone, 8, 30, (days) => ({ request: { days, quantity: days }, snapshot: fullyOpen })],
  ['R34', '925', oxycodone, 14, 60, (quantity) => ({ request: { days: 14, quantity }, snapshot: fullyOpen })],
  ['R35', '75', oxycodone, 30, 60, (quantity) => ({ request: { quantity }, snapshot: beside(...used) })],
  ['R35', '88', oxycodone, 30, 60, (quantity) => ({ request: { quantity }, snapshot: beside(...used) })],
  [
    'R36',
    '88',
    oxycodone,
    30,
    60,
    (quantity) => ({
      request: { quantity },
      snapshot: { ...feca, history: [paid(hydrocodone, 5, 30, 30), paid(tramadol, 5, 30, 30)] },
    }),
  ],
  [
    'R37',
    '88',
    morphineEr,
    30,
    90,
    (quantity) => ({
      request: { quantity, doi: daysBefore(20) },
      snapshot: { ...fullyOpen, ...injured(20), settings: { longActingEarlyRule: true } },
    }),
  ],
  [
    'R38',
    '88',
    oxycodone,
    30,
    60,
    (quantity) => ({
      request: { quantity },
      snapshot: beside(...used, paid(alprazolam, 5, 30, 30), paid(carisoprodol, 5, 30, 30)),
    }),
  ],
  ['R30', '88', ibuprofen, 8, 30, (days) => ({ snapshot: beside(paid(naproxen, 30, 60 + 2 * days, 30 + days)) })],
  [
    'R31',
    '88',
    ibuprofen,
    30,
    90,
    (quantity) => ({ request: { quantity }, snapshot: beside(paid(warfarin, 5, 30, 30)) }),
  ],
  ['R23', '79', ibuprofen, 8, 29, (left) => ({ snapshot: beside(paid(ibuprofen, 30 - left, 30, 30)) })],
  ['R24', '7X', ibuprofen, 31, 80, (days) => ({ request: { days, quantity: 30 }, snapshot: fullyOpen })],
  [
    'R24',
    'AG',
    ibuprofen,
    8,
    30,
    (days) => ({
      request: { days, quantity: 8 },
      snapshot: items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'COVERED', maxDays: 7 }),
    }),
  ],
  [
    'R25',
    '76',
    ibuprofen,
    31,
    90,
    (quantity) => ({
      request: { quantity },
      snapshot: items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'COVERED', maxQty: 30 }),
    }),
  ],
  [
    'R25',
    '9G',
    ibuprofen,
    31,
    90,
    (quantity) => ({
      request: { quantity },
      snapshot: items({ gpiPrefix: ibuprofen.gpi.slice(0, 8), status: 'COVERED', maxPerDay: 1 }),
    }),
  ],
  [
    'R26',
    '7W',
    ibuprofen,
    3,
    11,
    (fillNumber) => ({ request: { fillNumber, rx: { refillsAuthorised: 2 } }, snapshot: fullyOpen }),
  ],
  [
    'R27',
    '78',
    ibuprofen,
    30,
    90,
    (quantity) => ({ request: { quantity }, snapshot: { ...open, settings: { costLimitPerFill: 1 } } }),
  ],
  [
    'R08',
    '76',
    ibuprofen,
    15,
    30,
    (days) => ({
      request: { days, quantity: 15, doi: daysBefore(5) },
      snapshot: { ...fullyOpen, ...injured(5, { compensability: 'PENDING' }) },
    }),
  ],
]

describe('a higher measure than was cleared stops, an equal or lower one pays', () => {
  test.each(kinds)('%s %s of %o', (rule, code, drug, from, to, bill) => {
    const measure = fc.integer({ min: from, max: to })
    fc.assert(
      fc.property(measure, measure, (then, now) => {
        const pa = cleared(drug, bill(then))
        expect(of(billed(drug, bill(now)), rule, code)).not.toEqual([])
        const left = of(billed(drug, bill(now), [pa]), rule, code)
        const worse = JSON.stringify(of(billed(drug, bill(now)), rule, code)[0]!.measure)
        const before = JSON.stringify(of(billed(drug, bill(then)), rule, code)[0]!.measure)
        if (now <= then) expect(left).toEqual([])
        else if (worse === before) expect(left).toEqual([])
        else {
          expect(left).toHaveLength(1)
          expect(left[0]!.message).toMatch(/Prior authorization PA00901221 cleared .+\. Billed: .+$/)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('an approval of everything else that comes does not lift a measure', () => {
    const bill = (days: number): Bill => ({ request: { days, quantity: 30 }, snapshot: fullyOpen })
    const all = cleared(ibuprofen, bill(40), { overrideAll: true })
    expect(billed(ibuprofen, bill(40), [all]).outcome).toBe('P')
    expect(billed(ibuprofen, bill(41), [all]).codes).toEqual(['7X'])
  })
})

const outOfNetwork = (nabp: string): SnapshotChange => ({
  ...fullyOpen,
  claim: { jurisState: 'FL' },
  stateControl: { networkDirection: true },
  pharmacy: { nabp, name: `Pharmacy ${nabp}`, networks: [] },
})
const blockedBy = (npi: string): SnapshotChange => ({
  ...fullyOpen,
  prescriber: { npi, blocked: { reason: 'Under review', fraud: false } },
})
const lockedAway = (nabp: string): SnapshotChange => ({
  ...fullyOpen,
  claim: { lockIn: { pharmacyNabp: '9999999' } },
  pharmacy: { nabp, name: `Pharmacy ${nabp}` },
})
const ended = (reasonCode: 'TERM_CLOSED' | 'TERM_DENIED'): SnapshotChange => ({
  ...fullyOpen,
  spans: [{ effectiveDate: '2024-05-02', termDate: daysBefore(3), reasonCode, planLevel: 'FULL' }],
})
const lorazepam = drugNamed('Lorazepam 1 mg tablet')
const brandOf = drugNamed('Celecoxib 200 mg capsule', 'M')

type Other = [says: string, rule: string, code: string, drug: DrugFacts, then: Bill, now: Bill]
const others: Other[] = [
  [
    'an interaction',
    'R31',
    '88',
    ibuprofen,
    { snapshot: beside(paid(warfarin, 5, 30, 30)) },
    { snapshot: beside(paid(sertraline, 5, 30, 30)) },
  ],
  [
    'a duplicate therapy',
    'R30',
    '88',
    ibuprofen,
    { snapshot: beside(paid(naproxen, 5, 60, 30)) },
    { snapshot: beside(paid(drugNamed('Meloxicam 15 mg tablet'), 5, 30, 30)) },
  ],
  [
    'a dose beside a benzodiazepine',
    'R33',
    '88',
    oxycodone,
    { request: { quantity: 120 }, snapshot: beside(...used, paid(alprazolam, 5, 30, 30)) },
    { request: { quantity: 120 }, snapshot: beside(...used, paid(lorazepam, 5, 30, 30)) },
  ],
  [
    'a third opioid',
    'R36',
    '88',
    oxycodone,
    { snapshot: { ...feca, history: [paid(hydrocodone, 5, 30, 30), paid(tramadol, 5, 30, 30)] } },
    { snapshot: { ...feca, history: [paid(hydrocodone, 5, 30, 30), paid(morphineEr, 5, 30, 30)] } },
  ],
  [
    'a trio',
    'R38',
    '88',
    oxycodone,
    { snapshot: beside(...used, paid(alprazolam, 5, 30, 30), paid(carisoprodol, 5, 30, 30)) },
    { snapshot: beside(...used, paid(alprazolam, 5, 30, 30), paid(tizanidine, 5, 30, 30)) },
  ],
  [
    'a pharmacy outside the network',
    'R09',
    '40',
    ibuprofen,
    { request: { more: { pharmacyNabp: '2201120' } }, snapshot: outOfNetwork('2201120') },
    { request: { more: { pharmacyNabp: '3301120' } }, snapshot: outOfNetwork('3301120') },
  ],
  [
    'a blocked prescriber',
    'R12',
    '71',
    ibuprofen,
    { snapshot: blockedBy('1234567893') },
    { request: { npi: '1245319599' }, snapshot: blockedBy('1245319599') },
  ],
  [
    'a lock-in',
    'R42',
    'M2',
    ibuprofen,
    { request: { more: { pharmacyNabp: '2201120' } }, snapshot: lockedAway('2201120') },
    { request: { more: { pharmacyNabp: '3301120' } }, snapshot: lockedAway('3301120') },
  ],
  [
    'a brand',
    'R18',
    'AJ',
    brandOf,
    { request: { daw: '1' }, snapshot: fullyOpen },
    { request: { daw: '2' }, snapshot: fullyOpen },
  ],
  ['an ended coverage', 'R05', '69', ibuprofen, { snapshot: ended('TERM_CLOSED') }, { snapshot: ended('TERM_DENIED') }],
]

describe('the same code about something else stops, about the same it pays', () => {
  test.each(others)('%s (%s %s)', (_says, rule, code, drug, then, now) => {
    const pa = cleared(drug, then)
    expect(of(billed(drug, then), rule, code)).not.toEqual([])
    expect(of(billed(drug, then, [pa]), rule, code)).toEqual([])
    expect(of(billed(drug, now, [pa]), rule, code)).toHaveLength(1)
  })

  const besideMore: [string, string, DrugFacts, RequestChange, (quantity: number) => SnapshotChange][] = [
    ['an interaction', 'R31', ibuprofen, {}, (quantity) => beside(paid(warfarin, 5, quantity, 30))],
    [
      'an interaction with an antidepressant',
      'R31',
      ibuprofen,
      {},
      (quantity) => beside(paid(sertraline, 5, quantity, 30)),
    ],
    [
      'a benzodiazepine',
      'R33',
      oxycodone,
      { quantity: 120 },
      (quantity) => beside(...used, paid(alprazolam, 5, quantity, 30)),
    ],
    [
      'a trio',
      'R38',
      carisoprodol,
      {},
      (quantity) => beside(paid(oxycodone, 5, 30, 30), paid(alprazolam, 5, quantity, 30)),
    ],
    [
      'a third opioid',
      'R36',
      oxycodone,
      {},
      (quantity) => ({ ...feca, history: [paid(hydrocodone, 5, quantity, 30), paid(tramadol, 5, 30, 30)] }),
    ],
  ]
  test.each(besideMore)(
    '%s that was cleared stops when the other drug’s dose grows',
    (_says, rule, drug, request, at) => {
      const pa = cleared(drug, { request, snapshot: at(30) })
      expect(of(billed(drug, { request, snapshot: at(30) }, [pa]), rule, '88')).toEqual([])
      expect(of(billed(drug, { request, snapshot: at(15) }, [pa]), rule, '88')).toEqual([])
      for (const quantity of [31, 240]) {
        const [left] = of(billed(drug, { request, snapshot: at(quantity) }, [pa]), rule, '88')
        expect(left?.message).toMatch(/cleared .*a day\).*Billed: .*a day\)/)
      }
    },
  )

  test('a clearing older than doses of other drugs goes on', () => {
    const bill: Bill = { snapshot: beside(paid(warfarin, 5, 240, 30)) }
    const pa = cleared(ibuprofen, bill)
    const findings = JSON.parse(JSON.stringify(pa.findings), (key, value) => (key === 'dose' ? undefined : value))
    expect(billed(ibuprofen, bill, [{ ...pa, findings }]).outcome).toBe('P')
  })

  test('a prior authorization does not clear its code when another rule finds it', () => {
    const formulary = cleared(pregabalin, {})
    const late = billed(pregabalin, { snapshot: { claim: { compensability: 'DENIED' } } }, [
      {
        ...formulary,
        codesCleared: ['75', '830', '65'],
        findings: [...formulary.findings!, found('R06', '830'), found('R05', '65')],
      },
    ])
    expect(late.codes.toSorted()).toEqual(['65', '830'])
    expect(late.rejects[0]!.message).toMatch(/cleared code \d+ for another reason$/)
  })
})

const found = (rule: string | null, rejectCode: string): ClearedFinding => ({ rule, rejectCode, measure: null })

test('a code that was named before anything was found of it clears ordinary findings and no safety code', () => {
  const named = (code: string) =>
    priorAuthOf(ibuprofen, 14, [code], { findings: [found(null, code)], safetyIncluded: true, safetyTier: 'O' })
  const long: Bill = { request: { days: 40 }, snapshot: fullyOpen }
  expect(billed(ibuprofen, long, [named('7X')]).outcome).toBe('P')
  const interacting: Bill = { snapshot: beside(paid(warfarin, 5, 30, 30)) }
  const stopped = billed(ibuprofen, interacting, [named('88')])
  expect(stopped.codes).toEqual(['88'])
  expect(stopped.rejects[0]!.message).toMatch(
    /does not say what it cleared of code 88\. Billed: major, .+with Warfarin/,
  )
})
