import { addDays, dateIn, instantOf, weekdayOf } from '#features/authorizations/clock/zoned-time.ts'
import type { Stream, Weighted } from './prng.ts'

const noons = new Map<string, number>()

/** The instant (ms) at which a zone's clocks show `minutes` after midnight of a day; by day, not by the hour a clock changes. */
export function at(date: string, minutes: number, zone: string): number {
  const key = `${zone} ${date}`
  let noon = noons.get(key)
  if (noon === undefined) {
    noon = instantOf(date, '12:00', zone)
    noons.set(key, noon)
  }
  return noon + (minutes - 720) * 60_000
}

/** Weekday curve of domain 8.4: most prescriptions are filled early in the week. */
const weekdayShare = [0.5, 24, 20, 19, 18, 17, 1.5] as const

/** The same day or one of the next six, as busy days of the week suggest. */
export function busyDay(date: string, random: Stream): string {
  const ahead: [number, number][] = []
  for (let days = 0; days < 7; days += 1) ahead.push([weekdayShare[weekdayOf(addDays(date, days))]!, days])
  return addDays(date, random.weighted(ahead))
}

/** Hour curve of domain 8.4: peaks at 10-11 and 14-15. */
const hours: Weighted<number> = [
  [3, 8],
  [7, 9],
  [14, 10],
  [13, 11],
  [8, 12],
  [9, 13],
  [14, 14],
  [11, 15],
  [8, 16],
  [6, 17],
  [4, 18],
  [3, 19],
]

/** Minutes after midnight at which something happens at a counter. */
export const busyMinute = (random: Stream): number => random.weighted(hours) * 60 + random.int(0, 59)

export const iso = (ms: number): string => new Date(ms).toISOString()
export { addDays, dateIn, weekdayOf }

/** A value of a distribution given by some of its quantiles, straight lines in between. */
export function quantile(points: readonly (readonly [share: number, value: number])[], share: number): number {
  for (let at = 1; at < points.length; at += 1) {
    const [left, low] = points[at - 1]!
    const [right, high] = points[at]!
    if (share <= right) return low + ((share - left) / (right - left)) * (high - low)
  }
  return points[points.length - 1]![1]
}
