import { eventCode } from '#features/authorizations/events.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { returnBypassFill } from '#features/bypasses/sql.ts'
import { lockClaimOfTransaction } from '#features/claims/lock-sql.ts'
import { returnFill } from '#features/prior-auths/sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { pharmacyReference } from '#features/authorizations/raise.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { due as careScoreDue } from '#features/care-score/sql.ts'
import type { Handlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { transactions } from './contract.ts'
import * as sql from './sql.ts'
import { withdraw } from './withdrawal.ts'

const REVERSAL_DAYS = 90

/** Reverses a fill (B2): its prior authorization or bypass gets the fill back, and a one-time one is usable again. */
export const reverse: Handlers<typeof transactions>['reverse'] = async (asked) => {
  const { db, input, now } = asked
  const at = now.toISOString()
  const tcn = input.tcn.replaceAll(' ', '')
  const [, , fill, open] = await Promise.all([
    asked.who(),
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
    asked.note({
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
    asked.write(sql.reverse(fill.id, at))
    withdraw(asked, [open.request], {
      mc: fill.mc,
      now: at,
      actor: pharmacy,
      reason: 'the pharmacy took its claim back',
    })
    asked.note({
      claims: [fill.stratus_claim_id],
      type: 'rx_transaction',
      id: fill.id,
      detail: { reversal: 'done', withdrawn: [open.request.id] },
    })
    return {
      status: 'A' as const,
      tcn,
      reversalReference: pharmacyReference(asked.newId()),
      restoredFills: 0,
      rejects: [],
    }
  }
  if (fill.status !== 'P') return refused('31', 'There is no paid claim to reverse', 'This transaction is not paid.')
  if (now.getTime() - Date.parse(fill.fill_date) > REVERSAL_DAYS * DAY_MS)
    return refused('30', 'The reversal came too late', `A fill can be reversed within ${REVERSAL_DAYS} days.`)
  asked.write(sql.reverse(fill.id, at))
  asked.write(careScoreDue(fill.stratus_claim_id))
  if (fill.prior_auth_id) asked.write(returnFill(fill.prior_auth_id))
  asked.write(returnBypassFill(fill.id))
  if (fill.pa_authorization_id) {
    const ended = { mc: fill.mc, authorizationId: fill.pa_authorization_id, now: at, from: null, to: null }
    asked.write(
      rows.insertEvents([
        event(
          { ...ended, actor: { type: 'pharmacy', id: null, name: fill.pharmacy_name } },
          eventCode.PRIOR_AUTH_CHANGED,
          {
            field: 'fill',
            old: fill.fill_date,
            new: 'reversed',
          },
        ),
        ...(fill.pa_replaced
          ? [event({ ...ended, actor: engine }, eventCode.PRIOR_AUTH_ENDED, { result: 'replaced by a newer one' })]
          : []),
      ]),
    )
  }
  asked.note({
    claims: [fill.stratus_claim_id],
    type: 'rx_transaction',
    id: fill.id,
    detail: { reversal: 'done', priorAuthId: fill.prior_auth_id },
  })
  asked.publishChange('authorizations')
  return {
    status: 'A' as const,
    tcn,
    reversalReference: pharmacyReference(asked.newId()),
    restoredFills: fill.prior_auth_id && !fill.pa_replaced ? 1 : 0,
    rejects: [],
  }
}
