// Wall-clock arithmetic in a named time zone, with what every browser and server has: Intl and its zone data.

import { dateOfDay, dayNumber } from './day.ts'
import { DAY_MS } from './instant.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Milliseconds a zone is ahead of UTC at an instant (ms since 1970), from Intl: right, and slow. */
export function intlOffsetMs(instantMs: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instantMs)) part[type] = Number(value)
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return wall + (((instantMs % 1000) + 1000) % 1000) - instantMs
}

/** Days (UTC) a zone is remembered for; more than six years of requests, then remembering starts over. */
const REMEMBERED_DAYS = 2400
/** By zone and day since 1970: the zone's offset all that day long, null on a day its clocks change. */
const offsets = new Map<string, Map<number, number | null>>()

/** Milliseconds a zone is ahead of UTC at an instant (ms since 1970). No zone changes its clocks twice in a day. */
export function offsetMs(instantMs: number, zone: string): number {
  let days = offsets.get(zone)
  if (!days) offsets.set(zone, (days = new Map()))
  const day = Math.floor(instantMs / DAY_MS)
  let offset = days.get(day)
  if (offset === undefined) {
    const first = intlOffsetMs(day * DAY_MS, zone)
    offset = first === intlOffsetMs((day + 1) * DAY_MS - 1, zone) ? first : null
    if (days.size >= REMEMBERED_DAYS) days.clear()
    days.set(day, offset)
  }
  return offset ?? intlOffsetMs(instantMs, zone)
}

/** The wall time of an instant (ms since 1970) in a zone, as ms of the same figures read as UTC. */
const wallMs = (instantMs: number, zone: string): number => instantMs + offsetMs(instantMs, zone)

/** The calendar day ('YYYY-MM-DD') of an instant (ms) in a zone. */
export const dateIn = (instantMs: number, zone: string): string =>
  dateOfDay(Math.floor(wallMs(instantMs, zone) / DAY_MS))

/** The wall time ('HH:MM:SS.sss') of an instant (ms) in a zone. */
export const timeIn = (instantMs: number, zone: string): string =>
  new Date(wallMs(instantMs, zone)).toISOString().slice(11, 23)

/**
 * The instant (ms) at which a zone's clocks show a day and time ('HH:MM' or 'HH:MM:SS.sss', '24:00' being the next
 * midnight). A time that does not exist (clocks go forward) is read with the offset before the change, so 02:30 is 03:30.
 * Of a time that comes twice, the first.
 */
export function instantOf(date: string, time: string, zone: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const wall = dayNumber(date) * DAY_MS + Math.round((hour * 3600 + minute * 60 + second) * 1000)
  // The offsets a day before and after enclose any change; the true offset is one of the two.
  const before = offsetMs(wall - DAY_MS, zone)
  const after = offsetMs(wall + DAY_MS, zone)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (wallMs(early, zone) === wall) return early
  if (wallMs(late, zone) === wall) return late
  return wall - before
}
