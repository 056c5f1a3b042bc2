import { writtenDay } from '#platform/dates/written-day.ts'

/** A date as the database stores it, from the formats a pharmacy sends; null when it is missing or no date from 1900 to 2200. */
export const claimDay = (text: string | undefined): string | null => (text && writtenDay(text)) || null
