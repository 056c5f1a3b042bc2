import type { LeastGrant } from './edit-rules-shape.ts'

/** The field by which an approval grants less than was asked for, or later; undefined when it grants all of it. */
export const reducedField = (
  asked: { startDate?: string | undefined; maxQty?: number | null | undefined; maxDays?: number | null | undefined },
  { latestStart, daysSupply, quantity }: Omit<LeastGrant, 'message'>,
): 'maxQty' | 'maxDays' | 'startDate' | undefined => {
  if (asked.maxQty != null && quantity !== null && asked.maxQty < quantity) return 'maxQty'
  if (asked.maxDays != null && asked.maxDays < daysSupply) return 'maxDays'
  return latestStart !== null && asked.startDate !== undefined && asked.startDate > latestStart
    ? 'startDate'
    : undefined
}
