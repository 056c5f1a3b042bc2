import { insteadNow } from '#features/snapshots/another-product.ts'
import { unsent } from '#features/callbacks/sql.ts'
import { isBlockedByAnother } from '#features/callbacks/stopped-now.ts'
import { bytesOf } from '#features/documents/bytes.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { whyNotTrue, type Template } from '#features/text-messages/gateway-rules.ts'
import { awaitsAnswer, takesTexts, whyNoText } from '#features/text-messages/rules.ts'
import type { Job, JobContext, Tick } from '#platform/jobs/jobs.ts'
import { dailyTime, mailTime, wayOf } from '#features/notifications/choices.ts'
import { insertWaiting, type Waiting } from '#features/notifications/choices-sql.ts'
import { daily, digest, mailTick } from './digest.ts'
import {
  dayStart,
  lacksAddress,
  MOST_TEXTS,
  nextMorning,
  textTime,
  workerZones,
  recipients,
  staffMail,
  type Happening,
} from '#features/notifications/rules.ts'
import { title } from '#features/notifications/titles.ts'
import type { EndMoved } from '#features/notifications/outbox.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { withoutAddress } from '#features/letters/no-address.ts'
import { becameOf, notSent } from '#features/letters/not-sent.ts'
import {
  insertMessages,
  insertNotices,
  messageFailed,
  messageSent,
  type Message,
  type Notice,
} from '#features/notifications/sql.ts'
import { whoActsFor } from '#features/authorizations/who-acts-sql.ts'
import type { QueuedMessage } from '#features/letters/messages-sql.ts'
import { messagesTo, outsideOf } from './outside.ts'
import { isStillSo, WITHHELD } from './still-so.ts'
import * as sql from './sql.ts'

/** Works out who is notified of an event, writes the notices in the portal and queues the messages. */
const notify: Job = async (context) => {
  const { payload, db, now, write, publishChange, newId, mc, portal } = context
  const happening = payload['happening'] as Happening
  const by = typeof payload['by'] === 'string' ? payload['by'] : null
  const request = await db.one(
    sql.toBeNotified(String(payload['authorizationId']), by, (payload['to'] as string[]) ?? []),
  )
  if (!request) return
  if (happening === 'autoApproved') return digest(context, request)
  const at = now.toISOString()
  const moved = payload['moved'] as EndMoved | undefined
  // The outbox may have waited: what is no longer so is said to nobody.
  if (!isStillSo(happening, request.so, { worker: false, words: moved?.lastDay ?? '' })) return
  const instead = await insteadNow(db, request.id, request.instead, now)
  const blockedByAnother = happening === 'rejected' && (await isBlockedByAnother(db, request, now))
  const outside = outsideOf(happening, request, { moved, instead, blockedByAnother, origin: portal.settings.origin })
  const { ended, owed, facts, circumstances, partial, writtenApart } = outside
  const notices: Notice[] = []
  const messages: Message[] = []
  const waiting: (Waiting & { until: string })[] = []
  /** When a message is sent that waits for the quiet hours of its user to end. */
  const later = new Map<string, string>()
  const heard = new Set<string>()
  for (const { party, channel } of recipients(happening, circumstances)) {
    const message = (
      kind: 'MAIL' | 'FAX' | 'SMS',
      address: string,
      recipient: string,
      text: { subject: string; body: string },
      serves: readonly string[] = [],
    ): string => {
      const id = newId()
      messages.push({
        id,
        channel: kind,
        address,
        recipient,
        ...text,
        authorization_id: request.id,
        created_at: at,
        template: happening,
        ...(serves.length > 0 && { serves }),
      })
      return id
    }
    if (party === 'worker' || party === 'prescriber') {
      for (const { kind, address, recipient, serves, ...text } of messagesTo(party, channel, request, outside))
        message(kind, address, recipient, text, serves)
    } else {
      for (const person of request[party]) {
        // A person in two of the roles is notified once.
        if (person.id === by || heard.has(channel + person.id)) continue
        heard.add(channel + person.id)
        const way = wayOf(happening, person.choices)
        if (channel === 'A') {
          if (!way.portal) continue
          notices.push({
            id: newId(),
            user_id: person.id,
            kind: happening,
            title: title(happening, request.reference_number),
            authorization_id: request.id,
            at,
          })
        } else if (way.mail === 'DAILY')
          waiting.push({
            id: newId(),
            user_id: person.id,
            authorization_id: request.id,
            happening,
            at,
            until: dailyTime(at, person.zone, person.choices),
          })
        else if (way.mail === 'NOW')
          later.set(
            message('MAIL', person.email, person.name, staffMail(happening, facts)),
            mailTime(happening, at, person.zone, person.choices),
          )
      }
    }
  }
  if (lacksAddress(happening, circumstances) && !(happening === 'approved' && writtenApart)) {
    const acting = await db.one(whoActsFor(request.id))
    for (const statement of withoutAddress(context, request, acting?.ids ?? [])) write(statement)
    publishChange('authorizations')
  }
  // Denials go to the worker on paper, in whole or in part, and so do notices the state requires in writing.
  if (ended && (ended === 'denied' || partial || owed.some(({ written }) => written)))
    write(
      insertOutbox([
        leaving({
          mc,
          id: newId(),
          topic: 'letter.decision',
          payload: { authorizationId: request.id },
          now: at,
          authorizationId: request.id,
        }),
      ]),
    )
  if (notices.length > 0) write(insertNotices(notices))
  if (waiting.length > 0) {
    write(insertWaiting(waiting))
    write(
      insertOutbox(
        waiting.map(({ user_id: userId, until }) =>
          leaving({ mc, id: newId(), topic: 'notify.daily', payload: { userId }, now: at, availableAt: until }),
        ),
      ),
    )
  }
  const zones = workerZones(request, at)
  const when = ({ id, channel }: Message) => (channel === 'SMS' ? textTime(at, zones) : (later.get(id) ?? at))
  // The worker hears of a decision after the pharmacy: the message to the pharmacy releases their text.
  const texts = ended === undefined ? [] : messages.filter(({ channel }) => channel === 'SMS')
  const held = texts.length > 0 && (await db.one(unsent(request.id))) !== undefined ? texts : []
  if (held.length > 0) write(insertMessages(held))
  const free = messages.filter((one) => !held.includes(one))
  for (const statement of queueMessages({ mc, newId, now: at }, free, { when })) write(statement)
  publishChange('notifications')
}

/**
 * Why a text cannot be sent now: the worker opted out, it is night in their time zone, or their number has had its
 * three texts of the day. Undefined when it can be sent.
 */
async function textWaits(
  db: JobContext['db'],
  { address, worker, replies, invites }: QueuedMessage,
  at: string,
): Promise<'stopped' | { until: string } | undefined> {
  if (!worker || replies) return undefined
  if (!takesTexts(worker.consent) && !(invites && awaitsAnswer(worker.consent))) return 'stopped'
  const zones = workerZones(worker, at)
  const time = textTime(at, zones)
  if (time !== at) return { until: time }
  await db.all(sql.lockNumber(address))
  const had = await db.one(sql.textsSince(address, dayStart(at, zones[0]!)))
  return had!.texts >= MOST_TEXTS ? { until: textTime(nextMorning(at, zones[0]!), zones) } : undefined
}

/** Whether what a message says is not so any more: it waited for a morning, for a gateway, or for a fax that is sent once more. */
const isUntrue = ({ template, so, texted, channel, body }: sql.Leaving): boolean =>
  template !== null &&
  ((so !== null && !isStillSo(template, so, { worker: channel === 'SMS', words: body })) ||
    (texted !== null && whyNotTrue(template as Template, texted) !== null))

/** Sends one message to its gateway, with its id, so that the gateway recognizes a repeat after a crash. */
const sendOutside: Job = async (context) => {
  const { payload, db, now, write, newId, mc, portal } = context
  const message = await db.one(sql.queuedMessage(String(payload['messageId'])))
  if (!message || message.status !== 'QUEUED') return
  if (isUntrue(message)) {
    write(messageFailed(message.id, WITHHELD, 'BLOCKED'))
    if (message.authorization_id !== null) write(insertEvents([becameOf(mc, message, now.toISOString(), WITHHELD)]))
    return
  }
  if (message.channel === 'SMS') {
    const at = now.toISOString()
    const waits = await textWaits(db, message, at)
    if (waits === 'stopped') {
      write(messageFailed(message.id, whyNoText(message.worker!.consent)!, 'BLOCKED'))
      if (message.authorization_id !== null) write(insertEvents([becameOf(mc, message, at, 'blocked')]))
      return
    }
    if (waits) {
      const { id: messageId } = message
      write(
        insertOutbox([
          leaving({
            mc,
            id: newId(),
            topic: 'outside.message',
            payload: { messageId },
            now: at,
            availableAt: waits.until,
          }),
        ]),
      )
      return
    }
  }
  const at = now.toISOString()
  const pages = await bytesOf(message, portal.documents)
  try {
    await portal.gateways[message.channel].send({
      id: message.id,
      to: message.address,
      subject: message.subject,
      text: message.body,
      attachment: message.attachment && pages ? { ...message.attachment, bytes: pages } : undefined,
    })
  } catch (error) {
    await notSent(context, message, error)
    return
  }
  write(messageSent(message.id, at))
  if (message.authorization_id !== null) write(insertEvents([becameOf(mc, message, at, 'sent')]))
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { notify, 'notify.daily': daily, 'outside.message': sendOutside }
/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'delivery.mail': mailTick }
