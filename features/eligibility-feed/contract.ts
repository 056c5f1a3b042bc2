import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { upload } from '#platform/calls/upload.ts'
import { mcCode } from '#features/claims/fields.ts'

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
      id: z.uuid('Give the id of a feed.'),
      masterCarrier: mcCode,
      /** Of the refused lines, 500 a page. */
      page: z.int().min(0).max(2000).default(0),
    }),
    output: Feed.extend({
      /** The column of the line, what is wrong there and how to put it right. */
      refusals: z.array(z.object({ line: z.int(), column: z.string(), message: z.string() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
