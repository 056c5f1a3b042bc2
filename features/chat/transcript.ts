import { type ContactReason, contactReasons, MOST_TEXT } from '#features/contact-notes/rules.ts'
import { inviteBy } from '#features/contact-notes/invite.ts'
import { insert } from '#features/contact-notes/sql.ts'
import type { Sql } from '#platform/database/sql.ts'
import { usDate } from '#platform/dates/day.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { LoadRow, MessageRow, SessionRow } from './sql.ts'

/** What somebody wrote in several lines, those after the first marked: none reads as a message of somebody else. */
const continued = (text: string): string => text.replaceAll(/\r\n|[\n\r\u2028\u2029\v\f\u0085]/g, '\n    | ')

/** A conversation as text, one line a message; the end is cut where a contact note has no room. */
function transcript(messages: readonly MessageRow[], zone: string): string {
  const lines = messages
    .filter(({ from_type }) => from_type !== 'SYSTEM')
    .map(({ at, from_name, text }) => `${dayAndTime(at, zone).time} ${from_name}: ${continued(text)}`)
    .join('\n')
  const cut = '\n…'
  return lines.length <= MOST_TEXT ? lines : lines.slice(0, MOST_TEXT - cut.length) + cut
}

type By = { now: Date; newId: () => string; newToken: () => { token: string }; origin: string }

/** The contact note of a conversation that named a claim, and its survey; nothing where it named none. */
export function contactNote(
  chat: SessionRow,
  messages: readonly MessageRow[],
  carrier: LoadRow,
  by: By,
): { id: string; statements: Sql[] } | undefined {
  const text = transcript(messages, carrier.zone)
  if (chat.stratus_claim_id === null || chat.sub_carrier === null || text === '') return undefined
  const id = by.newId()
  const at = by.now.toISOString()
  const invitation = inviteBy(
    {
      mc: chat.mc,
      noteId: id,
      wanted: chat.agent_id !== null,
      reached: chat.email === null ? undefined : { by: 'MAIL', address: chat.email },
      recipient: chat.alias,
      carrier: carrier.carrier,
      phone: carrier.phone,
      zone: carrier.zone,
      endedAt: at,
    },
    by,
  )
  const row = {
    id,
    sub_carrier: chat.sub_carrier,
    stratus_claim_id: chat.stratus_claim_id,
    contact_type: 'CHAT' as const,
    caller_role: 'ADJUSTER' as const,
    caller_name: chat.alias,
    caller_email: chat.email,
    reason: chat.reason satisfies ContactReason,
    text,
    agent_id: chat.agent_id,
    agent_name: chat.agent_name ?? 'Support',
    started_at: chat.started_at,
    ended_at: at,
    created_at: at,
    survey_id: null,
    survey_sent_at: null,
    survey_completed_at: null,
  }
  const note = insert(row, invitation?.survey)
  return { id, statements: invitation ? [invitation.message, note, invitation.outbox] : [note] }
}

/** A conversation as a text file, times in the reader's zone. Lines end as Windows has them. */
export function transcriptFile(
  chat: SessionRow,
  messages: readonly MessageRow[],
  zone: string,
): { file: string; name: string } {
  const at = (iso: string) => dayAndTime(iso, zone)
  const day = dateIn(Date.parse(chat.started_at), zone)
  const lines = [
    `Support chat: ${contactReasons[chat.reason]}`,
    `${chat.alias}${chat.agent_name === null ? '' : ` with ${chat.agent_name}`}`,
    `${usDate(day)} ${at(chat.started_at).time} ${at(chat.started_at).zone}${chat.ended_at === null ? '' : ` to ${at(chat.ended_at).time}`}`,
    ...(chat.context['claimNumber'] === undefined ? [] : [`Claim ${chat.context['claimNumber']}`]),
    '',
    ...messages.map((one) =>
      one.from_type === 'SYSTEM'
        ? `${at(one.at).time} - ${one.text}`
        : `${at(one.at).time} ${one.from_name}: ${continued(one.text)}`,
    ),
  ]
  return { file: `${lines.join('\n')}\n`.replaceAll('\n', '\r\n'), name: `support-chat-${day}.txt` }
}
