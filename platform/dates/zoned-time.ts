/** Wall-clock arithmetic in a named zone with what every browser and server has: Intl and its zone data. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

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

/** Milliseconds a zone is ahead of UTC at an instant (ms since 1970), asked of its calendar: right, and slow. */
export function askedOffsetMs(instantMs: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instantMs)) part[type] = Number(value)
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return wall + (((instantMs % 1000) + 1000) % 1000) - instantMs
}

/** Days (UTC) a zone is remembered for; more than six years of requests, then it begins anew. */
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
    const first = askedOffsetMs(day * DAY_MS, zone)
    offset = first === askedOffsetMs((day + 1) * DAY_MS - 1, zone) ? first : null
    if (days.size >= REMEMBERED_DAYS) days.clear()
    days.set(day, offset)
  }
  return offset ?? askedOffsetMs(instantMs, zone)
}

/** The wall time of an instant (ms since 1970) in a zone, as ms of the same figures read as UTC. */
const wallMs = (instantMs: number, zone: string): number => instantMs + offsetMs(instantMs, zone)

/** The calendar day ('YYYY-MM-DD') of an instant (ms) in a zone. */
export const dateIn = (instantMs: number, zone: string): string =>
  new Date(wallMs(instantMs, zone)).toISOString().slice(0, 10)

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
  const wall = Date.parse(`${date}T00:00:00.000Z`) + Math.round((hour * 3600 + minute * 60 + second) * 1000)
  // The offsets a day before and after enclose any change; the true offset is one of the two.
  const before = offsetMs(wall - DAY_MS, zone)
  const after = offsetMs(wall + DAY_MS, zone)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (wallMs(early, zone) === wall) return early
  if (wallMs(late, zone) === wall) return late
  return wall - before
}

/** A calendar day some days later (or earlier, when negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS)

/** Day of the week of a calendar day, 0 Sunday to 6 Saturday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00.000Z`).getUTCDay()

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const zoneNames = new Map<string, Intl.DateTimeFormat>()

/** "Wed Nov 25, 2026". */
export function dayWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${weekdays[weekdayOf(date)]} ${months[month! - 1]} ${day}, ${year}`
}

/** "5:31 PM", from 'HH:MM...'. */
export function timeWords(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "Wed Nov 25, 2026 at 4:00 PM CST", an instant (ms) as its zone's people read it. */
export function instantWords(instantMs: number, zone: string): string {
  let names = zoneNames.get(zone)
  if (!names) zoneNames.set(zone, (names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })))
  const abbreviation = names.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value
  return `${dayWords(dateIn(instantMs, zone))} at ${timeWords(timeIn(instantMs, zone))} ${abbreviation ?? zone}`
}
