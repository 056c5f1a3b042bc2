import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'
import { insertMessages, type Message } from './sql.ts'

/**
 * Writes messages down and puts them on their way: by the topic `outside.message`, or by the one a feature has of its own
 * with what its job has to know besides. `when` says when each leaves (ISO); now where it says nothing.
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
