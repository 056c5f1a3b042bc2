import { insertEvents } from '#features/authorizations/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { afterTry } from '#features/notifications/retries.ts'
import { messageDelivered, messageFailed, messageRetried } from '#features/notifications/sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { becameOf, notifyOwner } from './not-sent.ts'
import type { Reported } from './messages-sql.ts'

/** What a gateway reports of a fax or a mail that it accepted. */
export type Report = { status: 'sent' | 'delivered' | 'failed'; reason?: string | undefined }

/**
 * What a report changes. Reports come late, twice and in any order: what arrived stays delivered, and what was
 * given up is delivered as soon as the gateway says so.
 */
export const reportChanges = (
  { status, delivered_at: delivered }: Pick<Reported, 'status' | 'delivered_at'>,
  report: Report['status'],
): 'delivered' | 'failed' | undefined =>
  delivered !== null || report === 'sent' || (report === 'failed' && status === 'FAILED') ? undefined : report

/**
 * Records what became of a fax or a mail that is no letter of medical necessity. A failed one is logged, its owner is notified,
 * and it is sent once more as a new one, since the gateway would recognize the id of the first.
 */
export async function lateReport(
  context: Pick<JobContext, 'db' | 'now' | 'write' | 'newId' | 'publishChange'>,
  message: Reported,
  report: Report,
): Promise<void> {
  const { now, write, newId, publishChange } = context
  const at = now.toISOString()
  const change = reportChanges(message, report.status)
  if (!change) return
  const result = (words: string) => {
    if (message.authorization_id !== null) write(insertEvents([becameOf(message.mc, message, at, words)]))
    publishChange('authorizations')
  }
  if (change === 'delivered') {
    write(messageDelivered(message.id, at))
    result('delivered')
    return
  }
  const reason = report.reason ?? 'not delivered'
  const { waitMinutes, ...tries } = afterTry(message, 'refused')
  const again = waitMinutes === null ? '' : ' It is sent once more.'
  write(messageFailed(message.id, reason))
  result(`failed: ${reason}.${again}`)
  await notifyOwner(context, message, again)
  if (waitMinutes === null) return
  const { channel, address, recipient, subject, body, authorization_id, document_id, serves, template } = message
  const next = {
    channel,
    address,
    recipient,
    subject,
    body,
    authorization_id,
    document_id,
    serves,
    ...(template !== null && { template }),
  }
  const id = newId()
  const when = () => addMs(at, waitMinutes * MINUTE_MS)
  for (const statement of queueMessages({ mc: message.mc, newId, now: at }, [{ ...next, id, created_at: at }], {
    when,
  }))
    write(statement)
  write(messageRetried(id, reason, tries))
}
