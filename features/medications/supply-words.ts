import { usDate } from '#platform/dates/day.ts'
import type { Supply } from './contract.ts'

export const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`
export const dollars = (amount: number | null): string =>
  amount === null ? '' : amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** "Overlaps 2 days with the fill of 03/18/2025", "15 days without a supply before it"; empty when neither. */
export const continuity = ({ overlapDays, overlapsFillOf, gapDays }: Supply): string =>
  overlapDays > 0 && overlapsFillOf
    ? `Overlaps ${days(overlapDays)} with the fill of ${usDate(overlapsFillOf)}`
    : gapDays > 0
      ? `${days(gapDays)} without a supply before it`
      : ''

/** A supply in one sentence, for the name of its bar. */
export const supplyWords = (one: Supply): string =>
  [
    `${one.drugName}, ${one.quantity} for ${days(one.daysSupply)}`,
    `filled ${usDate(one.fillDate)}, lasts to ${usDate(one.lastsTo)}`,
    `by ${one.prescriberName}`,
    one.mmePerDay ? `${one.mmePerDay} MME a day` : '',
    continuity(one),
  ]
    .filter(Boolean)
    .join('. ')

/** "AH" of "Ansel Hawthorne". */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()
