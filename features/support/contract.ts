import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { storedDay } from '#platform/dates/fields.ts'
import { callerKinds } from './caller.ts'
import { supportQueues } from './queues.ts'

export const TOO_SHORT = 'Enter four digits or two letters.'

const QueueWaiting = z.object({
  queue: z.enum(supportQueues),
  /** Counted up to 1,000. */
  waiting: z.int(),
  /** How many of them a user has taken. */
  taken: z.int(),
  /** Since when the one waits that has waited longest. */
  since: z.string().nullable(),
})
export type QueueWaiting = z.infer<typeof QueueWaiting>

/** A request somebody on the phone may mean. */
const Match = z.object({
  authorizationId: z.string(),
  referenceNumber: z.string(),
  status: z.string(),
  open: z.boolean(),
  claimant: z.string(),
  dateOfBirth: storedDay,
  claimNumber: z.string(),
  drug: z.string(),
  rxNumber: z.string(),
  pharmacy: z.string(),
  pharmacyPhone: z.string().nullable(),
  receivedAt: z.string(),
})
export type Match = z.infer<typeof Match>

export const support = calls('support', {
  queues: read('GET /support/queues', {
    id: 'X240',
    summary: 'What waits in each queue of the support desk, and since when; nothing of a patient',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ queues: z.array(QueueWaiting) }),
    refusals: ['NOT_ALLOWED'],
  }),
  find: read('POST /support/find', {
    id: 'X650',
    summary:
      'The requests a caller means by an Rx number, the phone of a pharmacy, a reference, a claim number or a name',
    phi: 'full',
    limit: 'search',
    input: z.strictObject({ text: z.string().trim().min(2, TOO_SHORT).max(100, 'Enter at most 100 characters.') }),
    output: z.object({
      /** What the text was understood as. */
      kind: z.enum(callerKinds),
      /** Those that are open first, then the newest. */
      content: z.array(Match),
      more: z.boolean(),
    }),
    refusals: ['NOT_ALLOWED', 'VALIDATION'],
  }),
  elsewhere: read('GET /support/carriers', {
    id: 'X503',
    summary: "What waits in the queues of the agent's other carriers, each by name; nothing of a patient",
    phi: 'none',
    trips: {
      count: 3,
      why: 'the carriers of the agent are known before their queues are counted, one after the other',
    },
    input: z.strictObject({}),
    output: z.object({
      carriers: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          /** Those in which something waits. */
          queues: z.array(QueueWaiting),
        }),
      ),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
})
