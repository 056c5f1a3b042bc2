import { calendarDate } from './day.ts'

/**
 * A day as files, claims and calls write it (2026-01-31, 20260131, 01/31/2026, 1/31/2026), as 'YYYY-MM-DD'; undefined where
 * there is no such day from 1900 to 2200. What people type is read by `parseDate`, which also takes names of months.
 */
export function writtenDay(text: string): string | undefined {
  const written = text.trim()
  const read =
    /^(?<year>\d{4})(-?)(?<month>\d\d)\2(?<day>\d\d)$/.exec(written) ??
    /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/.exec(written)
  const { year = '', month, day } = read?.groups ?? {}
  return year >= '1900' && year <= '2200' ? calendarDate(Number(year), Number(month), Number(day)) : undefined
}
