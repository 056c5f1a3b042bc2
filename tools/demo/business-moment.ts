import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { holidayLookup } from '#reference/holidays.ts'

const ZONE = 'America/New_York'
const AFTERNOON = '14:40'
const holiday = holidayLookup('federal')

/** The afternoon of the last business day before this moment: the demonstration stands there, at whatever hour it is built. */
export function businessMoment(now: Date): Date {
  for (let day = dateIn(now.getTime(), ZONE); ; day = addDays(day, -1)) {
    const isWeekend = [0, 6].includes(weekdayOf(day))
    const at = instantOf(day, AFTERNOON, ZONE)
    if (at <= now.getTime() && !isWeekend && holiday(day) === undefined) return new Date(at)
  }
}
