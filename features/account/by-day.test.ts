import { expect, test } from 'vitest'
import { byDay, dayHeading } from './by-day.ts'
import { linkOf } from './notice-links.ts'

test.each([
  ['2026-11-29', 'Today'],
  ['2026-11-28', 'Yesterday'],
  ['2026-11-27', 'Friday'],
  ['2026-11-23', 'Monday'],
  ['2026-11-22', '11/22/2026'],
  ['2025-11-29', '11/29/2025'],
])('%s is "%s" on Sunday, November 29', (date, words) => expect(dayHeading(date, '2026-11-29')).toBe(words))

test('rows are grouped by the day of the zone they are read in', () => {
  const rows = ['2026-11-29T06:00:00Z', '2026-11-29T04:59:00Z', '2026-11-28T12:00:00Z'].map((at) => ({ at }))
  const shape = (zone: string) => byDay(rows, zone).map(({ date, rows: of }) => [date, of.map(({ index }) => index)])
  expect(shape('America/New_York')).toEqual([
    ['2026-11-29', [0]],
    ['2026-11-28', [1, 2]],
  ])
  expect(shape('UTC')).toEqual([
    ['2026-11-29', [0, 1]],
    ['2026-11-28', [2]],
  ])
})

test.each([
  ['assigned', 'abc', '/authorizations/request/abc'],
  ['carrier_setting', null, '/accounts/settings'],
  ['admin_grant', null, '/accounts/admin'],
  ['extractFailed', null, '/data-extract'],
  ['something else', null, undefined],
])('a notice of the kind %s about %s leads to %s', (kind, authorizationId, path) =>
  expect(linkOf({ kind, authorizationId })).toBe(path),
)
