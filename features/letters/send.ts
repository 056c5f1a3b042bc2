import { MINUTE_MS } from '#platform/dates/instant.ts'
import { undoUntil } from '#features/authorizations/undo-until.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { currentState } from '#features/authorizations/load.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move, touch } from '#features/authorizations/lifecycle.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { addBusinessDays } from '#features/deadlines/business-time.ts'
import { planOf } from '#features/deadlines/plan.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { status as authorizationStatus, statusLabel } from '#features/authorizations/statuses.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { loadForUpdate } from '#features/authorizations/facts-sql.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { waitForLetter } from '#features/authorizations/waiting-sql.ts'
import { discard } from '#features/drafts/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { CallContext, Caller } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { templateFor, type LetterTemplateId } from '#reference/letter-templates.ts'
import { whyNotSend } from './complete.ts'
import type { letters } from './contract.ts'
import { keepPages } from '#features/documents/keep-pages.ts'
import { letterReference, letterRow } from './letter-row.ts'
import { selectedQuestions, letterPages } from './letter.ts'
import { letterStatus, letterStatusName } from './machine.ts'
import { codeWords, faxDigits, letterCode, whyNotAsk, whyNotFax, whyNotThere, letterDraft } from './rules.ts'
import * as sql from './sql.ts'
import { answerPage, channelWords, copyMail, factsOf, faxCover, prescriberMail } from './words.ts'

type Calls = typeof letters
type Email = CallContext<Calls['email']>
type Fax = CallContext<Calls['fax']>
export type Prescriber = NonNullable<sql.Subject['prescriber']>

/** Least time between two letters on one authorization. */
const APART_MS = MINUTE_MS

/** "Ansel Hawthorne, MD" */
export const fullName = ({ name, credential }: Pick<Prescriber, 'name' | 'credential'>): string =>
  credential ? `${name}, ${credential}` : name

/** The last day for an answer in the carrier's time zone, 'YYYY-MM-DD'. */
export function answerByOf(subject: Pick<sql.Subject, 'plan'>, now: Date): string {
  const { calendar, zone, settings } = planOf(subject.plan)
  const until = addBusinessDays(now.toISOString(), settings.letterBusinessDays, calendar, zone)
  return dateIn(Date.parse(until), zone)
}

/** The requested template, else the one that fits the drug. */
export const templateOf = (
  requested: LetterTemplateId | undefined,
  of: Pick<sql.Subject, 'compound_code' | 'gpi'>,
): LetterTemplateId =>
  requested ??
  templateFor({ compound: of.compound_code === 2, opioid: of.gpi.startsWith('101') && !of.gpi.startsWith('1018') })

/** The checks that letters by e-mail and by fax share; returns the prescriber. */
function judge(context: Email | Fax, person: Caller, request: Facts, subject: sql.Subject): Prescriber {
  const { input, now } = context
  const at = now.toISOString()
  if (input.referenceNumber !== undefined && input.referenceNumber !== request.reference_number)
    context.refuse({
      code: 'VALIDATION',
      field: 'referenceNumber',
      message: 'This is the reference of another request.',
    })
  if (input.subCarrier !== undefined && input.subCarrier !== request.sub_carrier) notFound()
  const why = whyNotAsk(person, request, subject.off, at, decisionSettings(request))
  const current = currentState(request)
  if (why) return context.refuse(why.code === 'ALREADY_DECIDED' ? { ...why, current } : why)
  refuseStaleVersion(context, { seen: input.version, current })
  const { prescriber } = subject
  if (!prescriber)
    return context.refuse({
      code: 'VALIDATION',
      field: 'prescriberId',
      message: 'This prescriber is not in the directory. Choose another one.',
    })
  if (input.documentId !== undefined && input.documentId !== prescriber.mark)
    return context.refuse({
      code: 'CONFLICT',
      message: `What is on file for ${fullName(prescriber)} changed since you opened it. Nothing was sent.`,
      current: { fax: prescriber.fax, email: prescriber.email },
    })
  if (subject.open_letter)
    return context.refuse({
      code: 'DUPLICATE',
      message: `A letter to ${fullName(prescriber)} has already been sent (${subject.open_letter.referenceNumber}).`,
      current: subject.open_letter,
    })
  if (subject.last_asked_at !== null && now.getTime() - Date.parse(subject.last_asked_at) < APART_MS)
    context.refuse({
      code: 'RATE_LIMIT',
      message: 'A letter was requested for this request a moment ago. Please wait a minute.',
    })
  const strangers = (input.cc ?? []).filter((one) => !subject.staff.includes(one.toLowerCase()))
  if (strangers.length > 0)
    context.refuse({ code: 'VALIDATION', field: 'cc', message: 'Copies go to people who work for this carrier.' })
  return prescriber
}

type Way =
  | { channel: 'EMAIL'; to: readonly string[] }
  | { channel: 'FAX'; to: readonly [string]; coverNote: string }
  | { channel: 'PRINT'; to: readonly []; coverNote: string }

/** Stores and queues a letter (T11): the authorization waits for the answer, its legal clock runs on. */
async function ask(context: Email | Fax, way: (subject: sql.Subject, prescriber: Prescriber) => Way) {
  const { input, db, who, now, newId, newToken, write, note, publishChange, portal } = context
  const [person, request, subject] = await Promise.all([
    who(),
    db.one(loadForUpdate(input.authorizationId)),
    db.one(sql.subject(s`a.id = ${input.authorizationId}`, sql.named(input.prescriberId), input.cc)),
  ])
  if (!request || !subject) return notFound()
  lapseFirst([request], now.toISOString())
  const prescriber = judge(context, person, request, subject)
  const { channel, to, ...more } = way(subject, prescriber)
  const coverNote = 'coverNote' in more ? more.coverNote : ''
  const at = now.toISOString()
  const { mc } = request
  const [id, documentId] = [newId(), newId()]
  const code = letterCode(newToken().token)
  const template = templateOf(input.template, subject)
  const reference = letterReference(id)
  const answerBy = answerByOf(subject, now)
  const facts = factsOf(subject, {
    letterReference: reference,
    prescriber: fullName(prescriber),
    requestedBy: person.name,
  })
  const choice = { template, questions: input.questions ?? [], comments: input.comments ?? '', answerBy }
  context.refuse(
    whyNotSend({
      ...choice,
      drug: subject.drug,
      quantity: subject.quantity,
      daysSupply: subject.days_supply,
      addresses: channel === 'PRINT' ? [prescriber.fax, prescriber.email, prescriber.city] : to,
    }),
  )
  const pages = letterPages(
    facts,
    choice,
    { page: answerPage(portal.settings.origin, null), code: codeWords(code) },
    { day: subject.today, now },
  )
  const file = await portal.files.letter(pages)

  const about = { ...facts, letterReference: reference, answerBy }
  const message = (
    channelOf: 'MAIL' | 'FAX',
    address: string,
    recipient: string,
    text: { subject: string; body: string },
  ) => ({
    id: newId(),
    channel: channelOf,
    address,
    recipient,
    ...text,
    authorization_id: request.id,
    created_at: at,
    document_id: channelOf === 'FAX' ? documentId : null,
  })
  const name = fullName(prescriber)
  const messages: sql.MessageRow[] = [
    ...to.map((address) =>
      channel === 'FAX'
        ? message('FAX', address, name, faxCover(about, portal.settings.origin, code, coverNote))
        : message('MAIL', address, name, prescriberMail(about, portal.settings.origin, code)),
    ),
    ...(input.cc ?? []).map((address) =>
      message(
        'MAIL',
        address,
        'a colleague',
        copyMail(about, `${portal.settings.origin}/authorizations/request/${request.id}`),
      ),
    ),
  ]
  const leaves = undoUntil(now, portal.settings.undoSeconds)
  const byHand = channel === 'PRINT'
  const lead = byHand ? undefined : messages[0]

  write(keepPages(request, { id: documentId, typeId: 2, name: `Letter request ${reference}`, at }, file))
  const letter = letterRow(
    { ...request, mc, gpi: subject.gpi },
    {
      id,
      prescriber_npi: prescriber.npi,
      prescriber_name: name,
      template,
      questions: selectedQuestions(template, choice.questions).map((question) => question.key),
      channel,
      recipients: [...to],
      copies: [...(input.cc ?? [])],
      comments: choice.comments,
      cover_note: coverNote,
      status: byHand ? letterStatus.SENT : letterStatus.QUEUED,
      requested_at: at,
      requested_by: person.id,
      requested_by_name: person.name,
      answer_by: answerBy,
      sent_at: byHand ? at : null,
      message_id: lead?.id ?? null,
      sent_document_id: documentId,
    },
  )
  write(discard(request.id, letterDraft))
  write(sql.insertLetter(letter, code))
  write(waitForLetter(mc, request.id, at))
  // A first approval is asked for again, with the letter on file.
  if (request.first_approval) write(keepFirstApproval(mc, request.id, null))
  const events = [
    lineOf(
      { person, request, now: at },
      eventCode.LETTER_SENT,
      { prescriber: name, channel: channelWords(channel, to[0] ?? '') },
      { to: authorizationStatus.PENDING_LOMN },
    ),
  ]
  // The status is unchanged by a second letter while the first is open.
  if (request.status_id === authorizationStatus.PENDING_LOMN) {
    touch(context, request, at)
    write(insertEvents(events))
  } else move(context, request, { via: 'lomn', to: authorizationStatus.PENDING_LOMN, now: at, by: person, events })
  // Without the authorization's id: its outbox rows are cancelled with a decision, a letter is cancelled by itself.
  const later = { topic: 'letter.message', more: { lomnId: id }, when: () => leaves }
  for (const statement of queueMessages({ mc, newId, now: at }, messages, later)) write(statement)
  write(
    insertOutbox([
      {
        ...toNotify({
          mc,
          id: newId(),
          authorizationId: request.id,
          happening: 'letterSent',
          now: at,
          availableAt: leaves,
        }),
        payload: { authorizationId: request.id, happening: 'letterSent', lomnId: id },
        authorization_id: null,
      },
    ]),
  )
  note({
    claims: [request.stratus_claim_id],
    type: 'lomn_request',
    id,
    detail: {
      authorizationId: request.id,
      from: request.status_id,
      to: authorizationStatus.PENDING_LOMN,
      channel,
      template,
      prescriber: prescriber.npi,
    },
  })
  publishChange('authorizations')
  return {
    success: true as const,
    lomnId: id,
    status: letterStatusName(letter.status),
    referenceNumber: reference,
    authorizationStatusId: authorizationStatus.PENDING_LOMN,
    authorizationStatus: statusLabel(authorizationStatus.PENDING_LOMN),
    version: request.version + 1,
    answerBy,
    letterDocId: documentId,
    undoUntil: byHand ? at : leaves,
    faxJobId: channel === 'FAX' ? lead!.id : null,
  }
}

/** Sends a letter by e-mail. */
export async function byEmail(context: Email) {
  const { to, confirmTo } = context.input
  const { faxJobId: _, ...sent } = await ask(context, (_subject, prescriber) => {
    const addresses = [...new Set(to.map((one) => one.toLowerCase()))]
    for (const address of addresses) {
      const confirmed = confirmTo?.find((one) => one.toLowerCase() === address) ?? confirmTo?.[0]
      context.refuse(whyNotThere(address, prescriber.email, confirmed, 'to', fullName(prescriber)))
    }
    return { channel: 'EMAIL', to: addresses }
  })
  return sent
}

/** Sends a letter by fax, or makes it for printing where faxes are sent by hand. */
export async function byFax(context: Fax) {
  const { faxNumber, confirmFaxNumber, coverNote = '', autoFax = true } = context.input
  return ask(context, ({ auto_fax: on, blocked }, prescriber) => {
    if (!autoFax) return { channel: 'PRINT', to: [], coverNote }
    if (!on)
      context.refuse({
        code: 'FEATURE_OFF',
        message: 'Letters are not faxed for this carrier. Send an e-mail, or print the letter.',
      })
    const number = faxDigits(faxNumber)
    const list = Array.isArray(blocked) ? blocked.map(String) : []
    context.refuse(whyNotFax(faxNumber, list))
    const onFile = prescriber.fax === null ? null : (faxDigits(prescriber.fax) ?? null)
    const again = confirmFaxNumber === undefined ? undefined : (faxDigits(confirmFaxNumber) ?? '')
    context.refuse(whyNotThere(number!, onFile, again, 'faxNumber', fullName(prescriber)))
    return { channel: 'FAX', to: [number!], coverNote }
  })
}
