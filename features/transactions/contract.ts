import { z } from 'zod'
import { claimRequest } from '#features/adjudication/claim-request.ts'
import { act, calls } from '#platform/calls/contract.ts'

/** The answer to a pharmacy (D.0 response): paid, rejected, or a duplicate of a paid claim. */
export const ClaimAnswer = z.object({
  status: z.enum(['P', 'R', 'D']),
  tcn: z.string(),
  referenceNumber: z.string().nullable(),
  authorizationNumber: z.string().nullable(),
  rejects: z.array(z.object({ code: z.string(), description: z.string(), message: z.string() })),
  message: z.array(z.string()),
  pricing: z
    .object({ paid: z.number(), ingredientCost: z.number(), dispensingFee: z.number(), basis: z.string() })
    .nullable(),
  authorizationId: z.string().nullable(),
  priorAuthRef: z.string().nullable(),
})
export type ClaimAnswer = z.infer<typeof ClaimAnswer>

export const transactions = calls('transactions', {
  intake: act('POST /pharmacy/claims', {
    id: 'E08',
    summary: "A pharmacy's claim (B1): adjudicated, stored, and raised to a person where one must decide",
    service: { kind: 'pharmacy' },
    phi: 'full',
    limit: 'intake',
    input: claimRequest,
    output: ClaimAnswer,
  }),
  reverse: act('POST /pharmacy/claims/{tcn}/reverse', {
    id: 'E08',
    summary: 'A reversal (B2): restores fills',
    service: { kind: 'pharmacy' },
    phi: 'full',
    limit: 'intake',
    ids: { tcn: 'rx_transaction' },
    input: z.strictObject({
      tcn: z.string().regex(/^[\d ]{14,30}$/, 'Enter 14 to 20 digits.'),
      bin: z.string().max(6),
      pcn: z.string().max(10),
      insurance: z.strictObject({ groupCode: z.string().max(15) }),
      reason: z.string().max(200).optional(),
    }),
    output: z.object({
      status: z.enum(['A', 'R']),
      tcn: z.string(),
      reversalReference: z.string().nullable(),
      restoredFills: z.int(),
      rejects: z.array(z.object({ code: z.string(), description: z.string(), message: z.string() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
