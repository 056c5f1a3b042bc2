import { z } from 'zod'

/** An instant with its zone, ISO 8601, in the years 1900 to 2200: what a clock and the database both understand. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Give date and time with the zone, such as 2026-11-23T09:00:00Z.' })
  .refine((text) => {
    const year = new Date(text).getUTCFullYear()
    return year >= 1900 && year <= 2200
  }, 'Give a year from 1900 to 2200.')
