import { calendarDate, monthNames } from './day.ts'

export type DateLimits = {
  /** First and last date that count as valid; 1900-01-01 to 2200-12-31 unless given. */
  from?: string
  to?: string
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
