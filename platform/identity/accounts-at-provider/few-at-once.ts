import { OutboundFailure } from '../outbound.ts'
import { AccountsFailure, type AccountsAtProvider } from './accounts.ts'

/**
 * The same provider with a limit on concurrent calls: a slow one must not use up every connection of the portal. A call
 * that comes while that many wait is refused and may be tried later.
 */
export function fewAtOnce(accounts: AccountsAtProvider, most = 3): AccountsAtProvider {
  let asking = 0
  const guarded = (ask: (subject: string) => Promise<void>) => async (subject: string) => {
    if (asking >= most) throw new AccountsFailure('unreachable', `${most} are being asked already`)
    asking += 1
    try {
      await ask(subject)
    } catch (error) {
      throw accountsFailure(error)
    } finally {
      asking -= 1
    }
  }
  return {
    expirePassword: guarded((subject) => accounts.expirePassword(subject)),
    sendRecovery: guarded((subject) => accounts.sendRecovery(subject)),
  }
}

/** Says of any failure of a call to the provider whether waiting helps. */
function accountsFailure(error: unknown): unknown {
  if (!(error instanceof OutboundFailure)) return error
  const waiting = error.reason === 'too-slow' || error.reason === 'unreachable'
  return new AccountsFailure(waiting ? 'unreachable' : 'refused', error.message, error)
}
