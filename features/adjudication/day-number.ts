// Calendar dates as whole numbers (days since 1970-01-01), so that gates add and compare without a date library.

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}

const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function civil(year: number, month: number, day: number): number {
  if (!(year >= 1800 && year <= 2200 && month >= 1 && month <= 12 && day >= 1)) return Number.NaN
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  if (day > (monthLengths[month - 1] ?? 0) + leap) return Number.NaN
  // Days from civil: years start in March so that the leap day is the last of its year.
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Days since 1970-01-01 of 'YYYY-MM-DD', 'YYYYMMDD' or 'MM/DD/YYYY'; NaN when it is no calendar date. */
export function dayNumber(text: string | null | undefined): number {
  if (text == null) return Number.NaN
  if (text.length === 8) return civil(two(text, 0) * 100 + two(text, 2), two(text, 4), two(text, 6))
  if (text.length !== 10) return Number.NaN
  if (text[4] === '-' && text[7] === '-') return civil(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8))
  if (text[2] === '/' && text[5] === '/') return civil(two(text, 6) * 100 + two(text, 8), two(text, 0), two(text, 3))
  return Number.NaN
}

/** 'YYYY-MM-DD' of a day number. */
export function dateText(day: number): string {
  const z = day + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const day1 = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${month < 10 ? '0' : ''}${month}-${day1 < 10 ? '0' : ''}${day1}`
}

/** Whole years from a birth day to another day. */
export function ageOn(birth: string, day: number): number {
  const on = dateText(day)
  const born = dateText(dayNumber(birth))
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4))
  return on.slice(5) < born.slice(5) ? years - 1 : years
}

const dayMillis = 86_400_000

/**
 * The latest calendar date it can be anywhere in US territory at this instant (Guam, ten hours ahead of UTC). A bill
 * dated later than this is in the future wherever the pharmacy stands.
 */
export const latestLocalDay = (instant: string): number =>
  Math.floor((Date.parse(instant) + 10 * 3_600_000) / dayMillis)
