import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'

// The users and carriers of the fixtures are in New York, where in the evening the day in UTC is already the next one.

/** The calendar day in New York, `days` after an instant. */
export const dayAt = (instant: Date, days = 0): string => addDays(dateIn(instant.getTime(), 'America/New_York'), days)

/** The calendar day in New York, `days` from now. */
export const day = (days: number): string => dayAt(new Date(), days)

/** Milliseconds until noon of a day from now in New York, which is past in the afternoon: for what must not meet midnight. */
export const untilNoon = (days = 0, from = new Date()): number =>
  instantOf(dayAt(from, days), '12:00', 'America/New_York') - from.getTime()

/** Milliseconds until noon of the next such day of the week (0 is Sunday): for what is counted in business days. */
export const untilWeekday = (weekday: number, from = new Date()): number =>
  untilNoon((weekday - weekdayOf(dayAt(from)) + 7) % 7 || 7, from)
