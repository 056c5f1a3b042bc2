import { addDays, dateIn } from '#platform/dates/zoned-time.ts'

// The people and carriers of the fixture world live in New York: in the evening there it is tomorrow in UTC already.

/** The calendar day there, so many days after an instant. */
export const dayAt = (instant: Date, days = 0): string => addDays(dateIn(instant.getTime(), 'America/New_York'), days)

/** The calendar day there, so many days from now. */
export const day = (days: number): string => dayAt(new Date(), days)
