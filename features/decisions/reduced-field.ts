import type { LeastGrant } from './edit-rules-shape.ts'

/** The field by which an approval grants less than was asked for, or later; undefined when it grants all of it. */
export const reducedField = (
  input: { startDate?: string | undefined; maxQty?: number | null | undefined; maxDays?: number | null | undefined },
  { latestStart, daysSupply, quantity }: Omit<LeastGrant, 'message'>,
): 'maxQty' | 'maxDays' | 'startDate' | undefined => {
  if (input.maxQty != null && quantity !== null && input.maxQty < quantity) return 'maxQty'
  if (input.maxDays != null && input.maxDays < daysSupply) return 'maxDays'
  return latestStart !== null && input.startDate !== undefined && input.startDate > latestStart
    ? 'startDate'
    : undefined
}
