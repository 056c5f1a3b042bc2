import type { AuthDetail } from '#features/authorizations/contract.ts'

const actions: Readonly<Record<string, string>> = {
  APPROVE: 'Approve.',
  APPROVE_MODIFIED: 'Approve with changes.',
  REJECT: 'Reject.',
  P2P: 'Speak with the prescriber first.',
  DEFER: 'Wait for an answer first.',
}

/** The advised action in a few words. */
export function adviceWords({ action, oneTime, modifiedDays }: NonNullable<AuthDetail['recommendation']>): string {
  if (action !== 'APPROVE' && action !== 'APPROVE_MODIFIED') return actions[action] ?? ''
  if (modifiedDays !== null)
    return `Approve ${modifiedDays} ${modifiedDays === 1 ? 'day' : 'days'}${oneTime ? ', one fill' : ' a fill'}.`
  return oneTime ? 'Approve one fill.' : (actions[action] ?? '')
}
