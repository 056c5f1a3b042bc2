import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'

export const rejectCodes = calls('rejectCodes', {
  all: read('GET /allRejectCodes', {
    id: 'C023',
    summary: 'The dictionary of reject codes, in our own words',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({}),
    output: z.array(
      z.object({
        rejectCodeId: z.string(),
        rejectCode: z.string(),
        description: z.string(),
        class: z.string(),
        safety: z.boolean(),
        pendingWorthy: z.boolean(),
        overridableBy: z.string(),
        fixHint: z.string(),
      }),
    ),
  }),
})
