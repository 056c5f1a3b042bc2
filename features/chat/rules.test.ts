import { expect, test } from 'vitest'
import { hoursInWords } from './rules.ts'

const noon = Date.parse('2026-11-23T17:00:00Z')

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday, 8:00 AM to 8:00 PM EST'],
  [[1, 2, 3, 4, 5, 6], 'Monday to Saturday, 8:00 AM to 8:00 PM EST'],
  [[0, 1, 2, 3, 4, 5, 6], 'Every day, 8:00 AM to 8:00 PM EST'],
  [[5, 1, 3], 'Monday, Wednesday, Friday, 8:00 AM to 8:00 PM EST'],
  [[6], 'Saturday, 8:00 AM to 8:00 PM EST'],
])('a carrier with chat on days %j says: %s', (days, words) => {
  const hours = { days, opens: '08:00', closes: '20:00', federalHolidays: true, daysOff: [] }
  expect(hoursInWords(hours, 'America/New_York', noon)).toBe(words)
})
