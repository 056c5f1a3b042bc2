import { dateFields, daysBetween, monthNames, usDate, weekdayOf } from './day.ts'
import { dateIn, timeIn } from './zone.ts'

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** "Wed", of a calendar day. */
const weekdayWord = (date: string): string => weekdayNames[weekdayOf(date)]!.slice(0, 3)

/** "Wed Nov 25, 2026", of a calendar day. */
export function dayWords(date: string): string {
  const [year, month, day] = dateFields(date)
  return `${weekdayWord(date)} ${monthNames[month - 1]!.slice(0, 3)} ${day}, ${year}`
}

/** "5:31 PM", from 'HH:MM...'. */
export function timeWords(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

const zoneNames = new Map<string, Intl.DateTimeFormat>()

/** "EDT": the short name of a zone at an instant (ms). */
function zoneWord(instantMs: number, zone: string): string {
  let names = zoneNames.get(zone)
  if (!names) zoneNames.set(zone, (names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })))
  return names.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? zone
}

const inMs = (at: string | number): number => (typeof at === 'string' ? Date.parse(at) : at)

/** "Wed Nov 25, 2026 at 4:00 PM CST": an instant (ISO 8601 or ms) as people of its zone write it in full. */
export function exactWords(at: string | number, zone: string): string {
  const ms = inMs(at)
  return `${dayWords(dateIn(ms, zone))} at ${timeWords(timeIn(ms, zone))} ${zoneWord(ms, zone)}`
}

/** An instant (ISO 8601 or ms) as columns and sentences take it: 05/12/2025, 4:52 PM, and the zone's short name (EDT). */
export function dayAndTime(at: string | number, zone: string): { day: string; time: string; zone: string } {
  const ms = inMs(at)
  return { day: usDate(dateIn(ms, zone)), time: timeWords(timeIn(ms, zone)), zone: zoneWord(ms, zone) }
}

/** An instant (ISO 8601) in a list: "9:41 AM" today, "Mon 3:20 PM" within a week, else "05/11/2025, 11:38 AM"; `dayToo`: today is named as well. */
export function whenWords(at: string, zone: string, nowMs: number, dayToo = false): string {
  const { day, time } = dayAndTime(at, zone)
  const date = dateIn(Date.parse(at), zone)
  const ago = daysBetween(date, dateIn(nowMs, zone))
  if (ago === 0 && !dayToo) return time
  return Math.abs(ago) < 7 ? `${weekdayWord(date)} ${time}` : `${day}, ${time}`
}

/** An instant in a sentence: "at 2:05 PM", and with its day when that is not today's. */
export function atWords(at: string, zone: string, nowMs: number): string {
  const { day, time } = dayAndTime(at, zone)
  return day === dayAndTime(nowMs, zone).day ? `at ${time}` : `on ${day} at ${time}`
}

/** The day in words, "Tuesday, May 13", and the greeting of its hour, in a zone. */
export function dayAndGreeting(instantMs: number, zone: string): { day: string; greeting: string } {
  const date = dateIn(instantMs, zone)
  const [, month, day] = dateFields(date)
  const hour = Number(timeIn(instantMs, zone).slice(0, 2))
  return {
    day: `${weekdayNames[weekdayOf(date)]}, ${monthNames[month - 1]} ${day}`,
    greeting: hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening',
  }
}
