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
})
