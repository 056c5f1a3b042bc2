import { describe, expect, test } from 'vitest'
import type { DrugFacts, PastFill } from '../snapshot.ts'
import { drugNamed, open, paid, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { clinic } from '../testing-bills.ts'
import { ibuprofen, oxycodone } from '../testing-drugs.ts'

// R30 over the classes of the catalogue, R39 in pregnancy, and depots that last longer than their line says.

const other = { prescriberNpi: '1245319599' }
const twice = (drug: DrugFacts, request: RequestChange, ...history: PastFill[]): string[] =>
  run(drug, request, { ...open, history }).rejects.flatMap((one) => (one.sourceRule === 'R30' ? [one.message] : []))

describe('two drugs of one class', () => {
  test.each<[string, string, string]>([
    ['SSRI', 'Sertraline 50 mg tablet', 'Fluoxetine 20 mg capsule'],
    ['SSRI', 'Escitalopram 10 mg tablet', 'Citalopram 20 mg tablet'],
    ['tricyclic antidepressant', 'Amitriptyline 25 mg tablet', 'Nortriptyline 25 mg capsule'],
    ['sleeping pill', 'Zolpidem 10 mg tablet', 'Eszopiclone 2 mg tablet'],
    ['triptan', 'Sumatriptan 50 mg tablet', 'Rizatriptan 10 mg tablet'],
    ['CGRP antagonist by mouth', 'Rimegepant 75 mg orally disintegrating tablet', 'Ubrogepant 50 mg tablet'],
    ['antipsychotic', 'Quetiapine 25 mg tablet', 'Aripiprazole 5 mg tablet'],
    ['integrase inhibitor', 'Dolutegravir 50 mg tablet', 'Raltegravir 400 mg tablet'],
    ['factor Xa inhibitor', 'Apixaban 5 mg tablet', 'Rivaroxaban 20 mg tablet'],
    ['PDE5 inhibitor', 'Sildenafil 50 mg tablet', 'Tadalafil 5 mg tablet'],
    ['buprenorphine', 'Buprenorphine 10 mcg/h patch', 'Buprenorphine-naloxone 8-2 mg film'],
  ])('%s: %s beside %s', (family, one, two) => {
    for (const [a, b] of [
      [one, two],
      [two, one],
    ] as const) {
      const [message, ...rest] = twice(drugNamed(a), {}, paid(drugNamed(b), 5, 30, 30))
      expect(message).toMatch(new RegExp(`^Overlaps \\d+ days with .*\\(same class: ${family}\\)$`))
      expect(rest).toEqual([])
      // A change of drug, and drugs of other classes.
      expect(twice(drugNamed(a), {}, paid(drugNamed(b), 25, 30, 30))).toEqual([])
      expect(twice(drugNamed(a), {}, paid(drugNamed('Lisinopril 10 mg tablet'), 5, 30, 30))).toEqual([])
    }
  })

  // What is taken beside each other as a rule.
  test.each([
    ['Erenumab 70 mg/mL injection', 'Rimegepant 75 mg orally disintegrating tablet'],
    ['Quetiapine 25 mg tablet', 'Lithium carbonate 300 mg capsule'],
    ['Emtricitabine-tenofovir 200-300 mg tablet', 'Dolutegravir 50 mg tablet'],
    ['Gabapentin 300 mg capsule', 'Topiramate 50 mg tablet'],
    ['Lisinopril 10 mg tablet', 'Amlodipine 5 mg tablet'],
  ])('%s beside %s is no duplicate', (one, two) => {
    expect(twice(drugNamed(one), {}, paid(drugNamed(two), 5, 30, 30))).toEqual([])
    expect(twice(drugNamed(two), {}, paid(drugNamed(one), 5, 30, 30))).toEqual([])
  })

  const five = { quantity: 20, days: 5 }
  test.each<[string, string, string, number, object, boolean]>([
    [
      'two prescribers on one day',
      'Oxycodone 10 mg tablet',
      'Hydrocodone-acetaminophen 5-325 mg tablet',
      0,
      other,
      true,
    ],
    [
      'two prescribers on two days',
      'Oxycodone 10 mg tablet',
      'Hydrocodone-acetaminophen 5-325 mg tablet',
      1,
      other,
      true,
    ],
    ['one drug of two prescribers', 'Oxycodone 10 mg tablet', 'Oxycodone 5 mg tablet', 0, other, true],
    ['tramadol beside oxycodone', 'Tramadol 50 mg tablet', 'Oxycodone 5 mg tablet', 0, other, true],
    [
      'codeine beside hydrocodone',
      'Codeine-acetaminophen 30-300 mg tablet',
      'Hydrocodone-acetaminophen 5-325 mg tablet',
      0,
      other,
      true,
    ],
    [
      'one prescriber who changes the drug',
      'Oxycodone 10 mg tablet',
      'Hydrocodone-acetaminophen 5-325 mg tablet',
      0,
      {},
      false,
    ],
    [
      'another prescriber days later',
      'Oxycodone 10 mg tablet',
      'Hydrocodone-acetaminophen 5-325 mg tablet',
      3,
      other,
      false,
    ],
  ])('short supplies of opioids, %s', (_words, one, two, daysAgo, more, stops) => {
    expect(twice(drugNamed(one), five, paid(drugNamed(two), daysAgo, 20, 5, more)).length > 0).toBe(stops)
  })

  const patch = (mcg: number) => drugNamed(`Buprenorphine ${mcg} mcg/h patch`)
  const four = { quantity: 4, days: 28 }
  test.each<[string, number, number, number, object, boolean]>([
    ['of two strengths', 10, 5, 5, {}, true],
    ['of two strengths and prescribers', 10, 20, 5, other, true],
    ['of one strength and two prescribers', 10, 10, 5, other, true],
    ['of one strength, soon after', 5, 5, 2, {}, true],
    ['at the end of the supply before', 10, 5, 24, {}, false],
    ['after it', 10, 5, 28, {}, false],
    ['that refill the same strength', 10, 10, 25, {}, false],
  ])('two buprenorphine patches %s', (_words, one, two, daysAgo, more, stops) => {
    expect(twice(patch(one), four, paid(patch(two), daysAgo, 4, 28, more)).length > 0).toBe(stops)
  })
})

describe('pregnancy', () => {
  const pregnant: SnapshotChange = { ...open, claim: { acceptedIcd: ['O26.9'] } }
  const flagged = (drug: DrugFacts, snapshot: SnapshotChange) =>
    run(drug, {}, snapshot).rejects.some(({ sourceRule, dur }) => sourceRule === 'R39' && dur === 'PG')
  test.each([
    ['Ibuprofen 600 mg tablet', true],
    ['Naproxen 500 mg tablet', true],
    ['Meloxicam 15 mg tablet', true],
    ['Celecoxib 200 mg capsule', true],
    ['Ketorolac 10 mg tablet', true],
    ['Hydrocodone-ibuprofen 7.5-200 mg tablet', true],
    ['Doxycycline 100 mg capsule', true],
    ['Doxycycline 100 mg tablet', true],
    ['Warfarin 5 mg tablet', true],
    ['Acetaminophen 500 mg tablet', false],
    ['Sertraline 50 mg tablet', false],
  ])('%s: %s', (name, stops) => {
    expect(flagged(drugNamed(name), pregnant)).toBe(stops)
    expect(flagged(drugNamed(name), open)).toBe(false)
  })
  test('an anti-inflammatory that a clinic injects, by its code alone', () => {
    const answer = run(null, clinic('J1885', 2), pregnant)
    expect(answer.rejects.filter(({ dur }) => dur === 'PG')).toHaveLength(1)
  })
})

describe('a depot lasts as its label says', () => {
  const injected = (code: string, gpi: string, daysAgo: number): PastFill =>
    paid(
      { ...ibuprofen, ndc: '', gpi, name: code, opioidFactorKey: null, strengthValue: 0, dea: null },
      daysAgo,
      1,
      1,
      {
        hcpcs: { code, units: 1 },
      },
    )
  const blocked = (daysAgo: number) =>
    run(
      oxycodone,
      { quantity: 10, days: 5 },
      { ...open, history: [injected('J2315', '10180301', daysAgo)] },
    ).rejects.some(({ sourceRule }) => sourceRule === 'R31')
  test.each([
    [0, true],
    [1, true],
    [14, true],
    [27, true],
    [28, false],
    [60, false],
  ])('an opioid %d days after naltrexone: stops %s', (daysAgo, stops) => expect(blocked(daysAgo)).toBe(stops))

  test('naltrexone before an opioid supply that begins within its weeks, and the opioid at hand before it', () => {
    const line = (history: PastFill[]) =>
      run(null, clinic('J2315', 380), { ...open, history }).rejects.filter(({ sourceRule }) => sourceRule === 'R31')
    expect(line([paid(oxycodone, 2, 60, 30)])).toHaveLength(1)
    expect(line([paid(oxycodone, 60, 60, 30)])).toEqual([])
    expect(line([paid(oxycodone, -20, 60, 30)])).toHaveLength(1)
    expect(line([paid(oxycodone, -28, 60, 30)])).toEqual([])
  })

  // Section 2 of the labels: naltrexone every four weeks, onabotulinumtoxinA no sooner than every twelve.
  test.each<[string, string, number, number, number | null]>([
    ['J2315', '10180301', 380, 1, 27],
    ['J2315', '10180301', 380, 10, 18],
    ['J2315', '10180301', 380, 27, 1],
    ['J2315', '10180301', 380, 28, null],
    ['J0585', '31100101', 155, 10, 74],
    ['J0585', '31100101', 155, 60, 24],
    ['J0585', '31100101', 155, 83, 1],
    ['J0585', '31100101', 155, 84, null],
    ['J1885', '11100113', 2, 1, null],
    ['J3301', '20120101', 4, 10, null],
  ])('%s (%s), %d units again after %d days, comes %s days too soon', (code, gpi, units, daysAgo, early) => {
    const answer = run(null, clinic(code, units), { ...open, history: [injected(code, gpi, daysAgo)] })
    const found = answer.rejects.filter(({ sourceRule }) => sourceRule === 'R23')
    expect(found.map(({ rejectCode, measure }) => [rejectCode, measure?.amounts?.[0]])).toEqual(
      early === null ? [] : [['79', { of: 'DAYS_EARLY', value: early }]],
    )
  })

  test('tablets of the same drug are no depot, and a depot no reason to wait with tablets', () => {
    const tablets = drugNamed('Naltrexone 50 mg tablet')
    const codes = (drug: DrugFacts | null, request: RequestChange, fill: PastFill) =>
      run(drug, request, { ...open, history: [fill] }).rejects.map(({ rejectCode }) => rejectCode)
    expect(codes(null, clinic('J2315', 380), paid(tablets, 5, 30, 30))).not.toContain('79')
    expect(codes(tablets, {}, injected('J2315', '10180301', 5))).not.toContain('79')
  })

  test.each([
    [30, true],
    [83, true],
    [84, false],
  ])('a relaxant %d days after onabotulinumtoxinA stops: %s', (daysAgo, stops) => {
    const relaxant = drugNamed('Cyclobenzaprine 10 mg tablet')
    const { rejects } = run(relaxant, {}, { ...open, history: [injected('J0585', '31100101', daysAgo)] })
    expect(rejects.some(({ sourceRule }) => sourceRule === 'R31')).toBe(stops)
  })

  test('what is used up at once lasts its day', () => {
    const steroid = injected('J1885', '11100113', 2)
    expect(
      run(ibuprofen, {}, { ...open, history: [steroid] }).rejects.filter(({ sourceRule }) => sourceRule === 'R30'),
    ).toEqual([])
  })
})
