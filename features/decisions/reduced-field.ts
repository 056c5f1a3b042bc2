import { addDays } from '#platform/dates/day.ts'
import type { LeastGrant } from './edit-rules-shape.ts'

/** What of an approval may be less than was asked for; left out where it is as the rules have it. */
export type Granting = {
  endDate?: string | undefined
  paMaxFill?: number | null | undefined
  maxQty?: number | null | undefined
  maxDays?: number | null | undefined
}

/** The field by which an approval grants less than was asked for, or later; undefined when it grants all of it. */
export function reducedField(
  input: Granting & {
    startDate?: string | undefined
    oneTimeFill?: boolean | undefined
    /** A start somebody chose. */
    laterThan?: string | undefined
  },
  { latestStart, daysSupply, quantity, fills, days, onceDays, lastEnd }: Omit<LeastGrant, 'message' | 'code'>,
): 'maxQty' | 'maxDays' | 'startDate' | 'paMaxFill' | 'oneTimeFill' | 'endDate' | undefined {
  const { startDate, endDate, oneTimeFill = false, laterThan } = input
  if (input.maxQty != null && quantity !== null && input.maxQty < quantity) return 'maxQty'
  if (input.maxDays != null && input.maxDays < daysSupply) return 'maxDays'
  if (latestStart !== null && laterThan !== undefined && laterThan > latestStart) return 'startDate'
  if (fills !== null && oneTimeFill && fills.areKnown && fills.atLeast > 1) return 'oneTimeFill'
  if (fills !== null && !oneTimeFill && input.paMaxFill != null && input.paMaxFill < fills.atLeast) return 'paMaxFill'
  const least = oneTimeFill ? onceDays : days
  if (least === null || startDate === undefined || endDate === undefined) return undefined
  const earliest = addDays(startDate, least)
  return endDate < (lastEnd !== null && lastEnd < earliest ? lastEnd : earliest) ? 'endDate' : undefined
}
