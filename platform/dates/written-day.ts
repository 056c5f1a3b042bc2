import { calendarDate } from './day.ts'

/**
 * A day as files, claims and calls write it (2026-01-31, 20260131, 01/31/2026, 1/31/2026), as 'YYYY-MM-DD'; undefined where
 * there is no such day from 1900 to 2200. What people type is read by `parseDate`, which also takes names of months.
 */
export function writtenDay(text: string): string | undefined {
  const written = text.trim()
  const iso = /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(written)
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  const [year, month, day] = iso ? [iso[1], iso[3], iso[4]] : us ? [us[3], us[1], us[2]] : []
  if (year === undefined || Number(year) < 1900 || Number(year) > 2200) return undefined
  return calendarDate(Number(year), Number(month), Number(day))
}
