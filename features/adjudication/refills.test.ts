import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import { daysBefore, drugNamed, open, paid, type RequestChange, run, type SnapshotChange } from './testing.ts'
import { acetaminophen, alprazolam, gabapentin, hydrocodone, ibuprofen, naproxen, oxycodone } from './testing-drugs.ts'
import { endAtRefills } from './refills.ts'

// What one person has of one product, by any prescriber: a refill continues a supply, every other fill counts with it.

const fentanyl = drugNamed('Fentanyl 50 mcg/h patch')
const fills = (...history: ReturnType<typeof paid>[]): SnapshotChange => ({ ...open, history })
const other = { prescriberNpi: '1932102084' }
// Opioids for months, so that the rules for people new to them stay silent.
const used = paid(oxycodone, 150, 30, 5)
/** Four tablets of oxycodone 10 mg a day: 60 MME. */
const four: RequestChange = { quantity: 120 }
const ofRule = (answer: ReturnType<typeof run>, rule: string) =>
  answer.rejects
    .filter((made) => made.sourceRule === rule)
    .map((made) => `${made.rejectCode} ${made.dur} ${made.message}`)

describe('All supplies of a product at hand count, from any prescriber', () => {
  test('60 MME from one prescriber and 60 from another are 120, over the limit', () => {
    const answer = run(oxycodone, four, fills(used, paid(oxycodone, 5, 120, 30, other)))
    expect(answer.facts.mme).toMatchObject({ now: 60, after: 120, previous: null })
    expect(answer.facts.mme?.items.map((item) => item.mme)).toEqual([60, 60])
    expect(answer.codes).toContain('922')
  })

  test('Two supplies of one opioid at hand are 120 MME beside a new benzodiazepine', () => {
    const both = fills(used, paid(oxycodone, 9, 120, 30), paid(oxycodone, 5, 120, 30, other))
    const answer = run(alprazolam, {}, both)
    expect(answer.facts.mme).toMatchObject({ now: 120, after: 120 })
    expect(answer.facts.active).toHaveLength(2)
    expect(answer.rejects.filter((made) => made.sourceRule === 'R31')).toHaveLength(1)
  })

  test.each([
    // Of 30 days, 7 are less than a quarter and 8 are more; the same prescriber may be as early as half.
    ['another prescriber 7 days before the supply ends is its refill', 23, other, 60],
    ['another prescriber 8 days before the supply ends is taken beside it', 22, other, 120],
    ['the same prescriber 15 days before the supply ends is its refill', 15, {}, 60],
    ['the same prescriber 16 days before the supply ends is taken beside it', 14, {}, 120],
  ])('A new prescription of %s', (_words, daysAgo, more, after) => {
    const answer = run(oxycodone, four, fills(used, paid(oxycodone, daysAgo, 120, 30, more)))
    expect(answer.facts.mme).toMatchObject({ now: 60, after })
    expect(answer.facts.mme?.previous === null).toBe(after === 120)
  })

  test('The next fill of the same prescription replaces the one before, however early', () => {
    const same = { rxNumber: '7700412' }
    const refill: RequestChange = { quantity: 300, fillNumber: 1 }
    const answer = run(gabapentin, refill, fills(paid(gabapentin, 5, 300, 30, same)))
    expect(answer.codes).toEqual(['79'])
    // The same number at another pharmacy is another prescription: 20 capsules a day, the label allows 12.
    const elsewhere = run(gabapentin, refill, fills(paid(gabapentin, 5, 300, 30, { ...same, pharmacyNabp: '2201120' })))
    expect(elsewhere.codes.toSorted()).toEqual(['79', 'TQ'])
    expect(ofRule(elsewhere, 'R32')).toEqual([
      `TQ HD 20 capsule units a day with the supply filled ${usDate(daysBefore(5))} exceeds the labeled maximum of 12`,
    ])
  })

  test('The label’s dose counts the same product from another prescriber, to the tablet', () => {
    const second = (quantity: number) =>
      ofRule(run(ibuprofen, { quantity: 60 }, fills(paid(ibuprofen, 3, quantity, 30, other))), 'R32')
    expect(second(90)).toEqual([])
    expect(second(91)).toEqual([
      `TQ HD 5.033 tablet units a day with the supply filled ${usDate(daysBefore(3))} exceeds the labeled maximum of 5`,
    ])
  })

  test('All acetaminophen at hand adds up, two supplies of one product too', () => {
    const both = fills(paid(acetaminophen, 9, 120, 30), paid(acetaminophen, 5, 120, 30, other))
    expect(run(hydrocodone, { quantity: 60 }, both).facts.acetaminophenGramsPerDay).toBe(4.65)
  })

  test('Two fentanyl patches worn at a time count as twice the dose', () => {
    expect(run(fentanyl, { quantity: 10 }, fills(used)).facts.mme?.after).toBe(120)
    expect(run(fentanyl, { quantity: 20 }, fills(used)).facts.mme?.after).toBe(240)
    expect(run(fentanyl, { quantity: 10 }, fills(used, paid(fentanyl, 3, 10, 30, other))).facts.mme?.after).toBe(240)
  })

  test('A short fill does not hide the longer supply of the product before it from duplicate therapy', () => {
    const long = paid(ibuprofen, 20, 180, 60)
    const short = paid(ibuprofen, 2, 15, 5, other)
    expect(ofRule(run(naproxen, {}, fills(long, short)), 'R30')).toEqual([
      `88 TD Overlaps 30 days with Ibuprofen 600 mg tablet filled ${usDate(daysBefore(2))} (same class: anti-inflammatory)`,
    ])
  })

  test('The same drug from a second prescriber is a duplicate, a change of dose by one prescriber is none', () => {
    const second = (daysAgo: number, more: object) =>
      ofRule(run(naproxen, {}, fills(paid(naproxen, daysAgo, 30, 30, more))), 'R30')
    expect(second(3, other)).toEqual([
      `88 TD Overlaps 27 days with Naproxen 500 mg tablet filled ${usDate(daysBefore(3))} (same drug, another prescriber)`,
    ])
    expect(second(3, {})).toEqual([])
    // Its refill by another prescriber continues it.
    expect(second(24, other)).toEqual([])
  })

  test('A bill that comes late does not meet its own next refill', () => {
    const late = run(oxycodone, four, fills(used, paid(oxycodone, -25, 120, 30)))
    expect(late.facts.mme).toMatchObject({ now: 0, after: 60 })
    expect(late.codes).toEqual([])
  })
})

test('A refill ends the supply that ends first, and a fill with two open courses continues only one', () => {
  const supply = (start: number, days: number, rx = '') => ({
    start,
    last: start + days - 1,
    until: start + days - 1,
    rx,
  })
  const [a, b, c] = [supply(0, 30, 'a'), supply(3, 30, 'b'), supply(29, 30, 'c')]
  const found: string[] = []
  const origin = ({ rx }: { rx: string }) => ({ gpi: 'x', prescription: rx, prescriberNpi: '' })
  endAtRefills([a, b, c], origin, (before, refill) => found.push(`${before.rx} by ${refill.rx}`))
  expect([a.until, b.until, c.until, found]).toEqual([28, 32, 58, ['a by c']])
  // Its own prescription comes before one that ends sooner.
  const [first, second, again] = [supply(0, 30, 'a'), supply(3, 30, 'b'), supply(29, 30, 'b')]
  endAtRefills([first, second, again], origin)
  expect([first.until, second.until]).toEqual([29, 28])
})
