import { keptText } from '#features/claim-notes/rules.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { invalid } from '#platform/calls/refusal.ts'
import { addMs } from '#platform/dates/instant.ts'
import type { chat, ChatMessage, ChatNews } from './contract.ts'
import { maskNumbers } from './masking.ts'
import { AGENT_THERE_MS, chatState, HIDDEN_THERE_MS } from './rules.ts'
import * as sql from './sql.ts'
import { contactNote } from './transcript.ts'

// What the calls of users and of agents share.

export const OK = 0
/** Until when an agent counts as there who is heard of now. */
export const thereUntil = (now: Date, hidden = false): string => addMs(now, hidden ? HIDDEN_THERE_MS : AGENT_THERE_MS)
export const purpose = (chatId: string): string => `chat ${chatId}`
const senders = { AGENT: 'Agent', CLIENT: 'Client', SYSTEM: 'System' } as const

export const toMessage = (row: sql.MessageRow): ChatMessage => ({
  index: row.position,
  type: row.from_type === 'SYSTEM' ? 'Notice' : 'Message',
  from: { type: senders[row.from_type], nickname: row.from_name },
  text: row.text,
  utcTime: row.at,
})
export const news = (of: sql.SessionRow, rows: readonly sql.MessageRow[], from: number): ChatNews => ({
  messages: rows.map(toMessage),
  nextPosition: (rows.at(-1)?.position ?? from - 1) + 1,
  chatEnded: of.state === chatState.ENDED,
  state: of.state,
  agent: of.agent_name,
  statusCode: OK,
})
export const isAhead = (until: string | null, now: Date): boolean => until !== null && Date.parse(until) > now.getTime()
export const message = (chatId: string, of: sql.MessageRow & { key?: string }) =>
  sql.insertMessage(chatId, { ...of, key: of.key ?? null })

/** What is stored of a text; `ours` are numbers of the portal in it, which are never masked. */
export const textOf = (
  given: string,
  field: string,
  { masks, ours }: { masks: boolean; ours: readonly { number: string }[] },
): { text: string; masked: boolean } => {
  const text = keptText(given) || invalid(field, 'Write a message.')
  return masks ? maskNumbers(text, new Set(ours.map(({ number }) => number))) : { text, masked: false }
}

type Ending = Pick<
  CallContext<typeof chat.end>,
  'now' | 'newId' | 'newToken' | 'portal' | 'write' | 'note' | 'publishChange'
>
/** Ends a conversation: a last line, its contact note, its end. */
export function ends(
  it: sql.SessionRow,
  by: { type: 'AGENT' | 'CLIENT'; name: string },
  messages: sql.MessageRow[],
  carrier: sql.LoadRow,
  { now, newId, newToken, portal, write, note, publishChange }: Ending,
): string | null {
  const at = now.toISOString()
  const text = `${by.name} ended the chat.`
  const contact = contactNote(it, messages, carrier, { now, newId, newToken, origin: portal.settings.origin })
  write(message(it.id, { position: it.next_position, at, from_type: 'SYSTEM', from_name: 'Support', text }))
  for (const statement of contact?.statements ?? []) write(statement)
  write(sql.end(it.id, { by: by.type, at, noteId: contact?.id ?? null }))
  const claims = it.stratus_claim_id === null ? [] : [it.stratus_claim_id]
  note({ claims, type: 'chat_session', id: it.id, detail: { ended: by.type, contactNote: contact?.id ?? null } })
  publishChange('chat')
  return contact?.id ?? null
}
export const claimsOf = (it: sql.SessionRow): string[] => (it.stratus_claim_id === null ? [] : [it.stratus_claim_id])
/** More messages than a conversation has room for in a note. */
export const WHOLE = 1000
