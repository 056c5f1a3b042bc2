import { type Case, claimOf } from './case.ts'
import { dayNumber } from './day-number.ts'

/** Days before and after an operation in which a fill is perioperative; the day of surgery is 0 (8 CCR 9792.27.13, 12 NYCRR 441). */
export const perioperativeDays = 4

/** Whether an operation was within so many days of the date of service. */
export const surgeryWithin = (c: Case, days: number): boolean =>
  (claimOf(c).surgeryDates ?? []).some((date) => Math.abs(dayNumber(date) - c.day) <= days)
