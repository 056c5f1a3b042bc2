import type { AuthDetail } from '#features/authorizations/contract.ts'
import { adviceChoices } from './advice-choices.ts'
import { approveForm } from './approve/choices.ts'
import { toRaisedTrial, toTrial, type ApprovalToTry } from './approve/to-try.ts'
import type { FormRules } from './edit-rules-shape.ts'
import type { Reason } from './form/problem.ts'

/** How much of what was asked for is recommended; null: as asked. */
export type AdvisedAmounts = Pick<
  NonNullable<AuthDetail['recommendation']>,
  'oneTime' | 'modifiedDays' | 'modifiedQuantity'
>

/** An approval as it is recommended, as trial runs ask about it: the form with the advice filled in, and nothing else chosen. */
export function adviceToTry(
  detail: AuthDetail,
  rules: FormRules,
  reasons: readonly Reason[],
  advice: AdvisedAmounts,
  today: string,
): { asBilled: ApprovalToTry | undefined; raised: ApprovalToTry | undefined } {
  const advised = adviceChoices({ ...advice, action: 'APPROVE_MODIFIED', source: 'PHARMACIST' }, rules, reasons)
  const choices = advised?.form === 'approve' ? advised.choices : {}
  const clearing = rules.clearings
  const form = approveForm(rules, clearing, reasons, choices, today, detail, detail.firstApproval !== null)
  return {
    asBilled: toTrial(detail, clearing, form, today),
    raised: toRaisedTrial(detail, clearing, form, today),
  }
}
