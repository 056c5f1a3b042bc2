import { approvalReason, firstFillReason, relatedReason } from '#reference/approval-reasons.ts'
import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import { orderedTerms, usualReason } from '#features/determinations/rules.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'

/** Codes that put in doubt that the injury is accepted, or that the drug is for it. */
const doubts: readonly string[] = [...notCoveredThatDay, ncpdp.ADJUSTER_MUST_AUTHORIZE, ncpdp.INJURY_QUESTIONED]

/**
 * The reason an approval has unless another is given: only one that is sure to be true. On a claim that is under investigation,
 * controverted, denied or accepted in part nobody but the approver can say that the drug is for an accepted injury; nor where
 * the drug is not usual for what is accepted, or nothing is known of it. A first fill of a claim under investigation is without
 * prejudice; what follows a determination says so.
 */
export function presetReason({
  compensability,
  shown,
  rejects,
  determination = null,
}: Pick<DecisionFacts, 'compensability'> &
  Partial<Pick<DecisionFacts, 'determination'>> & {
    shown: { facts: Pick<DecisionFacts['shown']['facts'], 'firstFill' | 'injuryMatch'> }
    /** Those somebody has cleared meanwhile too: clearing a doubt says nothing of the injury. */
    rejects: readonly { rejectCode: string }[]
  }): { id: number; reason: string } | undefined {
  const order = orderedTerms({ determination })
  if (order?.by) return approvalReason(usualReason(order.by))
  if (compensability === 'PENDING' && shown.facts.firstFill) return approvalReason(firstFillReason)
  const accepted = compensability === 'ACCEPTED' || compensability === 'CLOSED' || compensability === 'SETTLED_MSA'
  if (!accepted || rejects.some(({ rejectCode }) => doubts.includes(rejectCode))) return undefined
  return shown.facts.injuryMatch === 'RELATED' ? approvalReason(relatedReason) : undefined
}
