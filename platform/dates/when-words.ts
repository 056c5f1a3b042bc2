import { formatDate } from './calendar-date.ts'
import { dateIn, daysBetween, instantWords, timeIn, timeWords, weekdayOf } from './zoned-time.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** An instant (ISO 8601) as people of a zone say it: "9:41 AM" today, "Mon 3:20 PM" within a week, else "05/11/2025, 11:38 AM". */
export function whenWords(at: string, zone: string, nowMs: number): string {
  const ms = Date.parse(at)
  const day = dateIn(ms, zone)
  const time = timeWords(timeIn(ms, zone))
  const ago = daysBetween(day, dateIn(nowMs, zone))
  if (ago === 0) return time
  return Math.abs(ago) < 7 ? `${weekdays[weekdayOf(day)]} ${time}` : `${formatDate(day)}, ${time}`
}

/** An instant with its day and zone: "Tue May 13, 2025 at 11:27 AM EDT". */
export const exactWords = (at: string, zone: string): string => instantWords(Date.parse(at), zone)
