import { expect, test } from 'vitest'
import { dayAndGreeting, dayAndTime } from './words.ts'

test.each([
  ['2025-05-12T20:52:00Z', 'America/New_York', '05/12/2025', '4:52 PM', 'EDT'],
  ['2025-12-31T04:59:59Z', 'America/New_York', '12/30/2025', '11:59 PM', 'EST'],
  ['2025-03-09T09:30:00Z', 'America/Los_Angeles', '03/09/2025', '1:30 AM', 'PST'],
  ['2025-03-09T10:30:00Z', 'America/Los_Angeles', '03/09/2025', '3:30 AM', 'PDT'],
  ['2024-02-29T00:00:00Z', 'UTC', '02/29/2024', '12:00 AM', 'UTC'],
])('%s in %s is %s, %s %s', (iso, timeZone, day, time, zone) => {
  expect(dayAndTime(iso, timeZone)).toEqual({ day, time, zone })
})

test.each([
  ['2025-05-13T04:00:00Z', 'Tuesday, May 13', 'Good morning'],
  ['2025-05-13T15:59:00Z', 'Tuesday, May 13', 'Good morning'],
  ['2025-05-13T16:00:00Z', 'Tuesday, May 13', 'Good afternoon'],
  ['2025-05-13T22:00:00Z', 'Tuesday, May 13', 'Good evening'],
  ['2025-05-14T03:59:00Z', 'Tuesday, May 13', 'Good evening'],
])('at %s people in New York read %s and %s', (iso, day, greeting) => {
  expect(dayAndGreeting(Date.parse(iso), 'America/New_York')).toEqual({ day, greeting })
})
