import { typedText } from '../text/typed-text.ts'
import { calendarDate, daysInMonth, monthNames, usDate } from './day.ts'

export type DateLimits = {
  /** First and last date that count as valid; 1900-01-01 to 2200-12-31 unless given. */
  from?: string
  to?: string
  /** A day of birth: it is no day to come, so that two digits of a year never mean one. */
  born?: boolean
}

const LONGEST_TYPED = 60

/** Before and behind the day, as mails and other systems write it; a time with a zone may mean another day, so it stays. */
const weekday = /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? ?(?=[a-z\d])/
const time =
  /(?:(?<=\d),| at|,| |t(?=\d\d:)) ?(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?)$/
/** Of the sentence a day was copied from. */
const around = /^[("'“‘]{1,3}|[)"'”’.,;:]{1,3}$/g

/**
 * The date a person typed or pasted, as 'YYYY-MM-DD'; undefined when it is not one ("Invalid date"); '' when nothing was typed.
 * Takes 2/3/26, 02-03-2026, 2026-02-03, 20260203, 02032026, Feb 3 2026, 3 Feb 2026 and blanks between, always in US
 * order where the month is a number; a weekday before and a time behind it say nothing. A year of two digits is the one from
 * 79 years before to 20 years after `today` ('YYYY-MM-DD'), of a day of birth the last one that is not to come.
 */
export function parseDate(
  text: string,
  today: string,
  { from = '1900-01-01', born = false, to = born ? today : '2200-12-31' }: DateLimits = {},
): string | undefined {
  // No date is this long; blanks alone are nothing typed.
  if (text.length > LONGEST_TYPED) return text.trim() ? undefined : ''
  const typed = plain(text)
  if (!typed) return ''
  const found = numbersIn(typed, today, born)
  const date = found && calendarDate(...found)
  return date && date >= from && date <= to ? date : undefined
}

/** Why a typed date is none, in a sentence; undefined where it is one, or where nothing was typed. */
export function whyNoDate(
  text: string,
  today: string,
  { from = '1900-01-01', born = false, to = born ? today : '2200-12-31' }: DateLimits = {},
): string | undefined {
  if (parseDate(text, today, { from, to, born }) !== undefined) return undefined
  const found = text.length > LONGEST_TYPED ? undefined : numbersIn(plain(text), today, born)
  if (!found) return 'Enter a date as MM/DD/YYYY.'
  const [year, month, day] = found
  if (month > 12 && day <= 12) return 'The month comes first: MM/DD/YYYY.'
  if (month < 1 || month > 12 || day < 1 || year < 1) return 'Enter a date as MM/DD/YYYY.'
  if (day > daysInMonth(year, month)) return `${monthNames[month - 1]} ${year} has ${daysInMonth(year, month)} days.`
  return calendarDate(year, month, day)! < from
    ? `Enter a date from ${usDate(from)} on.`
    : `Enter a date up to ${usDate(to)}.`
}

/** One kind of dash and blank, small letters, neither weekday nor time. */
const plain = (text: string): string =>
  typedText(text.normalize('NFKC'))
    .toLowerCase()
    .replace(around, '')
    .replace(weekday, '')
    .replace(time, '')
    .replaceAll(/[\u2044\u2215]/g, '/')
    .replace(/['’](?=\d\d$)/, '')
    .replace(/ ?([-/.,]) ?/g, '$1')

/** Year, month and day as they were typed, also where there is no such day. */
function numbersIn(
  typed: string,
  today: string,
  born: boolean,
): [year: number, month: number, day: number] | undefined {
  const found = readFields(typed)
  if (!found) return undefined
  const [year, month, day] = found
  if (year.length !== 2) return [Number(year), month, day]
  const full = fullYear(Number(year), Number(today.slice(0, 4)) + (born ? 0 : YEARS_AHEAD))
  const isToCome = born && (calendarDate(full, month, day) ?? '') > today
  return [isToCome ? full - 100 : full, month, day]
}

/** Year as typed, month and day of the accepted forms. */
function readFields(typed: string): [year: string, month: number, day: number] | undefined {
  let match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed) ?? /^(19\d\d|2[012]\d\d)()(\d{2})(\d{2})$/.exec(typed)
  if (match) return [match[1]!, Number(match[3]), Number(match[4])]
  match = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})()(\d{2})(\d{4})$/.exec(typed)
  if (match) return [match[4]!, Number(match[1]), Number(match[3])]
  match = /^([a-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?[ ,.-](\d{4}|\d{2})$/.exec(typed)
  if (match) return named(match[3]!, match[1]!, match[2]!)
  match = /^(\d{1,2})(?:st|nd|rd|th)?(?: of )?[ .-]?([a-z]{3,9})[., -]?(\d{4}|\d{2})$/.exec(typed)
  if (match) return named(match[3]!, match[2]!, match[1]!)
  match = /^(\d{4})[ -]([a-z]{3,9})\.?[ -](\d{1,2})$/.exec(typed)
  return match ? named(match[1]!, match[2]!, match[3]!) : undefined
}

function named(year: string, name: string, day: string): [year: string, month: number, day: number] | undefined {
  const month = monthNumber(name)
  return month === 0 ? undefined : [year, month, Number(day)]
}

/** 1 to 12 of a month's name or its first three letters; 0 when there is none. */
function monthNumber(name: string): number {
  if (name === 'sept') return 9
  return monthNames.findIndex((full) => full.toLowerCase() === name || full.slice(0, 3).toLowerCase() === name) + 1
}

const YEARS_AHEAD = 20
function fullYear(two: number, latest: number): number {
  const year = latest - (latest % 100) + two
  return year > latest ? year - 100 : year
}
