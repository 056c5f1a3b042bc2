import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
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

/** Weekday curve: most prescriptions are filled early in the week. */
const weekdayShare = [0.5, 24, 20, 19, 18, 17, 1.5] as const

/** Days to wait for a busy day, by the day of the week it is. */
const waits: readonly Weighted<number>[] = weekdayShare.map((_, weekday) =>
  weekdayShare.map((_share, days) => [weekdayShare[(weekday + days) % 7]!, days] as const),
)

/** The same day or one of the next six, as busy days of the week suggest. */
export const busyDay = (date: string, random: Stream): string => addDays(date, random.weighted(waits[weekdayOf(date)]!))

/** The same day; hardly ever a Saturday or Sunday, most often the Monday after. */
export function openDay(date: string, random: Stream): string {
  const weekday = weekdayOf(date)
  if (weekday !== 0 && weekday !== 6) return date
  if (random.chance(weekday === 6 ? 0.1 : 0.01)) return date
  return addDays(date, (weekday === 6 ? 1 : 0) + random.weighted(afterWeekend))
}

/** Days from Sunday to the day one goes instead: what makes seven even days that curve. */
const afterWeekend: Weighted<number> = [
  [9.7, 1],
  [5.7, 2],
  [4.7, 3],
  [3.7, 4],
  [2.7, 5],
]

/** Hour curve: peaks at 10-11 and 14-15. */
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
export { dateIn }

/** A value of a distribution given by some of its quantiles, straight lines in between. */
export function quantile(points: readonly (readonly [share: number, value: number])[], share: number): number {
  for (let at = 1; at < points.length; at += 1) {
    const [left, low] = points[at - 1]!
    const [right, high] = points[at]!
    if (share <= right) return low + ((share - left) / (right - left)) * (high - low)
  }
  return points[points.length - 1]![1]
}
