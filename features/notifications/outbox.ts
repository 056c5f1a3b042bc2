import type { OutboxRow } from '#features/authorizations/rows.ts'
import type { Happening } from './rules.ts'

/** The outbox row that says: tell everybody who must hear of this. It leaves when it may no longer be undone. */
export const toNotify = (of: {
  mc: string
  id: string
  authorizationId: string
  happening: Happening
  now: string
  availableAt?: string
}): OutboxRow => ({
  mc: of.mc,
  id: of.id,
  topic: 'notify',
  payload: { authorizationId: of.authorizationId, happening: of.happening },
  authorization_id: of.authorizationId,
  available_at: of.availableAt ?? of.now,
  created_at: of.now,
  dispatched_at: null,
  cancelled_at: null,
})
