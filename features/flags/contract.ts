import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'

export const flags = calls('flags', {
  ofUser: read('GET /launchdarkly/usersetup?flagName', {
    id: 'C091',
    summary: 'A feature flag as the caller has it',
    phi: 'none',
    input: z.strictObject({ flagName: z.string().min(1, 'Give the name of a flag.').max(60) }),
    output: z.object({
      flagName: z.string(),
      /** False for a flag that does not exist. */
      variation: z.boolean(),
      /** Who it was asked for: the user's id, a hash of the mail address, the carrier. */
      context: z.object({ key: z.string(), emailHash: z.string(), mc: z.string() }),
    }),
  }),
})
