import { insteadNow } from '#features/snapshots/another-product.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { packFor, packOf, requestKind } from '#features/deadlines/which-pack.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { endedBy, noticesOwed, served, type Ended } from '#features/notifications/duties.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { narrower, reasonSaid } from '#features/authorizations/decided.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { insertNotices, type Message } from '#features/notifications/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { NoticeParty } from '#reference/jurisdictions/rule-pack.ts'
import { withoutAddress } from './no-address.ts'
import { decisionPages, letterName } from './decision-letter.ts'
import { decidedRequest } from './decision-sql.ts'
import { languageWords, letterLanguage, type LetterLanguage } from './decision-words.ts'
import { keepPages } from '#features/documents/keep-pages.ts'

/** The event a letter is about, which has to be so still when it leaves. */
const happenings: Readonly<Record<Ended, Happening>> = { approved: 'approved', denied: 'rejected', lapsed: 'deemed' }
const toWorker: readonly NoticeParty[] = ['worker', 'representative']
const toPrescriber: readonly NoticeParty[] = ['prescriber', 'requestor']

/**
 * Writes the decision letters: each denial, in whole or in part, goes to the worker, and each notice the state requires in writing goes to the
 * people it names. Prescribers get a denial by the fax of the notification matrix; they get these pages for an approval
 * where the state requires it. Workers get their language, prescribers English. Stored with the authorization as a document
 * of type 3, whose name says the language.
 */
export const decisionLetter: Job = async (context) => {
  const { payload, db, now, write, publishChange, newId, mc, portal } = context
  const request = await db.one(decidedRequest(String(payload['authorizationId'])))
  const ended = request && endedBy(request.decision)
  if (!request || !ended) return
  const at = now.toISOString()
  const owed = noticesOwed(packOf(request), ended, request.decided_at, { reasonId: request.reason_id }).filter(
    ({ written }) => written,
  )
  const named = owed.flatMap(({ to }) => to)
  const wants = (to: readonly NoticeParty[]) => named.some((one) => to.includes(one))
  const limits = narrower(
    {
      quantity: request.quantity,
      daysSupply: request.days_supply,
      unit: request.unit,
      form: request.form,
      fillDate: request.date_of_service,
    },
    { maxQty: request.most_quantity, maxDays: request.most_days, startDate: null, endDate: null },
  )
  const partial = ended === 'approved' && (limits.quantity !== null || limits.days !== null)
  const facts = {
    ended,
    ...(partial && { part: limits }),
    thisFillOnly: request.decision === 'REJECT_NO_PA',
    carrier: request.carrier,
    phone: request.phone,
    reference: request.reference_number,
    claimNumber: request.claim_number,
    patient: request.patient,
    drug: request.drug,
    quantity: request.quantity,
    daysSupply: request.days_supply,
    prescriber: request.prescriber,
    pharmacy: request.pharmacy,
    pharmacyKnows: request.pharmacy_knows,
    receivedOn: dateIn(Date.parse(request.request_received_at), packOf(request).timeZone),
    decidedOn: request.decided_on,
    decidedBy: request.decided_by,
    reasonId: request.reason_id,
    reason: request.reason,
    note: request.note,
    instead: await insteadNow(db, request.id, request.instead, now),
    startDate: request.start_date,
    endDate: request.end_date,
    maxFills: request.max_fills,
    approvalNumber: request.approval_number,
    appealDays: packFor(
      request.juris_state,
      requestKind(request.claim_channel_type, request.reconsideration_level),
      request.request_received_at,
    ).appealDays,
    owed,
    notice: {
      reason: reasonSaid(request.reason),
      note: request.note,
      phone: request.phone,
      regulator: packOf(request).regulator,
      approved:
        ended === 'approved'
          ? {
              drug: request.drug,
              quantity: request.most_quantity ?? request.quantity,
              daysSupply: request.most_days ?? request.days_supply,
              maxFills: request.max_fills,
              startDate: request.start_date,
              endDate: request.end_date,
              approvalNumber: request.approval_number,
              disputes: {
                compensability: request.compensability,
                denied: request.denied,
                undecided: request.undecided,
              },
            }
          : null,
    },
    zone: packOf(request).timeZone,
    today: request.today,
    now,
  }
  const name = letterName(ended)
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
  const keep = async (to: readonly string[], whom: string, language: LetterLanguage): Promise<string> => {
    const pages = whom === 'prescriber' ? { ...facts, dateOfBirth: request.dob, cleared: request.cleared } : facts
    const file = await portal.files.letter(decisionPages(pages, to, named, language))
    const id = newId()
    const fileName = `${name}${languageWords(language)} ${request.reference_number}, ${whom}`
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
  if (ended === 'denied' || partial || wants(toWorker)) {
    const language = letterLanguage(request.language)
    const document = await keep([request.patient, ...(request.address ?? [])], 'worker', language)
    if (request.address)
      leaves(
        'POST',
        request.address.join(', '),
        'the worker',
        `${name}, on paper: its pages go with this.`,
        document,
        toWorker,
        language,
      )
    else {
      events.push(
        event(line, eventCode.DOCUMENT_CHANGED, {
          type: `"${name}${languageWords(language)}"`,
          action: 'saved, not sent: no address on file for the worker',
        }),
      )
      if (request.owner_id !== null)
        write(
          insertNotices([
            {
              id: newId(),
              user_id: request.owner_id,
              kind: 'noAddress',
              title: `The letter about request ${request.reference_number} could not be mailed: the worker has no address on file.`,
              authorization_id: request.id,
              at,
            },
          ]),
        )
    }
  }
  // For a deemed approval the fax of the notification matrix is the prescriber's notice.
  if (wants(toPrescriber) && (ended === 'approved' || (ended === 'lapsed' && request.prescriber_fax === null))) {
    const address = request.prescriber_fax ?? request.prescriber_email
    const document = await keep([request.prescriber], 'prescriber', 'en')
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
      const owners = request.owner_id === null ? [] : [request.owner_id]
      if (ended === 'approved') for (const statement of withoutAddress(context, request, owners)) write(statement)
    }
  }
  if (events.length === 0) return
  write(insertEvents(events))
  for (const statement of queueMessages({ mc, newId, now: at }, messages)) write(statement)
  publishChange('authorizations')
}
