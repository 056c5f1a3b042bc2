import { describe, expect, test } from 'vitest'
import type { DrugFacts, PastFill } from '../snapshot.ts'
import { drugNamed, linesOf, open, paid, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { hydrocodone, oxycodone, tramadol } from '../testing-drugs.ts'

// R34 and R37: what a first opioid is, where it comes in parts or is fentanyl.

const says = (drug: DrugFacts, rule: string, request: RequestChange, history: PastFill[], more: SnapshotChange = {}) =>
  run(drug, request, { ...open, ...more, history }).rejects.filter(({ sourceRule }) => sourceRule === rule)

describe('R34: the rest of a first fill is the same first fill', () => {
  const rx = '5550001'
  const part = (drug: DrugFacts, ago: number, days: number, more: Partial<PastFill> = {}) =>
    paid(drug, ago, 2 * days, days, { rxNumber: rx, part: 'P', quantityIntended: 60, ...more })
  const rest = (days: number, status: 'P' | 'C' = 'C'): RequestChange => ({
    quantity: 2 * days,
    days,
    rx: { rxNumber: rx, dispensingStatus: status },
  })
  const before = paid(tramadol, 60, 20, 5)
  test.each<[string, DrugFacts, RequestChange, PastFill[], number | null, string]>([
    ['one day, then 29', oxycodone, rest(29), [part(oxycodone, 1, 1)], 30, 'R'],
    ['two days, then 28, of another drug', hydrocodone, rest(28), [part(hydrocodone, 1, 2)], 30, 'R'],
    ['of Schedule IV, ten days later', tramadol, rest(5), [part(tramadol, 10, 5)], 10, 'A'],
    ['three parts', oxycodone, rest(3), [part(oxycodone, 2, 2), part(oxycodone, 1, 3)], 8, 'A'],
    ['a second part that is not the last', oxycodone, rest(6, 'P'), [part(oxycodone, 1, 2)], 8, 'A'],
    ['fourteen days in all', oxycodone, rest(10), [part(oxycodone, 1, 4)], 14, 'A'],
    ['fifteen days in all', oxycodone, rest(10), [part(oxycodone, 1, 5)], 15, 'R'],
    ['seven days in all', oxycodone, rest(5), [part(oxycodone, 1, 2)], null, ''],
    ['not new to opioids', oxycodone, rest(28), [before, part(oxycodone, 1, 2)], null, ''],
    ['another prescription before', oxycodone, rest(28), [part(oxycodone, 1, 2, { rxNumber: '1' })], null, ''],
    ['a whole fill before', oxycodone, rest(28), [part(oxycodone, 1, 2, { part: null })], null, ''],
  ])('%s', (_words, drug, request, history, days, by) => {
    const found = says(drug, 'R34', request, history)
    expect(found.map(({ overridableBy }) => overridableBy)).toEqual(days === null ? [] : [by])
    if (days === null) return
    const words = `New to opioids: ${days} days requested with the part handed out before, first fill is limited to 7`
    expect(found[0]).toMatchObject({ message: words, measure: { amounts: [{ of: 'DAYS', value: days }, {}] } })
  })
})

describe('R37: fentanyl is for the opioid-tolerant alone', () => {
  const [patch, buccal, film, spray] = [
    'Fentanyl 25 mcg/h patch',
    'Fentanyl citrate 100 mcg buccal tablet',
    'Fentanyl citrate 200 mcg buccal film',
    'Fentanyl citrate 100 mcg/spray nasal spray',
  ].map((name) => drugNamed(name)) as [DrugFacts, DrugFacts, DrugFacts, DrugFacts]
  const morphine = drugNamed('Morphine ER 30 mg extended-release tablet')
  const hydromorphone = drugNamed('Hydromorphone 4 mg tablet')
  const oxymorphone = drugNamed('Oxymorphone 5 mg tablet')
  const other = drugNamed('Fentanyl 12 mcg/h patch')

  test.each<[string, PastFill[], boolean]>([
    ['five days of tramadol months ago', [paid(tramadol, 170, 20, 5)], true],
    ['60 mg of morphine a day', [paid(morphine, 10, 60, 30)], false],
    ['less than that', [paid(morphine, 10, 59, 30)], true],
    ['60 mg of morphine for six days', [paid(morphine, 6, 60, 30)], true],
    ['60 mg of morphine for a week', [paid(morphine, 7, 60, 30)], false],
    ['a week that ended a week ago', [paid(morphine, 14, 14, 7)], false],
    ['a week that ended longer ago', [paid(morphine, 15, 14, 7)], true],
    ['30 mg of oxycodone', [paid(oxycodone, 10, 90, 30)], false],
    ['20 mg of oxycodone', [paid(oxycodone, 10, 60, 30)], true],
    ['8 mg of hydromorphone', [paid(hydromorphone, 10, 60, 30)], false],
    ['25 mg of oxymorphone', [paid(oxymorphone, 10, 150, 30)], false],
    ['20 mg of oxymorphone, which are 60 MME', [paid(oxymorphone, 10, 120, 30)], true],
    ['60 mg of hydrocodone', [paid(hydrocodone, 10, 360, 30)], false],
    ['two that are a half each', [paid(morphine, 10, 30, 30), paid(oxycodone, 10, 45, 30)], false],
  ])('%s', (_words, history, stops) => {
    for (const drug of [patch, buccal, film, spray]) {
      const found = says(drug, 'R37', { quantity: 2, days: 6 }, history)
      expect(found.map(({ overridableBy, dur }) => `${dur} ${overridableBy}`)).toEqual(stops ? ['PP R'] : [])
      if (stops)
        expect(found[0]!.message).toBe(
          `${drug === patch ? 'Fentanyl patch' : 'Fentanyl for breakthrough pain'} for a patient who is not opioid-tolerant: no week of 60 mg morphine a day, or as much of another opioid, on file`,
        )
    }
  })

  test('who takes the fentanyl already begins nothing, until a course has ended', () => {
    const after = (days: number) =>
      says(patch, 'R37', { quantity: 10 }, [paid(tramadol, 90, 20, 5), paid(other, days, 5, 15)])
    expect(after(15)).toEqual([])
    expect(after(44)).toEqual([])
    expect(after(45)).toHaveLength(1)
  })

  test('other long-acting opioids are for a new user’s rule alone', () => {
    for (const name of [
      'Morphine ER 15 mg extended-release tablet',
      'Methadone 5 mg tablet',
      'Tramadol ER 100 mg extended-release tablet',
    ])
      expect(says(drugNamed(name), 'R37', {}, [paid(tramadol, 90, 20, 5)])).toEqual([])
  })

  test('a carrier that turned the rule off is asked about breakthrough pain alone', () => {
    const off = { settings: { longActingEarlyRule: false } }
    const history = [paid(tramadol, 90, 20, 5)]
    expect(says(buccal, 'R37', { quantity: 2, days: 6 }, history, off)).toHaveLength(1)
    expect(linesOf(run(patch, { quantity: 2, days: 6 }, { ...open, ...off, history }), 'R37')).toEqual([
      'skip: The carrier does not use this rule',
    ])
  })
})
