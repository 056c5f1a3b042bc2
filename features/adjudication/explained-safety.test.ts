import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem } from './contract.ts'
import { interactionsBetween, interactionsIn } from './gates/interaction-match.ts'
import { mmeFacts, mmeOf } from './mme.ts'
import { overlapDays } from './history/supplies.ts'
import {
  daysBefore,
  drugNamed,
  eachSays,
  injured,
  items,
  open,
  paid,
  permission,
  type RequestChange,
  run as runListed,
  type Says,
  type SnapshotChange,
} from './testing.ts'
import {
  acetaminophen,
  alprazolam,
  carisoprodol,
  cyclobenzaprine,
  hydrocodone,
  ibuprofen,
  metformin,
  methadone,
  morphineEr as morphine,
  naproxen,
  oxycodone,
  oxycodone15,
  sertraline,
  sildenafil,
  tizanidine,
  tramadol,
  warfarin,
} from './testing-drugs.ts'

const hydrocodoneIbuprofen = drugNamed('Hydrocodone-ibuprofen 7.5-200 mg tablet')

// What the safety rules say, on both sides of every limit (G7), and the arithmetic of opioid doses.

const pentazocine = drugNamed('Pentazocine-naloxone 50-0.5 mg tablet')
const temazepam = drugNamed('Temazepam 15 mg capsule')
const naltrexone = drugNamed('Naltrexone 50 mg tablet')

// Nothing here needs prior authorization: what stops a bill is safety.
const run = (drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange = {}) =>
  runListed(drug, request, { ...open, ...snapshot })
const each = (rows: Says[]) =>
  eachSays(rows.map(([rule, says, drug, request, snapshot]) => [rule, says, drug, request, { ...open, ...snapshot }]))
const history = (...fills: ReturnType<typeof paid>[]): SnapshotChange => ({ history: fills })
const on = (days: number): string => daysBefore(days)

describe('R30: two drugs of one class', () => {
  const both = (name: string, from: number, days: number, family: string): string =>
    `reject: 88 TD: ${name} of ${on(from)} overlaps ${days} days: two drugs of one class (${family})`
  each([
    ['R30', ['pass: No class in which two drugs are a duplicate'], metformin, {}],
    ['R30', ['pass: No duplicate therapy'], naproxen, {}],
    // A supply of 30 days begun 22 days ago covers eight of the coming days, one begun 23 days ago seven.
    [
      'R30',
      [both('Ibuprofen 600 mg tablet', 22, 8, 'anti-inflammatory')],
      naproxen,
      {},
      history(paid(ibuprofen, 22, 90, 30)),
    ],
    ['R30', ['pass: No duplicate therapy'], naproxen, {}, history(paid(ibuprofen, 23, 90, 30))],
    [
      'R30',
      [both('Ibuprofen 600 mg tablet', 2, 10, 'anti-inflammatory')],
      naproxen,
      { days: 10 },
      history(paid(ibuprofen, 2, 90, 30)),
    ],
    ['R30', ['pass: No duplicate therapy'], naproxen, { days: 7 }, history(paid(ibuprofen, 2, 90, 30))],
    [
      'R30',
      ['warn: Oxycodone 15 mg tablet is at hand: taken as a change of dose', 'pass: No duplicate therapy'],
      oxycodone,
      {},
      history(paid(oxycodone15, 3, 30, 30)),
    ],
    ['R30', ['pass: No duplicate therapy'], naproxen, {}, history(paid(naproxen, 3, 30, 30))],
    [
      'R30',
      [both('Carisoprodol 350 mg tablet', 2, 28, 'muscle relaxant')],
      cyclobenzaprine,
      {},
      history(paid(carisoprodol, 2, 30, 30)),
    ],
    [
      'R30',
      [both('Hydrocodone-acetaminophen 5-325 mg tablet', 2, 28, '1010 opioid')],
      oxycodone,
      {},
      history(paid(hydrocodone, 2, 30, 30)),
    ],
    ['R30', ['pass: No duplicate therapy'], oxycodone, {}, history(paid(morphine, 2, 30, 30))],
    ['R30', ['pass: No duplicate therapy'], naproxen, {}, history(paid(ibuprofen, 2, 90, 30, { status: 'X' }))],
    // What was billed for later days counts from then on.
    [
      'R30',
      [both('Ibuprofen 600 mg tablet', -20, 10, 'anti-inflammatory')],
      naproxen,
      {},
      history(paid(ibuprofen, -20, 90, 30)),
    ],
    ['R30', ['pass: No duplicate therapy'], naproxen, {}, history(paid(ibuprofen, -30, 90, 30))],
  ])

  test.each([
    ['pain relievers', naproxen, ibuprofen, false, 'R'],
    ['pain relievers where the carrier trusts its desk', naproxen, ibuprofen, true, 'A'],
    ['a relaxant beside a controlled one', cyclobenzaprine, carisoprodol, true, 'R'],
    ['a controlled relaxant beside another', carisoprodol, cyclobenzaprine, true, 'R'],
  ])('%s are cleared by the right desk', (_words, drug, other, safetyOverrides, by) => {
    const answer = run(drug, {}, { ...history(paid(other, 2, 90, 30)), settings: { safetyOverrides } })
    const made = answer.rejects.find((one) => one.sourceRule === 'R30')
    expect(made).toMatchObject({ rejectCode: '88', dur: 'TD', overridableBy: by, safety: true })
    expect(answer.dur.find((one) => one.reason === 'TD')).toMatchObject({
      otherDrug: other.name,
      otherFillDate: on(2),
      otherPharmacyNabp: '1043391',
      cleared: false,
    })
  })

  test('days two supplies share', () => {
    expect(overlapDays({ start: 1, last: 30 }, { start: 30, last: 60 })).toBe(1)
    expect(overlapDays({ start: 1, last: 30 }, { start: 31, last: 60 })).toBe(0)
    expect(overlapDays({ start: 10, last: 12 }, { start: 1, last: 60 })).toBe(3)
    expect(overlapDays({ start: 40, last: 60 }, { start: 1, last: 30 })).toBe(0)
  })
})

describe('R31: interactions', () => {
  const with_ = (name: string, from: number, text: string): string =>
    `reject: 88 DD: With ${name} of ${on(from)}: ${text}`
  each([
    ['R31', ['pass: No known interaction with a drug at hand'], ibuprofen, {}, history(paid(metformin, 2, 30, 30))],
    [
      'R31',
      [with_('Warfarin 5 mg tablet', 2, 'Bleeding risk rises.')],
      ibuprofen,
      {},
      history(paid(warfarin, 2, 30, 30)),
    ],
    [
      'R31',
      [with_('Ibuprofen 600 mg tablet', 2, 'Bleeding risk rises.')],
      warfarin,
      {},
      history(paid(ibuprofen, 2, 30, 30)),
    ],
    ['R31', ['pass: No known interaction with a drug at hand'], ibuprofen, {}, history(paid(warfarin, 30, 30, 30))],
    [
      'R31',
      [
        with_('Alprazolam 0.5 mg tablet', 1, 'Opioid with benzodiazepine: profound sedation and slowed breathing.'),
        with_('Sertraline 50 mg tablet', 2, 'Serotonin syndrome and seizures become more likely.'),
      ],
      tramadol,
      {},
      history(paid(sertraline, 2, 30, 30), paid(alprazolam, 1, 30, 30)),
    ],
  ])

  test.each([
    ['contraindicated', naltrexone, oxycodone, false, 1, 'O'],
    ['contraindicated, whatever the carrier lets its desk do', naltrexone, oxycodone, true, 1, 'O'],
    ['major', ibuprofen, warfarin, true, 2, 'R'],
    ['moderate', ibuprofen, sertraline, false, 3, 'R'],
    ['moderate where the carrier trusts its desk', ibuprofen, sertraline, true, 3, 'A'],
    ['an opioid with an anti-inflammatory in it beside an anticoagulant', hydrocodoneIbuprofen, warfarin, true, 2, 'R'],
    ['and beside an SSRI', hydrocodoneIbuprofen, sertraline, false, 3, 'R'],
  ])('%s', (_words, drug, other, safetyOverrides, severity, by) => {
    const made = run(drug, {}, { ...history(paid(other, 2, 90, 30)), settings: { safetyOverrides } }).rejects.find(
      (one) => one.sourceRule === 'R31',
    )
    expect(made).toMatchObject({ severity, overridableBy: by })
  })

  test('of several rules for a pair the worst speaks, from either side, and a drug never meets itself', () => {
    const rule = (id: string, severity: 1 | 2 | 3, a: string, b: string) => ({ id, severity, a: [a], b: [b], text: id })
    const between = interactionsIn([
      rule('moderate', 3, methadone.gpi.slice(0, 8), '9999'),
      rule('drugs', 3, methadone.gpi.slice(0, 8), alprazolam.gpi.slice(0, 8)),
      rule('classes', 1, alprazolam.gpi.slice(0, 4), methadone.gpi.slice(0, 4)),
      rule('subclass', 2, methadone.gpi.slice(0, 6), alprazolam.gpi.slice(0, 6)),
    ])
    const worstFirst = ['classes', 'subclass', 'drugs']
    expect(between(methadone.gpi, alprazolam.gpi).map(({ id }) => id)).toEqual(worstFirst)
    expect(between(alprazolam.gpi, methadone.gpi).map(({ id }) => id)).toEqual(worstFirst)
    expect(between(warfarin.gpi, alprazolam.gpi)).toEqual([])
    const found = interactionsBetween(methadone.gpi, alprazolam.gpi)
    expect(found.length).toBeGreaterThan(0)
    expect(interactionsBetween(alprazolam.gpi, methadone.gpi)).toEqual(found)
    expect(interactionsBetween(warfarin.gpi, warfarin.gpi)).toEqual([])
    expect(interactionsBetween(oxycodone.gpi, oxycodone15.gpi)).toEqual([])
    expect(interactionsBetween(metformin.gpi, warfarin.gpi)).toEqual([])
  })
})

describe('R32: the label’s dose, and all acetaminophen together', () => {
  each([
    ['R32', ['skip: No label dose to compare'], null, {}],
    [
      'R32',
      ['skip: No label dose to compare'],
      ibuprofen,
      {
        rx: { productId: undefined, quantity: undefined, daysSupply: undefined },
        more: { channel: 8, hcpcs: { code: 'J3490', units: 200, description: 'x' } },
      },
    ],
    ['R32', ['pass: 5 a day is within the label'], ibuprofen, { quantity: 150 }],
    ['R32', ['reject: TQ HD: 5.033 tablet units a day, the label allows 5'], ibuprofen, { quantity: 151 }],
    ['R32', ['pass: 99 a day is within the label'], warfarin, { quantity: 2970 }],
    ['R32', ['pass: 8 a day is within the label'], acetaminophen, { quantity: 240 }],
    [
      'R32',
      ['reject: 88 HD: Acetaminophen adds up to 5 g a day (limit 4 g) with Hydrocodone-acetaminophen 5-325 mg tablet'],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, 3, 92, 30), paid(ibuprofen, 3, 30, 30)),
    ],
    // Supplies that are used up, or only begin later, add nothing.
    [
      'R32',
      ['pass: 8 a day is within the label'],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, 30, 90, 30)),
    ],
    [
      'R32',
      ['pass: 8 a day is within the label'],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, -3, 90, 30)),
    ],
    ['R32', ['pass: 1 a day is within the label'], ibuprofen, {}, history(paid(acetaminophen, 3, 270, 30))],
  ])

  test('grams a day stand on the card', () => {
    expect(
      run(acetaminophen, { quantity: 240 }, history(paid(hydrocodone, 3, 30, 30))).facts.acetaminophenGramsPerDay,
    ).toBe(4.33)
    expect(run(acetaminophen, { quantity: 60 }).facts.acetaminophenGramsPerDay).toBe(1)
    expect(run(ibuprofen, {}).facts.acetaminophenGramsPerDay).toBeNull()
    expect(
      run(acetaminophen, { quantity: 241 })
        .rejects.filter((one) => one.sourceRule === 'R32')
        .map((one) => one.rejectCode)
        .toSorted(),
    ).toEqual(['88', 'TQ'])
  })
})

const used = paid(tramadol, 100, 30, 5)
const sum = (units: number, name = 'Oxycodone 10 mg tablet', mg = 10, factor = 1.5): string =>
  `${name}: ${mg} mg x ${units} a day x ${factor} = ${Math.round(mg * units * factor * 100) / 100}`

describe('R33: the daily dose', () => {
  const taper = permission(oxycodone, 10, [], { reasonId: 5 })
  const five = { settings: { mmeLimit: 90 } }
  each([
    ['R33', ['skip: No opioid dose is raised'], ibuprofen, {}],
    ['R33', ['skip: No opioid dose is raised'], ibuprofen, {}, history(paid(oxycodone, 3, 300, 30))],
    ['R33', ['skip: No opioid dose is raised'], alprazolam, {}],
    ['R33', [`pass: 90 MME a day (limit 90). ${sum(6)}`], oxycodone, { quantity: 180 }, { ...history(used), ...five }],
    ['R33', [`reject: 922 HD: 91.5 MME a day (limit 90). ${sum(6.1)}`], oxycodone, { quantity: 183 }, history(used)],
    [
      'R33',
      [
        `reject: 922 HD: 100 MME a day (limit 90). ${sum(6)}; ${sum(2, 'Hydrocodone-acetaminophen 5-325 mg tablet', 5, 1)}`,
      ],
      oxycodone,
      { quantity: 180 },
      history(used, paid(hydrocodone, 3, 60, 30)),
    ],
    [
      'R33',
      [`pass: 60 MME a day (limit 60). ${sum(4)}`],
      oxycodone,
      { quantity: 120 },
      { ...history(used), settings: { mmeLimit: 60 } },
    ],
    // Beside a benzodiazepine the lower limit holds, whichever of the two is new.
    [
      'R33',
      [`pass: 45 MME a day (limit 90). ${sum(3)}`],
      oxycodone,
      { quantity: 90 },
      history(used, paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      oxycodone,
      { quantity: 105 },
      history(used, paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      oxycodone,
      { quantity: 105 },
      history(used, paid(temazepam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      alprazolam,
      {},
      history(used, paid(oxycodone, 3, 105, 30)),
    ],
    [
      'R33',
      [`pass: 52.5 MME a day (limit 90). ${sum(3.5)}`],
      alprazolam,
      {},
      { ...history(used, paid(oxycodone, 3, 105, 30)), settings: { mmeLimitWithBenzodiazepine: 52.5 } },
    ],
    // A benzodiazepine does not make an opioid dose that others decided the carrier's limit.
    [
      'R33',
      [`reject: 88 AT: 105 MME a day with a benzodiazepine (limit 50). ${sum(7)}`],
      alprazolam,
      {},
      history(used, paid(oxycodone, 3, 210, 30)),
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 120: the taper plan allows it. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 105: the taper plan allows it. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 28, 210, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`reject: 922 HD: 135 MME a day (limit 90); the taper plan allows no step up from 120. ${sum(9)}`],
      oxycodone,
      { quantity: 270 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [taper] },
    ],
    // Where the last supply ended more than thirty days ago there is no dose to come down from.
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90); the taper plan allows no step up from 0. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 60, 240, 29)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 120: the taper plan allows it. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 59, 240, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, reasonId: 4 }] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, kind: 'BLOCK' }] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, endDate: on(1) }] },
    ],
  ])

  test.each([
    [400, 'R'],
    [401, 'O'],
  ])('oxycodone, %d in thirty days, is cleared by %s', (quantity, by) => {
    // 400 x 10 / 30 x 1.5 is 200 to the hundredth.
    const made = run(oxycodone, { quantity }, history(used)).rejects.find((one) => one.rejectCode === '922')
    expect(made?.overridableBy).toBe(by)
    const beside = run(alprazolam, {}, history(used, paid(oxycodone, 3, quantity, 30))).rejects.find(
      (one) => one.sourceRule === 'R33',
    )
    expect(beside?.overridableBy).toBe(by)
  })
})

describe('MME arithmetic', () => {
  test('each opioid by its factor, a patch by the hour whatever the quantity, buprenorphine never', () => {
    expect(mmeOf(oxycodone, 60, 30, 'CLAIM', null)).toMatchObject({
      mme: 30,
      perDay: 2,
      factor: 1.5,
      how: 'PER_DAY',
      unit: 'mg',
      source: 'CLAIM',
      fillDate: null,
      strength: 10,
      arithmetic: '10 mg x 2 a day x 1.5 = 30',
    })
    const patch = { ...oxycodone, opioidFactorKey: 'fentanyl-patch', strengthValue: 25 }
    expect(mmeOf(patch, 10, 30, 'ACTIVE', '2024-08-01')).toMatchObject({
      mme: 60,
      perDay: 1,
      arithmetic: '25 mcg/h x 2.4 = 60',
      fillDate: '2024-08-01',
    })
    expect(mmeOf({ ...oxycodone, opioidFactorKey: 'buprenorphine' }, 60, 30, 'CLAIM', null)).toBeNull()
    expect(mmeOf(ibuprofen, 60, 30, 'CLAIM', null)).toBeNull()
    expect(mmeOf(oxycodone, 50, 30, 'CLAIM', null)).toMatchObject({
      mme: 25,
      perDay: 1.667,
      arithmetic: '10 mg x 1.667 a day x 1.5 = 25',
    })
  })
  const supply = (drug: DrugFacts, quantity: number) => ({ drug, quantity, daysSupply: 30, fillDate: null })
  test('now and after, the newest supply of the same product being what is replaced', () => {
    const buprenorphine = {
      ...oxycodone,
      opioidFactorKey: 'buprenorphine',
      genericName: 'Buprenorphine',
      name: 'Buprenorphine film',
    }
    expect(mmeFacts([supply(hydrocodone, 60)], supply(oxycodone, 90), supply(oxycodone, 60), 90)).toMatchObject({
      now: 55,
      after: 40,
      limit: 90,
      items: [
        { source: 'CLAIM', mme: 30 },
        { source: 'ACTIVE', mme: 10 },
      ],
      previous: { mme: 45 },
      notCounted: [],
    })
    expect(mmeFacts([supply(buprenorphine, 60), supply(ibuprofen, 60)], null, supply(oxycodone, 60), 90)).toMatchObject(
      {
        now: 0,
        after: 30,
        notCounted: ['Contains buprenorphine: Buprenorphine film is not added to MME'],
      },
    )
    expect(mmeFacts([supply(hydrocodone, 60)], null, supply(buprenorphine, 60), 90)).toMatchObject({
      now: 10,
      after: 10,
      notCounted: ['Contains buprenorphine: Buprenorphine film is not added to MME'],
    })
    expect(mmeFacts([], null, null, 90)).toMatchObject({ now: 0, after: 0, items: [], previous: null })
    expect(mmeFacts([], null, supply(ibuprofen, 30), 90).notCounted).toEqual([])
  })
})

describe('R34 to R38: opioids over time and together', () => {
  const none = 'skip: Not an opioid that counts toward MME'
  const fill = (days: number, quantity = days * 2): RequestChange => ({ days, quantity })
  const fresh = (days: number, more = ''): string =>
    `reject: 925 MX: New to opioids: ${days} days, the first fill may last 7${more}`
  const feca: SnapshotChange = { claim: { jurisState: 'US-FECA' } }
  const week = (...starts: number[]) => starts.map((start) => paid(oxycodone, start, 14, 7))
  const letter = (age: number, more: object = {}): SnapshotChange => ({
    letters: [{ kind: 'LMN', receivedOn: on(age), ...more }] as never,
  })
  const long = history(paid(oxycodone, 60, 60, 30), paid(oxycodone, 30, 60, 30))
  each([
    ['R34', [none], ibuprofen, {}],
    ['R35', [none], ibuprofen, {}],
    ['R34', ['pass: New to opioids: 7 of 7 days'], oxycodone, fill(7)],
    ['R34', [fresh(8)], oxycodone, fill(8)],
    ['R34', ['pass: New to opioids: 10 of 10 days'], oxycodone, fill(10), { settings: { opioidFirstFillDays: 10 } }],
    [
      'R34',
      ['reject: 925 MX: New to opioids: 6 days, the first fill may last 5'],
      oxycodone,
      fill(6),
      { settings: { opioidFirstFillDays: 5 } },
    ],
    ['R34', [fresh(8)], oxycodone, fill(8), { claim: { jurisState: 'NY' }, settings: { opioidFirstFillDays: 10 } }],
    // None in 180 days is new; on the 180th day one is not.
    ['R34', ['pass: Not new to opioids'], oxycodone, fill(8), history(paid(tramadol, 180, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(tramadol, 181, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(tramadol, 0, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(ibuprofen, 9, 30, 5))],
    // The federal programme pays four short fills.
    ['R34', [fresh(8, ' (fill 1 of 4 short ones)')], oxycodone, fill(8), feca],
    ['R34', [fresh(8, ' (fill 2 of 4 short ones)')], oxycodone, fill(8), { ...feca, history: week(7) }],
    ['R34', [fresh(8, ' (fill 4 of 4 short ones)')], oxycodone, fill(8), { ...feca, history: week(21, 14, 7) }],
    ['R34', ['pass: Not new to opioids'], oxycodone, fill(8), { ...feca, history: week(28, 21, 14, 7) }],
    ['R34', ['pass: New to opioids: 7 of 7 days'], oxycodone, fill(7), { ...feca, history: week(7) }],
    [
      'R34',
      ['pass: Not new to opioids'],
      oxycodone,
      fill(8),
      { ...feca, history: [paid(oxycodone, 170, 14, 7), ...week(7)] },
    ],
    ['R35', ['pass: Day 1 of 90 without a letter'], oxycodone, fill(7)],
    ['R35', ['pass: Day 61 of 90 without a letter'], oxycodone, fill(30), long],
    [
      'R35',
      ['pass: Day 90 of 90 without a letter'],
      oxycodone,
      fill(30),
      history(paid(oxycodone, 89, 60, 30), paid(oxycodone, 40, 60, 30)),
    ],
    [
      'R35',
      [
        'reject: 75: Day 91 of opioids, 90 are paid without a letter of medical necessity',
        'reject: 88 MX: Day 91 of opioids, 90 are paid without a letter of medical necessity',
      ],
      oxycodone,
      fill(30),
      history(paid(oxycodone, 90, 60, 30), paid(oxycodone, 40, 60, 30)),
    ],
    [
      'R35',
      ['pass: Day 91; a letter of 5 days ago is on file'],
      oxycodone,
      fill(30),
      { ...history(paid(oxycodone, 90, 60, 30), paid(oxycodone, 40, 60, 30)), ...letter(5) },
    ],
    ['R35', ['pass: Day 28 of 28 without a letter'], oxycodone, fill(7), { ...feca, history: week(27, 20, 13) }],
    ['R36', ['skip: No limit on opioids at the same time'], oxycodone, fill(7)],
    ['R36', ['skip: No limit on opioids at the same time'], ibuprofen, {}, feca],
    [
      'R36',
      ['pass: 2 of 2 opioids'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(oxycodone15, 3, 30, 30)] },
    ],
    [
      'R36',
      ['reject: 88 TD: 3 opioids at the same time, 2 are allowed'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(tramadol, 3, 30, 30)] },
    ],
    [
      'R36',
      ['pass: 2 of 2 opioids'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(tramadol, 30, 30, 30)] },
    ],
    ['R37', ['skip: The carrier does not ask for it'], morphine, fill(7, 14)],
  ])

  const early = (daysAgo: number): SnapshotChange => ({
    settings: { longActingEarlyRule: true },
    ...injured(daysAgo),
  })
  const hurt = (daysAgo: number): RequestChange => ({ ...fill(7, 14), doi: on(daysAgo) })
  const soon = 'pass: Not a long-acting opioid for a new user soon after the injury'
  each([
    [
      'R37',
      ['reject: 88 PP: A long-acting opioid 90 days after the injury for a person new to opioids'],
      morphine,
      hurt(90),
      early(90),
    ],
    ['R37', [soon], morphine, hurt(91), early(91)],
    ['R37', [soon], oxycodone, hurt(20), early(20)],
    ['R37', [soon], morphine, hurt(20), { ...early(20), ...history(paid(tramadol, 10, 30, 5)) }],
    ['R37', [soon], ibuprofen, hurt(20), early(20)],
    [
      'R38',
      ['pass: Not part of the trio'],
      ibuprofen,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(alprazolam, 3, 30, 30), paid(carisoprodol, 3, 30, 30)),
    ],
    ['R38', ['pass: The trio is not complete'], oxycodone, fill(7), history(paid(alprazolam, 3, 30, 30))],
    ['R38', ['pass: The trio is not complete'], alprazolam, {}, history(paid(oxycodone, 3, 30, 30))],
    ['R38', ['pass: The trio is not complete'], carisoprodol, {}, history(paid(alprazolam, 3, 30, 30))],
    [
      'R38',
      ['pass: The trio is not complete'],
      carisoprodol,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(alprazolam, 40, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant at the same time: Carisoprodol 350 mg tablet, Alprazolam 0.5 mg tablet, Oxycodone 10 mg tablet',
      ],
      carisoprodol,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(ibuprofen, 3, 30, 30), paid(alprazolam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant at the same time: Tizanidine 4 mg tablet, Temazepam 15 mg capsule, Oxycodone 10 mg tablet',
      ],
      tizanidine,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(temazepam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant at the same time: Oxycodone 10 mg tablet, Alprazolam 0.5 mg tablet, Cyclobenzaprine 10 mg tablet',
      ],
      oxycodone,
      fill(7),
      history(paid(cyclobenzaprine, 3, 30, 30), paid(alprazolam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant at the same time: Alprazolam 0.5 mg tablet, Cyclobenzaprine 10 mg tablet, Oxycodone 10 mg tablet',
      ],
      alprazolam,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(cyclobenzaprine, 2, 30, 30)),
    ],
  ])

  test('who may clear a long first fill depends on its days and on what else stands', () => {
    const by = (days: number, snapshot: SnapshotChange = {}) =>
      run(hydrocodone, { days, quantity: days * 2 }, snapshot).rejects.find((one) => one.rejectCode === '925')
        ?.overridableBy
    expect([by(14), by(15)]).toEqual(['A', 'R'])
    expect(by(14, history(paid(alprazolam, 3, 30, 30)))).toBe('R')
  })

  test.each([
    [0, {}, 0],
    [365, {}, 365],
    [366, {}, null],
    [-1, {}, null],
    [10, { validDays: 9 }, null],
    [9, { validDays: 9 }, 9],
    [9, { gpiPrefix: '1010' }, 9],
    [9, { gpiPrefix: '1110' }, null],
    [9, { gpiPrefix: null }, 9],
  ])('a letter of %d days ago, %j, counts as %s', (age, more, counts) => {
    expect(run(oxycodone, fill(7), letter(age, more)).facts.letterAgeDays).toBe(counts)
  })
  test('of two letters the younger counts, and the federal programme’s are good for sixty days', () => {
    const letters = [letter(40), letter(20), letter(30)].flatMap((one) => one.letters ?? [])
    expect(run(oxycodone, fill(7), { letters }).facts.letterAgeDays).toBe(20)
    expect(run(oxycodone, fill(7), { ...feca, ...letter(60) }).facts.letterAgeDays).toBe(60)
    expect(run(oxycodone, fill(7), { ...feca, ...letter(61) }).facts.letterAgeDays).toBeNull()
  })

  test('what the card says about opioids at hand', () => {
    const seen = (drug: DrugFacts, ...fills: ReturnType<typeof paid>[]) => run(drug, {}, history(...fills)).facts
    expect(seen(ibuprofen)).toMatchObject({
      opioid: false,
      opioidNaive: true,
      daysSinceLastOpioid: null,
      concurrentOpioids: 0,
      mme: null,
      opioidDay: 0,
    })
    expect(
      seen(ibuprofen, paid(oxycodone, 3, 60, 30), paid(oxycodone15, 3, 30, 30), paid(tramadol, 3, 30, 30)),
    ).toMatchObject({
      opioid: false,
      opioidNaive: false,
      daysSinceLastOpioid: 3,
      concurrentOpioids: 2,
      opioidDay: 0,
      mme: { after: 30 + 22.5 + 10 },
    })
    expect(seen(oxycodone, paid(oxycodone, 3, 120, 30), paid(oxycodone, 33, 60, 30)).mme).toMatchObject({
      now: 60,
      after: 15,
    })
    expect(seen(oxycodone, paid(oxycodone, 30, 120, 30)).mme).toMatchObject({ now: 0, after: 15 })
    expect(seen(pentazocine)).toMatchObject({ opioid: true })
    expect(seen(naltrexone)).toMatchObject({ opioid: false })
    expect(seen(ibuprofen, paid(alprazolam, 3, 30, 30), paid(carisoprodol, 3, 30, 30))).toMatchObject({
      benzodiazepineActive: true,
      relaxantActive: true,
    })
    expect(seen(ibuprofen, paid(alprazolam, 30, 30, 30), paid(carisoprodol, 30, 30, 30))).toMatchObject({
      benzodiazepineActive: false,
      relaxantActive: false,
    })
  })

  test.each([
    ['a pause of thirty days is the same course', 89, 30, 90],
    ['one of thirty-one is a new one', 90, 30, 1],
  ])('%s', (_words, start, days, day) => {
    // The last supply ends 30 or 31 days before the fill.
    expect(run(oxycodone, fill(7), history(paid(oxycodone, start - 30, 2 * days, days))).facts.opioidDay).toBe(
      day === 1 ? 1 : 60,
    )
  })
})

describe('R39: age, sex and pregnancy', () => {
  const item = (more: Partial<FormularyItem>): SnapshotChange =>
    items({ gpiPrefix: '1110', status: 'COVERED', ...more })
  const born = (dateOfBirth: string, gender: 'F' | 'M' | 'U' = 'F'): SnapshotChange => ({
    claimant: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth, gender } as never,
  })
  const uncovered = (age: number): string => `reject: 60: Ibuprofen 600 mg tablet is not covered at age ${age}`
  const unadvised = (age: number): string => `reject: 88 PA: Ibuprofen 600 mg tablet is not advised at age ${age}`
  const fine = 'pass: No age, sex or pregnancy limit'
  // Forty-five on the day of service.
  each([
    ['R39', [fine], ibuprofen, {}, item({ minAge: 45, maxAge: 45 })],
    ['R39', [uncovered(45)], ibuprofen, {}, item({ minAge: 46 })],
    ['R39', [uncovered(45)], ibuprofen, {}, item({ maxAge: 44 })],
    ['R39', [fine], { ...ibuprofen, minAge: 45, maxAge: 45 }, {}],
    ['R39', [unadvised(45)], { ...ibuprofen, minAge: 46 }, {}],
    ['R39', [unadvised(45)], { ...ibuprofen, maxAge: 44 }, {}],
    ['R39', ['reject: 61: Sildenafil 50 mg tablet is covered for men'], sildenafil, {}],
    ['R39', [fine], sildenafil, {}, born('1979-03-14', 'M')],
    ['R39', [fine], sildenafil, {}, born('1979-03-14', 'U')],
    [
      'R39',
      ['reject: 61: Ibuprofen 600 mg tablet is covered for women'],
      ibuprofen,
      {},
      { ...item({ onlyGender: 'F' }), ...born('1979-03-14', 'M') },
    ],
    ...['O26.891', 'Z33.1', 'Z34.90'].map((icd): Says => [
      'R39',
      ['reject: 88 PG: Warfarin 5 mg tablet must be avoided in pregnancy'],
      warfarin,
      {},
      { claim: { acceptedIcd: [icd] } },
    ]),
    [
      'R39',
      ['reject: 88 PG: Warfarin 5 mg tablet must be avoided in pregnancy'],
      warfarin,
      { more: { diagnosisCodes: ['O26.891'] } },
    ],
    ['R39', [fine], warfarin, {}, { claim: { acceptedIcd: ['Z35.1', 'M54.5'] } }],
    ['R39', [fine], ibuprofen, {}, { claim: { acceptedIcd: ['O26.891'] } }],
  ])

  test('a birthday is a birthday', () => {
    const age = (dateOfBirth: string) => runListed(ibuprofen, {}, born(dateOfBirth), 'REVIEW').facts.age
    expect([age('1979-08-23'), age('1979-08-24'), age('1979-08-22')]).toEqual([45, 44, 45])
    expect(age('no day')).toBeNull()
  })
})
