import { whoActsFor } from '#features/authorizations/who-acts-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insteadNow } from '#features/snapshots/another-product.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { served, type Ended } from '#features/notifications/duties.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { insertNotices, type Message } from '#features/notifications/sql.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { NoticeParty } from '#reference/jurisdictions/rule-pack.ts'
import { withoutAddress } from './no-address.ts'
import { letterName } from './decision-letter.ts'
import { decidedRequest } from './decision-sql.ts'
import { languageWords, letterLanguage, type LetterLanguage } from './decision-words.ts'
import { lettersOf, pagesFor, toPrescriber, toWorker } from './decided-letters.ts'
import { keepPages } from '#features/documents/keep-pages.ts'

/** The event a letter is about, which has to be so still when it leaves. */
const happenings: Readonly<Record<Ended, Happening>> = { approved: 'approved', denied: 'rejected', lapsed: 'deemed' }

/**
 * Writes the decision letters: each denial, in whole or in part, goes to the worker, and each notice the state requires in writing goes to the
 * people it names. Prescribers get a denial by the fax of the notification matrix; they get these pages for an approval
 * where the state requires it. Workers get their language, prescribers English. Stored with the authorization as a document
 * of type 3, whose name says the language.
 */
export const decisionLetter: Job = async (context) => {
  const { payload, db, now, write, publishChange, newId, mc, portal } = context
  const request = await db.one(decidedRequest(String(payload['authorizationId'])))
  const letters = request && lettersOf(request, await insteadNow(db, request.id, request.instead, now), now)
  if (!request || !letters) return
  const { ended, owed } = letters
  const at = now.toISOString()
  const name = letterName(ended)
  const whoAct = async () => (await db.one(whoActsFor(request.id)))?.ids ?? []
  const messages: Message[] = []
  const events: EventRow[] = []
  const line = {
    mc,
    authorizationId: request.id,
    now: at,
    actor: engine,
    from: request.status_id,
    to: request.status_id,
  }
  /** Makes and stores the pages for one recipient. */
  const keep = async (whom: 'worker' | 'prescriber', language: LetterLanguage): Promise<string> => {
    const file = await portal.files.letter(pagesFor(whom, request, letters))
    const id = newId()
    const fileName = `${name}${languageWords(language)} ${request.reference_number}, ${whom === 'worker' ? 'patient' : whom}`
    write(keepPages(request, { id, typeId: 3, name: fileName, at }, file))
    return id
  }
  const leaves = (
    channel: Message['channel'],
    address: string,
    recipient: string,
    body: string,
    documentId: string,
    to: readonly NoticeParty[],
    language: LetterLanguage,
  ) => {
    const serves = served(owed, to)
    messages.push({
      id: newId(),
      channel,
      address,
      recipient,
      subject: `${request.carrier}: request ${request.reference_number}`,
      body,
      authorization_id: request.id,
      created_at: at,
      document_id: documentId,
      serves,
      template: happenings[ended],
    })
    const under = serves.length > 0 ? `, notice under ${serves.join(' and ')}` : ''
    events.push(
      event(line, eventCode.DOCUMENT_CHANGED, {
        type: `"${name}${languageWords(language)}"`,
        action: `saved and queued to ${recipient}${under}`,
      }),
    )
  }
  if (letters.toWorker) {
    const language = letterLanguage(request.language)
    const document = await keep('worker', language)
    if (request.address)
      leaves(
        'POST',
        request.address.join(', '),
        'the patient',
        `${name}, on paper: its pages go with this.`,
        document,
        toWorker,
        language,
      )
    else {
      events.push(
        event(line, eventCode.DOCUMENT_CHANGED, {
          type: `"${name}${languageWords(language)}"`,
          action: 'saved, not sent: no address on file for the patient',
        }),
      )
      const acting = await whoAct()
      if (acting.length > 0)
        write(
          insertNotices(
            acting.map((userId) => ({
              id: newId(),
              user_id: userId,
              kind: 'noAddress',
              title: `The letter about request ${request.reference_number} could not be mailed: the patient has no address on file.`,
              authorization_id: request.id,
              at,
            })),
          ),
        )
    }
  }
  if (letters.toPrescriber) {
    const address = request.prescriber_fax ?? request.prescriber_email
    const document = await keep('prescriber', 'en')
    if (address)
      leaves(
        request.prescriber_fax ? 'FAX' : 'MAIL',
        address,
        request.prescriber,
        `To ${request.prescriber}\n\nThe written notice of the decision on your request ${request.reference_number} is attached.\n\nQuestions: ${request.phone}`,
        document,
        toPrescriber,
        'en',
      )
    else {
      events.push(
        event(line, eventCode.DOCUMENT_CHANGED, {
          type: `"${name}"`,
          action: 'saved, not sent: the prescriber has no fax and no e-mail on file',
        }),
      )
      // Of a deemed approval the notification matrix notifies the owner.
      if (ended === 'approved')
        for (const statement of withoutAddress(context, request, await whoAct())) write(statement)
    }
  }
  if (events.length === 0) return
  write(insertEvents(events))
  for (const statement of queueMessages({ mc, newId, now: at }, messages)) write(statement)
  publishChange('authorizations')
}
