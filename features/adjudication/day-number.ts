// Calendar dates as whole numbers (days since 1970-01-01), read from the formats claims carry.

import { ageOn, dateOfDay, dayNumberOf } from '#platform/dates/day.ts'
import { DAY_MS, HOUR_MS } from '#platform/dates/instant.ts'

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}

const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

const civil = (year: number, month: number, day: number): number =>
  year >= 1800 && year <= 2200 ? dayNumberOf(year, month, day) : Number.NaN

/** Days since 1970-01-01 of 'YYYY-MM-DD', 'YYYYMMDD' or 'MM/DD/YYYY'; NaN when it is no calendar date. */
export function dayNumber(text: string | null | undefined): number {
  if (text == null) return Number.NaN
  if (text.length === 8) return civil(two(text, 0) * 100 + two(text, 2), two(text, 4), two(text, 6))
  if (text.length !== 10) return Number.NaN
  if (text[4] === '-' && text[7] === '-') return civil(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8))
  if (text[2] === '/' && text[5] === '/') return civil(two(text, 6) * 100 + two(text, 8), two(text, 0), two(text, 3))
  return Number.NaN
}

/** 'YYYY-MM-DD' of a day number; nothing when it is none. */
export const dateText = (day: number): string => (Number.isNaN(day) ? '' : dateOfDay(day))

/** Whole years from a birth day to another day; NaN when one of them is no calendar date. */
export function yearsBetween(birth: string, day: number): number {
  const [born, on] = [dateText(dayNumber(birth)), dateText(day)]
  return born === '' || on === '' ? Number.NaN : ageOn(born, on)
}

/**
 * The latest calendar date it can be anywhere in US territory at this instant (Guam, ten hours ahead of UTC). A bill
 * dated later than this is in the future wherever the pharmacy stands.
 */
export const latestLocalDay = (instant: string): number => Math.floor((Date.parse(instant) + 10 * HOUR_MS) / DAY_MS)
