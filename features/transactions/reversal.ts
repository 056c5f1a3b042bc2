import { lockClaimOfTransaction } from '#features/claims/lock-sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { pharmacyReference } from '#features/authorizations/raise.ts'
import type { Handlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { transactions } from './contract.ts'
import { REVERSAL_DAYS, tooLate } from './reversal-rules.ts'
import { reverseFill } from './reverse-fill.ts'
import * as sql from './sql.ts'
import { withdraw } from './withdrawal.ts'

/** Reverses a fill (B2): its prior authorization or bypass gets the fill back, and a one-time one is usable again. */
export const reverse: Handlers<typeof transactions>['reverse'] = async (context) => {
  const { db, input, now } = context
  const at = now.toISOString()
  const tcn = input.tcn.replaceAll(' ', '')
  const [, , fill, open] = await Promise.all([
    context.who(),
    db.all(lockClaimOfTransaction(tcn)),
    db.one(sql.byTcn(tcn)),
    db.one(sql.openOfTransaction(tcn)),
  ])
  if (!fill) return notFound()
  if (open) {
    const { id, statusId, dueAt, silenceApproves } = open.request
    lapseFirst([{ id, status_id: statusId, statutory_due_at: dueAt, silence_approves: silenceApproves }], at)
  }
  const refused = (code: string, description: string, message: string) => {
    context.note({
      claims: [fill.stratus_claim_id],
      type: 'rx_transaction',
      id: fill.id,
      detail: { reversal: 'refused', code },
    })
    return {
      status: 'R' as const,
      tcn,
      reversalReference: null,
      restoredFills: 0,
      rejects: [{ code, description, message }],
    }
  }
  // T27: reversing the last claim sent for a request withdraws it; an earlier claim leaves it open.
  if (fill.status === 'R' && open) {
    const pharmacy = { type: 'pharmacy', id: null, name: fill.pharmacy_name } as const
    const reference = pharmacyReference(context.newId())
    context.write(
      sql.reverse({
        id: fill.id,
        now: at,
        reference,
        reason: input.reason ?? '',
        by: null,
        byName: fill.pharmacy_name,
      }),
    )
    withdraw(context, [open.request], {
      mc: fill.mc,
      now: at,
      actor: pharmacy,
      reason: 'the pharmacy took its claim back',
    })
    context.note({
      claims: [fill.stratus_claim_id],
      type: 'rx_transaction',
      id: fill.id,
      detail: { reversal: 'done', withdrawn: [open.request.id] },
    })
    return {
      status: 'A' as const,
      tcn,
      reversalReference: reference,
      restoredFills: 0,
      rejects: [],
    }
  }
  if (fill.status !== 'P') return refused('31', 'There is no paid claim to reverse', 'This transaction is not paid.')
  if (tooLate(fill))
    return refused('30', 'The reversal came too late', `A fill can be reversed within ${REVERSAL_DAYS} days.`)
  const { reference, restoredFills } = reverseFill(context, fill, {
    now: at,
    reason: input.reason ?? '',
    actor: { type: 'pharmacy', id: null, name: fill.pharmacy_name },
  })
  context.note({
    claims: [fill.stratus_claim_id],
    type: 'rx_transaction',
    id: fill.id,
    detail: { reversal: 'done', priorAuthId: fill.prior_auth_id },
  })
  return { status: 'A' as const, tcn, reversalReference: reference, restoredFills, rejects: [] }
}
