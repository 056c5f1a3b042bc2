import { addDays, daysBetween, usDate, weekdayOf } from '#platform/dates/day.ts'
import { weekdayNames } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'

/** The heading of a day in a list: "Today", "Yesterday", "Monday" within a week, then the date. */
export function dayHeading(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  const ago = daysBetween(date, today)
  return ago > 0 && ago < 7 ? weekdayNames[weekdayOf(date)]! : usDate(date)
}

/** Rows that come in the order of their time, by the day of the user's zone; each keeps its place in the whole list. */
export function byDay<Row extends { at: string }>(
  rows: readonly Row[],
  zone: string,
): { date: string; rows: { row: Row; index: number }[] }[] {
  const days: { date: string; rows: { row: Row; index: number }[] }[] = []
  rows.forEach((row, index) => {
    const date = dateIn(Date.parse(row.at), zone)
    const last = days.at(-1)
    if (last?.date === date) last.rows.push({ row, index })
    else days.push({ date, rows: [{ row, index }] })
  })
  return days
}
