import { approvalReason, firstFillReason, relatedReason } from '#reference/approval-reasons.ts'
import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'

/** Codes that put in doubt that the injury is accepted, or that the drug is for it. */
const doubts: readonly string[] = [...notCoveredThatDay, ncpdp.ADJUSTER_MUST_AUTHORIZE, ncpdp.INJURY_QUESTIONED]

/**
 * The reason an approval has unless another is given: only one that is true of the claim. On a claim that is under
 * investigation, controverted, denied or accepted in part nobody but the approver can say that the drug is for an accepted
 * injury; a first fill of a claim under investigation is without prejudice.
 */
export function presetReason({
  compensability,
  shown,
  rejects,
}: Pick<DecisionFacts, 'compensability'> & {
  shown: { facts: { firstFill: boolean } }
  /** Those somebody has cleared meanwhile too: clearing a doubt says nothing of the injury. */
  rejects: readonly { rejectCode: string }[]
}): { id: number; reason: string } | undefined {
  if (compensability === 'PENDING' && shown.facts.firstFill) return approvalReason(firstFillReason)
  const accepted = compensability === 'ACCEPTED' || compensability === 'CLOSED' || compensability === 'SETTLED_MSA'
  if (!accepted || rejects.some(({ rejectCode }) => doubts.includes(rejectCode))) return undefined
  return approvalReason(relatedReason)
}
