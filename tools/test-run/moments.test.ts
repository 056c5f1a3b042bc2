import { expect, test } from 'vitest'
import { momentsAfter } from './moments.ts'

test.each([
  [
    '2026-12-01T02:30:00Z', // the evening of November 30 in New York
    {
      month: '2027-02-01T04:30:00.000Z',
      midnight: '2026-12-02T00:30:00.000Z',
      sunday: '2026-12-06T17:00:00.000Z',
      forward: '2027-03-14T06:30:00.000Z',
      back: '2027-11-07T04:30:00.000Z',
      year: '2027-01-01T04:30:00.000Z',
    },
  ],
  [
    '2027-03-14T15:00:00Z',
    {
      month: '2027-04-01T03:30:00.000Z',
      midnight: '2027-03-15T00:30:00.000Z',
      sunday: '2027-03-21T16:00:00.000Z',
      forward: '2028-03-12T06:30:00.000Z',
      back: '2027-11-07T04:30:00.000Z',
      year: '2028-01-01T04:30:00.000Z',
    },
  ],
])('after %s come these moments', (now, moments) => {
  const found = momentsAfter(new Date(now)).map(({ name, at }) => [name, at.toISOString()])
  expect(Object.fromEntries(found)).toEqual(moments)
})
