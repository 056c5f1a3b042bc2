import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { upload } from '#platform/calls/upload-field.ts'
import { mcCode, page, size } from '#features/claims/fields.ts'

/** Larger files are loaded with `npm run eligibility-feed`. */
const MOST_BYTES = 20_000_000

const Feed = z.object({
  feedId: z.string(),
  fileName: z.string(),
  /** LOADING until every line was read; FAILED where the file is no feed. */
  status: z.enum(['LOADING', 'LOADED', 'FAILED']),
  /** Why the file as a whole was not read; null otherwise. */
  problem: z.string().nullable(),
  percent: z.int(),
  lines: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  receivedAt: z.string(),
  finishedAt: z.string().nullable(),
})

const RefusedLine = z.object({ line: z.int(), column: z.string(), message: z.string() })

/** A file as support sees it. */
const File = Feed.extend({
  /** Lines were refused, or the whole file, and nobody has said that they looked at it. */
  waits: z.boolean(),
})
export type File = z.infer<typeof File>

const feedId = z.uuid('Enter the id of a feed.')

export const eligibilityFeed = calls('eligibilityFeed', {
  send: act('POST /feeds/eligibility', {
    id: 'E21',
    summary: "A carrier's file of workers, claims and coverage; the same file again changes nothing",
    service: { kind: 'carrier', field: 'masterCarrier' },
    phi: 'none',
    limit: 'intake',
    form: { maxBytes: MOST_BYTES },
    trips: { count: 3, why: 'whether the file came before decides whether a job is asked for' },
    input: z.strictObject({ masterCarrier: mcCode, file: upload }),
    output: Feed,
    refusals: ['NOT_FOUND', 'RULE'],
  }),
  status: read('GET /feeds/{id}?masterCarrier&page', {
    id: 'E21',
    summary: 'How far a feed file was loaded, and the lines that were refused',
    service: { kind: 'carrier', field: 'masterCarrier' },
    phi: 'none',
    limit: 'intake',
    input: z.strictObject({
      id: feedId,
      masterCarrier: mcCode,
      /** Of the refused lines, 500 a page. */
      page: z.int().min(0).max(2000).default(0),
    }),
    output: Feed.extend({
      /** The column of the line, what is wrong there and how to put it right. */
      refusals: z.array(RefusedLine),
    }),
    refusals: ['NOT_FOUND'],
  }),
  again: read('GET /feeds/{id}/again?masterCarrier&page', {
    id: 'X556',
    summary: 'The refused lines of a feed as a file, with what is wrong in each: it is mended and sent as the next one',
    service: { kind: 'carrier', field: 'masterCarrier' },
    phi: 'limited',
    limit: 'intake',
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({
      id: feedId,
      masterCarrier: mcCode,
      /** Of the lines, 5,000 a file. */
      page: z.int().min(0).max(2000).default(0),
    }),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_FOUND'],
  }),
  exceptions: read('GET /feeds/eligibility/exceptions?masterCarrier&page&size', {
    id: 'X186',
    summary:
      'Files that are being loaded, and those with refused lines that support has not looked at, the oldest first',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), page, size }),
    output: z.object({ files: z.array(File), more: z.boolean() }),
    refusals: ['NOT_ALLOWED'],
  }),
  refused: read('GET /feeds/{id}/refused?masterCarrier&page&size', {
    id: 'X187',
    summary: 'The refused lines of a file: the column, what is wrong and how to put it right',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { id: 'eligibility_feed' },
    input: z.strictObject({ id: feedId, masterCarrier: mcCode.optional(), page, size }),
    output: z.object({ lines: z.array(RefusedLine), page: z.int(), more: z.boolean() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  reviewed: act('PUT /feeds/{id}/reviewed', {
    id: 'X188',
    summary: 'Say that the refused lines of a file were looked at: it leaves the list',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { id: 'eligibility_feed' },
    input: z.strictObject({ id: feedId, masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true), feedId: z.string(), reviewedAt: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
  }),
})
