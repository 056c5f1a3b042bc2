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
    // Nothing free: no text, address, name or trace of the person can be told.
    input: z.strictObject({
      kind: z.enum(['login-error', 'page-fault', 'part-missing']),
      code: z.enum(faultCodes),
      /** Of the answer the fault came from. */
      supportId: z.uuid().optional(),
    }),
    output: z.object({
      success: z.literal(true),
      /** Under which the fault is on record. */
      supportId: z.string(),
    }),
  }),
})
