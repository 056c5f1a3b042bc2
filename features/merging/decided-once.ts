import type { Verdict } from '#features/authorizations/rows.ts'

/**
 * One fill was decided of requests that were merged: what the approver sets no limit of is paid as the request that stayed was billed,
 * by any pharmacy, not as another pharmacy had billed the same prescription (docs/decisions/0941).
 */
export const ofOneFill = (
  request: { merged: readonly unknown[]; quantity: number; days_supply: number },
  verdict: Verdict,
): Verdict =>
  verdict.kind === 'APPROVE' && request.merged.length > 0
    ? { ...verdict, maxQty: verdict.maxQty ?? request.quantity, maxDays: verdict.maxDays ?? request.days_supply }
    : verdict
