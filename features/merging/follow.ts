import { eventCode } from '#features/authorizations/events.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { CallbackRow } from '#features/callbacks/rows.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'

/** A request that was merged into the one that is decided now. */
export type Merged = { id: string; nabp: string }

/**
 * The pharmacy of a merged request is notified of the decision of the one that stayed, by a callback of its own under its own
 * reference, which is sent or cancelled together with the other.
 */
export function followers(
  merged: readonly Merged[],
  written: { callback: CallbackRow; outbox: readonly OutboxRow[] },
  newId: () => string,
): { callbacks: CallbackRow[]; outbox: OutboxRow[]; events: EventRow[] } {
  const [first] = written.outbox
  const notified = first ? merged.filter(({ nabp }) => nabp !== '') : []
  const callbacks = notified.map(({ id, nabp }) => ({
    ...written.callback,
    id: newId(),
    authorization_id: id,
    pharmacy_nabp: nabp,
  }))
  return {
    callbacks,
    outbox: callbacks.map((callback) => ({
      ...first!,
      id: newId(),
      payload: { callbackId: callback.id, authorizationId: callback.authorization_id },
    })),
    events: callbacks.map((callback) =>
      event(
        {
          mc: callback.mc,
          authorizationId: callback.authorization_id,
          now: callback.created_at,
          actor: engine,
          from: status.SUPERSEDED,
          to: status.SUPERSEDED,
        },
        eventCode.CALLBACK_QUEUED,
        {},
      ),
    ),
  }
}
