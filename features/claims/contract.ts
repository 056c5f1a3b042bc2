import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { mcCode } from './fields.ts'

export const claims = calls('claims', {
  subCarriers: read('GET /subcarriers?masterCarrier', {
    id: 'C028',
    summary: 'The sub-carriers of the carrier that the caller sees',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.array(
      z.object({
        subCarrierCode: z.string(),
        subCarrierName: z.string(),
        subCarrierId: z.int(),
        active: z.boolean(),
      }),
    ),
  }),
})
