import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { subCode } from '#features/claims/fields.ts'
import { nabp } from '#features/claims/number-shapes.ts'

/** A day as the pharmacies' service writes it. */
const callbackDay = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4} 12:00 AM$/, 'Enter the date as MM/DD/YYYY 12:00 AM.')
  .nullable()

export const notifying = calls('decision', {
  callback: act('POST /workcomp/v1/pharmacy-cb', {
    id: 'C034',
    summary: 'Tell the pharmacy the outcome',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    also: ['POST /workcomp/v1/pharmacy-cb/', 'POST /pharmacy-cb', 'POST /pharmacy-cb/'],
    input: z.strictObject({
      authorizationId: uuid,
      pharmacyNabp: nabp,
      deliveryType: z.int().min(1).max(9),
      subCarrier: subCode.optional(),
      overrideEditsFlag: z.boolean().optional(),
      oneTimeFillFlag: z.boolean(),
      authorizationStartDate: callbackDay,
      authorizationEndDate: callbackDay,
    }),
    output: z.object({ success: z.literal(true), callbackId: z.string(), status: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'RULE', 'VALIDATION'],
  }),
})
