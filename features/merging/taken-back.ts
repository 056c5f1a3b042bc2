import { eventCode } from '#features/authorizations/events.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { queued } from '#features/callbacks/rows.ts'
import { closeCallbacks, insertCallback } from '#features/callbacks/sql.ts'
import type { Sql } from '#platform/database/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { followers, type Merged } from './follow.ts'

/** An approval that ends, and whom its pharmacy heard of it. */
export type Ending = {
  mc: string
  authorizationId: string | null
  /** The status of its request. */
  stays: number | null
  pharmacyNabp: string | null
  /** The pharmacy got "approved" and has not filled yet. */
  waiting: boolean
  /** Requests merged into its request. */
  merged: readonly Merged[]
}
type Writing = { now: Date; newId: () => string; write: (statement: Sql) => void }

/** Notifies pharmacies that got "approved" and have not filled yet that the approval ended (T22). Returns the lines of the log. */
export function takeBackWord({ now, newId, write }: Writing, of: Ending): EventRow[] {
  const { mc, authorizationId, stays, pharmacyNabp } = of
  if (!of.waiting || authorizationId === null || stays === null || !pharmacyNabp) return []
  const at = now.toISOString()
  const callback = queued({
    mc,
    id: newId(),
    authorization_id: authorizationId,
    pharmacy_nabp: pharmacyNabp,
    outcome: 'NOT_COVERED_THIS_FILL',
    created_at: at,
  })
  const outbox = [
    leaving({
      mc,
      id: newId(),
      topic: 'pharmacy.callback',
      payload: { callbackId: callback.id, authorizationId },
      now: at,
      authorizationId,
    }),
  ]
  const also = followers(of.merged, { callback, outbox }, newId)
  write(closeCallbacks(mc, authorizationId))
  for (const one of [callback, ...also.callbacks]) write(insertCallback(one))
  write(insertOutbox([...outbox, ...also.outbox]))
  return [
    event({ mc, authorizationId, now: at, actor: engine, from: stays, to: stays }, eventCode.CALLBACK_QUEUED, {}),
    ...also.events,
  ]
}
