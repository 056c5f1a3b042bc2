import { eventCode } from '#features/authorizations/events.ts'
import { pharmacyReference } from '#features/authorizations/raise.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { returnBypassFill } from '#features/bypasses/sql.ts'
import { due as careScoreDue } from '#features/care-score/sql.ts'
import { returnFill } from '#features/prior-auths/sql.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import * as sql from './sql.ts'

type Writing = Pick<CallContext<never>, 'write' | 'newId' | 'publishChange'>

/**
 * Takes a paid fill back, for a pharmacy (B2) or for somebody at the carrier: its prior authorization or bypass has the fill
 * again, and a one-time one is usable again. The caller has locked the claim and asked who may.
 */
export function reverseFill(
  { write, newId, publishChange }: Writing,
  fill: sql.Reversible,
  of: { now: string; reason: string; actor: Parameters<typeof event>[0]['actor'] },
): { reference: string; restoredFills: number } {
  const reference = pharmacyReference(newId())
  const { now, reason, actor } = of
  write(sql.reverse({ id: fill.id, now, reference, reason, by: actor.id, byName: actor.name }))
  write(careScoreDue(fill.stratus_claim_id))
  // While another part of the fill is paid, the fill is used.
  const isReturned = fill.prior_auth_id !== null && !fill.other_part
  if (isReturned) write(returnFill(fill.prior_auth_id!))
  write(returnBypassFill(fill.id))
  if (fill.pa_authorization_id) {
    const ended = { mc: fill.mc, authorizationId: fill.pa_authorization_id, now, from: null, to: null }
    const change = { field: 'fill', old: fill.fill_date, new: reason === '' ? 'reversed' : `reversed (${reason})` }
    write(
      insertEvents([
        event({ ...ended, actor }, eventCode.PRIOR_AUTH_CHANGED, change),
        ...(fill.pa_replaced && isReturned
          ? [event({ ...ended, actor: engine }, eventCode.PRIOR_AUTH_ENDED, { result: 'replaced by a newer one' })]
          : []),
      ]),
    )
  }
  publishChange('authorizations')
  return { reference, restoredFills: isReturned && !fill.pa_replaced ? 1 : 0 }
}
