import { insertEvents } from '#features/authorizations/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { afterTry } from '#features/notifications/retries.ts'
import { messageDelivered, messageFailed, messageRetried } from '#features/notifications/sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { becameOf, notifyOwner } from './not-sent.ts'
import type { ReportedFax } from './messages-sql.ts'

/** What a gateway reports of a fax that it accepted. */
export type Report = { status: 'sent' | 'delivered' | 'failed'; reason?: string | undefined }

/**
 * What a report changes. Reports come late, twice and in any order: a fax that arrived stays delivered, and one that was
 * given up is delivered as soon as the gateway says so.
 */
export const reportChanges = (
  { status, delivered_at: delivered }: Pick<ReportedFax, 'status' | 'delivered_at'>,
  report: Report['status'],
): 'delivered' | 'failed' | undefined =>
  delivered !== null || report === 'sent' || (report === 'failed' && status === 'FAILED') ? undefined : report

/**
 * Records what became of a fax that is no letter of medical necessity. A failed one is logged, its owner is notified, and it
 * is sent once more as a new fax, since the gateway would recognize the id of the first.
 */
export async function faxReport(
  context: Pick<JobContext, 'db' | 'now' | 'write' | 'newId' | 'publishChange'>,
  fax: ReportedFax,
  report: Report,
): Promise<void> {
  const { now, write, newId, publishChange } = context
  const at = now.toISOString()
  const change = reportChanges(fax, report.status)
  if (!change) return
  const result = (words: string) => {
    if (fax.authorization_id !== null) write(insertEvents([becameOf(fax.mc, fax, at, words)]))
    publishChange('authorizations')
  }
  if (change === 'delivered') {
    write(messageDelivered(fax.id, at))
    result('delivered')
    return
  }
  const reason = report.reason ?? 'not delivered'
  const { waitMinutes, ...tries } = afterTry(fax, 'refused')
  const again = waitMinutes === null ? '' : ' It is sent once more.'
  write(messageFailed(fax.id, reason))
  result(`failed: ${reason}.${again}`)
  await notifyOwner(context, fax, again)
  if (waitMinutes === null) return
  const { channel, address, recipient, subject, body, authorization_id, document_id, serves, template } = fax
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
  for (const statement of queueMessages({ mc: fax.mc, newId, now: at }, [{ ...next, id, created_at: at }], { when }))
    write(statement)
  write(messageRetried(id, reason, tries))
}
