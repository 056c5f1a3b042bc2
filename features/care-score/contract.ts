import { z } from 'zod'
import { claimId, mcCode } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { bands } from './bands.ts'

const band = z.enum(bands)
const category = z.enum(['opioid', 'combination', 'behavior', 'polypharmacy', 'cost', 'duration', 'comorbidity'])
/** The claim, by either of its ids. */
const ofClaim = {
  masterCarrier: mcCode.optional(),
  stratusClaimId: claimId.optional(),
  esiClaimId: z.string().min(1).max(20).optional(),
}
const Criterion = z.object({
  category,
  key: z.string(),
  label: z.string(),
  value: z.string(),
  points: z.int(),
  /** The plain sentence behind the points. */
  explanation: z.string(),
})

export const careScores = calls('careScores', {
  status: read('POST /carescore/status', {
    id: 'C047',
    summary: 'The care risk score of a claim, 0 to 100, with its band and where it is heading',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { stratusClaimId: 'wc_claim' },
    input: z.strictObject(ofClaim),
    output: z.object({
      enabled: z.boolean(),
      score: z.int().nullable(),
      band: band.nullable(),
      /** 'YYYY-MM-DD'. */
      asOf: z.string().nullable(),
      trend: z.enum(['UP', 'DOWN', 'STEADY']).nullable(),
      /** Points more than 90 days before. */
      delta: z.int().nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  categories: read('POST /carescore/category/data', {
    id: 'C048',
    summary: 'The care risk score by category',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { stratusClaimId: 'wc_claim' },
    input: z.strictObject(ofClaim),
    output: z.object({
      categories: z.array(
        z.object({
          key: category,
          name: z.string(),
          points: z.int(),
          max: z.int(),
          /** Share of the whole score, per cent. */
          weight: z.int(),
          topCriteria: z.array(z.string()),
        }),
      ),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'FEATURE_OFF'],
  }),
  criteria: read('POST /carescore/criteriaAndTrend/data', {
    id: 'C049',
    summary: 'Every point of the care risk score with its sentence, and the score month by month',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { stratusClaimId: 'wc_claim' },
    input: z.strictObject({
      ...ofClaim,
      months: z.int().min(1, 'Enter 1 to 36 months.').max(36, 'Enter 1 to 36 months.').default(12),
    }),
    output: z.object({
      criteria: z.array(Criterion),
      /** The oldest month first. */
      trend: z.array(z.object({ month: z.string(), score: z.int() })),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'FEATURE_OFF'],
  }),
})
