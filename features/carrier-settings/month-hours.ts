import type { BusinessHours } from '#features/deadlines/business-hours.ts'
import { addDays, calendarDate, daysInMonth, weekdayOf } from '#platform/dates/day.ts'
import { holidaysIn } from '#reference/holidays.ts'

/** What a calendar says of a day: open from and to, or why it is closed. */
export type DayHours = {
  date: string
  /** Wall times; null: closed. */
  open: { from: string; to: string } | null
  /** The holiday, or "Day off" where the carrier closes that day only; null on a day of the week that is never open. */
  closed: string | null
}

/** A calendar that takes effect on a day. */
export type HoursFrom = { startsOn: string; hours: BusinessHours }

const dayOff = 'Day off'

/** What counts on a day: the last of the plans that has begun, else the calendar of today. */
const countsOn = (date: string, now: BusinessHours, planned: readonly HoursFrom[]): BusinessHours =>
  planned
    .filter(({ startsOn }) => startsOn <= date)
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
    .at(-1)?.hours ?? now

export function hoursOn(date: string, now: BusinessHours, planned: readonly HoursFrom[] = []): DayHours {
  const { days, opens, closes, federalHolidays, daysOff } = countsOn(date, now, planned)
  const holiday = federalHolidays ? holidaysIn('federal', Number(date.slice(0, 4))).get(date) : undefined
  const closed = daysOff.includes(date) ? dayOff : (holiday ?? null)
  return {
    date,
    open: closed === null && days.includes(weekdayOf(date)) ? { from: opens, to: closes } : null,
    closed,
  }
}

/** The weeks of a month from Sunday; undefined before its first and after its last day. */
export function weeksOf(year: number, month: number): (string | undefined)[][] {
  const first = calendarDate(year, month, 1)!
  const cells = [
    ...Array<undefined>(weekdayOf(first)),
    ...Array.from({ length: daysInMonth(year, month) }, (_, day) => addDays(first, day)),
  ]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => cells[week * 7 + at]),
  )
}

/** The next days that are closed though their day of the week is open, from a day on. */
export function closedSoon(
  from: string,
  most: number,
  now: BusinessHours,
  planned: readonly HoursFrom[] = [],
): DayHours[] {
  const found: DayHours[] = []
  for (let date = from, looked = 0; looked < 400 && found.length < most; date = addDays(date, 1), looked += 1) {
    const day = hoursOn(date, now, planned)
    if (day.closed !== null && countsOn(date, now, planned).days.includes(weekdayOf(date))) found.push(day)
  }
  return found
}
