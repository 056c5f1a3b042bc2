import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { Decision, PriorAuth } from '#features/authorizations/contract.ts'
import { AuthRow } from '#features/authorizations/row-shape.ts'

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
const ofClaims = z.strictObject({
  mc: mcCode,
  sc: z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code.'),
  /** At most 500 requests are answered. */
  claimNumbers: z
    .array(z.string().min(1, 'Enter a claim number.').max(40, 'Enter at most 40 characters.'))
    .min(1, 'Enter at least one claim number.')
    .max(50, 'Enter at most 50 claim numbers.'),
})

export const claimRequests = calls('claimRequests', {
  pendingCount: read('GET /masterCarrier/_{mc}/authorizations/count?email', {
    id: 'D02',
    summary:
      "How many requests wait for a user, those they are a delegate for and snoozed ones too; the caller's own without `email`",
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode, email: z.string().max(254).optional() }),
    output: z.object({ pendingAuthCount: z.int() }),
    refusals: ['NOT_ALLOWED'],
  }),
  bySubCarrier: read('GET /masterCarrier/_{mc}/authorizations/pending/subcarrier', {
    id: 'C006',
    summary: 'Pending requests by sub-carrier, of those the caller may see',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(
      z.object({
        subCarrier: z.string(),
        subCarrierName: z.string(),
        pendingCount: z.int(),
        /** Escalated and not snoozed. */
        escalatedCount: z.int(),
        overdueCount: z.int(),
        /** Hours since the oldest of them came, to a tenth; null where nothing is pending. */
        oldestHours: z.number().nullable(),
      }),
    ),
  }),
  pending: read('GET /masterCarrier/_{mc}/subCarrier/_{sc}/authorizations/pending?claimNumbers', {
    id: 'C005',
    summary: 'Pending requests of some claims, least time left first, with what the caller may do',
    phi: 'limited',
    carrier: ['mc'],
    input: ofClaims,
    output: z.array(AuthRow.extend({ allowedActions: z.array(z.string()) })),
  }),
  completed: read('GET /masterCarrier/_{mc}/subCarrier/_{sc}/authorizations/complete?claimNumbers', {
    id: 'C003',
    summary: 'Requests of some claims that were completed in the last 24 months, newest first, with what was decided',
    phi: 'full',
    carrier: ['mc'],
    input: ofClaims,
    output: z.array(AuthRow.extend({ decision: Decision.nullable(), priorAuth: PriorAuth.nullable() })),
  }),
})
