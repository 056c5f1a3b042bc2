import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { Decided, common, reach, why, rejectCodes, undecidable } from '../call-shapes.ts'

export const rejecting = calls('decision', {
  reject: act('PUT /authorizations/{id}/status/reject', {
    id: 'C018',
    summary: 'Deny a request and block the drug for a time',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      ...reach,
      /** Blocks the brand and leaves its generics alone. */
      brandOnly: z.boolean().optional(),
      rejectCodes,
      ...why,
      terminateExisting: z.boolean().optional(),
    }),
    output: Decided,
    refusals: [
      ...undecidable,
      'DUPLICATE',
      'PRECONDITION_REQUIRED',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
      'REASON_REQUIRED',
      'DATES_NOT_ALLOWED',
      'LEVEL_NOT_ALLOWED',
      'RULE',
    ],
  }),
  rejectThisFill: act('PUT /authorizations/{id}/status/reject/nopriorauth', {
    id: 'C019',
    summary: 'Deny this fill only, nothing is blocked',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      rejectCodes,
      ...why,
    }),
    output: Decided,
    refusals: [
      ...undecidable,
      'PRECONDITION_REQUIRED',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
      'REASON_REQUIRED',
      'RULE',
    ],
  }),
})
