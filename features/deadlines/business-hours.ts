import { z } from 'zod'
import { whole } from '#features/settings/setting-rows.ts'
import { holidayLookup } from '#reference/holidays.ts'
import type { BusinessCalendar } from './business-time.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** Days of the week (0 Sunday), opening and closing wall times, and days off, as a carrier sets them. */
export const businessHours = z
  .strictObject({
    days: z.array(whole(0, 6)).min(1).max(7),
    opens: time,
    closes: time,
    federalHolidays: z.boolean(),
    daysOff: z.array(z.iso.date()).max(100),
  })
  .refine((it) => it.opens < it.closes)
export type BusinessHours = Readonly<z.output<typeof businessHours>>

/** What a value of this kind is, in words. */
export const businessHoursTake = 'days (0 Sunday), opens, closes, federalHolidays and daysOff, such as its default'

export const calendarOf = (id: string, hours: BusinessHours): BusinessCalendar => ({
  id,
  workingDays: hours.days,
  open: hours.opens,
  close: hours.closes,
  holidayOf: holidayLookup(
    hours.federalHolidays ? 'federal' : 'none',
    Object.fromEntries(hours.daysOff.map((day) => [day, 'Closed'])),
  ),
})
