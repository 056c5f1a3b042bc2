import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfDay } from './day.ts'
import { takenWords } from './clock-change.ts'
import { dateIn, instantOf, timeIn } from './zone.ts'

test.each([
  [
    '2027-03-14',
    '02:30',
    'America/New_York',
    '2:30 AM is skipped on 03/14/2027, when the clocks go forward: 3:30 AM EDT is used.',
  ],
  [
    '2027-03-14',
    '02:00',
    'America/Chicago',
    '2:00 AM is skipped on 03/14/2027, when the clocks go forward: 3:00 AM CDT is used.',
  ],
  ['2027-03-14', '01:59', 'America/New_York', undefined],
  ['2027-03-14', '03:00', 'America/New_York', undefined],
  ['2027-03-14', '02:30', 'America/Phoenix', undefined],
  [
    '2027-11-07',
    '01:30',
    'America/New_York',
    '1:30 AM comes twice on 11/07/2027, when the clocks go back: the first, EDT, is used.',
  ],
  [
    '2027-11-07',
    '01:00',
    'America/Los_Angeles',
    '1:00 AM comes twice on 11/07/2027, when the clocks go back: the first, PDT, is used.',
  ],
  ['2027-11-07', '00:59', 'America/New_York', undefined],
  ['2027-11-07', '02:00', 'America/New_York', undefined],
  ['2027-11-07', '01:30', 'Pacific/Honolulu', undefined],
  ['2027-06-01', '08:00', 'America/New_York', undefined],
])('%s %s in %s: %s', (date, time, zone, words) => expect(takenWords(date, time, zone)).toBe(words))

test('where nothing is said, the time that is taken is the time that was typed, and it comes once', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 0, max: 1439 }),
      fc.constantFrom('America/New_York', 'America/Denver', 'America/Anchorage', 'America/Phoenix'),
      (day, minute, zone) => {
        const date = dateOfDay(day)
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const at = instantOf(date, time, zone)
        const shown = (ms: number) => `${dateIn(ms, zone)} ${timeIn(ms, zone).slice(0, 5)}`
        const others = [-7_200_000, -3_600_000, 3_600_000, 7_200_000].filter(
          (by) => shown(at + by) === `${date} ${time}`,
        )
        expect([
          takenWords(date, time, zone) === undefined,
          shown(at) === `${date} ${time}` && others.length === 0,
        ]).toEqual(shown(at) === `${date} ${time}` && others.length === 0 ? [true, true] : [false, false])
      },
    ),
    { numRuns: 2000 },
  ))
