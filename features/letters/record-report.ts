import { eventCode } from '#features/authorizations/events.ts'
import { event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { messageDelivered } from '#features/notifications/sql.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { letters } from './contract.ts'
import { afterFailure } from './failure.ts'
import { lateReport, type Report } from './late-report.ts'
import { letterAfter, letterStatus, letterStatusName, type LetterStatus } from './machine.ts'
import { reported, type ReportedChannel } from './messages-sql.ts'
import * as sql from './sql.ts'

const gatewayOf: Readonly<Record<ReportedChannel, string>> = { FAX: 'Fax gateway', MAIL: 'Mail system' }

/**
 * Records what a gateway says became of a fax or a mail; a repeated report changes nothing, and so does one that says nothing.
 * Answers what was reported, or where the letter stands that it is about no more.
 */
export async function recordReport(
  context: CallContext<typeof letters.faxStatus> | CallContext<typeof letters.mailReport>,
  of: { id: string; channel: ReportedChannel },
  said: Report | Promise<Report | undefined>,
): Promise<{ success: true; status: string }> {
  const { db, now, write, note, publishChange, newId } = context
  const at = now.toISOString()
  const [, letter, message, report] = await Promise.all([
    db.one(sql.lockByMessage(of.id)),
    db.one(sql.letterByMessage(of.id)),
    db.one(reported(of.id, of.channel)),
    said,
  ])
  if (!message) return notFound()
  const detail = { [of.channel === 'FAX' ? 'fax' : 'mail']: report?.status ?? 'unknown' }
  // A letter that was given up is not open again beside another one: only its fax is recorded.
  if (!report || !letter || (letter.status === letterStatus.FAILED && letter.others_open)) {
    if (report) await lateReport(context, message, report)
    const claims = message.stratus_claim_id === null ? [] : [message.stratus_claim_id]
    note({ claims, type: 'outside_message', id: message.id, detail })
    return { success: true, status: report?.status ?? 'unknown' }
  }
  const { mc, authorization_id: authorizationId, auth_status: auth } = letter
  const status = letter.status as LetterStatus
  const line = {
    mc,
    authorizationId,
    now: at,
    actor: { type: 'system' as const, id: null, name: gatewayOf[of.channel] },
    from: auth,
    to: auth,
  }
  if (report.status === 'delivered' && letterAfter(status, 'deliver')) {
    write(messageDelivered(message.id, at))
    write(
      sql.change(mc, letter.id, { status: letterStatus.DELIVERED, sent_at: letter.sent_at ?? at, delivered_at: at }),
    )
    write(insertEvents([event(line, eventCode.LETTER_DELIVERY, { result: 'delivered' })]))
  } else if (report.status === 'sent' && letterAfter(status, 'send'))
    write(sql.change(mc, letter.id, { status: letterStatus.SENT, sent_at: at }))
  else if (report.status === 'failed' && (status === letterStatus.QUEUED || status === letterStatus.SENT))
    // The gateway accepted it and could not deliver it: the next try is a new message with a new id.
    afterFailure(letter, { failing: 'refused', reason: report.reason ?? 'not delivered', newMessage: true }, at, {
      write,
      newId,
    })
  else return { success: true, status: letterStatusName(status) }
  note({ claims: [letter.stratus_claim_id], type: 'lomn_request', id: letter.id, detail })
  publishChange('authorizations')
  return { success: true, status: report.status }
}
