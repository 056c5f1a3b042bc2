import type { AuthDetail } from '#features/authorizations/contract.ts'

const actions: Readonly<Record<string, string>> = {
  APPROVE: 'Approve.',
  APPROVE_MODIFIED: 'Approve with changes.',
  REJECT: 'Reject.',
  P2P: 'Call the prescriber first.',
  DEFER: 'Ask the prescriber first.',
}

/** The advised action in a few words; empty where the rationale begins with them. */
export function adviceWords(advice: NonNullable<AuthDetail['recommendation']>): string {
  const words = actionWords(advice)
  return advice.rationale.startsWith(words.replace(/\.$/, '')) ? '' : words
}

function actionWords({
  action,
  oneTime,
  modifiedDays,
  modifiedQuantity,
}: NonNullable<AuthDetail['recommendation']>): string {
  if (action !== 'APPROVE' && action !== 'APPROVE_MODIFIED') return actions[action] ?? ''
  const units = modifiedQuantity === null ? '' : `quantity ${modifiedQuantity.toLocaleString('en-US')}`
  if (modifiedDays !== null || units !== '') {
    const dayWords = modifiedDays === null ? '' : `${modifiedDays} ${modifiedDays === 1 ? 'day' : 'days'}`
    const days = [dayWords, units].filter(Boolean).join(', ')
    return oneTime ? `Approve one fill of ${days}.` : `Approve ${days} per fill.`
  }
  return oneTime ? 'Approve one fill.' : (actions[action] ?? '')
}
