import type { Pool } from 'pg'
import { accountOf, demandNewPassword } from './accounts.ts'
import { sendRecovery, type Recovery } from './recovery.ts'
import { AccountsFailure, type AccountsAtProvider } from '#platform/identity/accounts-at-provider/accounts.ts'
import { fewAtOnce } from '#platform/identity/accounts-at-provider/few-at-once.ts'

export type DemoAccountsOptions = { pool: Pool; issuer: string; brand: string; recovery: Recovery }

/** Accounts at the demo provider, which runs in the same process: its own functions take the place of an API. */
export function demoAccountsAtProvider(options: DemoAccountsOptions): AccountsAtProvider {
  return fewAtOnce({
    expirePassword: async (subject) => {
      if (!(await demandNewPassword(options.pool, subject)))
        throw new AccountsFailure('refused', 'demanding a new password: no such account with a password')
    },
    sendRecovery: async (subject) => sendRecovery(options, await accountOf(options.pool, subject)),
  })
}
