import { z } from 'zod'
import { claimId, mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { reasons, seenParts } from './rules.ts'

/** The days a list of views goes back. */
const spans = [30, 90, 365] as const

const View = z.object({
  viewId: z.string(),
  at: z.string(),
  userId: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  /** What was looked at. */
  part: z.enum(seenParts),
  /** One patient was opened; false for a list or a search that showed several. */
  alone: z.boolean(),
  /** A person's words, where the call asks for them. */
  statedReason: z.string().nullable(),
  /** Why they could; null where nothing on file says so. */
  reason: z.enum(reasons).nullable(),
  /** Has the patient's last name, and nothing to do with the claim. */
  sameLastName: z.boolean(),
  ip: z.string().nullable(),
})
export type View = z.infer<typeof View>

export const patientAccess = calls('patientAccess', {
  views: read('GET /masterCarrier/_{mc}/subCarrier/_{sc}/claim/_{claimId}/views?days&page&size', {
    id: 'X75',
    summary: 'Who looked at a patient on a claim, newest first, for the privacy office',
    phi: 'full',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      mc: mcCode,
      sc: subCode,
      claimId,
      days: z
        .int()
        .refine((days) => spans.some((span) => span === days), `Give ${spans.join(', ')} days.`)
        .default(90),
      page,
      size,
    }),
    output: Page(View).extend({
      /** In these days: users, and views that nothing on file explains. */
      people: z.int(),
      withoutReason: z.int(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
})
