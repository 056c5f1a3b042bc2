import { dayAndTime } from './zoned-words.ts'

/** An instant in a sentence: "at 2:05 PM", and with its day when that is not today's. */
export function atWords(at: string, zone: string, now: number): string {
  const { day, time } = dayAndTime(at, zone)
  return day === dayAndTime(now, zone).day ? `at ${time}` : `on ${day} at ${time}`
}
