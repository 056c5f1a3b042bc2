import { z } from 'zod'
import { claimId } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { File } from '#features/worklist/contract.ts'
import { AuthRow, Decision, Fill, PriorAuth, uuid } from '#features/authorizations/contract.ts'

export const Event = z.object({
  eventId: z.string(),
  eventCode: z.int(),
  eventText: z.string(),
  actorName: z.string(),
  /** The user who acted; null of anybody else. */
  actorId: z.string().nullable(),
  actorType: z.string(),
  at: z.string(),
  oldStatus: z.string().nullable(),
  newStatus: z.string().nullable(),
})
export type Event = z.infer<typeof Event>

export const history = calls('history', {
  story: read('POST /authorizations/history', {
    id: 'C035',
    summary: 'The whole story of a request: decisions, chain, prior authorizations, fills',
    phi: 'full',
    ids: { stratusAuthId: 'rx_authorization' },
    input: z.strictObject({ stratusAuthId: uuid, timeZone: z.string().max(60).optional() }),
    output: z.object({
      decisions: z.array(
        Decision.extend({
          authorizationId: z.string(),
          drugName: z.string(),
          quantity: z.number(),
          daysSupply: z.int(),
        }),
      ),
      chain: z.array(AuthRow),
      priorAuths: z.array(PriorAuth),
      fills: z.array(Fill),
    }),
    refusals: ['NOT_FOUND'],
  }),
  export: read('POST /eventlog/export', {
    trips: {
      count: 3,
      why: 'the audit says what the file is of, so it follows the rows; how it ended follows the file',
    },
    id: 'C058',
    summary: 'The whole event log as a file',
    phi: 'full',
    limit: 'export',
    ids: { stratusAuthId: 'rx_authorization' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({ stratusAuthId: uuid, timeZone: z.string().max(60).optional() }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
  detail: read('GET /patients/claim/{claimId}/authorization/{authorizationId}/export/pdf?timeZone', {
    id: 'C040',
    summary: 'A request on paper: who, what, why it stopped, the decision and the event log',
    phi: 'full',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    ids: { claimId: 'wc_claim', authorizationId: 'rx_authorization' },
    file: 'application/pdf',
    input: z.strictObject({ claimId, authorizationId: uuid, timeZone: z.string().max(60).optional() }),
    output: File,
    refusals: ['NOT_FOUND', 'FEATURE_OFF'],
  }),
  eventLog: read('POST /authorizations/eventLog', {
    id: 'C056',
    summary: 'The event log, newest first, 50 a page',
    phi: 'full',
    ids: { stratusAuthId: 'rx_authorization' },
    input: z.strictObject({
      stratusAuthId: uuid,
      pageNo: z.int().min(0).max(10_000).default(0),
      timeZone: z.string().max(60).optional(),
    }),
    output: z.object({ events: z.array(Event), pageNo: z.int(), totalPages: z.int(), total: z.int() }),
    refusals: ['NOT_FOUND'],
  }),
})
