/** A row of the outbox: what is to happen after the transaction that writes it, by the job of its topic. */
export type OutboxRow = {
  mc: string
  id: string
  topic: string
  payload: Record<string, unknown>
  /** The authorization it belongs to: cancelling the messages of the authorization cancels this too. */
  authorization_id: string | null
  available_at: string
  created_at: string
  dispatched_at: string | null
  cancelled_at: string | null
}

/** What leaves once it is written, not before `availableAt` (ISO 8601 UTC; `now` unless given). */
export const leaving = (of: {
  mc: string
  id: string
  topic: string
  payload: Record<string, unknown>
  now: string
  authorizationId?: string | null
  availableAt?: string
}): OutboxRow => ({
  mc: of.mc,
  id: of.id,
  topic: of.topic,
  payload: of.payload,
  authorization_id: of.authorizationId ?? null,
  available_at: of.availableAt ?? of.now,
  created_at: of.now,
  dispatched_at: null,
  cancelled_at: null,
})
