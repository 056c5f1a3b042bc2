import { z } from 'zod'

/** A document as lists show it (Doc). Its bytes are at `GET /file/{documentId}/{typeId}`. */
export const Doc = z.object({
  documentId: z.string(),
  typeId: z.int(),
  typeName: z.string(),
  fileName: z.string(),
  mime: z.string(),
  bytes: z.int(),
  pages: z.int().nullable(),
  receivedAt: z.string(),
  source: z.string(),
})
export type Doc = z.infer<typeof Doc>

/** A letter of medical necessity as a request shows it. Instants are ISO 8601 UTC, `answerBy` a calendar day. */
export const Lomn = z.object({
  lomnId: z.string(),
  referenceNumber: z.string(),
  status: z.string(),
  statusId: z.int(),
  statusLabel: z.string(),
  template: z.enum(['general', 'opioid', 'compound']),
  channel: z.enum(['EMAIL', 'FAX', 'PRINT']),
  prescriber: z.string(),
  to: z.array(z.string()),
  comments: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  answerBy: z.string(),
  sentAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  openedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  /** The day the prescriber signed it: from then on it counts. */
  signedOn: z.string().nullable(),
  /** When an answer that was not complete last went back, and what it lacked, in words. */
  returnedAt: z.string().nullable(),
  missing: z.array(z.string()),
  /** What an answer on paper may be said to lack: keys of questions, and `signature`. */
  mayLack: z.array(z.string()),
  reviewedAt: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** What a person who read it says: it supports the drug, or not; null until then. */
  supports: z.boolean().nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** What was typed rather than attached. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  documents: z.array(Doc),
})
export type Lomn = z.infer<typeof Lomn>
