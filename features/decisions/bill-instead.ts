import { usDate } from '#platform/dates/day.ts'

/** What was billed, and what an approval lets through of it; null is no limit. */
export type BilledUnder = {
  quantity: number
  daysSupply: number
  dateOfService: string
  maxQty: number | null
  maxDays: number | null
  startDate: string | null
}

/** What a pharmacy bills under an approval where that is not what it billed last: amounts, and a first day of service. */
export type Bill = { quantity: number; daysSupply: number; from: string | null }

/** What is to be billed instead under an approval of less, or from a later day on; null where it is billed again as it was. */
export function billInstead(of: BilledUnder): Bill | null {
  const quantity = Math.min(of.quantity, of.maxQty ?? of.quantity)
  const daysSupply = Math.min(of.daysSupply, of.maxDays ?? of.daysSupply)
  const from = of.startDate !== null && of.startDate > of.dateOfService ? of.startDate : null
  if (quantity === of.quantity && daysSupply === of.daysSupply && from === null) return null
  return { quantity, daysSupply, from }
}

/** "Bill 45 for 15 days, with a day of service from 11/28/2026 on." */
export const billWords = ({ quantity, daysSupply, from }: Bill): string =>
  `Bill ${quantity} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}${
    from === null ? '' : `, with a day of service from ${usDate(from)} on`
  }.`
