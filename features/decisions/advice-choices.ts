import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { ApproveChoices } from './draft.ts'
import type { Reason } from './form/problem.ts'
import type { EditRules } from './edit-rules-shape.ts'

const pharmacistReason = 9

type Advice = Pick<
  NonNullable<AuthDetail['recommendation']>,
  'action' | 'source' | 'oneTime' | 'modifiedDays' | 'modifiedQuantity'
>

/** What the advice means for the form: the form it opens, and what it fills in; undefined when it names nothing to decide. */
export function adviceChoices(
  advice: Advice,
  rules: EditRules | undefined,
  reasons: readonly Reason[],
): { form: 'approve'; choices: ApproveChoices } | { form: 'reject' } | undefined {
  if (advice.action === 'REJECT') return { form: 'reject' }
  if (!rules || (advice.action !== 'APPROVE' && advice.action !== 'APPROVE_MODIFIED')) return undefined
  const choices: ApproveChoices = {
    ...(rules.fields.oneTimeFill.editable && { once: advice.oneTime }),
    ...(advice.modifiedDays !== null && { maxDays: advice.modifiedDays }),
    ...(advice.modifiedQuantity !== null && { qty: String(advice.modifiedQuantity) }),
    ...(advice.source === 'PHARMACIST' &&
      reasons.some((reason) => reason.reasonId === pharmacistReason) && { reasonId: pharmacistReason }),
  }
  return { form: 'approve', choices: { ...choices, advised: Object.keys(choices) as (keyof ApproveChoices)[] } }
}
