import { isoOf } from '#platform/dates/instant.ts'
import { documentTypeName } from '#reference/document-types.ts'
import type { LetterShown } from '#features/authorizations/letter-columns.ts'
import { mayLack, missingWords } from './complete.ts'
import { letterStatusLabel, letterStatusName } from './machine.ts'
import type { Lomn } from '#features/authorizations/letter-shape.ts'

const isoOr = (at: string | null): string | null => (at === null ? null : isoOf(at))

/** A letter in the shape of the contract. */
export const toLomn = (of: LetterShown): Lomn => ({
  lomnId: of.id,
  referenceNumber: of.reference_number,
  status: letterStatusName(of.status),
  statusId: of.status,
  statusLabel: letterStatusLabel(of.status),
  template: of.template,
  channel: of.channel,
  prescriber: of.prescriber_name,
  to: of.recipients,
  comments: of.comments,
  requestedBy: of.requested_by_name,
  requestedAt: isoOf(of.requested_at),
  answerBy: of.answer_by,
  sentAt: isoOr(of.sent_at),
  deliveredAt: isoOr(of.delivered_at),
  openedAt: isoOr(of.opened_at),
  receivedAt: isoOr(of.received_at),
  signedOn: of.signed_on,
  returnedAt: isoOr(of.returned_at),
  missing: of.missing.map((key) => missingWords(of.template, key)),
  mayLack: [...mayLack(of.template, of.questions)],
  reviewedAt: isoOr(of.reviewed_at),
  reviewedBy: of.reviewed_by_name,
  closedAt: isoOr(of.closed_at),
  supports: of.supports,
  attempts: of.attempts,
  lastError: of.last_error,
  answeredBy: of.answered_by,
  answers: of.answers,
  documents: of.documents.map((document) => ({
    documentId: document.id,
    typeId: document.type_id,
    typeName: documentTypeName(document.type_id),
    fileName: document.file_name,
    mime: document.mime,
    bytes: document.bytes,
    pages: document.pages,
    receivedAt: isoOf(document.received_at),
    source: document.source,
  })),
})
