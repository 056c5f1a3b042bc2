import { insertOutbox } from '#platform/outbox.ts'
import { leaving } from '#platform/leaving.ts'
import { packFor } from '#features/authorizations/clock/rules.ts'
import { instantWords } from '#features/authorizations/clock/zoned-time.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import type { Job } from '#platform/jobs.ts'
import { prescriberLetter, recipients, staffMail, title, workerText, type Facts, type Happening } from './rules.ts'
import * as sql from './sql.ts'

/** Works out who hears of a happening, writes what is read inside the portal, and queues what leaves it. */
export const notify: Job = async ({ payload, db, now, write, bell, newId, mc, portal }) => {
  const happening = payload['happening'] as Happening
  const request = await db.one(sql.told(String(payload['authorizationId'])))
  if (!request) return
  const at = now.toISOString()
  const facts: Facts = {
    reference: request.reference_number,
    claimNumber: request.claim_number,
    link: `${portal.settings.origin}/authorizations/request/${request.id}`,
    due: instantWords(Date.parse(request.statutory_due_at), request.zone),
    carrier: request.carrier,
    phone: request.phone,
    prescriber: request.prescriber,
    reason: request.reason,
    appealDays: packFor(request.juris_state, 'prospective', request.request_received_at).appealDays,
    language: request.language,
  }
  const otherwise =
    request.advised !== null &&
    request.decision !== null &&
    request.advised.startsWith('APPROVE') !== (request.decision === 'APPROVE')
  const notices: sql.Notice[] = []
  const messages: sql.Message[] = []
  for (const { party, channel } of recipients(happening, {
    safetyOverride: request.safety,
    advisedOtherwise: otherwise,
    smsState: request.sms_state,
    prescriberFax: request.prescriber_fax,
    prescriberEmail: request.prescriber_email,
    letterOpen: request.open_letters.length > 0,
    reconsiderationLevel: request.reconsideration_level,
  })) {
    const message = (
      kind: 'MAIL' | 'FAX' | 'SMS',
      address: string,
      recipient: string,
      text: { subject: string; body: string },
    ) =>
      messages.push({
        id: newId(),
        channel: kind,
        address,
        recipient,
        ...text,
        authorization_id: request.id,
        created_at: at,
      })
    if (party === 'worker') {
      if (request.mobile)
        message('SMS', request.mobile, 'the worker', { subject: '', body: workerText(happening, facts) })
    } else if (party === 'prescriber') {
      const { open_letters: asked } = request
      const letter = prescriberLetter(happening, facts, asked.length > 0)
      // Of an approval those hear who were asked for a letter, where they were asked (3.10).
      for (const { name, channel: way, address } of asked)
        message(way === 'FAX' ? 'FAX' : 'MAIL', address, name, letter)
      const own = channel === 'F' ? request.prescriber_fax! : request.prescriber_email!
      if (happening !== 'approved' && !asked.some(({ address }) => sameAddress(address, own)))
        message(channel === 'F' ? 'FAX' : 'MAIL', own, request.prescriber, letter)
    } else {
      for (const person of request[party]) {
        if (channel === 'A')
          notices.push({
            id: newId(),
            user_id: person.id,
            kind: happening,
            title: title(happening, request.reference_number),
            authorization_id: request.id,
            at,
          })
        else message('MAIL', person.email, person.name, staffMail(happening, facts))
      }
    }
  }
  if (notices.length > 0) write(sql.notify(notices))
  if (messages.length > 0) {
    write(sql.queue(messages))
    write(
      insertOutbox(
        messages.map((one) =>
          leaving({ mc, id: newId(), topic: 'outside.message', payload: { messageId: one.id }, now: at }),
        ),
      ),
    )
  }
  bell('notifications')
}

const sameAddress = (a: string, b: string): boolean =>
  a.replaceAll(/[\s()-]/g, '').toLowerCase() === b.replaceAll(/[\s()-]/g, '').toLowerCase()

/** Hands one message to its gateway. The gateway is told the message's id, so that a repeat after a crash is no second letter. */
export const sendOutside: Job = async ({ payload, db, now, write, mc, portal }) => {
  const message = await db.one(sql.waiting(String(payload['messageId'])))
  if (!message || message.status === 'SENT') return
  await portal.gateways[message.channel].send({
    id: message.id,
    to: message.address,
    subject: message.subject,
    text: message.body,
  })
  const at = now.toISOString()
  write(sql.sent(message.id, at))
  if (message.authorization_id !== null) {
    const line = {
      mc,
      authorizationId: message.authorization_id,
      now: at,
      actor: engine,
      from: message.auth_status,
      to: message.auth_status,
    }
    if (message.channel === 'SMS') write(insertEvents([event(line, 311, { result: 'sent' })]))
    else
      write(
        insertEvents([
          event(line, 310, {
            role: message.channel === 'FAX' ? `${message.recipient} (fax)` : message.recipient,
            result: 'sent',
          }),
        ]),
      )
  }
}
