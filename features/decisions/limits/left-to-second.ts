import type { FirstApproval } from '#features/authorizations/rows.ts'

/** Whether a reject is left to the second person: a code of two findings may be cleared for one and wait for the other. */
export const isLeft = (
  first: Pick<FirstApproval, 'codes' | 'waitsFor'>,
  { rejectCode, safety }: { rejectCode: string; safety: boolean },
): boolean => !first.codes.includes(rejectCode) || (safety && first.waitsFor.includes(rejectCode))
