import { writtenDay } from '#platform/dates/written-day.ts'

/** Characters of a message or a private note. */
export const MOST_MESSAGE = 2000
/** Messages a user sends within a minute. */
export const MOST_A_MINUTE = 30
/** Whether a chat gave its user what was needed. */
export const ratings = ['YES', 'PARTLY', 'NO'] as const
export type Rating = (typeof ratings)[number]
/** The keys of `GET /chat/settings`. */
export const chatIntervals = ['chatCheckInterval', 'chatRefreshInterval'] as const
/** The day of MM/DD/YYYY, from 1900 on; undefined where there is none. */
export function injuredOn(typed: string): string | undefined {
  return /^\d\d\/\d\d\//.test(typed) ? writtenDay(typed) : undefined
}
