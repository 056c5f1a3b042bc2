import { z } from 'zod'
import { act, calls } from '#platform/contract.ts'
import { RejectLine, uuid } from '#features/authorizations/contract.ts'
import { day, level } from '#features/authorizations/decision/contract.ts'

export const newAuthorization = calls('newAuthorization', {
  trial: act('POST /trialadjudication', {
    id: 'C062',
    summary: 'Run a claim dry: what would happen, and why',
    phi: 'full',
    limit: 'trial',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      /** The request whose claim, drug, pharmacy and prescriber are tried. */
      authorizationId: uuid,
      quantity: z.number().positive().max(9999.999).optional(),
      daysSupply: z.int().min(1).max(365).optional(),
      fillDate: day.optional(),
      assumePriorAuth: z
        .strictObject({
          startDate: day,
          endDate: day,
          drugLevel: level,
          oneTimeFill: z.boolean(),
          overrideAll: z.boolean(),
          safetyIncluded: z.boolean(),
          codes: z.array(z.string().max(3)).max(20),
          maxFills: z.int().min(1).max(12).nullable(),
          maxDays: z.int().min(1).max(365).nullable(),
        })
        .optional(),
    }),
    output: z.object({
      outcome: z.enum(['PAID', 'REJECTED']),
      rejects: z.array(RejectLine),
      pricing: z
        .object({
          awp: z.number(),
          feeSchedule: z.number(),
          network: z.number(),
          uc: z.number(),
          paid: z.number(),
          basis: z.string(),
        })
        .nullable(),
      priorAuthApplied: z.boolean(),
      cleared: z.array(z.string()),
      trace: z.array(z.object({ gate: z.string(), rule: z.string(), result: z.string(), detail: z.string() })),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
})
