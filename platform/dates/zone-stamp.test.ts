import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inZone } from './zone-stamp.ts'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Europe/London',
  'UTC',
]
/** What Intl writes of one instant by itself. */
const alone = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  })
    .format(at)
    .replace(',', '')
    .replaceAll(/[\u202f\u00a0]/g, ' ')

test.each(zones)('an instant in %s is written as Intl writes it, also where clocks change', (zone) => {
  const words = inZone(zone)
  const between = (min: string, max: string) => fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
  fc.assert(
    fc.property(
      // Any time, and the days on which clocks change in most places.
      fc.oneof(
        between('1970-01-01T00:00:00Z', '2101-01-01T00:00:00Z'),
        between('2026-03-07T00:00:00Z', '2026-03-10T00:00:00Z'),
        between('2026-10-31T00:00:00Z', '2026-11-03T00:00:00Z'),
        between('2008-11-01T00:00:00Z', '2008-11-04T00:00:00Z'),
        between('2011-12-29T00:00:00Z', '2012-01-01T00:00:00Z'),
      ),
      (at) => {
        expect(words.instant(at.toISOString())).toBe(alone(zone, at))
      },
    ),
    { numRuns: 300 },
  )
})

test('an unknown zone is New York', () => {
  expect(inZone('Mars/Base')).toMatchObject({ zone: 'America/New_York' })
  expect(inZone('Mars/Base').instant('2026-03-14T13:05:00.000Z')).toBe('03/14/2026 09:05 AM EDT')
})
