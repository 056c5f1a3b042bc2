import { silenceApproves } from '#features/deadlines/which-pack.ts'
import type { AuthorizationRow } from './rows.ts'

/**
 * An authorization as its table has it. The engine's steps are stored with the transaction that made it (`shownWithTrace`);
 * one that was made without a transaction has them itself.
 */
export function storedAuthorization(row: AuthorizationRow) {
  const { trace: _trace, ...shown } = row.shown
  return {
    ...row,
    shown: row.trigger_transaction_id === null ? row.shown : shown,
    silence_approves: silenceApproves(row),
  }
}
