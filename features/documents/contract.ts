import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { MAX_DOCUMENT_BYTES } from '#platform/calls/documents.ts'
import type { FileAnswer, LaterFile } from '#platform/calls/handler.ts'
import { Page } from '#platform/calls/page.ts'
import { upload } from '#platform/calls/upload-field.ts'
import { day } from '#platform/dates/fields.ts'
import { claimId, mcCode, page, reference, size, subCode } from '#features/claims/fields.ts'

/** A file the browser is given as a Blob. */
const File = z.custom<FileAnswer | LaterFile>().transform((answer) => answer as unknown as Blob)

const documentType = z.int('Enter the number of a document type.').min(1).max(16)
const documentId = z.uuid('Enter the id of a document.')

/** A document on file. Instants are ISO 8601 UTC. */
export const Doc = z.object({
  documentId: z.string(),
  typeId: z.int(),
  typeName: z.string(),
  fileName: z.string(),
  /** What its bytes are; an archived text is opened as a PDF. */
  mime: z.string(),
  bytes: z.int(),
  pages: z.int().nullable(),
  receivedAt: z.string(),
  source: z.enum(['FILENET', 'PORTAL', 'FAX', 'SYSTEM']),
  /** Opened by `GET /fileNetDocument/{id}/{x}` in place of `GET /file/{id}/{x}`. */
  fileNet: z.boolean(),
  /** The request it belongs to. */
  authorizationId: z.string().nullable(),
  /** The drug of that request or of its transaction. */
  drug: z.string().nullable(),
  /** The reference number of its transaction. */
  referenceNumber: z.string().nullable(),
  /** Who uploaded it; null where it came in another way. */
  uploadedBy: z.string().nullable(),
})
export type Doc = z.infer<typeof Doc>

export const documents = calls('documents', {
  ofPatient: read('POST /patientProfileDocuments', {
    id: 'C093',
    summary: 'Documents of a claim, newest first',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      masterCarrier: mcCode,
      subCarrier: subCode,
      claimId,
      typeIds: z.array(documentType).min(1, 'Name at least one type, or leave them out.').max(16).optional(),
      /** Days it was received on, in the carrier's time zone; both included. */
      from: day.optional(),
      to: day.optional(),
      /** Part of the file name, of the drug or of who uploaded it. */
      text: z.string().trim().max(100, 'Write 100 characters at most.').optional(),
      page,
      size,
      /** `next` of the previous page. */
      after: z.string().max(2000).optional(),
    }),
    output: Page(Doc),
    refusals: ['NOT_FOUND', 'VALIDATION', 'FEATURE_OFF'],
  }),
  types: read('POST /document/types/group/{id}/active/true', {
    id: 'C094',
    summary: 'The document types of a group: 1 patient profile, 2 authorization, 3 transaction',
    phi: 'none',
    input: z.strictObject({ id: z.int().min(1).max(99) }),
    output: z.array(z.object({ typeId: z.int(), name: z.string(), groupId: z.int() })),
    refusals: ['NOT_FOUND'],
  }),
  file: read('GET /file/{id}/{x}', {
    id: 'C095',
    summary: 'Open a document',
    phi: 'full',
    file: 'application/pdf',
    ids: { id: 'document' },
    input: z.strictObject({ id: documentId, x: documentType }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
  fileNet: read('GET /fileNetDocument/{id}/{x}', {
    id: 'C096',
    summary: 'Open an archived explanation of benefits (4) or of bill review (5)',
    phi: 'full',
    file: 'application/pdf',
    ids: { id: 'document' },
    input: z.strictObject({ id: documentId, x: documentType }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
  page: read('GET /file/{id}/{x}/pages/{page}', {
    id: 'C095',
    summary: 'A page of a PDF or TIFF as a picture with its words, in JSON: pages, picture (PNG, base64 or null), text',
    phi: 'full',
    file: 'application/json',
    ids: { id: 'document' },
    input: z.strictObject({ id: documentId, x: documentType, page: z.int().min(1).max(5000) }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
  ofTransaction: read('GET /patientEobDocumentsForTransaction/_{a}/_{b}/_{c}/_{d}', {
    id: 'C097',
    summary:
      'Explanations of benefits and of bill review of a transaction: carrier, sub-carrier, claim, reference number',
    phi: 'limited',
    carrier: ['a'],
    ids: { c: 'wc_claim' },
    input: z.strictObject({ a: mcCode, b: subCode, c: claimId, d: reference }),
    output: z.array(Doc),
    refusals: ['NOT_FOUND'],
  }),
  billImage: read('GET /patientPbImageForTransaction/_{a}/_{b}', {
    id: 'C098',
    summary: 'The image of a bill on paper: reference number, carrier',
    phi: 'full',
    file: 'application/pdf',
    carrier: ['b'],
    input: z.strictObject({ a: reference, b: mcCode }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
  add: act('POST /documents', {
    id: 'E22',
    summary: 'Upload a document about a claim or one of its requests',
    phi: 'full',
    limit: 'upload',
    form: { maxBytes: MAX_DOCUMENT_BYTES },
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim', authorizationId: 'rx_authorization' },
    trips: { count: 4, why: 'who sends a file is known before it is looked at, and no connection waits meanwhile' },
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      claimId,
      /** A request of the same claim. */
      authorizationId: z.uuid('Enter the id of a request.').optional(),
      typeId: documentType,
      /** The day it came in; today by default. */
      receivedOn: day.optional(),
      file: upload,
    }),
    output: z.object({ success: z.literal(true), document: Doc }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'RULE', 'FEATURE_OFF', 'DUPLICATE'],
  }),
})
