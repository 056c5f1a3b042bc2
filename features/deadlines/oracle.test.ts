import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestKind } from '#reference/jurisdictions/rule-pack.ts'
import type { Due } from './due.ts'
import type { Request } from '#testing/oracles/due-oracle.ts'
import { expected, instantShowing } from '#testing/oracles/due-oracle.ts'
import { dueAt } from './due.ts'
import { statedPacks } from '#reference/jurisdictions/packs.ts'
import { packFor } from './which-pack.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

function engine(request: Request): Due {
  const receivedAt = iso(request.receivedAt)
  return dueAt(packFor(request.where, request.kind as RequestKind, receivedAt), {
    receivedAt,
    ...(request.channel && { channel: request.channel }),
    recommendedOn: request.recommendedOn ?? null,
    extendedAt: request.extendedAt === undefined ? null : iso(request.extendedAt),
  })
}

const readable = new Map<string, Intl.DateTimeFormat>()

/** "Wed Nov 25, 2026 at 4:00 PM CST", from a different formatter than the engine's. */
function words(ms: number, zone: string): string {
  let on = readable.get(zone)
  if (!on) {
    on = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    readable.set(zone, on)
  }
  const [weekday, day, year, time] = on.format(ms).replaceAll('\u202f', ' ').split(', ')
  return `${weekday} ${day}, ${year} at ${time}`
}

const dayWords = (day: string): string => words(Date.parse(`${day}T12:00:00Z`), 'UTC').split(' at ')[0]!

/** The errors of the engine's answer, in words; undefined without any. */
function difference(request: Request): string | undefined {
  const { due, rule, counted, skipped } = expected(request)
  const found = engine(request)
  const says = found.arithmetic
  const faults: string[] = []
  if (found.dueAt !== iso(due)) faults.push('another due time')
  const { counting } = rule
  if (says.at(-1) !== `Due ${words(due, rule.zone)}.`) faults.push('the last line does not name the due time')
  if ('hours' in counting) {
    if (!says.includes(`${counting.hours} hours, every hour counts.`)) faults.push('the hours are not named')
  } else {
    const unit = `${counting.days} ${counting.of} ${counting.days === 1 ? 'day' : 'days'}; the day of receipt is not counted.`
    if (!says.includes(unit)) faults.push(`does not say "${unit}"`)
    const days = says.filter((line) => line.startsWith('Day '))
    if (days.join() !== counted.map((day, at) => `Day ${at + 1}: ${dayWords(day)}.`).join())
      faults.push('counts other days')
    const passed = says
      .filter((line) => line.includes('does not count'))
      .map((line) => line.split(' does not count')[0])
    if (passed.join() !== skipped.map(dayWords).join()) faults.push('passes over other days')
  }
  if (faults.length === 0) return undefined
  return [
    `${request.where} ${request.kind}: ${faults.join('; ')}`,
    `  received  ${words(request.receivedAt, rule.zone)} (${iso(request.receivedAt)}) ${JSON.stringify({ ...request, receivedAt: undefined })}`,
    `  by hand   ${iso(due)}  days ${counted.join(' ')}  not ${skipped.join(' ')}  (${rule.basis})`,
    `  engine    ${found.dueAt}  ${found.packId}`,
    ...says.map((line) => `            ${line}`),
  ].join('\n')
}

/** Every rule of the table, as state, kind and the zone its days are counted in. */
const places: readonly [where: string, kind: string, zone: string][] = [
  ['CA', 'prospective', 'America/Los_Angeles'],
  ['CA', 'concurrent', 'America/Los_Angeles'],
  ['CA', 'expedited', 'America/Los_Angeles'],
  ['CA', 'retrospective', 'America/Los_Angeles'],
  ['NY', 'prospective', 'America/New_York'],
  ['NY', 'level2', 'America/New_York'],
  ['NY', 'expedited', 'America/New_York'],
  ['TX', 'prospective', 'America/Chicago'],
  ['TX', 'concurrent', 'America/Chicago'],
  ['TX', 'inpatient', 'America/Chicago'],
  ['CA', 'inpatient', 'America/Los_Angeles'],
  ['TX', 'reconsideration', 'America/Chicago'],
  ['TX', 'expedited', 'America/Chicago'],
  ['FL', 'prospective', 'America/New_York'],
  ['AZ', 'prospective', 'America/Phoenix'],
  ['AZ', 'reconsideration', 'America/Phoenix'],
  ['CO', 'prospective', 'America/Denver'],
  ['IN', 'prospective', 'America/Indiana/Indianapolis'],
  ['KY', 'prospective', 'America/New_York'],
  ['KY', 'expedited', 'America/New_York'],
  ['LA', 'prospective', 'America/Chicago'],
  ['LA', 'expedited', 'America/Chicago'],
  ['MT', 'prospective', 'America/Denver'],
  ['MT', 'reconsideration', 'America/Denver'],
  ['TN', 'prospective', 'America/Chicago'],
  ['OH', 'prospective', 'America/New_York'],
  ['OK', 'prospective', 'America/Chicago'],
  ['PA', 'prospective', 'America/New_York'],
  ['WA', 'prospective', 'America/Los_Angeles'],
  ['OH', 'expedited', 'America/New_York'],
  ['OK', 'expedited', 'America/Chicago'],
  ['PA', 'expedited', 'America/New_York'],
  ['WA', 'expedited', 'America/Los_Angeles'],
  ['HI', 'prospective', 'Pacific/Honolulu'],
  ['HI', 'expedited', 'Pacific/Honolulu'],
  ['NV', 'prospective', 'America/Los_Angeles'],
  ['NV', 'expedited', 'America/Los_Angeles'],
  ['VT', 'prospective', 'America/New_York'],
  ['VT', 'expedited', 'America/New_York'],
  ['CO', 'expedited', 'America/Denver'],
  ['NC', 'prospective', 'America/New_York'],
  ['MS', 'prospective', 'America/Chicago'],
  ['GA', 'prospective', 'America/New_York'],
  ['GA', 'expedited', 'America/New_York'],
  ['MA', 'prospective', 'America/New_York'],
  ['DC', 'prospective', 'America/New_York'],
  ['UT', 'prospective', 'America/Denver'],
  ['UT', 'expedited', 'America/Denver'],
  ['IL', 'prospective', 'America/Chicago'],
  ['ID', 'prospective', 'America/Boise'],
  ['OR', 'prospective', 'America/Los_Angeles'],
  ['GU', 'prospective', 'Pacific/Guam'],
  ['US-FECA', 'prospective', 'America/New_York'],
  ['US-EEOIC', 'prospective', 'America/New_York'],
  ['US-BL', 'prospective', 'America/New_York'],
  ['US-LHWCA', 'expedited', 'America/New_York'],
  ['ZZ', 'prospective', 'America/New_York'],
  // Bills, and reconsidered denials.
  ['NY', 'reconsideration', 'America/New_York'],
  ['NY', 'level3', 'America/New_York'],
  ['NY', 'retrospective', 'America/New_York'],
  ['TX', 'level2', 'America/Chicago'],
  ['TX', 'retrospective', 'America/Chicago'],
  ['CA', 'reconsideration', 'America/Los_Angeles'],
  ['CA', 'level2', 'America/Los_Angeles'],
  ['CO', 'reconsideration', 'America/Denver'],
  ['CO', 'retrospective', 'America/Denver'],
  ['IN', 'reconsideration', 'America/Indiana/Indianapolis'],
  ['IN', 'level3', 'America/Indiana/Indianapolis'],
  ['FL', 'retrospective', 'America/New_York'],
  ['AZ', 'level2', 'America/Phoenix'],
  ['TN', 'reconsideration', 'America/Chicago'],
  ['PA', 'retrospective', 'America/New_York'],
  ['NH', 'retrospective', 'America/New_York'],
  ['VA', 'retrospective', 'America/New_York'],
  ['LA', 'reconsideration', 'America/Chicago'],
  ['GU', 'retrospective', 'Pacific/Guam'],
  ['US-FECA', 'reconsideration', 'America/New_York'],
  ['ZZ', 'retrospective', 'America/New_York'],
  ['ZZ', 'level2', 'America/New_York'],
]

/** Wall times of the place itself. */
const moments: Record<string, readonly string[]> = {
  'an ordinary week, to the minute and the millisecond': [
    '2026-11-16 00:00',
    '2026-11-16 07:59',
    '2026-11-16 12:00',
    '2026-11-16 16:59',
    '2026-11-16 17:00',
    '2026-11-16 17:00:00.001',
    '2026-11-16 17:01',
    '2026-11-16 17:29',
    '2026-11-16 17:30',
    '2026-11-16 17:30:00.001',
    '2026-11-16 17:31',
    '2026-11-16 23:59:59.999',
  ],
  'a weekend': [
    '2026-11-13 16:59',
    '2026-11-13 17:01',
    '2026-11-13 17:31',
    '2026-11-14 00:00',
    '2026-11-14 10:00',
    '2026-11-14 17:31',
    '2026-11-15 10:00',
    '2026-11-15 23:59:59.999',
  ],
  'the change to summer time': [
    '2026-03-05 10:00',
    '2026-03-07 23:30',
    '2026-03-08 00:30',
    '2026-03-08 03:30',
    '2026-03-09 09:00',
  ],
  'the change to winter time': [
    '2026-10-29 17:30',
    '2026-10-30 17:31',
    '2026-10-31 23:59',
    '2026-11-01 00:30',
    '2026-11-01 12:00',
    '2026-11-02 00:00',
  ],
  'leap day, and a year without': [
    '2028-02-25 10:00',
    '2028-02-28 17:31',
    '2028-02-29 12:00',
    '2027-02-26 12:00',
    '2027-02-28 12:00',
  ],
  'Thanksgiving and the turn of the year': [
    '2026-11-20 17:31',
    '2026-11-25 16:00',
    '2026-11-25 17:01',
    '2026-11-26 10:00',
    '2026-11-27 10:00',
    '2026-12-23 18:00',
    '2026-12-24 10:00',
    '2026-12-25 10:00',
    '2026-12-30 10:00',
    '2026-12-31 16:59',
    '2026-12-31 23:59:59.999',
    '2027-01-01 00:00',
    '2027-12-23 12:00',
    '2027-12-30 12:00',
  ],
  'holidays on their day and moved ones': [
    '2026-01-06 10:00',
    '2026-01-15 10:00',
    '2026-02-12 10:00',
    '2026-04-01 10:00',
    '2026-05-01 10:00',
    '2026-08-27 10:00',
    '2026-09-24 10:00',
    '2026-10-29 10:00',
    '2027-01-29 10:00',
    '2027-02-05 10:00',
    '2026-03-27 10:00',
    '2026-04-14 10:00',
    '2026-04-17 10:00',
    '2026-05-21 10:00',
    '2026-06-16 10:00',
    '2026-07-01 10:00',
    '2026-07-22 10:00',
    '2026-10-08 10:00',
    '2026-11-10 10:00',
    '2027-06-16 10:00',
    '2027-07-02 10:00',
    '2028-11-08 10:00',
    '2021-12-29 10:00',
    '2022-06-17 10:00',
  ],
  'a new rule on New Year’s Day, in April, in September': [
    '2020-12-30 10:00',
    '2020-12-31 23:59:59.999',
    '2021-01-01 00:00',
    '2021-01-04 10:00',
    '2019-09-22 23:59',
    '2019-09-23 00:00',
    '2026-03-31 23:59',
    '2026-04-01 00:00',
  ],
}

const at = (moment: string, zone: string): number => {
  const [day = '', time = ''] = moment.split(' ')
  return instantShowing(day, time, zone)
}

describe('every due time agrees with one counted by hand', () => {
  const table = Object.entries(moments).map(
    ([title, times]) =>
      [
        title,
        places.flatMap(([where, kind, zone]) =>
          times.map((moment): Request => ({ where, kind, receivedAt: at(moment, zone) })),
        ),
      ] as const,
  )

  it('covers at least five hundred requests and a dozen jurisdictions', () => {
    expect(table.flatMap(([, requests]) => requests).length).toBeGreaterThan(500)
    expect(new Set(places.map(([where]) => where)).size).toBeGreaterThan(12)
    expect(new Set(places.map(([, , zone]) => zone)).size).toBeGreaterThan(4)
  })

  it('leaves out no rule of law that was read: each state and kind with a pack of confidence H or M', () => {
    const read = statedPacks.filter(({ confidence, track }) => confidence !== 'L' && track === null)
    const left = read.filter(({ jurisdiction, kind }) =>
      places.every(([where, of]) => where !== jurisdiction || of !== kind),
    )
    expect(read.length).toBeGreaterThan(30)
    expect(left.map(({ id }) => id)).toEqual([])
  })

  it.each(table)('%s', (_, requests) => {
    const differences = requests.map(difference).filter((one) => one !== undefined)
    expect(differences.join('\n\n')).toBe('')
  })

  it('counts alike in both occurrences of the hour repeated in autumn', () => {
    for (const [where, kind, zone] of places) {
      if (['America/Phoenix', 'Pacific/Guam', 'Pacific/Honolulu'].includes(zone)) continue
      const twice = [false, true].map((again) => instantShowing('2026-11-01', '01:30', zone, again))
      expect(twice[1]! - twice[0]!).toBe(3_600_000)
      for (const receivedAt of twice) expect(difference({ where, kind, receivedAt })).toBeUndefined()
    }
  })

  it('a request from another zone counts by the clock of its state', () => {
    for (const [where, kind] of places) {
      for (const zone of ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'Pacific/Guam']) {
        for (const moment of ['2026-11-13 20:31', '2026-12-31 23:30', '2027-03-14 06:00']) {
          expect(difference({ where, kind, receivedAt: at(moment, zone) })).toBeUndefined()
        }
      }
    }
  })

  it('covers California by every channel, with recommendation and extension', () => {
    const zone = 'America/Los_Angeles'
    const requests: Request[] = []
    for (const kind of ['prospective', 'concurrent', 'expedited', 'retrospective']) {
      for (const channel of ['electronic', 'fax', 'email', 'phone', 'mail'] as const) {
        for (const moment of [
          '2026-03-05 17:31',
          '2026-10-29 10:00',
          '2026-11-13 17:29',
          '2026-11-14 10:00',
          '2026-12-21 18:00',
        ]) {
          const receivedAt = at(moment, zone)
          const plain = { where: 'CA', kind, channel, receivedAt }
          const before = (days: number): string => iso(receivedAt - days * 86_400_000).slice(0, 10)
          requests.push(plain)
          for (const days of [0, 7, 11, 13, 14, 20]) requests.push({ ...plain, recommendedOn: before(days) })
          for (const hours of [1, 60, 150, 400]) requests.push({ ...plain, extendedAt: receivedAt + hours * 3_600_000 })
          requests.push({ ...plain, extendedAt: receivedAt + 3_600_000, recommendedOn: before(3) })
        }
      }
    }
    const differences = requests.map(difference).filter((one) => one !== undefined)
    expect(differences.join('\n\n')).toBe('')
  })

  it('is never later than 14 days from the day of writing in California’s review of a stay, and nowhere else', () => {
    const zone = 'America/Los_Angeles'
    const requests: Request[] = []
    for (const [where, kind] of places) {
      // Every day of writing from two days ahead to twenty back, written out; the evening counts by California's
      // clock.
      for (const written of [
        ['11-23', '11-22', '11-21', '11-20', '11-19', '11-18', '11-17', '11-16', '11-15', '11-14', '11-13', '11-12'],
        ['11-11', '11-10', '11-09', '11-08', '11-07', '11-06', '11-05', '11-04', '11-03', '11-02', '11-01'],
      ].flat())
        for (const moment of ['2026-11-21 08:00', '2026-11-21 20:00', '2026-11-20 23:59:59.999'])
          requests.push({ where, kind, receivedAt: at(moment, zone), recommendedOn: `2026-${written}` })
    }
    expect(requests.map(difference).filter((one) => one !== undefined)).toEqual([])
    const due = (kind: string, moment: string, recommendedOn: string) =>
      engine({ where: 'CA', kind, receivedAt: at(moment, zone), recommendedOn }).dueAt
    // Written Monday the 9th, faxed Saturday evening: by the days alone it would be 1 December.
    expect(due('concurrent', '2026-11-21 20:00', '2026-11-09')).toBe(
      new Date('2026-11-23T23:59:59.999-08:00').toISOString(),
    )
    expect(due('concurrent', '2026-11-21 20:00', '2026-11-18')).toBe(
      new Date('2026-12-01T23:59:59.999-08:00').toISOString(),
    )
    // The last day is the day of receipt; a day later the limit has passed and has no effect.
    expect(due('concurrent', '2026-11-21 20:00', '2026-11-07')).toBe(
      new Date('2026-11-21T23:59:59.999-08:00').toISOString(),
    )
    expect(due('concurrent', '2026-11-21 20:00', '2026-11-06')).toBe(
      new Date('2026-12-01T23:59:59.999-08:00').toISOString(),
    )
    // A drug under the formulary has its five business days, whenever it was written.
    for (const written of ['2026-11-06', '2026-11-09', '2026-11-18'])
      expect(due('prospective', '2026-11-21 20:00', written)).toBe(
        new Date('2026-12-02T23:59:59.999-08:00').toISOString(),
      )
    expect(due('retrospective', '2026-11-21 08:00', '2026-11-09')).toBe(
      new Date('2026-12-21T23:59:59.999-08:00').toISOString(),
    )
  })

  it('agrees for any receipt in ten years', () => {
    const place = fc.constantFrom(...places)
    const when = fc.integer({ min: Date.parse('2019-12-10'), max: Date.parse('2028-12-01') })
    fc.assert(
      fc.property(
        place,
        when,
        fc.constantFrom('electronic', 'fax'),
        fc.option(fc.integer({ min: -2, max: 20 })),
        ([where, kind], receivedAt, channel, ago) => {
          const recommendedOn = ago === null ? undefined : iso(receivedAt - ago * 86_400_000).slice(0, 10)
          expect(
            difference({ where, kind, receivedAt, channel, ...(recommendedOn !== undefined && { recommendedOn }) }),
          ).toBeUndefined()
        },
      ),
      { numRuns: 2000, seed: 20261121 },
    )
  })
})
