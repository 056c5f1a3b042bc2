import type { AuthDetail } from '#features/authorizations/contract.ts'
import { adviceToTry, type AdvisedAmounts } from '#features/decisions/advice-to-try.ts'
import { useFormRules } from '#features/decisions/use-form-rules.ts'
import { Trial } from './trial.tsx'

type AdvisedTrialProps = { detail: AuthDetail; advice: AdvisedAmounts | undefined; today: string }

/** Whether the claim would pay under an approval as it is being recommended; nothing for other advice and amounts that are none. */
export function AdvisedTrial({ detail, advice, today }: AdvisedTrialProps) {
  const { rules, reasons } = useFormRules(detail, 'APPROVE', !advice)
  if (!advice || !rules.data || !reasons.data) return null
  const { asBilled, raised } = adviceToTry(detail, rules.data, reasons.data, advice, today)
  return <Trial input={asBilled} raised={raised} billed={detail} onPlan={() => {}} />
}
