import { queueMessages } from '#features/notifications/queue-messages.ts'
import { brand } from '#platform/brand.ts'
import type { Sql } from '#platform/database/sql.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import type { LoadRow, SessionRow } from './sql.ts'

type By = { now: Date; newId: () => string; origin: string }

/** The e-mail to somebody who left a message while chat was closed: there is a reply. It has nothing of what was written. */
export function replyMail(chat: SessionRow, carrier: LoadRow, { now, newId, origin }: By): Sql[] {
  const at = now.toISOString()
  const left = dayAndTime(chat.started_at, carrier.zone).day
  const body = [
    `You left a message with support of ${carrier.carrier} on ${left}. There is a reply.`,
    `Log in to ${brand.name} and open Chat Support to read it: ${origin}/home`,
    '',
    `Questions: ${carrier.phone}`,
  ].join('\n')
  return queueMessages({ mc: chat.mc, newId, now: at }, [
    {
      id: newId(),
      channel: 'MAIL',
      address: chat.email,
      recipient: chat.alias,
      subject: `${carrier.carrier}: support replied to your message`,
      body,
      authorization_id: null,
      created_at: at,
    },
  ])
}
