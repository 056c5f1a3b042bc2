import { MINUTE_MS, later, fromSeconds } from '#platform/dates/instant.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { actorOf, lineOf } from '#features/authorizations/rows.ts'
import { status as authorizationStatus, statusLabel } from '#features/authorizations/statuses.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { recordReport } from './record-report.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { endSnooze } from '#features/authorizations/waiting-sql.ts'
import {
  beforeAct,
  type BeforeContext,
  type Caller,
  implement,
  type Refusing,
  type CallContext,
} from '#platform/calls/handler.ts'
import { cancelByPayload } from '#platform/jobs/outbox.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { readMailReport } from '#platform/gateways/mail-report.ts'
import type { LetterTemplateId } from '#reference/letter-templates.ts'
import { accepted, attached, openLetter, respond } from './answer-call.ts'
import { arrive, requestOf } from './arrive.ts'
import { letters } from './contract.ts'
import { mayLack, whyNotSigned } from './complete.ts'
import { giveBack, wasReturned } from './give-back.ts'
import { letterPages } from './letter.ts'
import { letterAfter, letterStatus, letterStatusName, type LetterStatus } from './machine.ts'
import { whyNotAsk, whyNotEnter, whyNotTouch } from './rules.ts'
import { answerByOf, byEmail, byFax, fullName, templateOf, type Prescriber } from './send.ts'
import * as sql from './sql.ts'
import { answerPage, factsOf } from './words.ts'

type Calls = typeof letters
const PREVIEW_MS = 10 * MINUTE_MS

/** Only users who may ask for a letter may preview one. */
function mayLook(
  { refuse }: Refusing<'ALREADY_DECIDED' | 'FEATURE_OFF' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'>,
  person: Caller,
  request: Facts,
  subject: sql.Subject,
  now: Date,
): Prescriber {
  // A decided authorization can still be previewed: sending refuses it.
  const why = whyNotAsk(
    person,
    { ...request, status_id: authorizationStatus.PENDING },
    subject.off,
    now.toISOString(),
    decisionSettings(request),
  )
  refuse(why)
  if (!subject.prescriber)
    return invalid('prescriberId', 'This prescriber is not in the directory. Choose another one.')
  return subject.prescriber
}

/** The scan of a letter that came on paper, checked. */
const scanned = ({ input: { file }, portal, sender, refuse }: BeforeContext<Calls['enter']>) =>
  accepted(file, () => portal.checkDocument(file.bytes, sender), 'FAX', refuse)

/** A letter the caller may cancel or review, locked with its authorization. */
async function loadLetter(
  { input, db, who, now, refuse }: CallContext<Calls['cancel']> | CallContext<Calls['review']>,
  action: 'cancel' | 'review',
) {
  const [person, , letter, request] = await Promise.all([
    who(),
    db.one(sql.lockById(input.lomnId)),
    db.one(sql.letterById(input.lomnId)),
    db.one(sql.requestOfLetter(input.lomnId)),
  ])
  if (!letter || !request) return notFound()
  const at = now.toISOString()
  lapseFirst([request], at)
  const why = whyNotTouch(person, request, letter.status, action, at, decisionSettings(request))
  refuse(why)
  return { person, letter, request, now: at }
}

export const handlers = implement(letters)({
  // Nothing is stored: the URL holds what to show, encrypted for the caller.
  preview: async ({ input, db, who, now, note, portal, refuse }) => {
    const { referenceNumber, template, prescriberId } = input
    const expires = later(now, PREVIEW_MS)
    const until = String(Math.floor(expires.getTime() / 1000))
    const which = s`a.reference_number = ${referenceNumber}`
    const [person, request, subject, encrypted] = await Promise.all([
      who(),
      db.one(sql.lookAt(which)),
      db.one(sql.subject(which, sql.named(prescriberId))),
      db.one(sql.encryptPreview([referenceNumber, template ?? '-', prescriberId ?? '-', until].join(' '))),
    ])
    if (!request || !subject) return notFound()
    const prescriber = mayLook({ refuse }, person, request, subject, now)
    note({ claims: [subject.stratus_claim_id], type: 'rx_authorization', id: subject.authorization_id })
    return {
      previewUrl: `${portal.settings.origin}${portal.settings.apiBase}/authorizations/previewLomn/${encrypted!.token}`,
      documentId: prescriber.mark,
      expiresAt: fromSeconds(Number(until)).toISOString(),
      template: templateOf(template, subject),
      prescriber: { npi: prescriber.npi, name: fullName(prescriber), fax: prescriber.fax, email: prescriber.email },
      autoFax: subject.auto_fax,
      answerBy: answerByOf(subject, now),
    }
  },

  previewFile: async ({ input, db, who, now, note, portal, refuse }) => {
    const which = s`a.reference_number = ${sql.partOfPreview(input.preview, 1)}`
    const [person, place, request, subject] = await Promise.all([
      who(),
      db.one(sql.previewPlace(input.preview)),
      db.one(sql.lookAt(which)),
      db.one(sql.subject(which, sql.partOfPreview(input.preview, 3))),
    ])
    if (!request || !subject || Number(place?.until) * 1000 < now.getTime()) return notFound()
    const prescriber = mayLook({ refuse }, person, request, subject, now)
    const facts = factsOf(subject, {
      letterReference: null,
      prescriber: fullName(prescriber),
      requestedBy: person.name,
    })
    const choice = {
      template: templateOf((place?.template ?? undefined) as LetterTemplateId | undefined, subject),
      questions: [],
      comments: '',
      answerBy: answerByOf(subject, now),
    }
    note({ claims: [subject.stratus_claim_id], type: 'rx_authorization', id: subject.authorization_id })
    const page = { page: answerPage(portal.settings.origin, null), code: null }
    const file = await portal.files.letter(letterPages(facts, choice, page, { day: subject.today, now }))
    return { file, name: `Letter preview ${subject.reference_number}.pdf` }
  },

  email: byEmail,
  fax: byFax,

  cancel: async (context) => {
    const { write, note, publishChange } = context
    const { letter, ...by } = await loadLetter(context, 'cancel')
    const { request, person, now: at } = by
    // An authorization that waited for this letter only is pending again.
    const to =
      request.status_id === authorizationStatus.PENDING_LOMN && !letter.others_open
        ? authorizationStatus.PENDING
        : request.status_id
    write(
      sql.change(letter.mc, letter.id, {
        status: letterAfter(letter.status as LetterStatus, 'cancel')!,
        closed_at: at,
      }),
    )
    write(
      cancelByPayload({ mc: letter.mc, topics: ['letter.message', 'notify'], payload: { lomnId: letter.id }, now: at }),
    )
    const cancelled = lineOf(by, eventCode.LETTER_DELIVERY, { result: `canceled by ${person.name}` })
    if (to !== request.status_id) {
      const back = lineOf(by, eventCode.PULLED_BACK, { user: person.name }, { to })
      move(context, request, { via: 'pending', to, now: at, by: person, events: [cancelled, back] })
      write(endSnooze(letter.mc, request.id, at))
    } else write(insertEvents([cancelled]))
    note({
      claims: [letter.stratus_claim_id],
      type: 'lomn_request',
      id: letter.id,
      detail: { status: letterStatus.CANCELLED },
    })
    publishChange('authorizations')
    return touched(letter, letterStatus.CANCELLED, to)
  },

  review: async (context) => {
    const { input, write, note, publishChange } = context
    const { letter, ...by } = await loadLetter(context, 'review')
    const { request, person, now: at } = by
    write(
      sql.change(letter.mc, letter.id, {
        status: letterAfter(letter.status as LetterStatus, 'review')!,
        reviewed_at: at,
        reviewed_by_name: person.name,
        supports: input.supports,
      }),
    )
    write(
      insertEvents([
        lineOf(by, eventCode.DOCUMENT_CHANGED, {
          type: 'letter of medical necessity',
          action: `read by ${person.name}: it ${input.supports ? 'supports' : 'does not support'} the drug`,
        }),
      ]),
    )
    note({
      claims: [letter.stratus_claim_id],
      type: 'lomn_request',
      id: letter.id,
      detail: { status: letterStatus.REVIEWED, supports: input.supports },
    })
    publishChange('authorizations')
    return touched(letter, letterStatus.REVIEWED, request.status_id)
  },

  enter: beforeAct(scanned, async (context, document) => {
    const { input, db, who, now, note } = context
    const [person, , letter] = await Promise.all([
      who(),
      db.one(sql.lockByReference(input.referenceNumber)),
      db.one(sql.letterByReference(input.referenceNumber)),
    ])
    if (!letter) return notFound()
    lapseFirst([requestOf(letter)], now.toISOString())
    context.refuse(whyNotEnter(person, letter.status))
    const paper = { ...document, source: input.source === 'FAX' ? ('FAX' as const) : ('PORTAL' as const) }
    if (!input.complete) {
      const missing = [...new Set(input.missing)]
      const known = mayLack(letter.template, letter.questions)
      if (missing.length === 0 || missing.some((key) => !known.includes(key)))
        context.refuse({ code: 'VALIDATION', field: 'missing', message: 'Enter what is missing.' })
      // The same scan entered twice, also at once: the prescriber is notified once.
      const isRepeat = await wasReturned(letter, missing, paper, db)
      if (!isRepeat) giveBack(letter, { document: paper, missing, person }, now.toISOString(), context)
      note({
        claims: [letter.stratus_claim_id],
        type: 'lomn_request',
        id: letter.id,
        detail: { status: letter.status, source: input.source, missing, ...(isRepeat && { again: true }) },
      })
      return touched(letter, letter.status as LetterStatus, letter.auth_status)
    }
    context.refuse(whyNotSigned(input.signedOn, letter.requested_on, letter.today))
    const came = arrive(
      letter,
      {
        documents: [paper],
        answers: [],
        answeredBy: `${letter.prescriber_name}, entered by ${person.name}`,
        signedOn: input.signedOn!,
        actor: actorOf(person),
      },
      now.toISOString(),
      context,
    )
    note({
      claims: [letter.stratus_claim_id],
      type: 'lomn_request',
      id: letter.id,
      detail: { status: letterStatus.RECEIVED, source: input.source, signedOn: input.signedOn },
    })
    return touched(letter, came.status, came.authorizationStatusId)
  }),

  open: openLetter,
  respond: beforeAct(attached, respond),

  faxStatus: (context) => {
    const { faxJobId, status, reason } = context.input
    return recordReport(context, { id: faxJobId, channel: 'FAX' }, { status, reason })
  },
  mailReport: (context) => {
    const { messageId, file } = context.input
    return recordReport(context, { id: messageId, channel: 'MAIL' }, readMailReport(file.bytes))
  },
})

const touched = (letter: sql.LetterFound, status: LetterStatus, auth: number) => ({
  success: true as const,
  lomnId: letter.id,
  status: letterStatusName(status),
  authorizationStatusId: auth,
  authorizationStatus: statusLabel(auth),
})
