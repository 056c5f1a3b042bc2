import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'
import { insertMessages, type Message } from './sql.ts'

/**
 * Stores messages and queues a job to send each: topic `outside.message`, or the topic of a feature with more payload. `when`
 * gives the time each is sent (ISO), now by default.
 */
export function queueMessages(
  { mc, newId, now }: { mc: string; newId: () => string; now: string },
  messages: readonly Message[],
  {
    topic = 'outside.message',
    more = {},
    when = () => now,
  }: { topic?: string; more?: Record<string, unknown>; when?: (message: Message) => string } = {},
): Sql[] {
  if (messages.length === 0) return []
  return [
    insertMessages(messages),
    insertOutbox(
      messages.map((one) =>
        leaving({ mc, id: newId(), topic, payload: { messageId: one.id, ...more }, now, availableAt: when(one) }),
      ),
    ),
  ]
}
