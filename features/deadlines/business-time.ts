import type { HolidayLookup } from '#reference/holidays.ts'
import { holidayLookup } from '#reference/holidays.ts'
import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { HOUR_MS, addMs } from '#platform/dates/instant.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'

/** A carrier's working hours: days of the week (0 Sunday), opening and closing wall times, days off. */
export type BusinessCalendar = {
  id: string
  workingDays: readonly number[]
  open: string
  close: string
  holidayOf: HolidayLookup
}

/** Monday to Friday 08:00 to 18:00 but federal holidays; a carrier may set its own. */
export const defaultCalendar: BusinessCalendar = {
  id: 'default',
  workingDays: [1, 2, 3, 4, 5],
  open: '08:00',
  close: '18:00',
  holidayOf: holidayLookup('federal'),
}

/** Monday to Friday and no holiday. */
export const isBusinessDay = (date: string, holidayOf: HolidayLookup): boolean =>
  weekdayOf(date) !== 0 && weekdayOf(date) !== 6 && holidayOf(date) === undefined

/** Longest run of days off a calendar may have before it is taken for one that never opens. */
const LONGEST_CLOSURE_DAYS = 400

const isWorking = (date: string, calendar: BusinessCalendar): boolean =>
  calendar.workingDays.includes(weekdayOf(date)) && calendar.holidayOf(date) === undefined

/**
 * The instant (ISO) at which so many working hours have passed since another, counted while the calendar is open in
 * this zone. Throws RangeError for a negative number of hours, an unreadable instant or a calendar that never opens.
 */
export function addBusinessHours(instant: string, hours: number, calendar: BusinessCalendar, zone: string): string {
  const start = Date.parse(instant)
  if (Number.isNaN(start) || !(hours >= 0) || !Number.isFinite(hours)) {
    throw new RangeError(`Cannot add ${hours} business hours to ${instant}.`)
  }
  let left = Math.round(hours * HOUR_MS)
  let closedDays = 0
  for (let date = dateIn(start, zone); closedDays <= LONGEST_CLOSURE_DAYS; date = addDays(date, 1)) {
    const opens = isWorking(date, calendar) ? Math.max(instantOf(date, calendar.open, zone), start) : 0
    const open = opens === 0 ? 0 : instantOf(date, calendar.close, zone) - opens
    if (open <= 0) {
      closedDays += 1
      continue
    }
    if (left <= open) return addMs(opens, left)
    left -= open
    closedDays = 0
  }
  throw new RangeError(`Calendar ${calendar.id} is never open.`)
}

/** The instant (ISO) at the close of the last of so many working days after the day of another instant. */
export function addBusinessDays(instant: string, days: number, calendar: BusinessCalendar, zone: string): string {
  let date = dateIn(Date.parse(instant), zone)
  for (let counted = 0, closedDays = 0; counted < days;) {
    date = addDays(date, 1)
    if (isWorking(date, calendar)) {
      counted += 1
      closedDays = 0
    } else if ((closedDays += 1) > LONGEST_CLOSURE_DAYS) throw new RangeError(`Calendar ${calendar.id} is never open.`)
  }
  return new Date(instantOf(date, calendar.close, zone)).toISOString()
}
