import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem } from '../snapshot.ts'
import { interactionsBetween, interactionsIn, withLicensed } from './interaction-match.ts'
import { considerations } from '../rules.ts'
import { overlapDays } from '../history/supplies.ts'
import {
  daysBefore,
  drugNamed,
  eachSays,
  items,
  open,
  paid,
  type RequestChange,
  requestFor,
  run as runListed,
  type Says,
  type SnapshotChange,
  snapshotOf,
} from '../testing.ts'
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
  tramadol,
  warfarin,
} from '../testing-drugs.ts'

const hydrocodoneIbuprofen = drugNamed('Hydrocodone-ibuprofen 7.5-200 mg tablet')

// What the safety rules say, on both sides of every limit (G7), and the arithmetic of opioid doses.

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
    `reject: 88 TD: Overlaps ${days} days with ${name} filled ${usDate(on(from))} (same class: ${family})`
  each([
    ['R30', ['pass: Duplicates are not checked for this class'], metformin, {}],
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
      [
        'warn: Another strength of Oxycodone 15 mg tablet is active: treated as a dose change',
        'pass: No duplicate therapy',
      ],
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
      [both('Hydrocodone-acetaminophen 5-325 mg tablet', 2, 28, 'short-acting opioid')],
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
    ['pain relievers where the carrier lets adjusters override safety', naproxen, ibuprofen, true, 'A'],
    ['a relaxant beside a controlled one', cyclobenzaprine, carisoprodol, true, 'R'],
    ['a controlled relaxant beside another', carisoprodol, cyclobenzaprine, true, 'R'],
  ])('%s are cleared by the right role', (_words, drug, other, safetyOverrides, by) => {
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

  test('two supplies overlap by the days they share', () => {
    expect(overlapDays({ start: 1, last: 30 }, { start: 30, last: 60 })).toBe(1)
    expect(overlapDays({ start: 1, last: 30 }, { start: 31, last: 60 })).toBe(0)
    expect(overlapDays({ start: 10, last: 12 }, { start: 1, last: 60 })).toBe(3)
    expect(overlapDays({ start: 40, last: 60 }, { start: 1, last: 30 })).toBe(0)
  })
})

describe('R31: interactions', () => {
  const with_ = (name: string, from: number, text: string): string =>
    `reject: 88 DD: Taken with ${name} (filled ${usDate(on(from))}): ${text}`
  each([
    ['R31', ['pass: No known interaction with an active drug'], ibuprofen, {}, history(paid(metformin, 2, 30, 30))],
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
    ['R31', ['pass: No known interaction with an active drug'], ibuprofen, {}, history(paid(warfarin, 30, 30, 30))],
    [
      'R31',
      [
        with_(
          'Alprazolam 0.5 mg tablet',
          1,
          'Opioid + benzodiazepine, risk of profound sedation and slowed breathing.',
        ),
        with_('Sertraline 50 mg tablet', 2, 'Serotonin syndrome and seizures become more likely.'),
      ],
      tramadol,
      {},
      history(paid(sertraline, 2, 30, 30), paid(alprazolam, 1, 30, 30)),
    ],
  ])

  test.each([
    ['contraindicated', naltrexone, oxycodone, false, 1, 'O'],
    ['contraindicated, even where adjusters may override safety', naltrexone, oxycodone, true, 1, 'O'],
    ['major', ibuprofen, warfarin, true, 2, 'R'],
    ['moderate', ibuprofen, sertraline, false, 3, 'R'],
    ['moderate where the carrier lets adjusters override safety', ibuprofen, sertraline, true, 3, 'A'],
    ['an opioid with an anti-inflammatory in it beside an anticoagulant', hydrocodoneIbuprofen, warfarin, true, 2, 'R'],
    ['and beside an SSRI', hydrocodoneIbuprofen, sertraline, false, 3, 'R'],
  ])('%s', (_words, drug, other, safetyOverrides, severity, by) => {
    const made = run(drug, {}, { ...history(paid(other, 2, 90, 30)), settings: { safetyOverrides } }).rejects.find(
      (one) => one.sourceRule === 'R31',
    )
    expect(made).toMatchObject({ severity, overridableBy: by })
  })

  test('the finding, its trace line and the consideration name label and section, and whether it was read', () => {
    const bill: RequestChange = {}
    const snapshot: SnapshotChange = { ...open, ...history(paid(sertraline, 2, 30, 30)) }
    const answer = runListed(ibuprofen, bill, snapshot)
    const words = 'NSAID medication guide, warnings, ulcers and bleeding (label read, revision not noted)'
    expect(answer.rejects.find((one) => one.sourceRule === 'R31')?.citation).toBe(words)
    expect(answer.trace.find((line) => line.rule === 'R31')?.citation).toBe(words)
    const points = considerations(answer, requestFor(ibuprofen, bill), snapshotOf(ibuprofen, snapshot))
    expect(points.find((point) => point.ruleId === 'R31')?.evidence).toContain(`Source: ${words}`)
    // Other findings cite their rule.
    expect(answer.rejects.filter((one) => one.sourceRule !== 'R31' && one.citation !== undefined)).toEqual([])
    expect(answer.trace.find((line) => line.rule === 'R30')?.citation).toBe('Plan rule')
  })

  test('a licensed set judges the pairs it knows, milder or stricter; the starter set the others', () => {
    const pair = (severity: 1 | 3, a: string, b: string) => ({
      id: `${a} ${b}`,
      a: [a],
      b: [b],
      severity,
      text: 'As the set says.',
      source: { label: 'Example set', section: '', from: 'licensed' as const },
    })
    const interactions = [pair(3, '2210', '11100101'), pair(1, metformin.gpi, alprazolam.gpi.slice(0, 6))]
    const of = (set: typeof interactions) => (drug: DrugFacts, other: DrugFacts) =>
      run(drug, {}, { ...history(paid(other, 2, 30, 30)), interactions: set }).rejects.find(
        (one) => one.sourceRule === 'R31',
      )?.severity
    const [severity, severityAlone] = [of(interactions), of([])]
    expect([severity(ibuprofen, warfarin), severity(naproxen, warfarin)]).toEqual([3, 2])
    expect([severity(metformin, alprazolam), severity(alprazolam, metformin)]).toEqual([1, 1])
    expect(severityAlone(metformin, alprazolam)).toBeUndefined()
  })

  test('a pair is looked up by its codes: ten thousand pairs cost no more than ten', () => {
    const source = { label: 'Example set', section: '', from: 'licensed' as const }
    const many = Array.from({ length: 10_000 }, (_, at) => {
      const code = String(10_000_000 + at)
      return { id: code, severity: 2 as const, text: 'Text.', source, a: [code], b: [String(50_000_000 + at)] }
    })
    const between = interactionsIn(many)
    const rule = many[4321]!
    // Sides that are emptied afterwards are not read again: the lookup goes by the index.
    for (const one of many) one.a.length = 0
    expect(between(`${10_000_000 + 4321}010105`, `${50_000_000 + 4321}010105`)).toEqual([rule])
    expect(between(`${10_000_000 + 4321}010105`, `${50_000_000 + 4322}010105`)).toEqual([])
  })

  test('a licensed set is asked before the starter set, and alone for the pairs it knows', () => {
    const source = { label: 'A licensed set', section: '', from: 'licensed' as const }
    const [a, b] = [methadone.gpi.slice(0, 8), alprazolam.gpi.slice(0, 8)]
    const mild = { id: 'mild', severity: 3 as const, a: [a], b: [b], text: 'Text.', source }
    const both = { id: 'both', severity: 2 as const, a: [a, b], b: [a, b], text: 'Text.', source }
    const starter = interactionsBetween(methadone.gpi, alprazolam.gpi)
    expect(starter.length).toBeGreaterThan(0)
    expect(withLicensed([])(methadone.gpi, alprazolam.gpi)).toEqual(starter)
    expect(withLicensed([mild])(methadone.gpi, alprazolam.gpi)).toEqual([mild])
    expect(withLicensed([mild])(oxycodone.gpi, alprazolam.gpi)).toEqual(
      interactionsBetween(oxycodone.gpi, alprazolam.gpi),
    )
    // A rule that names a pair twice speaks once; a code shorter than a side does not match it.
    expect(interactionsIn([both])(methadone.gpi, alprazolam.gpi)).toEqual([both])
    expect(interactionsIn([mild])(a.slice(0, 6), b)).toEqual([])
    expect(interactionsIn([mild])(a, b.slice(0, 6))).toEqual([])
  })

  test('of several rules for a pair the worst speaks, from either side, and a drug never meets itself', () => {
    const source = { label: 'A label', section: 'section 7', from: 'memory' as const }
    const rule = (id: string, severity: 1 | 2 | 3, a: string, b: string) => ({
      id,
      severity,
      a: [a],
      b: [b],
      text: id,
      source,
    })
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
    ['R32', ['skip: No labeled dose to compare'], null, {}],
    [
      'R32',
      ['skip: No labeled dose to compare'],
      ibuprofen,
      {
        rx: { productId: undefined, quantity: undefined, daysSupply: undefined },
        more: { channel: 8, hcpcs: { code: 'J3490', units: 200, description: 'x' } },
      },
    ],
    ['R32', ['pass: 5 a day is within the labeled maximum'], ibuprofen, { quantity: 150 }],
    ['R32', ['reject: TQ HD: 5.033 tablet units a day exceeds the labeled maximum of 5'], ibuprofen, { quantity: 151 }],
    ['R32', ['pass: 99 a day is within the labeled maximum'], warfarin, { quantity: 2970 }],
    ['R32', ['pass: 8 a day is within the labeled maximum'], acetaminophen, { quantity: 240 }],
    [
      'R32',
      [
        'reject: 88 HD: Total acetaminophen 5 g a day exceeds the 4 g limit with Hydrocodone-acetaminophen 5-325 mg tablet',
      ],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, 3, 92, 30), paid(ibuprofen, 3, 30, 30)),
    ],
    // Supplies that are used up, or only begin later, add nothing.
    [
      'R32',
      ['pass: 8 a day is within the labeled maximum'],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, 30, 90, 30)),
    ],
    [
      'R32',
      ['pass: 8 a day is within the labeled maximum'],
      acetaminophen,
      { quantity: 240 },
      history(paid(hydrocodone, -3, 90, 30)),
    ],
    ['R32', ['pass: 1 a day is within the labeled maximum'], ibuprofen, {}, history(paid(acetaminophen, 3, 270, 30))],
  ])

  test('the engine counts acetaminophen in grams a day', () => {
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

describe('R39: age, sex and pregnancy', () => {
  const item = (more: Partial<FormularyItem>): SnapshotChange =>
    items({ gpiPrefix: '1110', status: 'COVERED', ...more })
  const born = (dateOfBirth: string, gender: 'F' | 'M' | 'U' = 'F'): SnapshotChange => ({
    claimant: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth, gender } as never,
  })
  const uncovered = (age: number): string => `reject: 60: Ibuprofen 600 mg tablet is not covered at age ${age}`
  const unadvised = (age: number): string => `reject: 88 PA: Ibuprofen 600 mg tablet is not recommended at age ${age}`
  const fine = 'pass: No age, sex or pregnancy limit'
  // Forty-five on the day of service.
  each([
    ['R39', [fine], ibuprofen, {}, item({ minAge: 45, maxAge: 45 })],
    ['R39', [uncovered(45)], ibuprofen, {}, item({ minAge: 46 })],
    ['R39', [uncovered(45)], ibuprofen, {}, item({ maxAge: 44 })],
    ['R39', [fine], { ...ibuprofen, minAge: 45, maxAge: 45 }, {}],
    ['R39', [unadvised(45)], { ...ibuprofen, minAge: 46 }, {}],
    ['R39', [unadvised(45)], { ...ibuprofen, maxAge: 44 }, {}],
    ['R39', ['reject: 61: Sildenafil 50 mg tablet is covered only for male patients'], sildenafil, {}],
    ['R39', [fine], sildenafil, {}, born('1979-03-14', 'M')],
    ['R39', [fine], sildenafil, {}, born('1979-03-14', 'U')],
    [
      'R39',
      ['reject: 61: Ibuprofen 600 mg tablet is covered only for female patients'],
      ibuprofen,
      {},
      { ...item({ onlyGender: 'F' }), ...born('1979-03-14', 'M') },
    ],
    ...['O26.891', 'Z33.1', 'Z34.90', 'Z3A.24'].map((icd): Says => [
      'R39',
      ['reject: 88 PG: Warfarin 5 mg tablet should be avoided in pregnancy'],
      warfarin,
      {},
      { claim: { acceptedIcd: [icd] } },
    ]),
    [
      'R39',
      ['reject: 88 PG: Warfarin 5 mg tablet should be avoided in pregnancy'],
      warfarin,
      { more: { diagnosisCodes: ['O26.891'] } },
    ],
    ['R39', [fine], warfarin, {}, { claim: { acceptedIcd: ['Z35.1', 'M54.5'] } }],
    ['R39', [fine], acetaminophen, {}, { claim: { acceptedIcd: ['O26.891'] } }],
    [
      'R39',
      ['reject: 88 PG: Aspirin 325 mg tablet should be avoided in pregnancy'],
      drugNamed('Aspirin 325 mg tablet'),
      {},
      { claim: { acceptedIcd: ['O26.891'] } },
    ],
    ['R39', [fine], drugNamed('Aspirin 81 mg tablet'), {}, { claim: { acceptedIcd: ['O26.891'] } }],
    ['R39', [fine], drugNamed('Aspirin 325 mg tablet'), {}, { claim: { acceptedIcd: ['M54.5'] } }],
  ])

  test('a patient reaches an age on the birthday itself', () => {
    const age = (dateOfBirth: string) => runListed(ibuprofen, {}, born(dateOfBirth), 'REVIEW').facts.age
    expect([age('1979-08-23'), age('1979-08-24'), age('1979-08-22')]).toEqual([45, 44, 45])
    expect(age('no day')).toBeNull()
  })
})
