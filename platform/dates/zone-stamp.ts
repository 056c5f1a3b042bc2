import { DAY_MS } from './instant.ts'

export type InZone = { zone: string; instant(iso: string): string }

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** Years whose zones are whole minutes from UTC. */
const [FIRST_DAY, LAST_DAY] = [Date.UTC(1980, 0, 1) / DAY_MS, Date.UTC(2100, 0, 1) / DAY_MS]
const two = (figure: number): string => String(figure).padStart(2, '0')
/** "09:05 AM" of each minute of a day. */
const times = Array.from({ length: DAY_MINUTES }, (_, at) => {
  const hour = Math.floor(at / 60)
  return `${two(hour % 12 || 12)}:${two(at % 60)} ${hour < 12 ? 'AM' : 'PM'}`
})

/** How far a zone is from UTC throughout a day of UTC, and its name. */
type Offset = { minutes: number; name: string }

/** Formats instants in this time zone, such as 03/14/2026 09:05 AM EDT; an unknown zone counts as New York. */
export function inZone(wanted: string): InZone {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'short',
    })
  let zone = wanted
  let words: Intl.DateTimeFormat
  try {
    words = format(wanted)
  } catch {
    zone = 'America/New_York'
    words = format(zone)
  }
  const slowly = (ms: number): string =>
    words.format(ms).replace(/[,\u202f\u00a0]/g, (sign) => (sign === ',' ? '' : ' '))
  // A file has hundreds of thousands of instants: the zone is asked once a day of them, unless its clocks change on that day.
  const starts = new Map<number, Offset>()
  const atStart = (day: number): Offset => {
    let found = starts.get(day)
    if (!found) {
      const text = slowly(day * DAY_MS)
      const [date, time, half, ...name] = text.split(' ')
      const [month, monthDay, year] = date!.split('/').map(Number)
      const [hour, minute] = time!.split(':').map(Number)
      const wall = Date.UTC(year!, month! - 1, monthDay, (hour! % 12) + (half === 'PM' ? 12 : 0), minute)
      starts.set(day, (found = { minutes: (wall - day * DAY_MS) / MINUTE_MS, name: name.join(' ') }))
    }
    return found
  }
  const dates = new Map<number, string>()
  const dateOf = (day: number): string => {
    let found = dates.get(day)
    if (found === undefined) {
      const at = new Date(day * DAY_MS)
      dates.set(day, (found = `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`))
    }
    return found
  }
  return {
    zone,
    instant: (iso) => {
      const ms = Date.parse(iso)
      const day = Math.floor(ms / DAY_MS)
      if (!(day >= FIRST_DAY && day < LAST_DAY)) return slowly(ms)
      const [begins, ends] = [atStart(day), atStart(day + 1)]
      if (begins.minutes !== ends.minutes || begins.name !== ends.name) return slowly(ms)
      const minute = Math.floor(ms / MINUTE_MS) + begins.minutes
      const local = Math.floor(minute / DAY_MINUTES)
      return `${dateOf(local)} ${times[minute - local * DAY_MINUTES]!} ${begins.name}`
    },
  }
}
