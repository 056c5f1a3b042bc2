import { DAY_MS, addMs } from '#platform/dates/instant.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { codeWords, letterCode } from '#features/letters/rules.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'
import { oneText } from '#platform/text/one-text.ts'

/** The survey sent after a contact. */
export const CONTACT_SURVEY = 1
/** What the text of a survey is for, in the history of texts. */
const SURVEY_TEXT = 'SURVEY'
/** How long a survey link is valid. */
const LINK_DAYS = 30
/** No survey is sent about an older contact, which people no longer remember. */
const ASKED_WITHIN_MS = 3 * DAY_MS
/** When the link of a survey requested at this instant expires (ISO 8601 UTC). */
export const linkEnds = (now: string): string => addMs(now, LINK_DAYS * DAY_MS)

/** True when a survey is sent: the contact did not decline, and it is recent. */
export const isAsked = (of: { wanted: boolean; endedAt: string }, now: string): boolean =>
  of.wanted && Date.parse(now) - Date.parse(of.endedAt) <= ASKED_WITHIN_MS

/** Where a survey goes: an e-mail address, or the number of a worker who takes texts. */
export type Reached =
  | { by: 'MAIL'; address: string }
  | { by: 'SMS'; number: string; claimantId: string; language: string }

/** A finished contact and how the person is reached. */
export type Ended = {
  mc: string
  noteId: string
  /** False: the contact declined the survey. */
  wanted: boolean
  reached: Reached | undefined
  recipient: string
  carrier: string
  phone: string
  /** The carrier's time zone (IANA), for the days in the e-mail. */
  zone: string
  endedAt: string
}

/** The survey e-mail: a date and a link, nothing about a claim, a person or a drug. */
const surveyMail = (of: Omit<Ended, 'wanted' | 'reached'>, origin: string, code: string, expiresAt: string) => ({
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

/** The same as one text. */
const surveyText = (from: string, link: string, language: string): string =>
  oneText(from, (carrier) =>
    language === 'es'
      ? `${carrier}: como le atendimos? Tres preguntas: ${link} STOP para terminar.`
      : `${carrier}: how did we do? Three questions: ${link} Reply STOP to end.`,
  )

type By = { now: Date; newId: () => string; newToken: () => { token: string }; origin: string }
export type Invitation = {
  message: Sql
  survey: { id: number; messageId: string; code: string; expiresAt: string }
  outbox: Sql
}

/** What is sent when a contact ends; undefined when no survey is. */
export function inviteBy(of: Ended, by: By): Invitation | undefined {
  const { reached } = of
  return reached && isAsked(of, by.now.toISOString()) ? invitation(of, reached, by) : undefined
}

/** The statements that send a survey: the message first, then the note and its outbox entry. */
export function invitation(
  of: Omit<Ended, 'wanted' | 'reached'>,
  reached: Reached,
  { now, newId, newToken, origin }: By,
): Invitation {
  const at = now.toISOString()
  const [messageId, code, expiresAt] = [newId(), letterCode(newToken().token), linkEnds(at)]
  const survey = { id: CONTACT_SURVEY, messageId, code, expiresAt }
  if (reached.by === 'SMS') {
    // As any text: consent, quiet hours and the most of a day are checked when it is sent.
    const [message, outbox] = queueMessages({ mc: of.mc, newId, now: at }, [
      {
        id: messageId,
        channel: 'SMS',
        address: reached.number,
        recipient: 'the patient',
        subject: '',
        body: surveyText(of.carrier, `${origin}/survey#${codeWords(code)}`, reached.language),
        authorization_id: null,
        claimant_id: reached.claimantId,
        template: SURVEY_TEXT,
        created_at: at,
      },
    ])
    return { message: message!, survey, outbox: outbox! }
  }
  return {
    message: insertMessages([
      {
        id: messageId,
        channel: 'MAIL',
        address: reached.address,
        recipient: of.recipient,
        ...surveyMail(of, origin, code, expiresAt),
        authorization_id: null,
        created_at: at,
      },
    ]),
    survey,
    outbox: insertOutbox([
      leaving({ mc: of.mc, id: newId(), topic: 'survey.invite', payload: { claimContactNoteId: of.noteId }, now: at }),
    ]),
  }
}
