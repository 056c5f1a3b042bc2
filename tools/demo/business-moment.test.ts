import { expect, test } from 'vitest'
import { businessMoment } from './business-moment.ts'

test.each([
  ['on a Tuesday evening', '2026-11-18T01:00:00Z', '2026-11-17T19:40:00.000Z'],
  ['on a Tuesday at that very time', '2026-11-17T19:40:00Z', '2026-11-17T19:40:00.000Z'],
  ['on a Tuesday morning', '2026-11-17T14:00:00Z', '2026-11-16T19:40:00.000Z'],
  ['on a Sunday', '2026-11-15T20:00:00Z', '2026-11-13T19:40:00.000Z'],
  ['on the morning after Thanksgiving', '2026-11-27T14:00:00Z', '2026-11-25T19:40:00.000Z'],
  ['on a holiday that is a Monday', '2027-01-18T22:00:00Z', '2027-01-15T19:40:00.000Z'],
  ['when clocks have gone forward', '2027-03-16T00:00:00Z', '2027-03-15T18:40:00.000Z'],
])('a demonstration built %s stands at the afternoon of a business day', (_when, now, stands) => {
  expect(businessMoment(new Date(now)).toISOString()).toBe(stands)
})
