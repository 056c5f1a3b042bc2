// Calendar dates as 'YYYY-MM-DD', worked out from year, month and day. Never through Date, which turns 02/30 into March
// 2.

export type DateLimits = {
  /** First and last date that count as valid; 1900-01-01 to 2200-12-31 unless told. */
  from?: string
  to?: string
}

/** The months' names, January first. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Days in a month; month counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** 'YYYY-MM-DD' of the three numbers, or undefined when there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Year, month (from 1) and day of 'YYYY-MM-DD'. */
export function dateFields(date: string): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

const LONGEST_TYPED = 60

/**
 * The date a person typed, as 'YYYY-MM-DD'; undefined when it is not one ("Invalid date"); '' when nothing was typed.
 * Takes 2/3/26, 02-03-2026, 2026-02-03, 20260203, 02032026, Feb 3 2026 and blanks between, always in US
 * order. A year of two digits is the one from 79 years before to 20 years after `today` ('YYYY-MM-DD').
 */
export function parseDate(
  text: string,
  today: string,
  { from = '1900-01-01', to = '2200-12-31' }: DateLimits = {},
): string | undefined {
  // No date is this long; blanks alone are nothing typed.
  if (text.length > LONGEST_TYPED) return text.trim() ? undefined : ''
  const typed = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*([-/.,])\s*/g, '$1')
    .replace(/\s+/g, ' ')
  if (!typed) return ''
  const found = readFields(typed)
  if (!found) return undefined
  const [year, month, day] = found
  const date = calendarDate(
    year.length === 2 ? fullYear(Number(year), Number(today.slice(0, 4))) : Number(year),
    month,
    day,
  )
  return date && date >= from && date <= to ? date : undefined
}

/** Year as typed, month and day of the accepted forms. */
function readFields(typed: string): [year: string, month: number, day: number] | undefined {
  let match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed) ?? /^(19\d\d|2[012]\d\d)()(\d{2})(\d{2})$/.exec(typed)
  if (match) return [match[1]!, Number(match[3]), Number(match[4])]
  match = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})()(\d{2})(\d{4})$/.exec(typed)
  if (match) return [match[4]!, Number(match[1]), Number(match[3])]
  match = /^([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?[ ,](\d{4}|\d{2})$/.exec(typed)
  if (match) return [match[3]!, monthNumber(match[1]!), Number(match[2])]
  return undefined
}

/** 1 to 12 of a month's name or its first three letters; 0 when there is none. */
function monthNumber(name: string): number {
  if (name === 'sept') return 9
  return monthNames.findIndex((full) => full.toLowerCase() === name || full.slice(0, 3).toLowerCase() === name) + 1
}

function fullYear(two: number, thisYear: number): number {
  const latest = thisYear + 20
  const year = latest - (latest % 100) + two
  return year > latest ? year - 100 : year
}

/** MM/DD/YYYY of 'YYYY-MM-DD'. */
export function formatDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`
}

/** Days since 1970-01-01 of a calendar date (Gregorian, counted from March so that leap days come last). */
export function dayNumber(date: string): number {
  const [year, month, day] = dateFields(date)
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719468
}

/** The calendar date of a day number. */
export function dateOfDay(number: number): string {
  const days = number + 719468
  const era = Math.floor(days / 146097)
  const ofEra = days - era * 146097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  return calendarDate(
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    ofYear - Math.floor((153 * shifted + 2) / 5) + 1,
  )!
}

/** The date so many days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
}

/** The same day so many months later; the month's last day when it has fewer. */
export function addMonths(date: string, count: number): string {
  const [year, month, day] = dateFields(date)
  const total = year * 12 + month - 1 + count
  const toYear = Math.floor(total / 12)
  const toMonth = (total % 12) + 1
  return calendarDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))!
}

/** Day of the week, Sunday = 0. */
export function weekday(date: string): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}
