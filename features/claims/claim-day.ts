import { calendarDate } from '#platform/dates/day.ts'

/**
 * A date as the database stores it, from the formats a pharmacy sends (20260131, 2026-01-31, 01/31/2026); null when it is
 * not a date from 1900 to 2200.
 */
export function claimDay(text: string | undefined): string | null {
  if (!text) return null
  const plain = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  const us = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const [year, month, day] = plain ? [plain[1], plain[2], plain[3]] : us ? [us[3], us[1], us[2]] : []
  if (year === undefined || Number(year) < 1900 || Number(year) > 2200) return null
  return calendarDate(Number(year), Number(month), Number(day)) ?? null
}
