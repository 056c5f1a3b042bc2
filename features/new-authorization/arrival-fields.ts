import { z } from 'zod'
import { day } from '#platform/dates/fields.ts'

/** How a fax, letter or call that is keyed here came. */
export const receivedHow = ['FAX', 'MAIL', 'PHONE', 'EMAIL', 'PORTAL'] as const

/** When and how a request came that is keyed afterwards. Its legal clock counts from there, not from the keying. */
export const arrivalFields = {
  /** An instant with its zone, or without one the wall time in the jurisdiction, such as 2026-11-20T17:31. */
  receivedAt: z.iso
    .datetime({ offset: true, local: true, abort: true, error: 'Enter date and time, such as 2026-11-20T17:31.' })
    .refine((text) => /^(19|2[01])\d\d/.test(text), 'Enter a year from 1900 to 2199.')
    .optional(),
  receivedHow: z.enum(receivedHow, 'Enter FAX, MAIL, PHONE, EMAIL or PORTAL.').optional(),
  /** The day of the postmark of a letter whose coming nobody noted. */
  postedOn: day.optional(),
  /** The prescriber certifies that waiting endangers health. */
  urgent: z.boolean().optional(),
  /** For care that is under way, as in a hospital. */
  concurrent: z.boolean().optional(),
}
