import { z } from 'zod'
import { mcCode } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { states } from './rules.ts'

const Export = z.object({
  /** The call that made it: what its user knows as the Support Id. */
  exportId: z.string(),
  at: z.string(),
  /** Who took it; the portal itself for what ran on a schedule. */
  name: z.string(),
  username: z.string().nullable(),
  what: z.string(),
  about: z.string().nullable(),
  subCarrier: z.string().nullable(),
  /** How its rows were chosen; filters that may name somebody without their value. */
  filters: z.array(z.string()),
  state: z.enum(states),
  /** Rows that left; null where it was never counted, as on paper. */
  rows: z.int().nullable(),
  /** Its size as it left; null where it was not recorded yet. */
  bytes: z.int().nullable(),
  endedAt: z.string().nullable(),
})
export type Export = z.infer<typeof Export>

export const exportList = calls('exports', {
  list: read('GET /admin/exports?masterCarrier&username&state&size&after', {
    id: 'X215',
    summary: 'Every file that left the portal, newest first: who took what, when, and how it ended',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** Only those of this user. */
      username: z.string().trim().max(60).optional(),
      state: z.enum(states).optional(),
      size: z.int().min(1, 'Enter 1 to 100.').max(100, 'Enter 1 to 100.').default(50),
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
    }),
    output: z.object({ content: z.array(Export), next: z.string().nullable() }),
    refusals: ['NOT_ALLOWED', 'VALIDATION'],
  }),
  job: read('GET /jobs/exports/{id}', {
    id: 'E18',
    summary: 'How far an own export is, and how it ended; for other systems',
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Enter the id of an export.') }),
    output: Export.pick({ exportId: true, at: true, what: true, state: true, rows: true, bytes: true, endedAt: true }),
    refusals: ['NOT_FOUND'],
  }),
})
