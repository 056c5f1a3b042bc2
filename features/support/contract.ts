import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { supportQueues } from './queues.ts'

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

export const support = calls('support', {
  queues: read('GET /support/queues', {
    id: 'X240',
    summary: 'What waits in each queue of the support desk, and since when; nothing of a patient',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ queues: z.array(QueueWaiting) }),
    refusals: ['NOT_ALLOWED'],
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
