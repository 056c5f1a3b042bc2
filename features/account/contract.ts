import { z } from 'zod'
import { mcCode, subOrAll } from '#features/prior-auths/fields.ts'
import { calls, read } from '#platform/contract.ts'

export const account = calls('account', {
  overridesAll: read('GET /patients/isOverrideAllEditEligibleClinicalUser/_{mc}/_{sc}/_{userId}', {
    id: 'C129',
    summary: 'Whether a user may clear every edit; what they try is judged anew each time',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      sc: subOrAll,
      /** Id or username. */
      userId: z.string().min(1).max(64),
    }),
    output: z.object({ eligible: z.boolean(), reason: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
})
