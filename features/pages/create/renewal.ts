import type { PriorAuthLine } from '#features/prior-auth-maintenance/contract.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { nothingTyped, type Chosen, type Typed } from './typed.ts'

/** What the directories say of the numbers a prior authorization names; null where it names none or they have none. */
export type Named = {
  drug: Chosen | null
  pharmacy: Chosen | null
  prescriber: Chosen | null
  /** Of the request it was granted for: what was asked for where it set no limit itself. */
  asked: { quantity: number; daysSupply: number } | null
}

const typedNumber = (value: number | null | undefined): string => (value == null ? '' : String(value))

/**
 * The form of a renewal: what the prior authorization had, for as long again, from the day after its end. A correction has
 * its days, from today on: the two overlap, and both stay on record. How it came is new.
 */
export function renewalOf(
  of: PriorAuthLine,
  { drug, pharmacy, prescriber, asked }: Named,
  today: string,
  corrects = false,
): Typed {
  const next = corrects ? of.startDate : addDays(of.endDate, 1)
  const start = next < today ? today : next
  const last = of.fills[0]
  return {
    ...nothingTyped,
    drug,
    pharmacy,
    prescriber,
    level: String(of.level),
    start: usDate(start),
    end: usDate(corrects && of.endDate > start ? of.endDate : addDays(start, daysBetween(of.startDate, of.endDate))),
    quantity: typedNumber(of.maxQtyPerFill ?? last?.quantity ?? asked?.quantity),
    days: typedNumber(of.maxDaysPerFill ?? last?.daysSupply ?? asked?.daysSupply),
    fills: of.oneTime ? '' : typedNumber(of.maxFills),
    oneTime: of.oneTime,
    reason: approvalReasons.some(({ id }) => id === of.reasonId) ? String(of.reasonId) : '',
  }
}
