import { DAY_MS, addMs } from '#platform/dates/instant.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { codeWords, letterCode } from '#features/letters/rules.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'

/** The survey sent after a contact. */
export const CONTACT_SURVEY = 1
/** How long a survey link is valid. */
const LINK_DAYS = 30
/** No survey is sent about an older contact, which people no longer remember. */
const ASKED_WITHIN_MS = 3 * DAY_MS
/** When the link of a survey requested at this instant expires (ISO 8601 UTC). */
export const linkEnds = (now: string): string => addMs(now, LINK_DAYS * DAY_MS)

/** True when a survey is sent: there is an address, the contact did not decline, and it is recent. */
export const isAsked = (of: { wanted: boolean; address: string | null; endedAt: string }, now: string): boolean =>
  of.wanted && of.address !== null && Date.parse(now) - Date.parse(of.endedAt) <= ASKED_WITHIN_MS

/** A finished contact and the address of the person. */
export type Ended = {
  mc: string
  noteId: string
  /** False: the contact declined the survey. */
  wanted: boolean
  address: string | null
  recipient: string
  carrier: string
  phone: string
  /** The carrier's time zone (IANA), for the days in the e-mail. */
  zone: string
  endedAt: string
}

/** The survey e-mail: a date and a link, nothing about a claim, a person or a drug. */
const surveyMail = (of: Ended, origin: string, code: string, expiresAt: string) => ({
  subject: `${of.carrier}: how did we do?`,
  body: [
    `You were in touch with ${of.carrier} on ${dayAndTime(of.endedAt, of.zone).day}. Please tell us in three questions how it went; it takes a minute:`,
    // The code comes after the #, which browsers do not send to a server.
    `${origin}/survey#${codeWords(code)}`,
    '',
    `The link is for you, works for ${LINK_DAYS} days, until ${dayAndTime(expiresAt, of.zone).day}, and takes one answer.`,
    '',
    `Questions: ${of.phone}`,
  ].join('\n'),
})

/**
 * The statements that send a survey when a contact ends: the e-mail first, then the note and its outbox entry. Empty
 * when no survey is sent.
 */
export function inviteBy(
  of: Ended,
  {
    now,
    newId,
    newToken,
    origin,
  }: { now: Date; newId: () => string; newToken: () => { token: string }; origin: string },
):
  | { message: Sql; survey: { id: number; messageId: string; code: string; expiresAt: string }; outbox: Sql }
  | undefined {
  const at = now.toISOString()
  if (of.address === null || !isAsked(of, at)) return undefined
  const [messageId, code, expiresAt] = [newId(), letterCode(newToken().token), linkEnds(at)]
  return {
    message: insertMessages([
      {
        id: messageId,
        channel: 'MAIL',
        address: of.address,
        recipient: of.recipient,
        ...surveyMail(of, origin, code, expiresAt),
        authorization_id: null,
        created_at: at,
      },
    ]),
    survey: { id: CONTACT_SURVEY, messageId, code, expiresAt },
    outbox: insertOutbox([
      leaving({ mc: of.mc, id: newId(), topic: 'survey.invite', payload: { claimContactNoteId: of.noteId }, now: at }),
    ]),
  }
}
