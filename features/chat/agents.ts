import { contactReasons } from '#features/contact-notes/rules.ts'
import { settingsOf } from '#features/settings/sql.ts'
import { oneTrip, seen, type Handlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { addMs } from '#platform/dates/instant.ts'
import type { chat } from './contract.ts'
import { claimsOf, ends, isAhead, message, news, textOf, thereUntil, WHOLE } from './conversation.ts'
import { cardsIn } from './masking.ts'
import { replyMail } from './reply-mail.ts'
import {
  byTurn,
  chatState,
  isBusy,
  MOST_MESSAGES,
  TYPING_MS,
  whenGivenBack,
  whyNotAgent,
  whyNotHandTo,
  whyNotMine,
  whyNotTake,
} from './rules.ts'
import { chatSettings } from './settings.ts'
import * as sql from './sql.ts'

type AgentCalls = 'queue' | 'conversation' | 'take' | 'reply' | 'note' | 'typing' | 'finish' | 'presence'

/** The calls of support's agents. */
export const agentHandlers: Pick<Handlers<typeof chat>, AgentCalls> = {
  queue: oneTrip(
    (_, { now }) => ({
      rows: sql.open(),
      agents: sql.agents(now.toISOString()),
      settings: settingsOf('*'),
      claims: seen(sql.openClaims(), s`seen.claim`),
    }),
    ({ rows, agents, settings }, { person, refuse }) => {
      refuse(whyNotAgent(person))
      const shown = rows.map((row) => ({
        mine: row.agent_id === person.id,
        chatId: row.id,
        name: row.alias,
        reason: contactReasons[row.reason],
        // Who does not see it any more has it no longer: it waits.
        state: row.state === chatState.TALKING && !isBusy(row) ? whenGivenBack(row, row.agent_wrote) : row.state,
        question: row.question,
        waitingSince: row.waiting_since,
        replyBy: row.reply_by,
        lastIndex: row.next_position - 1,
      }))
      const own = shown.filter(({ mine, state }) => mine && state === chatState.TALKING)
      return {
        waiting: shown
          .filter(({ state }) => state !== chatState.TALKING)
          .toSorted(byTurn)
          .map(({ mine: _, ...row }) => row),
        mine: own.map(({ mine: _, ...row }) => row),
        agents: agents
          .filter((agent) => agent.available && agent.user_id !== person.id)
          .map((agent) => ({ userId: agent.user_id, name: agent.name })),
        available: agents.some((agent) => agent.user_id === person.id && agent.available),
        quickReplies: [...chatSettings(settings).chatQuickReplies],
      }
    },
  ),

  conversation: oneTrip(
    ({ id, nextPosition = 0 }, { now }) => ({
      found: sql.session(id),
      agents: sql.agentsFor(id, now.toISOString()),
      rows: sql.messages(id, nextPosition, MOST_MESSAGES),
      notes: sql.notes(id),
      claims: seen(sql.claimsShown(id), s`seen.claim`),
      looking: sql.lookingAt(id),
      earlier: sql.earlier(id),
    }),
    (
      { found: [it], agents, rows, notes, looking: [at], earlier },
      { input: { nextPosition = 0 }, person, now, refuse },
    ) => {
      if (!it) return notFound()
      refuse(whyNotAgent(person))
      return {
        ...news(it, rows, nextPosition),
        chatId: it.id,
        name: it.alias,
        email: it.email,
        reason: contactReasons[it.reason],
        startedAt: it.started_at,
        transferTo: agents.map((agent) => ({ userId: agent.user_id, name: agent.name })),
        claimId: it.stratus_claim_id,
        subCarrier: it.sub_carrier,
        context: it.context,
        userTyping: isAhead(it.user_typing_until, now),
        mine: it.state === chatState.TALKING && it.agent_id === person.id,
        notes: notes.map((row) => ({ noteId: row.id, at: row.at, by: row.by_name, text: row.text })),
        lookingAt: at
          ? {
              patient: at.patient,
              claimNumber: at.claim_number,
              injured: at.doi,
              drug: at.drug,
              rejectCodes: at.reject_codes ?? [],
              dueAt: at.due_at,
              pharmacy: at.pharmacy,
              pharmacyPhone: at.pharmacy_phone,
            }
          : null,
        earlier: earlier.map((row) => ({
          chatId: row.id,
          reason: contactReasons[row.reason],
          startedAt: row.started_at,
          endedAt: row.ended_at,
          rating: row.rating,
        })),
      }
    },
  ),

  take: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, it, agent, agents, handed] = await Promise.all([
      who(),
      db.one(sql.locked(input.id)),
      db.one(sql.agentWrote(input.id)),
      db.all(sql.agents(now.toISOString())),
      input.to === undefined ? undefined : db.one(sql.sees(input.id, input.to)),
    ])
    if (!it) return notFound()
    refuse(whyNotAgent(person))
    const at = now.toISOString()
    refuse(whyNotTake(it, person, at))
    const other = input.to === undefined ? undefined : agents.find((agent) => agent.user_id === input.to)
    if (input.to !== undefined) refuse(whyNotHandTo(other, handed?.sees ?? false))
    const to = other
      ? { id: other.user_id, name: other.name }
      : input.mine
        ? { id: person.id, name: person.name }
        : null
    const back = whenGivenBack(it, agent!.wrote)
    const line = (text: string) =>
      message(it.id, { position: it.next_position, at, from_type: 'SYSTEM', from_name: 'Support', text })
    if (to && to.id !== it.agent_id) {
      write(sql.give(it.id, { ...to, at }))
      write(line(`${to.name} joined the chat.`))
    } else if (!to && it.state === chatState.TALKING) {
      write(sql.giveBack(it.id, back))
      write(line('The next agent will continue here.'))
    }
    if (to?.id === person.id) write(sql.agentIsThere({ ...to, available: true, at, until: thereUntil(now) }))
    note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { agent: to?.id ?? null } })
    publishChange('chat')
    const state = to ? chatState.TALKING : it.state === chatState.TALKING ? back : it.state
    return { success: true, state, agent: to?.name ?? null }
  },

  reply: async ({ input, db, who, now, newId, portal, write, note, publishChange, refuse }) => {
    const [person, it, before, settings, agent, carrier, ours] = await Promise.all([
      who(),
      db.one(sql.locked(input.id)),
      db.one(sql.sentBefore(input.id, input.messageKey)),
      db.all(settingsOf('*')),
      db.one(sql.agentWrote(input.id)),
      db.one(sql.load(now.toISOString())),
      db.all(sql.ourNumbers(cardsIn(input.message))),
    ])
    if (!it) return notFound()
    refuse(whyNotAgent(person))
    if (before) {
      note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { message: before.position } })
      return { success: true, index: before.position, masked: false }
    }
    const at = now.toISOString()
    refuse(whyNotMine(it, person, at))
    const { text, masked } = textOf(input.message, 'message', {
      masks: chatSettings(settings).chatMasksNumbers,
      ours,
    })
    const index = it.next_position
    write(
      message(it.id, {
        position: index,
        at,
        from_type: 'AGENT',
        from_name: person.name,
        text,
        key: input.messageKey,
      }),
    )
    write(sql.agentTypes(it.id, null))
    // Who left a message does not sit in front of the chat.
    if (it.reply_by !== null && !agent!.wrote)
      for (const statement of replyMail(it, carrier!, { now, newId, origin: portal.settings.origin })) write(statement)
    note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { message: index, masked } })
    publishChange('chat')
    return { success: true, index, masked }
  },

  note: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, it, ours] = await Promise.all([
      who(),
      db.one(sql.locked(input.id)),
      db.all(sql.ourNumbers(cardsIn(input.note))),
    ])
    if (!it) return notFound()
    refuse(whyNotAgent(person))
    const noteId = newId()
    const { text } = textOf(input.note, 'note', { masks: true, ours })
    write(sql.insertNote(it.id, { id: noteId, at: now.toISOString(), by_name: person.name, text }))
    note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { note: noteId } })
    publishChange('chat')
    return { success: true, noteId }
  },

  typing: async ({ input, db, who, now, write, publishChange, refuse }) => {
    const [person, it] = await Promise.all([who(), db.one(sql.locked(input.id))])
    if (!it) return notFound()
    refuse(whyNotAgent(person))
    refuse(whyNotMine(it, person, now.toISOString()))
    write(sql.agentTypes(it.id, input.typing ? addMs(now, TYPING_MS) : null))
    publishChange('chat')
    return { success: true }
  },

  finish: async (context) => {
    const { input, db, who, now, note, refuse } = context
    const [person, it, messages, carrier] = await Promise.all([
      who(),
      db.one(sql.locked(input.id)),
      db.all(sql.messages(input.id, 0, WHOLE)),
      db.one(sql.load(now.toISOString())),
    ])
    if (!it) return notFound()
    refuse(whyNotAgent(person))
    if (it.state === chatState.ENDED) {
      note({ claims: claimsOf(it), type: 'chat_session', id: it.id, detail: { ended: true } })
      return { success: true, claimContactNoteId: it.contact_note_id }
    }
    refuse(whyNotMine(it, person, now.toISOString()))
    return {
      success: true,
      claimContactNoteId: ends(it, { type: 'AGENT', name: person.name }, messages, carrier!, context),
    }
  },

  presence: async ({ input, db, who, now, write, publishChange, refuse }) => {
    const [person, agents] = await Promise.all([who(), db.all(sql.agents(now.toISOString()))])
    refuse(whyNotAgent(person))
    const before = agents.find((agent) => agent.user_id === person.id)?.available ?? false
    const { available, hidden } = input
    const { id, name } = person
    write(sql.agentIsThere({ id, name, available, at: now.toISOString(), until: thereUntil(now, hidden) }))
    // Consoles say every few seconds that they are there.
    if (before !== available) publishChange('chat')
    return { success: true }
  },
}
