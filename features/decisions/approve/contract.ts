import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { Decided, namedReject, common, reach, why, undecidable } from '../call-shapes.ts'

export const approving = calls('decision', {
  approve: act('PUT /authorizations/{id}/status/approve', {
    id: 'C017',
    summary: 'Grant a request',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      ...reach,
      overrideAllRejections: z.boolean().optional(),
      rejects: z.array(namedReject).max(60).optional(),
      ...why,
      paMaxFill: z.int().min(1).max(12).nullable().optional(),
      maxQty: z.number().positive().max(9999.999).nullable().optional(),
      maxDays: z.int().min(1).max(365).nullable().optional(),
      safetyRejectEnabled: z.boolean().optional(),
      safetyAck: z.string().max(500).optional(),
      supersede: z.boolean().optional(),
    }),
    output: Decided,
    refusals: [
      ...undecidable,
      'DUPLICATE',
      'PRECONDITION_REQUIRED',
      'CODE_NOT_YOURS_TO_CLEAR',
      'LEVEL_NOT_ALLOWED',
      'SAFETY_NEEDS_PHARMACIST',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
      'DATES_NOT_ALLOWED',
      'REASON_REQUIRED',
      'HARD_STOP',
      'NOT_OVERRIDABLE',
      'RULE',
    ],
  }),
})
