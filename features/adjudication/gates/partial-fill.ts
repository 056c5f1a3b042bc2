import { addDays, usDate } from '#platform/dates/day.ts'
import type { Case, Fill } from '../case.ts'
import { dateText, dayNumber } from '../day-number.ts'

// A fill that is handed out in parts (343-HD P, then C). The rest is neither a duplicate nor a refill nor too soon: it is
// what the prescriber ordered. Of a Schedule II drug it has its own time (21 CFR 1306.13).

/** 21 CFR 1306.13(a): hours the rest may wait where the pharmacy could not supply all, as days of service. */
const shortageDays = 3
/** 21 CFR 1306.13(b): days from the writing where patient or prescriber asked for a part. */
const askedDays = 30

const sameFill = (c: Case, { past, drug }: Fill): boolean =>
  c.rxNumber !== '' &&
  past.rxNumber === c.rxNumber &&
  past.pharmacyNabp === c.pharmacyNabp &&
  drug.gpi === c.product.gpi &&
  // Schedule II has no refills, so that a counted-up fill number can only be the rest.
  (past.fillNumber === c.fillNumber || c.product.dea === 'CII')

/** The parts of this fill that were handed out before, oldest first; none where this claim is no part, or the fill is complete. */
export function partsBefore(c: Case): Fill[] {
  const said = c.request.prescription?.dispensingStatus
  if ((said !== 'P' && said !== 'C') || c.product.kind !== 'DRUG' || c.product.gpi.length < 14) return []
  const all = c.fills.filter((fill) => sameFill(c, fill) && fill.start <= c.day)
  return all.some(({ past }) => past.part !== 'P') ? [] : all
}

/** Days of this fill with those of its parts before. */
export const daysWithParts = (c: Case): number =>
  partsBefore(c).reduce((days, { past }) => days + past.daysSupply, c.daysSupply)

export type RestVerdict =
  | { is: 'payable'; message: string }
  /** A pharmacist weighs whether patient or prescriber asked for the part. */
  | { is: 'asked'; message: string }
  | { is: 'refused'; message: string }

const units = (n: number): string => String(Math.round(n * 1000) / 1000)

/** What the law says of the rest after these parts. */
export function restOf(c: Case, parts: readonly [Fill, ...Fill[]]): RestVerdict {
  const [first] = parts
  const ordered = first.past.quantityIntended ?? c.request.prescription?.quantityIntended ?? null
  const given = parts.reduce((sum, { past }) => sum + past.quantity, 0)
  if (ordered !== null && given + c.quantity > ordered + 1e-9)
    return {
      is: 'refused',
      message: `${units(given)} of ${units(ordered)} were handed out; ${units(c.quantity)} more are over what was ordered`,
    }
  const message = `The rest of the fill of ${usDate(dateText(first.start))}`
  if (c.product.dea !== 'CII' || c.day <= first.start + shortageDays) return { is: 'payable', message }
  const written = first.past.dateWritten ?? c.request.prescription?.dateWritten
  const from = dayNumber(written) || first.start
  const last = dayNumber(addDays(dateText(from), askedDays))
  return c.day <= last
    ? { is: 'asked', message: `${message}, after 72 hours: only where patient or prescriber asked for a part` }
    : {
        is: 'refused',
        message: `The rest of a Schedule II fill ends 30 days after its writing, ${usDate(dateText(last))}`,
      }
}
