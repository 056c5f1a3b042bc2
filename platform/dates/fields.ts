import { z } from 'zod'
import { calendarDate, dateFields } from './day.ts'

/** A calendar day that exists, 'YYYY-MM-DD', from 1900 to 2200. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date as YYYY-MM-DD.')
  .refine((text) => {
    const [year, month, date] = dateFields(text)
    return year >= 1900 && year <= 2200 && calendarDate(year, month, date) !== undefined
  }, 'This day does not exist.')

/** A calendar day in an answer, 'YYYY-MM-DD'. */
export const storedDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An instant with its zone, ISO 8601, in the years 1900 to 2200: what a clock and the database both understand. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Enter date and time with the zone, such as 2026-11-23T09:00:00Z.' })
  .refine((text) => {
    const year = new Date(text).getUTCFullYear()
    return year >= 1900 && year <= 2200
  }, 'Enter a year from 1900 to 2200.')
