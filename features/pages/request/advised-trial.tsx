import type { AuthDetail } from '#features/authorizations/contract.ts'
import { daysOf, quantityOf, type TypedAdvice } from '#features/clinical/typed-advice.ts'
import { adviceToTry } from '#features/decisions/advice-to-try.ts'
import { useFormRules } from '#features/decisions/use-form-rules.ts'
import { Trial } from './trial.tsx'

type AdvisedTrialProps = { detail: AuthDetail; typed: TypedAdvice; today: string }

/** Whether the claim would pay under an approval as it is being recommended; nothing for other advice and amounts that are none. */
export function AdvisedTrial({ detail, typed, today }: AdvisedTrialProps) {
  const approves = typed.action === 'APPROVE' || typed.action === 'APPROVE_MODIFIED'
  const { rules, reasons } = useFormRules(detail, 'APPROVE', !approves)
  if (!approves || !rules.data || !reasons.data) return null
  const changes = typed.action === 'APPROVE_MODIFIED'
  const [days, quantity] = changes ? [daysOf(typed.days), quantityOf(typed.quantity)] : [null, null]
  if (days === undefined || quantity === undefined) return null
  const advice = { oneTime: changes && typed.once, modifiedDays: days, modifiedQuantity: quantity }
  const { asBilled, raised } = adviceToTry(detail, rules.data, reasons.data, advice, today)
  return <Trial input={asBilled} raised={raised} billed={detail} onPlan={() => {}} />
}
