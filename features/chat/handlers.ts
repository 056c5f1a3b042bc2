import { keptText } from '#features/claim-notes/rules.ts'
import { settingsOf } from '#features/settings/sql.ts'
import { implement, oneTrip, seen, type CallContext } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { addMs } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { agentHandlers } from './agents.ts'
import { chat } from './contract.ts'
import { claimsOf, ends, isAhead, message, news, OK, purpose, textOf, toMessage, WHOLE } from './conversation.ts'
import { cardsIn, maskNumbers } from './masking.ts'
import {
  availability,
  chatState,
  COUNTED_MS,
  hoursInWords,
  isNewQuestion,
  MOST_MESSAGES,
  replyBy,
  TYPING_MS,
  waitSeconds,
  whyNotAgent,
  whyNotInjured,
  whyNotOpen,
  whyNotRate,
  whyNotStart,
  whyTooMany,
} from './rules.ts'
import { chatIntervals } from './limits.ts'
import { chatSettings } from './settings.ts'
import * as sql from './sql.ts'
import { transcriptFile } from './transcript.ts'

const loadOf = (row: sql.LoadRow, of: ReturnType<typeof chatSettings>) => ({
  ...row,
  hours: of.chatHours,
  perAgent: of.chatPerAgent,
})

type Keys = { chatId: string; userId: string; secureKey: string }
type Encryption = CallContext<typeof chat.send>['portal']['encryption']
/** The conversation of these keys, else not found; a wrong key is named. */
function checked(row: sql.SessionRow | undefined, keys: Keys, encryption: Encryption): sql.SessionRow {
  if (!row) return notFound()
  if (row.user_id !== keys.userId) return invalid('userId', 'This is not the user of the chat.')
  if (encryption.decrypt(row.secure_key, purpose(row.id)) !== keys.secureKey)
    return invalid('secureKey', 'This is not the key of the chat.')
  return row
}
/** The page a user is on, as it is kept; undefined where nothing was said of it. */
const pageOf = (endpoint: string | undefined) => maskNumbers(keptText(endpoint ?? '')).text || undefined
type Typing = CallContext<typeof chat.startTyping>
async function types({ input, db, who, portal, write, publishChange }: Typing, until: string | null) {
  const [, found] = await Promise.all([who(), db.one(sql.ownLocked(input.chatId))])
  const it = checked(found, input, portal.encryption)
  if (it.state !== chatState.ENDED) {
    write(sql.userTypes(it.id, until, pageOf(input.endpoint)))
    publishChange('chat')
  }
  return { success: true as const }
}

export const handlers = implement(chat)({
  check: oneTrip(
    (_, { now }) => ({ load: sql.load(now.toISOString()), settings: settingsOf('*'), current: sql.current() }),
    ({ load: [load], settings, current: [it] }, { now, portal }) => {
      const own = chatSettings(settings)
      const of = loadOf(load!, own)
      return {
        ChatEnabled: availability(of, now.getTime()),
        phone: load!.phone,
        waitEstimateSec: waitSeconds(of, now.getTime()),
        replyBy: replyBy(own.chatHours, load!.zone, own.chatReplyHours, now.toISOString()),
        agentsThere: load!.agents > 0,
        hours: hoursInWords(own.chatHours, load!.zone, now.getTime()),
        email: load!.email,
        dateLabel: load!.date_label,
        chat: it
          ? {
              chatId: it.id,
              userId: it.user_id,
              secureKey: portal.encryption.decrypt(it.secure_key, purpose(it.id)) ?? '',
              alias: it.alias,
            }
          : null,
        statusCode: OK,
      }
    },
  ),

  start: async ({ input, db, who, now, newId, newToken, portal, write, note, publishChange, refuse }) => {
    const { chatData } = input
    const [person, , current, load, settings, claims, ours] = await Promise.all([
      who(),
      db.all(sql.lockUser()),
      db.one(sql.currentLocked()),
      db.one(sql.load(now.toISOString())),
      db.all(settingsOf('*')),
      db.all(sql.claimsOf(chatData.claimNumber ?? '')),
      db.all(sql.ourNumbers(cardsIn(input.subject))),
    ])
    const own = chatSettings(settings)
    const at = now.toISOString()
    refuse(whyNotInjured(chatData.patientDOI, dateIn(now.getTime(), person.timeZone)))
    const question = textOf(input.subject, 'subject', { masks: own.chatMasksNumbers, ours })
    if (current) {
      const [before, sent] = await Promise.all([
        db.all(sql.ownMessages(current.id, 0, WHOLE)),
        db.one(sql.sentSince(current.id, addMs(now, -COUNTED_MS))),
      ])
      const added: sql.MessageRow[] = []
      if (isNewQuestion(before, question.text)) {
        refuse(whyTooMany(sent!, now))
        const row = { position: current.next_position, at, from_name: current.alias, text: question.text }
        added.push({ ...row, from_type: 'CLIENT' })
        write(message(current.id, added[0]!))
        const detail = { message: row.position, masked: question.masked }
        note({ claims: claimsOf(current), type: 'chat_session', id: current.id, detail })
        publishChange('chat')
      }
      const messages = [...before, ...added]
      return {
        chatId: current.id,
        userId: current.user_id,
        secureKey: portal.encryption.decrypt(current.secure_key, purpose(current.id)) ?? '',
        alias: current.alias,
        nextPosition: (messages.at(-1)?.position ?? -1) + 1,
        messages: messages.map(toMessage),
        state: current.state,
        replyBy: current.reply_by,
        masked: question.masked,
        statusCode: OK,
      }
    }
    const is = availability(loadOf(load!, own), now.getTime())
    const closed = is === 'Closed' || is === 'ClosedHoliday'
    refuse(whyNotStart(is, input.leaveMessage ?? false))
    const { reason, patientSSN, ...given } = chatData
    const about = Object.entries(given).flatMap(([key, value]) => {
      const kept = keptText(value ?? '')
      return kept === '' ? [] : [{ key, ...maskNumbers(kept) }]
    })
    const context = Object.fromEntries(about.map(({ key, text }) => [key, text]))
    const masked = question.masked || about.some((one) => one.masked)
    const digits = (patientSSN ?? '').replaceAll(/\D/g, '')
    if (digits.length >= 4) context['patientSSN'] = `•••-••-${digits.slice(-4)}`
    const claim = claims.length === 1 ? claims[0]! : undefined
    const id = newId()
    const secureKey = newToken().token
    const row: sql.SessionRow = {
      id,
      mc: person.mc,
      user_id: person.id,
      alias: keptText(`${input.firstName} ${input.lastName}`).slice(0, 120) || person.name,
      email: input.email,
      reason,
      context,
      secure_key: portal.encryption.encrypt(secureKey, purpose(id)),
      sub_carrier: claim?.sub_carrier ?? null,
      stratus_claim_id: claim?.id ?? null,
      state: closed ? chatState.LEFT : chatState.WAITING,
      started_at: at,
      waiting_since: at,
      reply_by: closed ? replyBy(own.chatHours, load!.zone, own.chatReplyHours, at) : null,
      agent_id: null,
      agent_name: null,
      taken_at: null,
      next_position: 0,
      user_typing_until: null,
      agent_typing_until: null,
      contact_note_id: null,
      ended_at: null,
    }
    const first: sql.MessageRow = {
      position: 0,
      at,
      from_type: 'CLIENT',
      from_name: row.alias,
      text: question.text,
    }
    write(sql.insertSession(row))
    write(message(id, first))
    note({ claims: claimsOf(row), type: 'chat_session', id, detail: { reason, state: row.state, masked } })
    publishChange('chat')
    return {
      chatId: id,
      userId: person.id,
      secureKey,
      alias: row.alias,
      nextPosition: 1,
      messages: [toMessage(first)],
      state: row.state,
      replyBy: row.reply_by,
      masked,
      statusCode: OK,
    }
  },

  send: async ({ input, db, who, now, portal, write, note, publishChange, refuse }) => {
    const from = input.nextPosition ?? 0
    const [, found, before, settings, messages, sent, ours] = await Promise.all([
      who(),
      db.one(sql.ownLocked(input.chatId)),
      db.one(sql.sentBefore(input.chatId, input.messageKey)),
      db.all(settingsOf('*')),
      db.all(sql.ownMessages(input.chatId, from, MOST_MESSAGES)),
      db.one(sql.sentSince(input.chatId, addMs(now, -COUNTED_MS))),
      db.all(sql.ourNumbers(cardsIn(input.message))),
    ])
    const it = checked(found, input, portal.encryption)
    if (before) return { ...news(it, messages, from), masked: false }
    refuse(whyNotOpen(it.state))
    refuse(whyTooMany(sent!, now))
    const { text, masked } = textOf(input.message, 'message', {
      masks: chatSettings(settings).chatMasksNumbers,
      ours,
    })
    const at = now.toISOString()
    const row: sql.MessageRow = { position: it.next_position, at, from_type: 'CLIENT', from_name: it.alias, text }
    write(message(it.id, { ...row, key: input.messageKey }))
    write(sql.userTypes(it.id, null, pageOf(input.endpoint)))
    note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { message: row.position, masked } })
    publishChange('chat')
    // What lies between comes first; a long gap is read by the next questions.
    const all = (messages.at(-1)?.position ?? from - 1) + 1 === row.position ? [...messages, row] : messages
    return { ...news(it, all, from), masked }
  },

  startTyping: (context) => types(context, addMs(context.now, TYPING_MS)),
  stopTyping: (context) => types(context, null),

  refresh: oneTrip(
    ({ chatId, nextPosition }) => ({
      found: sql.own(chatId),
      rows: sql.ownMessages(chatId, nextPosition, MOST_MESSAGES),
    }),
    ({ found: [found], rows }, { input, now, portal }) => {
      const it = checked(found, input, portal.encryption)
      return {
        ...news(it, rows, input.nextPosition),
        agentTyping: isAhead(it.agent_typing_until, now),
        replyBy: it.reply_by,
      }
    },
  ),

  end: async (context) => {
    const { input, db, who, now, portal } = context
    const [, found, messages, carrier] = await Promise.all([
      who(),
      db.one(sql.ownLocked(input.chatId)),
      db.all(sql.ownMessages(input.chatId, 0, WHOLE)),
      db.one(sql.load(now.toISOString())),
    ])
    const it = checked(found, input, portal.encryption)
    if (it.state === chatState.ENDED) return { success: true, claimContactNoteId: it.contact_note_id }
    const noteId = ends(it, { type: 'CLIENT', name: it.alias }, messages, carrier!, context)
    return { success: true, claimContactNoteId: noteId }
  },

  rate: async ({ input, db, who, write, note, refuse }) => {
    const [, it] = await Promise.all([who(), db.one(sql.ownLocked(input.chatId))])
    if (!it) return notFound()
    refuse(whyNotRate(it.state))
    write(sql.rate(it.id, input.rating))
    note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { rating: input.rating } })
    return { success: true }
  },

  transcript: oneTrip(
    ({ chatId }) => ({
      found: sql.readable(chatId),
      messages: sql.readableMessages(chatId, WHOLE),
      claims: seen(sql.readableClaim(chatId), s`seen.claim`),
    }),
    ({ found: [it], messages }, { person }) =>
      !it || (!it.is_own && whyNotAgent(person)) ? notFound() : transcriptFile(it, messages, person.timeZone),
  ),

  settings: oneTrip(
    () => ({ settings: settingsOf('*') }),
    ({ settings }, { input: { f } }) => {
      const own = chatSettings(settings)
      return Object.fromEntries(chatIntervals.filter((key) => f.includes(key)).map((key) => [key, own[key]]))
    },
  ),

  ...agentHandlers,
})
