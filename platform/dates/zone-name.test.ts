import { expect, test } from 'vitest'
import { isZoneName, isZoneOfPlace } from './zone-name.ts'

test.each([
  ['America/New_York', true, true],
  ['america/new_york', true, true],
  ['Pacific/Honolulu', true, true],
  ['America/Indiana/Tell_City', true, true],
  ['America/Port-au-Prince', true, true],
  ['US/Eastern', true, true],
  ['UTC', true, true],
  ['Etc/GMT+5', true, true],
  ['EST', true, false],
  ['EST5EDT', true, false],
  ['Eastern Time', false, false],
  ['Eastern', false, false],
  ['EDT', false, false],
  ['+05:00', false, false],
  ['-0500', false, false],
  ['UTC+5', false, false],
  ['GMT-05:00', false, false],
  [' America/New_York', false, false],
  ['America/New York', false, false],
  ['America/Tampa', false, false],
  ['', false, false],
  [`America/${'x'.repeat(80)}`, false, false],
])('%j names a time zone: %s, of a place: %s', (text, isName, isOfPlace) => {
  expect([isZoneName(text), isZoneOfPlace(text)]).toEqual([isName, isOfPlace])
})

test('every zone of this machine is one of a place', () => {
  const not = Intl.supportedValuesOf('timeZone').filter((zone) => !isZoneOfPlace(zone))
  expect(not).toEqual([])
})
