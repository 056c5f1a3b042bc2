import { z } from 'zod'
import { Counts, QueueCount } from '#features/worklist/contract.ts'
import { calls, read } from '#platform/calls/contract.ts'

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
/** Of one of the caller's carriers. */
const CarrierCount = Counts.pick({
  pendingAuthCount: true,
  escalatedAuthCount: true,
  overdueCount: true,
  dueTodayCount: true,
  dueTomorrowCount: true,
  atCounterCount: true,
  letterCameCount: true,
}).extend({
  code: z.string(),
  /** What waits in the queues the caller works on there, by the status of what is in them. */
  queues: z.array(QueueCount.pick({ status: true, waiting: true })),
  /** When the first of the pending is due. */
  leastDueAt: z.string().nullable(),
  /** The caller's approval limit there. */
  approvalLimit: z.number().nullable(),
})
export type CarrierCount = z.infer<typeof CarrierCount>

export const caseload = calls('caseload', {
  carriers: read('GET /masterCarriers/counts', {
    id: 'X451',
    summary: 'What waits for the caller at each of their carriers: numbers and times, no names',
    phi: 'none',
    input: z.strictObject({}),
    /** By code; each as the dashboard of that carrier counts it. */
    output: z.object({ carriers: z.array(CarrierCount) }),
  }),
  programs: read('GET /masterCarrier/_{mc}/authorizations/totals', {
    id: 'X452',
    summary: 'The open requests of each program, of every case owner',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.object({
      programs: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          pending: z.int(),
          overdueCount: z.int(),
          dueTodayCount: z.int(),
        }),
      ),
    }),
  }),
})
