import { expect, test } from 'vitest'
import { addMs, DAY_MS, fromSeconds, HOUR_MS, isoOf, later } from './instant.ts'

const noon = '2026-11-16T12:00:00.000Z'

test.each([noon, '2026-11-16T07:00:00-05:00', Date.parse(noon), new Date(noon)])(
  'an instant given as %s is written in UTC, and counted on from',
  (at) => {
    expect(isoOf(at)).toBe(noon)
    expect(addMs(at, HOUR_MS)).toBe('2026-11-16T13:00:00.000Z')
    expect(later(at, -DAY_MS)).toEqual(new Date('2026-11-15T12:00:00.000Z'))
  },
)

test('the seconds of a token are an instant', () => {
  expect(isoOf(fromSeconds(1_794_830_400))).toBe(noon)
})
