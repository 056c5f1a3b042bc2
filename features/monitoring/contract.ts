import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { faultCodes } from './rules.ts'

export const monitoring = calls('monitoring', {
  fault: act('POST /monitoring/faults', {
    trips: { count: 1, why: 'nothing is written but the log' },
    id: 'X20',
    summary: 'Put on record that a page failed, in words of an allow list only',
    gate: 'public',
    phi: 'none',
    limit: 'telemetry',
    // No free text: no message, address, name or stack trace can be sent.
    input: z.strictObject({
      kind: z.enum(['login-error', 'page-fault', 'part-missing']),
      code: z.enum(faultCodes),
      /** The Support Id of the answer the fault came from. */
      supportId: z.uuid().optional(),
    }),
    output: z.object({
      success: z.literal(true),
      /** The id under which the fault is logged. */
      supportId: z.string(),
    }),
  }),
})
