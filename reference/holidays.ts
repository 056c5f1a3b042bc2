import { addDays, calendarDate, daysInMonth, weekdayOf } from '#platform/dates/day.ts'
import { monday, thursday, type HolidayRule, type Observance } from './holiday-rules.ts'
import { holidaySets, type CalendarDate, type HolidaySetId } from './holiday-sets.ts'

/** Answers with a holiday's name when the day ('YYYY-MM-DD') is one; this is what business-day counting asks. */
export type HolidayLookup = (date: CalendarDate) => string | undefined

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4))

function nthWeekday(year: number, month: number, weekday: number, nth: number): CalendarDate {
  const first = calendarDate(year, month, 1)!
  if (nth > 0) return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
  const last = calendarDate(year, month, daysInMonth(year, month))!
  return addDays(last, -(((weekdayOf(last) - weekday + 7) % 7) + (-nth - 1) * 7))
}

/** Western Easter Sunday by the anonymous Gregorian computus. */
function easter(year: number): CalendarDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return calendarDate(year, Math.floor(n / 31), (n % 31) + 1)!
}

function dayOf(rule: HolidayRule, year: number): CalendarDate {
  if ('daysFrom' in rule) {
    const from = rule.daysFrom === 'easter' ? easter(year) : nthWeekday(year, 11, thursday, 4)
    return addDays(from, rule.offset)
  }
  if ('electionIn' in rule) return addDays(nthWeekday(year, rule.electionIn, monday, 1), 1)
  return 'nth' in rule
    ? nthWeekday(year, rule.month, rule.weekday, rule.nth)
    : calendarDate(year, rule.month, rule.day)!
}

function observedOn(day: CalendarDate, observed: Observance): CalendarDate {
  const weekday = weekdayOf(day)
  if (observed === 'monday') return addDays(day, weekday === 0 ? 1 : weekday === 6 ? 2 : monday - weekday)
  if (weekday === 0 && observed !== 'onTheDayOnly') return addDays(day, 1)
  if (weekday === 6 && observed === 'federal') return addDays(day, -1)
  return day
}

const cache = new Map<string, ReadonlyMap<CalendarDate, string>>()

/**
 * The holidays of a set that fall in a year, observed days included ("... (observed)"), by date. New Year's Day kept
 * on 31 December belongs to the year of that December.
 */
export function holidaysIn(set: HolidaySetId, year: number): ReadonlyMap<CalendarDate, string> {
  const key = `${set} ${year}`
  const known = cache.get(key)
  if (known) return known
  const days = new Map<CalendarDate, string>()
  // Next year's New Year's Day may be kept on this year's 31 December.
  for (const ruleYear of [year, year + 1]) {
    for (const rule of holidaySets[set].rules) {
      if (ruleYear < (rule.since ?? ruleYear) || ruleYear > (rule.until ?? ruleYear)) continue
      if (rule.notAfterPresidential && ruleYear % 4 === 1) continue
      if (rule.evenYears && ruleYear % 2 === 1) continue
      const day = dayOf(rule, ruleYear)
      const observed = observedOn(day, rule.observed)
      if (yearOf(day) === year && rule.observed !== 'monday') days.set(day, rule.name)
      else if (observed === day && yearOf(day) === year) days.set(day, rule.name)
      if (observed !== day && yearOf(observed) === year) {
        days.set(observed, `${rule.name} (observed)`)
      }
    }
  }
  cache.set(key, days)
  return days
}

/** A lookup over a set's holidays of every year, plus a carrier's own dates ('YYYY-MM-DD' to name) when given. */
export function holidayLookup(set: HolidaySetId, own: Readonly<Record<CalendarDate, string>> = {}): HolidayLookup {
  return (date) => own[date] ?? holidaysIn(set, Number(date.slice(0, 4))).get(date)
}
