import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBefore } from '#features/adjudication/testing.ts'
import { drugs } from '#reference/drugs.ts'
import { bandOf, careCategories, careScore, monthEndsBefore, trendOf, type CareFacts, type CareFill } from './rules.ts'

const today = '2024-08-23'
const generic = (name: string) =>
  drugs.find((one) => one.genericName.toLowerCase() === name && one.brandFlag === 'G' && !one.repackaged)!
const young = daysBefore(100, today)
const fill = (name: string, daysAgo: number, more: Partial<CareFill> = {}): CareFill => ({
  fillDate: daysBefore(daysAgo, today),
  daysSupply: 30,
  quantity: 60,
  paidAmount: 10,
  prescriberNpi: '1932102084',
  pharmacyNabp: '1043391',
  rxNumber: '7700412',
  compound: false,
  drug: generic(name),
  genericExists: true,
  ...more,
})
const facts = (fills: CareFill[], more: Partial<CareFacts> = {}): CareFacts => ({
  doi: young,
  acceptedIcd: ['S33.5XXA'],
  fills,
  ...more,
})
const points = (of: CareFacts) =>
  Object.fromEntries(careScore(of, today).criteria.map((one) => [one.key, one.points])) as Record<string, number>

const oxycodone = (daysAgo: number, perDay: number, more: Partial<CareFill> = {}) => {
  const drug = drugs.find((one) => one.genericName.toLowerCase() === 'oxycodone' && one.strengthValue === 10)!
  return fill('naproxen', daysAgo, { drug, quantity: perDay * 30, ...more })
}

describe('Points of the care score', () => {
  it('A worker without fills scores 0 in the lowest band', () => {
    expect(careScore(facts([]), today)).toMatchObject({ score: 0, band: 'LOW', criteria: [] })
  })
  // Oxycodone counts one and a half times (CDC 2022): 10 mg once a day is 15.
  it.each([
    [1, 15, 3],
    [2, 30, 6],
    [4, 60, 12],
    [6, 90, 18],
  ])('%i tablets of oxycodone 10 mg a day are %i MME: %i points', (perDay, mme, worth) => {
    const found = careScore(facts([oxycodone(2, perDay)]), today)
    expect(found.criteria.find((one) => one.key === 'mme')).toMatchObject({ points: worth, value: `${mme} MME a day` })
  })
  it('counts the days on opioids once, however many supplies overlap', () => {
    const twoAtOnce = [oxycodone(20, 1), oxycodone(20, 1)]
    expect(points(facts(twoAtOnce))['days']).toBeUndefined()
    expect(points(facts([oxycodone(35, 1), oxycodone(5, 1)]))['days']).toBe(4)
    expect(points(facts([oxycodone(130, 1), oxycodone(100, 1), oxycodone(70, 1), oxycodone(40, 1)]))['days']).toBe(8)
  })
  it('takes the worst combination, not the sum of all', () => {
    const opioid = oxycodone(2, 1)
    const benzo = fill('alprazolam', 2)
    const relaxant = fill('cyclobenzaprine', 2)
    expect(points(facts([opioid, benzo]))).toMatchObject({ opioidBenzo: 10 })
    expect(points(facts([opioid, relaxant]))).toMatchObject({ opioidRelaxant: 4 })
    const trio = points(facts([opioid, benzo, relaxant]))
    expect(trio).toMatchObject({ trio: 16 })
    expect(trio['opioidBenzo']).toBeUndefined()
    expect(points(facts([opioid, fill('gabapentin', 2)]))).toMatchObject({ gabapentinoid: 4 })
    expect(points(facts([fill('gabapentin', 2)]))['gabapentinoid']).toBeUndefined()
    expect(points(facts([fill('zolpidem', 2)]))).toMatchObject({ sedative: 3 })
  })
  it('counts prescribers and pharmacies of ninety days, and refills that came early', () => {
    const by = (npi: string, nabp: string, daysAgo = 10) =>
      fill('naproxen', daysAgo, { prescriberNpi: npi, pharmacyNabp: nabp })
    expect(points(facts([by('1', 'a'), by('2', 'b')]))).not.toHaveProperty('prescribers')
    expect(points(facts([by('1', 'a'), by('2', 'b'), by('3', 'c')]))).toMatchObject({ prescribers: 6, pharmacies: 5 })
    expect(points(facts([by('1', 'a'), by('2', 'b'), by('3', 'c'), by('4', 'c')]))).toMatchObject({ prescribers: 10 })
    expect(points(facts([by('1', 'a'), by('2', 'b'), by('3', 'c', 95)]))).not.toHaveProperty('prescribers')
    // Twenty days after a supply of thirty, ten are left: more than a quarter.
    const early = [fill('naproxen', 60), fill('naproxen', 40), fill('naproxen', 20)]
    expect(points(facts(early))).toMatchObject({ early: 4 })
    expect(points(facts([fill('naproxen', 60), fill('naproxen', 37), fill('naproxen', 14)]))).not.toHaveProperty(
      'early',
    )
  })
  it('counts cost, brands, compounds, age of the injury and accepted conditions', () => {
    expect(points(facts([fill('naproxen', 2, { paidAmount: 1000 })]))).not.toHaveProperty('spend')
    expect(points(facts([fill('naproxen', 2, { paidAmount: 1001 })]))).toMatchObject({ spend: 3 })
    expect(points(facts([fill('naproxen', 2, { paidAmount: 5001 })]))).toMatchObject({ spend: 7 })
    expect(points(facts([fill('naproxen', 2, { compound: true })]))).toMatchObject({ topical: 5 })
    const brand = drugs.find((one) => one.brandFlag !== 'G')!
    expect(points(facts([fill('naproxen', 2, { drug: brand })]))).toMatchObject({ brand: 2 })
    expect(points(facts([fill('naproxen', 2, { drug: brand, genericExists: false })]))).not.toHaveProperty('brand')
    for (const [days, worth] of [
      [400, 3],
      [1200, 6],
      [1900, 10],
    ] as const)
      expect(points(facts([fill('naproxen', 2)], { doi: daysBefore(days, today) }))['age']).toBe(worth)
    expect(points(facts([fill('naproxen', 200)], { doi: daysBefore(1900, today) }))).not.toHaveProperty('age')
    expect(points(facts([], { acceptedIcd: ['F32.9'] }))).toEqual({ condition: 3 })
    expect(points(facts([], { acceptedIcd: ['F43.10', 'F32.9'] }))).toEqual({ condition: 4 })
    expect(points(facts([], { acceptedIcd: ['F11.20', 'F43.10'] }))).toEqual({ condition: 5 })
  })
  it.each([
    ['2023-08-24', undefined, 'the day before the first anniversary'],
    ['2023-08-23', 3, 'the first anniversary'],
    ['2021-08-24', 3, 'the day before the third'],
    ['2021-08-23', 6, 'the third'],
    ['2019-08-24', 6, 'the day before the fifth'],
    ['2019-08-23', 10, 'the fifth'],
  ])('an injury of %s is worth %s on 08/23/2024, %s', (doi, worth, _day) => {
    expect(points(facts([fill('naproxen', 2)], { doi }))['age']).toBe(worth)
  })
  it.each([
    [1000, undefined],
    [1000.01, 3],
    [5000, 3],
    [5000.01, 7],
  ])('drugs of $%s in 90 days are worth %s, to the cent', (paidAmount, worth) => {
    const found = careScore(facts([fill('naproxen', 2, { paidAmount })]), today)
    expect(found.criteria.find((one) => one.key === 'spend')?.points).toBe(worth)
  })
  it('adds up the cents of three fills without loss and prints the sum', () => {
    const dimes = Array.from({ length: 3 }, (_, at) => fill('naproxen', at + 2, { paidAmount: 333.37 }))
    const spend = careScore(facts(dimes), today).criteria.find((one) => one.key === 'spend')
    expect(spend).toMatchObject({
      value: '$1,000.11 in 90 days',
      explanation: 'Drugs of the last 90 days cost $1,000.11.',
    })
  })
  it('two supplies of one opioid from two prescribers are twice the dose, a refill is not', () => {
    const second = (rxNumber: string) =>
      careScore(facts([oxycodone(8, 4), oxycodone(2, 4, { rxNumber, prescriberNpi: '1234567893' })]), today)
    const mme = (score: ReturnType<typeof second>) => score.criteria.find((one) => one.key === 'mme')?.value
    expect([mme(second('8800001')), mme(second('7700412'))]).toEqual(['120 MME a day', '60 MME a day'])
  })
  it('bands at 25, 50 and 75, and trends from five points', () => {
    expect([0, 24, 25, 49, 50, 74, 75, 100].map(bandOf)).toEqual([
      'LOW',
      'LOW',
      'MODERATE',
      'MODERATE',
      'HIGH',
      'HIGH',
      'SEVERE',
      'SEVERE',
    ])
    expect([-5, -4, 4, 5].map(trendOf)).toEqual(['DOWN', 'STEADY', 'STEADY', 'UP'])
  })
  it('the months before a day end on their last days, also over a year and a leap day', () => {
    expect(monthEndsBefore('2024-03-15', 4)).toEqual(['2023-11-30', '2023-12-31', '2024-01-31', '2024-02-29'])
  })
})

describe('for any history', () => {
  const anyFill = fc
    .record({
      drug: fc.constantFrom(...drugs),
      daysAgo: fc.integer({ min: -40, max: 500 }),
      daysSupply: fc.integer({ min: 1, max: 90 }),
      quantity: fc.integer({ min: 1, max: 360 }),
      paidAmount: fc.integer({ min: 0, max: 9000 }),
      prescriberNpi: fc.constantFrom('1', '2', '3', '4', '5'),
      pharmacyNabp: fc.constantFrom('a', 'b', 'c'),
      rxNumber: fc.constantFrom('1', '2'),
      compound: fc.boolean(),
      genericExists: fc.boolean(),
    })
    .map(({ daysAgo, ...rest }): CareFill => ({ ...rest, fillDate: daysBefore(daysAgo, today) }))
  const anyFacts = fc.record({
    doi: fc.integer({ min: 1, max: 4000 }).map((days) => daysBefore(days, today)),
    acceptedIcd: fc.subarray(['S33.5XXA', 'F11.20', 'F43.10', 'F32.9']),
    fills: fc.array(anyFill, { maxLength: 40 }),
  })
  it('is the sum of its categories, none above its maximum, each point with its sentence, and never above 100', () => {
    expect(careCategories.reduce((sum, one) => sum + one.max, 0)).toBe(100)
    fc.assert(
      fc.property(anyFacts, (of) => {
        const found = careScore(of, today)
        expect(found.score).toBe(found.categories.reduce((sum, one) => sum + one.points, 0))
        for (const one of found.categories) expect(one.points).toBeLessThanOrEqual(one.max)
        for (const one of found.criteria) {
          expect(one.points).toBeGreaterThan(0)
          expect(one.explanation).toMatch(/\.$/)
        }
      }),
    )
  })
  it('neither the order of fills nor what comes later changes it', () => {
    fc.assert(
      fc.property(anyFacts, (of) => {
        const found = careScore(of, today)
        expect(careScore({ ...of, fills: of.fills.toReversed() }, today).score).toBe(found.score)
        expect(careScore({ ...of, fills: of.fills.filter((one) => one.fillDate <= today) }, today)).toEqual(found)
      }),
    )
  })
})
