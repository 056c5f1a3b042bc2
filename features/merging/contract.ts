import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'

const version = z.int().min(1).max(2_147_483_647).optional()

export const merging = calls('merging', {
  merge: act('POST /authorizations/{id}/merge', {
    id: 'X31',
    summary: 'Merge a request into another one for the same drug, which then speaks for both',
    phi: 'limited',
    ids: { id: 'rx_authorization', into: 'rx_authorization' },
    input: z.strictObject({
      id: uuid,
      into: uuid,
      /** Of the request that goes, and of the one that stays, as the caller saw them. */
      version,
      intoVersion: version,
    }),
    output: z.object({
      success: z.literal(true),
      /** The request that stays. */
      authorizationId: z.string(),
      referenceNumber: z.string(),
      version: z.int(),
      statutoryDueAt: z.string(),
      mergedAuthorizationId: z.string(),
      authorizationStatusId: z.int(),
      authorizationStatus: z.string(),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'ALREADY_DECIDED',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'RULE',
    ],
  }),
})
