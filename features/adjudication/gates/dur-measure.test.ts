import { describe, expect, test } from 'vitest'
import type { Interaction } from '#reference/interactions.ts'
import { usDate } from '#platform/dates/day.ts'
import type { DrugFacts, PastFill } from '../snapshot.ts'
import { findingsOf } from '#features/prior-auths/findings.ts'
import {
  daysBefore,
  drugNamed,
  linesOf,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  type SnapshotChange,
} from '../testing.ts'
import { known, mix } from '../testing-bills.ts'
import {
  acetaminophen,
  gabapentinBulk,
  hydrocodone,
  ibuprofen,
  ketamine,
  naproxen,
  oxycodone,
} from '../testing-drugs.ts'

// What the findings of G7 keep and say to the letter: measure, other drugs, and the last case on each side of a limit.

const other = { prescriberNpi: '1245319599' }
const on = (days: number): string => usDate(daysBefore(days))
const found = (drug: DrugFacts | null, rule: string, request: RequestChange, change: SnapshotChange) =>
  run(drug, request, { ...open, ...change }).rejects.filter(({ sourceRule }) => sourceRule === rule)
const beside = (...history: PastFill[]): SnapshotChange => ({ history })
const dose = (value: number, unit = 'mg') => ({ of: 'DOSE', value, unit })

describe('R30', () => {
  test('a duplicate keeps its days, the dose of the drug itself and the other drug', () => {
    const [made, ...more] = found(naproxen, 'R30', { quantity: 60 }, beside(paid(ibuprofen, 5, 90, 30)))
    expect(more).toEqual([])
    expect(made).toMatchObject({
      message: `Overlaps 25 days with Ibuprofen 600 mg tablet filled ${on(5)} (same class: anti-inflammatory)`,
      measure: {
        amounts: [{ of: 'OVERLAP', value: 25 }, dose(1000)],
        with: [{ id: ibuprofen.gpi.slice(0, 8), name: ibuprofen.name, dose: { value: 1800, unit: 'mg' } }],
      },
    })
  })

  test.each([
    ['Clonazepam 0.5 mg tablet', 'Alprazolam 0.5 mg tablet', 30],
    ['Meloxicam 7.5 mg tablet', 'Ibuprofen 600 mg tablet', 30],
    ['Sertraline 50 mg tablet', 'Citalopram 20 mg tablet', 15],
    ['Nortriptyline 10 mg capsule', 'Amitriptyline 10 mg tablet', 30],
    ['Cyclobenzaprine 5 mg tablet', 'Baclofen 10 mg tablet', 30],
    ['Zolpidem 5 mg tablet', 'Eszopiclone 2 mg tablet', 15],
  ])('%s cleared beside %s stops again where that one’s dose grows', (name, taken, quantity) => {
    const bill = (times: number, more: SnapshotChange = {}) =>
      run(drugNamed(name), {}, { ...open, history: [paid(drugNamed(taken), 5, quantity * times, 30)], ...more }).rejects
    const first = bill(1)
    const codes = first.map(({ rejectCode }) => rejectCode)
    const more = { findings: findingsOf(first), safetyIncluded: true, safetyTier: 'O' } as const
    const priorAuths = [priorAuthOf(drugNamed(name), 14, codes, more)]
    const left = (times: number) => bill(times, { priorAuths }).filter(({ sourceRule }) => sourceRule === 'R30')
    expect(first.some(({ sourceRule }) => sourceRule === 'R30')).toBe(true)
    expect([left(1).length, left(2).length]).toEqual([0, 1])
  })

  test('two buprenorphine patches of one prescriber are worn at once and said so; two of fentanyl are a change of dose', () => {
    const [ten, five] = [drugNamed('Buprenorphine 10 mcg/h patch'), drugNamed('Buprenorphine 5 mcg/h patch')]
    const [made] = found(ten, 'R30', { quantity: 4, days: 28 }, beside(paid(five, 5, 4, 28)))
    expect(made!.message).toBe(`Overlaps 23 days with ${five.name} filled ${on(5)} (two patches of one drug)`)
    const fentanyl = run(
      drugNamed('Fentanyl 50 mcg/h patch'),
      { quantity: 10 },
      { ...open, history: [paid(drugNamed('Fentanyl 25 mcg/h patch'), 5, 10, 30)] },
    )
    expect(linesOf(fentanyl, 'R30')).toEqual([
      'warn: Another strength of Fentanyl 25 mcg/h patch is active: treated as a dose change',
      'pass: No duplicate therapy',
    ])
  })

  test('another strength of tablets by the same prescriber is a change of dose, of whatever drug', () => {
    const line = (drug: string, before: string) =>
      linesOf(run(drugNamed(drug), {}, { ...open, history: [paid(drugNamed(before), 5, 30, 30)] }), 'R30')[0]
    expect(line('Buprenorphine-naloxone 8-2 mg film', 'Buprenorphine-naloxone 2-0.5 mg film')).toMatch(/^warn: Another/)
    expect(line('Pregabalin 150 mg capsule', 'Pregabalin 75 mg capsule')).toMatch(/^warn: Another strength/)
  })

  test('of two supplies of an opioid one of another prescriber from yesterday is enough', () => {
    const supplies = [paid(hydrocodone, 27, 60, 30), paid(hydrocodone, 1, 6, 3, other)]
    expect(found(oxycodone, 'R30', { quantity: 20, days: 5 }, beside(...supplies))).toHaveLength(1)
    expect(found(oxycodone, 'R30', { quantity: 20, days: 5 }, beside(supplies[0]!))).toEqual([])
  })
})

describe('R31 of a compound', () => {
  const rule = (id: string, drugs: readonly DrugFacts[], severity: Interaction['severity']): Interaction => ({
    id,
    a: drugs.map(({ gpi }) => gpi.slice(0, 8)),
    b: [ibuprofen.gpi.slice(0, 8)],
    severity,
    text: id,
    source: { label: 'Set', section: '1', from: 'licensed' },
  })
  const compound = mix([
    [ketamine, 5],
    [gabapentinBulk, 10],
  ])
  const of = (...interactions: Interaction[]) =>
    found(null, 'R31', compound, {
      ...known(ketamine, gabapentinBulk),
      history: [paid(ibuprofen, 5, 90, 30)],
      interactions,
    })

  test('the worst of its ingredients counts, whichever is named first', () => {
    for (const [mild, grave] of [
      [ketamine, gabapentinBulk],
      [gabapentinBulk, ketamine],
    ] as const) {
      const [made, ...more] = of(rule('mild', [mild], 3), rule('grave', [grave], 1))
      expect(more).toEqual([])
      expect(made).toMatchObject({
        severity: 1,
        overridableBy: 'O',
        message: `${grave.genericName} taken with Ibuprofen 600 mg tablet (filled ${on(5)}): grave`,
      })
    }
  })

  test('of two ingredients with the same sentence both are named', () => {
    const [made] = of(rule('same', [ketamine, gabapentinBulk], 2))
    expect(made!.message).toBe(
      `${ketamine.genericName}, ${gabapentinBulk.genericName} taken with Ibuprofen 600 mg tablet (filled ${on(5)}): same`,
    )
  })
})

describe('R32', () => {
  const ibuprofen800 = drugNamed('Ibuprofen 800 mg tablet')
  const over = (...history: PastFill[]) =>
    found(ibuprofen, 'R32', { quantity: 120 }, beside(...history)).filter(({ rejectCode }) => rejectCode === 'TQ')

  test('another strength of the same prescriber counts from eight days left, of another prescriber from the first', () => {
    expect(over(paid(ibuprofen800, 23, 90, 30))).toEqual([])
    expect(over(paid(ibuprofen800, 22, 90, 30))).toHaveLength(1)
    expect(over(paid(ibuprofen800, 29, 90, 30, other))).toHaveLength(1)
  })

  test('only supplies with the ingredient are named, each of them', () => {
    const famotidine = drugNamed('Ibuprofen-famotidine 800-26.6 mg tablet')
    const history = [
      paid(ibuprofen800, 9, 60, 30),
      paid(famotidine, 6, 30, 30, other),
      paid(drugNamed('Gabapentin 300 mg capsule'), 4, 90, 30),
    ]
    const [made] = over(...history)
    // 2400 by itself, 1600 and 800 beside it.
    expect(made!.message).toMatch(
      /^4800 mg of ibuprofen a day with .+ filled .+, .+ filled .+ exceeds the labeled maximum of 3200 mg$/,
    )
    expect(made!.message).not.toContain('Gabapentin')
    expect(made!.measure).toEqual({ amounts: [dose(4800)] })
  })

  test('supplies of the product itself are named by their days, and the first of them is the other drug', () => {
    const tramadol = drugNamed('Tramadol 50 mg tablet')
    const answer = run(
      tramadol,
      { quantity: 120 },
      {
        ...open,
        history: [paid(tramadol, 9, 120, 30, other), paid(tramadol, 4, 120, 30, { ...other, rxNumber: '7' })],
      },
    )
    const made = answer.rejects.find(({ rejectCode }) => rejectCode === 'TQ')!
    expect(made.message).toContain(` with the supply filled ${on(4)}, ${on(9)} exceeds the labeled maximum of 8`)
    expect(answer.dur.find(({ reason }) => reason === 'HD')).toMatchObject({
      otherDrug: tramadol.name,
      otherFillDate: daysBefore(4),
    })
  })

  test('acetaminophen over 4 g says what it is with, or nothing where it is alone', () => {
    const grams = (drug: DrugFacts, quantity: number, ...history: PastFill[]) =>
      found(drug, 'R32', { quantity }, beside(...history)).filter(({ rejectCode }) => rejectCode === '88')
    const [alone] = grams(acetaminophen, 270)
    expect(alone).toMatchObject({
      message: 'Total acetaminophen 4.5 g a day exceeds the 4 g limit',
      measure: { amounts: [{ of: 'ACETAMINOPHEN', value: 4.5 }] },
    })
    const [both] = grams(acetaminophen, 180, paid(hydrocodone, 5, 180, 30), paid(naproxen, 4, 60, 30))
    expect(both!.message).toBe(`Total acetaminophen 5 g a day exceeds the 4 g limit with ${hydrocodone.name}`)
  })
})

describe('R39', () => {
  test('age and pregnancy keep the dose and what they are about', () => {
    const child = {
      claimant: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '2012-03-14', gender: 'F' },
    } as const
    const tramadol = drugNamed('Tramadol 50 mg tablet')
    const [young] = found(
      tramadol,
      'R39',
      {
        quantity: 20,
        days: 5,
        more: { patient: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '2012-03-14', gender: 'F' } },
      },
      child,
    )
    expect(young).toMatchObject({
      message: 'Tramadol 50 mg tablet is not recommended at age 12',
      measure: { amounts: [dose(200)], with: [{ id: 'PA', name: 'the patient’s age' }] },
    })
    const [pregnant] = found(naproxen, 'R39', { quantity: 60, more: { diagnosisCodes: ['Z33.1'] } }, {})
    expect(pregnant).toMatchObject({
      message: 'Naproxen 500 mg tablet should be avoided in pregnancy',
      measure: { amounts: [dose(1000)], with: [{ id: 'PG', name: 'a pregnancy' }] },
    })
  })
})
