import { describe, expect, it } from 'vitest'
import type { HolidaySetId } from './holiday-sets.ts'
import { holidaySets } from './holiday-sets.ts'
import { holidayLookup, holidaysIn } from './holidays.ts'
import { daysOff } from '#testing/oracles/days-off.ts'
import { statedPacks } from './jurisdictions/packs.ts'

const days = (set: HolidaySetId, year: number): string[] => [...holidaysIn(set, year).keys()].toSorted()

describe('federal holidays', () => {
  it('observe the Fourth of July of 2026 on Friday', () => {
    expect(Object.fromEntries(holidaysIn('federal', 2026))).toEqual({
      '2026-01-01': "New Year's Day",
      '2026-01-19': 'Birthday of Martin Luther King, Jr.',
      '2026-02-16': "Washington's Birthday",
      '2026-05-25': 'Memorial Day',
      '2026-06-19': 'Juneteenth National Independence Day',
      '2026-07-03': 'Independence Day (observed)',
      '2026-07-04': 'Independence Day',
      '2026-09-07': 'Labor Day',
      '2026-10-12': 'Columbus Day',
      '2026-11-11': 'Veterans Day',
      '2026-11-26': 'Thanksgiving Day',
      '2026-12-25': 'Christmas Day',
    })
  })
  it('of 2027, two weekends moved and next year’s New Year kept on the last day', () => {
    expect(days('federal', 2027)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-06-18',
      '2027-06-19',
      '2027-07-04',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
      '2027-12-24',
      '2027-12-25',
      '2027-12-31',
    ])
    expect(holidaysIn('federal', 2027).get('2027-12-31')).toBe("New Year's Day (observed)")
  })
  it('include Juneteenth from 2021 and Dr. King’s birthday from 1986', () => {
    expect(days('federal', 2020)).not.toContain('2020-06-19')
    expect(days('federal', 2021)).toContain('2021-06-18')
    expect(days('federal', 1985)).not.toContain('1985-01-21')
  })
})

describe('state sets', () => {
  it('California has Cesar Chavez and the Friday after Thanksgiving, neither Juneteenth nor Columbus Day', () => {
    expect(days('california', 2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-03-31',
      '2026-05-25',
      '2026-07-04',
      '2026-09-07',
      '2026-11-11',
      '2026-11-26',
      '2026-11-27',
      '2026-12-25',
    ])
  })
  it('California moves a Sunday to Monday, a Saturday only for Veterans Day', () => {
    expect(days('california', 2027)).toContain('2027-07-05')
    expect(days('california', 2028)).toContain('2028-11-10')
    expect(days('california', 2027)).not.toContain('2027-12-24')
  })
  it('Texas moves no holiday and adds three days', () => {
    expect(days('texas', 2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-07-04',
      '2026-09-07',
      '2026-11-11',
      '2026-11-26',
      '2026-11-27',
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
    ])
  })
  it.each([
    ['massachusetts', '2026-04-20'],
    ['rhode-island', '2026-08-10'],
    ['hawaii', '2026-04-03'],
    ['hawaii', '2026-06-11'],
    ['hawaii', '2026-08-21'],
    ['alaska', '2026-03-30'],
    ['vermont', '2026-03-03'],
    ['utah', '2026-07-24'],
    ['nevada', '2026-10-30'],
    ['nevada', '2026-11-27'],
    ['dc', '2026-04-16'],
    ['puerto-rico', '2026-01-06'],
    ['puerto-rico', '2027-03-26'],
    ['new-york', '2026-02-12'],
    ['new-york', '2026-11-03'],
    ['new-york', '2027-11-02'],
    ['rhode-island', '2026-11-03'],
    ['florida', '2026-11-27'],
    ['indiana', '2026-04-03'],
    ['indiana', '2026-05-05'],
    ['indiana', '2026-11-03'],
    ['indiana', '2026-12-24'],
    ['tennessee', '2026-04-03'],
    ['louisiana', '2026-02-17'],
    ['louisiana', '2027-11-01'],
    ['louisiana', '2021-01-19'],
    ['colorado', '2026-10-05'],
    ['georgia', '2025-04-18'],
    ['georgia', '2024-12-24'],
    ['georgia', '2025-12-26'],
  ] as const)('%s keeps %s', (set, date) => {
    expect(holidayLookup(set)(date)).toBeTypeOf('string')
    expect(holidayLookup('federal')(date)).toBeUndefined()
  })
  it.each([
    ['florida', '2026-02-16'],
    ['florida', '2026-06-19'],
    ['florida', '2026-10-12'],
    ['indiana', '2026-02-16'],
    ['indiana', '2026-06-19'],
    ['indiana', '2025-11-04'],
    ['tennessee', '2021-06-18'],
    ['louisiana', '2026-06-19'],
    ['louisiana', '2026-07-03'],
    ['louisiana', '2023-01-19'],
    ['colorado', '2026-10-12'],
    ['colorado', '2026-07-03'],
    ['colorado', '2021-06-18'],
    ['georgia', '2021-06-18'],
    ['georgia', '2026-04-03'],
    ['georgia', '2026-12-24'],
  ] as const)('%s works on %s', (set, date) => {
    expect(holidayLookup(set)(date)).toBeUndefined()
  })
  it('the states whose lapse has a legal effect count their own days, with a source that was read', () => {
    for (const [code, set] of Object.entries({
      FL: 'florida',
      IN: 'indiana',
      TN: 'tennessee',
      LA: 'louisiana',
      CO: 'colorado',
      NV: 'nevada',
      AZ: 'arizona',
      MT: 'montana',
      GA: 'georgia',
    } as const)) {
      const packs = statedPacks.filter(
        (pack) =>
          pack.jurisdiction === code && pack.effectiveTo === null && (pack.unit === 'businessDays' || pack.rollForward),
      )
      expect([code, packs.map((pack) => pack.holidays)]).toEqual([code, packs.map(() => set)])
      expect(packs.length).toBeGreaterThan(0)
      expect(holidaySets[set].source).toMatch(/^https?:/)
      expect(holidaySets[set].confidence).not.toBe('L')
    }
  })
  it('a set no source of which was read says so: it was verified on no day', () => {
    for (const { name, source, confidence, verifiedOn } of Object.values(holidaySets).filter(
      ({ rules }) => rules.length > 0,
    ))
      expect([name, confidence === 'L', verifiedOn === null]).toEqual([name, source === '', source === ''])
  })
  it('keeps Saturday holidays of Massachusetts on their Saturday, and Sunday ones on Monday', () => {
    const lookup = holidayLookup('massachusetts')
    for (const worked of ['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'])
      expect([worked, lookup(worked)]).toEqual([worked, undefined])
    for (const off of ['2027-07-05', '2022-12-26', '2023-01-02', '2026-06-19'])
      expect([off, lookup(off) !== undefined]).toEqual([off, true])
  })
  it('keeps Utah’s Juneteenth on its Monday alone, since 2022', () => {
    const juneteenths = (year: number) => days('utah', year).filter((day) => day.slice(5, 7) === '06')
    expect([2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029].flatMap(juneteenths)).toEqual([
      '2022-06-20',
      '2023-06-19',
      '2024-06-17',
      '2025-06-16',
      '2026-06-15',
      '2027-06-21',
      '2028-06-19',
      '2029-06-18',
    ])
  })
  it('has Nevada’s Juneteenth since 2023', () => {
    const lookup = holidayLookup('nevada')
    const off = ['2021-06-18', '2022-06-20', '2023-06-19', '2026-06-19', '2027-06-18'].map(
      (day) => lookup(day) !== undefined,
    )
    expect(off).toEqual([false, false, true, true, true])
  })
  it('every set names its basis and how sure we are', () => {
    for (const set of Object.values(holidaySets))
      expect([set.name, set.basis, set.confidence].every(Boolean)).toBe(true)
  })
})

describe('the calendars kept by hand', () => {
  const kept = {
    federal: 'federal',
    california: 'california',
    texas: 'texas',
    'new-york': 'newYork',
    massachusetts: 'massachusetts',
    utah: 'utah',
    nevada: 'nevada',
    florida: 'florida',
    indiana: 'indiana',
    tennessee: 'tennessee',
    louisiana: 'louisiana',
    colorado: 'colorado',
    arizona: 'arizona',
    montana: 'montana',
    georgia: 'georgia',
  } as const satisfies Partial<Record<HolidaySetId, keyof typeof daysOff>>

  it.each(Object.entries(kept) as [keyof typeof kept, keyof typeof daysOff][])(
    '%s: the weekdays off of 2024 to 2028 are those written down',
    (set, list) => {
      const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
      const years = [2024, 2025, 2026, 2027, 2028]
      const written = [...daysOff[list]].filter((day) => years.includes(Number(day.slice(0, 4))) && isWeekday(day))
      expect(years.flatMap((year) => days(set, year)).filter(isWeekday)).toEqual(written.toSorted())
      expect(written.length).toBeGreaterThan(40)
    },
  )
  it('hold every set that a rule of law counts by', () => {
    const counted = statedPacks
      .filter(({ unit, rollForward }) => unit === 'businessDays' || rollForward)
      .filter(({ confidence, track, holidays }) => confidence !== 'L' && track === null && holidays !== 'none')
      .map(({ holidays }) => holidays)
    expect([...new Set(counted)].filter((set) => !(set in kept))).toEqual([])
  })
  it.each([
    // Arizona and Montana work on Juneteenth; Montana keeps the day of its general election.
    ['arizona', '2026-06-19', false],
    ['arizona', '2026-07-03', true],
    ['arizona', '2028-11-10', true],
    ['arizona', '2027-07-05', true],
    ['arizona', '2026-11-27', false],
    ['arizona', '2026-09-17', false],
    ['montana', '2026-06-19', false],
    ['montana', '2026-11-03', true],
    ['montana', '2027-11-02', false],
    ['montana', '2028-11-07', true],
    ['montana', '2028-11-10', true],
    ['montana', '2027-07-05', true],
  ] as const)('%s on %s: off %s', (set, day, off) => {
    expect(holidayLookup(set)(day) !== undefined).toBe(off)
  })
})

describe('looking a day up', () => {
  it('answers for any year, and adds a carrier’s own days', () => {
    const lookup = holidayLookup('federal', { '2026-11-27': 'Company day' })
    expect(lookup('2026-11-27')).toBe('Company day')
    expect(lookup('2031-12-25')).toBe('Christmas Day')
    expect(lookup('2031-12-26')).toBeUndefined()
  })
  it('has no holiday in the empty set', () => {
    expect(days('none', 2026)).toEqual([])
  })
})
