import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import type { DraftForm } from '#features/drafts/use-draft.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import type { clinical } from './contract.ts'

type AdviceAction = InputOf<typeof clinical.advise>['action']
/** What a pharmacist typed into a recommendation. */
export type TypedAdvice = {
  action: AdviceAction | ''
  rationale: string
  days: string
  quantity: string
  once: boolean
  refs: readonly string[]
}
export const nothingTyped: TypedAdvice = { action: '', rationale: '', days: '', quantity: '', once: false, refs: [] }

export const actions: readonly { value: AdviceAction; label: string }[] = [
  { value: 'APPROVE', label: 'Approve as requested' },
  { value: 'APPROVE_MODIFIED', label: 'Approve with changes' },
  { value: 'P2P', label: 'Call the prescriber first' },
  { value: 'DEFER', label: 'Ask for more information first' },
  { value: 'REJECT', label: 'Do not approve' },
]

export const longestRationale = 4000

/** Days' supply as typed: null where nothing was, undefined where it is no number from 1 to 365. */
export const daysOf = (typed: string): number | null | undefined => {
  const days = typedNumber(typed)
  return days === null || (days && days <= 365) ? days : undefined
}

/** Units of a fill as typed: null where nothing was, undefined where it is no quantity. */
export const quantityOf = (typed: string): number | null | undefined => {
  const quantity = typedNumber(typed, 3)
  return quantity === null || (quantity && quantity < 10_000) ? quantity : undefined
}

/** What must be put right before it is sent, by field. */
export function adviceProblems({
  action,
  rationale,
  days,
  quantity,
  once,
}: TypedAdvice): Partial<Record<keyof TypedAdvice, string>> {
  const changes = action === 'APPROVE_MODIFIED'
  return {
    ...(action === '' && { action: 'Choose what you recommend.' }),
    ...(changes && daysOf(days) === undefined && { days: whyNoNumber(days, 'Enter 1 to 365 days.') }),
    ...(changes &&
      quantityOf(quantity) === undefined && { quantity: whyNoNumber(quantity, 'Enter a quantity above 0.') }),
    ...(changes &&
      daysOf(days) === null &&
      quantityOf(quantity) === null &&
      !once && { days: 'Enter the days’ supply or the quantity, or select one fill.' }),
    ...(!explains(rationale) && { rationale: whyNotExplained(rationale, 'Enter why; the case owner relies on it.')! }),
    ...([...rationale].length > longestRationale && { rationale: `Use at most ${longestRationale} characters.` }),
  }
}

const isAction = (value: unknown): value is TypedAdvice['action'] =>
  value === '' || actions.some((one) => one.value === value)

export const adviceDraft: DraftForm<TypedAdvice> = {
  about: 'request',
  name: 'recommendation',
  title: 'Recommendation',
  read: ({ action, rationale, days, quantity = '', once, refs }) =>
    isAction(action) &&
    typeof rationale === 'string' &&
    typeof days === 'string' &&
    typeof quantity === 'string' &&
    typeof once === 'boolean' &&
    Array.isArray(refs) &&
    refs.every((ref) => typeof ref === 'string')
      ? { action, rationale, days, quantity, once, refs }
      : undefined,
}
