import { authorizations } from '#features/authorizations/contract.ts'
import type { Visitor } from './api.ts'

/** What clears all this person may clear of a request: each finding by itself, for one reason. */
export async function clearingAll(visitor: Visitor, id: string, reason = 'Reviewed with the prescriber') {
  const { firstApproval: first, rejects } = (await visitor.ask(authorizations.one, { id })).body
  const left = rejects.filter(
    ({ rejectCode, safety }) => !first?.codes.includes(rejectCode) || (safety && first.waitsFor.includes(rejectCode)),
  )
  return {
    safetyRejectEnabled: true as const,
    rejects: left.map(({ rejectCode, finding, canCallerOverride }) => ({
      rejectCode,
      override: canCallerOverride,
      reason,
      ...(finding !== undefined && { finding }),
    })),
  }
}
