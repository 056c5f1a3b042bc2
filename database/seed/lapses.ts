import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { engine } from '#features/authorizations/rows.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import type { Open, Tale } from './tale.ts'
import { log } from './tale.ts'
import { move } from './verdicts.ts'
import { climb } from './clockwork.ts'

// A request that ends without anybody deciding it: time or the worker overtakes it.

/** Whether silence approves it. */
export const deemsOf = ({ row }: Open): boolean => silenceApproves(row)

const withdrawals = [
  'the worker asked for another drug',
  'the pharmacy reversed the claim',
  'paid by another request',
] as const

/** Nobody needs it any more. */
export function withdraw(tale: Tale, open: Open, ms: number): void {
  const from = open.row.status_id
  log(tale, open, ms, engine, { from, to: 51 }, 212, { reason: tale.random.pick(withdrawals) })
  move(open, 51, ms, { id: null, name: 'RxDocket' })
}

/** T26: nobody decided within the days an open request is kept, where silence approves nothing. */
export function expire(tale: Tale, open: Open, ms: number): void {
  if (!isOpen(open.row.status_id)) return
  climb(tale, open, ms)
  log(tale, open, ms, engine, { from: open.row.status_id, to: 50 }, 211, {})
  move(open, 50, ms, { id: null, name: 'RxDocket' })
}
