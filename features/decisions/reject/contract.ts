import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { ndc } from '#features/claims/number-shapes.ts'
import { Decided, common, reach, why, rejectCodes, undecidable } from '../call-shapes.ts'

/** The product to use instead: it has to pay without an approval, in the amount that was billed. The messages name it. */
const insteadNdc = ndc.optional()

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
      insteadNdc,
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
      insteadNdc,
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
