import type { OutboxRow } from '../rows.ts'

/** The outbox row that says: look whether this new request is the same as an open one (T28). */
export const mayBeSame = (mc: string, id: string, authorizationId: string, now: string): OutboxRow => ({
  mc,
  id,
  topic: 'authorizations.duplicate',
  payload: { authorizationId },
  authorization_id: null,
  available_at: now,
  created_at: now,
  dispatched_at: null,
  cancelled_at: null,
})
