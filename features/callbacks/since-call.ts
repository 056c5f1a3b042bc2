import { callbackStatus, type CallbackStatus } from './statuses.ts'
import type { CallbackOutcome } from './rules.ts'

/** What became of a pharmacy since it was called. */
export const sinceCalls = [
  'CALL_AGAIN',
  'NOT_REACHED',
  'NOT_BILLED',
  'FILLED',
  'READ',
  'NOT_APPROVED',
  'WITHDRAWN',
  'REPLACED',
] as const
export type SinceCall = (typeof sinceCalls)[number]

/** What somebody still has to do something about; the rest is settled. */
export const isOpenSince = (since: SinceCall): boolean =>
  since === 'CALL_AGAIN' || since === 'NOT_REACHED' || since === 'NOT_BILLED'

/** What is so of a callback now, after it was called about. `outcome` is what its pharmacy would hear today. */
export function sinceCall(of: {
  status: CallbackStatus
  outcome: CallbackOutcome
  isPaid: boolean
  attempts: number
  mostAttempts: number
}): SinceCall {
  if (of.isPaid) return 'FILLED'
  switch (of.status) {
    // It ended with a claim that is not paid any more: the pharmacy withdrew it, or it was reversed.
    case callbackStatus.FILLED:
      return 'WITHDRAWN'
    case callbackStatus.ACKNOWLEDGED:
      return 'READ'
    case callbackStatus.REACHED:
      return of.outcome === 'APPROVED' ? 'NOT_BILLED' : 'NOT_APPROVED'
    case callbackStatus.CLOSED:
      return of.attempts >= of.mostAttempts ? 'NOT_REACHED' : 'REPLACED'
    default:
      return 'CALL_AGAIN'
  }
}
