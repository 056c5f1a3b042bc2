import { addDays, calendarDate, monthNames, usDate } from '#platform/dates/day.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { dateIn, instantOf, timeIn } from '#platform/dates/zone.ts'
import { typedText } from '#platform/text/typed-text.ts'
import { INVALID_DATE, wallOf } from '../filters.ts'

const typed = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2}) (AM|PM)$/i

/** What MM/DD/YYYY hh:mm:ss AM|PM means in a zone, as ISO 8601; why not otherwise. */
export function readStamp(text: string, zone: string): { iso: string } | { why: string } {
  const [, month, day, year, hour, minute, second, half = ''] = typed.exec(typedText(text.normalize('NFKC'))) ?? []
  const date = calendarDate(Number(year), Number(month), Number(day))
  const of12 = Number(hour)
  if (date === undefined || !(of12 >= 1 && of12 <= 12) || Number(minute) > 59 || Number(second) > 59)
    return { why: INVALID_DATE }
  if (Number(year) < 1970 || Number(year) > 2200) return { why: INVALID_DATE }
  const of24 = (of12 % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const time = `${String(of24).padStart(2, '0')}:${minute}:${second}.000`
  const at = instantOf(date, time, zone)
  if (timeIn(at, zone) !== time) {
    const [, named, of] = date.split('-').map(Number)
    return { why: `This time does not exist on ${monthNames[named! - 1]} ${of}: clocks move forward.` }
  }
  return { iso: new Date(at).toISOString() }
}

/** Days from the first to the last of a range, both counted; undefined where one is no date. */
export function daysIn(from: string, to: string, zone: string): number | undefined {
  const [first, last] = [wallOf(from, zone), wallOf(to, zone)]
  return first === undefined || last === undefined || last < first ? undefined : Math.ceil((last - first + 1) / DAY_MS)
}

/** The last so many days of a zone, today included, as these fields show them. */
export function lastDays(days: number, now: number, zone: string): { from: string; to: string } {
  const today = dateIn(now, zone)
  return {
    from: `${usDate(addDays(today, 1 - days))} 12:00:00 AM`,
    to: `${usDate(today)} 11:59:59 PM`,
  }
}

/** An instant of a zone as these fields show it. */
export function stampOf(iso: string, zone: string): string {
  const at = Date.parse(iso)
  const time = timeIn(at, zone)
  const hour = Number(time.slice(0, 2))
  return `${usDate(dateIn(at, zone))} ${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2, 8)} ${hour < 12 ? 'AM' : 'PM'}`
}
