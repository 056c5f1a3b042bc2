import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { uuid } from '#features/authorizations/contract.ts'
import { act, calls } from '#platform/calls/contract.ts'
import { mcCode, subCode } from '#features/claims/fields.ts'
import { MAX_DOCUMENT_BYTES } from '#platform/calls/documents.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { upload } from '#platform/calls/upload-field.ts'

const template = z.enum(['general', 'opioid', 'compound'], 'Enter general, opioid or compound.')
const prescriberId = z
  .string()
  .regex(/^(\d{10}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/, 'Enter the NPI or the id of a prescriber.')
const reference = z.string().regex(/^\d{12}$/, 'Enter the twelve digits of a request.')
const letterReference = z.string().regex(/^LM\d{10}$/, 'Enter LM and ten digits, as the letter has them.')
const email = z.email('Enter an e-mail address.').max(254)
const words = (most: number) => z.string().max(most, `Write ${most.toLocaleString('en-US')} characters at most.`)
/** The code of a letter, copied from the message or typed. */
const code = z.string().min(1).max(40)
/** Of the request as the caller sees it. */
const version = z.int().min(1).max(2_147_483_647).optional()
const lomnId = z.uuid('Enter the id of a letter.')

/** A file the handler makes and the browser downloads. */
const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

const about = {
  authorizationId: uuid,
  referenceNumber: reference.optional(),
  masterCarrier: mcCode.optional(),
  subCarrier: subCode.optional(),
  version,
  /** Defaults to the prescriber of the authorization. */
  prescriberId: prescriberId.optional(),
  /** Defaults to the template that fits the drug. */
  template: template.optional(),
  /** Keys of the template's questions; defaults to all of them. */
  questions: z
    .array(z.string().regex(/^[a-zA-Z]{1,20}$/, 'Enter the key of a question.'))
    .max(12)
    .optional(),
  comments: words(1000).optional(),
  cc: z.array(email).max(5).optional(),
  /** From the preview: nothing is sent when the prescriber's data changed since. */
  documentId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'Enter the documentId of the preview.')
    .optional(),
}

const Sent = z.object({
  success: z.literal(true),
  lomnId: z.string(),
  status: z.string(),
  referenceNumber: z.string(),
  authorizationStatusId: z.int(),
  authorizationStatus: z.string(),
  version: z.int(),
  answerBy: z.string(),
  /** The letter as it is sent, kept as a document of type 2. */
  letterDocId: z.string(),
  /** Until then it can be cancelled before it is sent. */
  undoUntil: z.string(),
})

const Touched = z.object({
  success: z.literal(true),
  lomnId: z.string(),
  status: z.string(),
  authorizationStatusId: z.int(),
  authorizationStatus: z.string(),
})

/** What a prescriber with the code of a letter sees. */
export const OpenedLetter = z.object({
  state: z.enum(['OPEN', 'ANSWERED', 'CLOSED']),
  referenceNumber: z.string(),
  carrier: z.string(),
  phone: z.string(),
  answeredAt: z.string().nullable(),
  /** While it is open. */
  letter: z
    .object({
      title: z.string(),
      prescriber: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()])),
      intro: z.string(),
      /** An answer without the required ones is refused. */
      questions: z.array(z.object({ key: z.string(), text: z.string(), required: z.boolean() })),
      comments: z.string(),
      answerBy: z.string(),
      /** The carrier's calendar day, on which an answer sent now is signed. */
      today: z.string(),
    })
    .nullable(),
})
export type OpenedLetter = z.infer<typeof OpenedLetter>

const refusedSending = [
  'NOT_FOUND',
  'UPDATE_BLOCKED',
  'NOT_ALLOWED',
  'FEATURE_OFF',
  'ALREADY_DECIDED',
  'DUPLICATE',
  'CONFLICT',
  'PRECONDITION_REQUIRED',
  'RULE',
  'RATE_LIMIT',
  'VALIDATION',
] as const

export const letters = calls('letters', {
  // An act although it is a GET, since only users who may ask for a letter may preview one. It changes nothing.
  preview: act('GET /authorizations/previewLomn?referenceNumber&masterCarrier&template&prescriberId', {
    id: 'C021',
    summary: 'Preview a letter of medical necessity',
    phi: 'limited',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      referenceNumber: reference,
      masterCarrier: mcCode.optional(),
      template: template.optional(),
      prescriberId: prescriberId.optional(),
    }),
    output: z.object({
      /** Works for this user in this carrier until `expiresAt`. */
      previewUrl: z.string(),
      documentId: z.string(),
      expiresAt: z.string(),
      template,
      prescriber: z.object({
        npi: z.string(),
        name: z.string(),
        fax: z.string().nullable(),
        email: z.string().nullable(),
      }),
      /** The portal sends faxes for the carrier. */
      autoFax: z.boolean(),
      answerBy: z.string(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'FEATURE_OFF', 'VALIDATION', 'ALREADY_DECIDED', 'NOT_ALLOWED', 'RULE'],
  }),
  previewFile: act('GET /authorizations/previewLomn/{preview}', {
    id: 'X51',
    summary: 'The preview of a letter, as a PDF',
    phi: 'full',
    file: 'application/pdf',
    input: z.strictObject({ preview: z.string().max(200) }),
    output: File,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'FEATURE_OFF', 'ALREADY_DECIDED', 'NOT_ALLOWED', 'RULE'],
  }),
  email: act('POST /authorizations/sendLomn', {
    id: 'C029',
    summary: 'Ask the prescriber for a letter by e-mail, with a secure link for the answer',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      ...about,
      to: z.array(email).min(1, 'Enter an e-mail address.').max(3, 'Enter three addresses at most.'),
      confirmTo: z
        .array(email)
        .max(3, 'Enter three addresses at most.')
        .optional()
        .describe(
          'The addresses of `to` that the directory does not have for this prescriber, given a second time. Without it such an address is refused.',
        ),
    }),
    output: Sent,
    refusals: refusedSending,
  }),
  fax: act('POST /lomn/send', {
    id: 'C030',
    summary: 'Ask the prescriber for a letter by fax',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      ...about,
      faxNumber: z.string().max(40),
      confirmFaxNumber: z
        .string()
        .max(40)
        .optional()
        .describe(
          'The `faxNumber` a second time, when the directory does not have it for this prescriber. Without it such a number is refused.',
        ),
      coverNote: words(500).optional(),
      /** False: the letter is printed and sent by hand. */
      autoFax: z.boolean().optional(),
    }),
    output: Sent.extend({ faxJobId: z.string().nullable() }),
    refusals: refusedSending,
  }),
  cancel: act('PUT /lomn/{lomnId}/cancel', {
    id: 'X52',
    summary: 'Call a letter off that was asked for',
    phi: 'limited',
    ids: { lomnId: 'lomn_request' },
    input: z.strictObject({ lomnId }),
    output: Touched,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'ALREADY_DECIDED', 'RULE'],
  }),
  review: act('PUT /lomn/{lomnId}/review', {
    id: 'X53',
    summary: 'Say that a letter that came was read, and whether it supports the drug',
    phi: 'limited',
    ids: { lomnId: 'lomn_request' },
    input: z.strictObject({ lomnId, supports: z.boolean() }),
    output: Touched,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'ALREADY_DECIDED', 'RULE'],
  }),
  enter: act('POST /lomn/received', {
    id: 'X54',
    summary: 'Enter a letter that came by fax or mail, by the reference on it',
    phi: 'limited',
    limit: 'upload',
    trips: { count: 3, why: 'who sends a file is known before it is looked at, and no connection waits meanwhile' },
    form: { maxBytes: MAX_DOCUMENT_BYTES },
    input: z.strictObject({
      referenceNumber: letterReference,
      source: z.enum(['FAX', 'POST'], 'Enter FAX or POST.'),
      file: upload,
      /** False: the answer lacks something and goes back to the prescriber unprocessed. */
      complete: z.boolean('Say whether it is complete.'),
      /** The day the prescriber signed a complete answer. */
      signedOn: day.optional(),
      /** Of an incomplete answer: keys of the questions that are not answered, or `signature`. */
      missing: z
        .array(z.string().regex(/^[a-zA-Z]{1,20}$/, 'Enter the key of a question, or signature.'))
        .max(13)
        .optional(),
    }),
    output: Touched,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'RULE', 'VALIDATION'],
  }),
  open: act('POST /lomn/open', {
    id: 'X55',
    summary: 'What a prescriber is asked, for the holder of its code',
    gate: 'public',
    phi: 'limited',
    limit: 'upload',
    input: z.strictObject({ token: code }),
    output: OpenedLetter,
    refusals: ['NOT_FOUND'],
  }),
  respond: act('POST /lomn/{token}/response', {
    id: 'E09',
    summary: 'The prescriber answers: attaches the letter, or types it',
    gate: 'public',
    phi: 'limited',
    limit: 'upload',
    trips: { count: 3, why: 'the code is known before the file is looked at, and no connection waits meanwhile' },
    form: { maxBytes: MAX_DOCUMENT_BYTES },
    input: z.strictObject({
      token: code,
      file: upload.optional(),
      /** In the order of the questions; empty where a question is not answered. */
      answers: z.array(words(3000)).max(12).optional(),
      /** The name the prescriber signs with. */
      signedBy: z.string().trim().min(3, 'Enter your name.').max(120),
      /** The signer is the prescriber or acts for them. */
      attested: z.literal(true, 'Confirm that you are the prescriber, or act for them.'),
    }),
    output: z.object({ success: z.literal(true), referenceNumber: z.string(), receivedAt: z.string() }),
    refusals: ['NOT_FOUND', 'CONFLICT', 'RULE', 'VALIDATION'],
  }),
  faxStatus: act('POST /fax/status', {
    id: 'E10',
    summary: 'The fax gateway says what became of a fax',
    service: { kind: 'fax', field: 'faxJobId' },
    phi: 'none',
    limit: 'intake',
    input: z.strictObject({
      faxJobId: z.uuid('Enter the id of a fax.'),
      status: z.enum(['sent', 'delivered', 'failed'], 'Enter sent, delivered or failed.'),
      reason: z.string().max(200).optional(),
    }),
    output: z.object({ success: z.literal(true), status: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  mailReport: act('POST /mail/report', {
    id: 'X710',
    summary: 'The mail system hands over a mail of ours that came back',
    service: { kind: 'mail', field: 'messageId' },
    phi: 'none',
    limit: 'intake',
    form: { maxBytes: MAX_DOCUMENT_BYTES },
    input: z.strictObject({
      messageId: z.uuid('Enter the id behind the plus sign of the address it came to.'),
      /** The mail as it came, headers and all. What holds no report of delivery (RFC 3464) changes nothing. */
      file: upload,
    }),
    output: z.object({ success: z.literal(true), status: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
})
