import { writtenDay } from '#platform/dates/written-day.ts'

/** A day of a line as YYYY-MM-DD; anything else as it is, and refused. */
export const dayOf = (text: string): string => writtenDay(text) ?? text
export const isDay = (text: string): boolean => writtenDay(text) === text
