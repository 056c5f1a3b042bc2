import { addDays } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'

// The users and carriers of the fixtures are in New York, where in the evening the day in UTC is already the next one.

/** The calendar day in New York, `days` after an instant. */
export const dayAt = (instant: Date, days = 0): string => addDays(dateIn(instant.getTime(), 'America/New_York'), days)

/** The calendar day in New York, `days` from now. */
export const day = (days: number): string => dayAt(new Date(), days)
