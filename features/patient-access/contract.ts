import { z } from 'zod'
import { claimId, mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { reasons, seenParts, signs } from './rules.ts'

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

const Case = z.object({
  id: z.string(),
  /** Why it was opened. */
  note: z.string(),
  openedBy: z.string(),
  openedAt: z.string(),
  /** What came of it; null while it is open. */
  answer: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
})
const CarrierView = View.omit({ alone: true }).extend({
  claimId: z.string(),
  claimNumber: z.string(),
  subCarrier: z.string(),
  patient: z.string(),
  /** At night or on a weekend, in the carrier's time zone. */
  afterHours: z.boolean(),
  case: Case.nullable(),
})
export type CarrierView = z.infer<typeof CarrierView>
const words = (what: string) => z.string().trim().min(1, what).max(1000)

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
        .refine((days) => spans.some((span) => span === days), `Enter ${spans.join(', ')} days.`)
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
  carrier: read('GET /audit/access?masterCarrier&days&username&sign&page&size', {
    id: 'E20',
    summary: 'Who opened which patient in the carrier, newest first, with what the privacy office looks for',
    phi: 'full',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      days: z
        .int()
        .refine((days) => spans.some((span) => span === days), `Enter ${spans.join(', ')} days.`)
        .default(30),
      /** Only views of this user. */
      username: z.string().trim().max(60).optional(),
      sign: z.enum(signs).optional(),
      page,
      size,
    }),
    output: Page(CarrierView).extend({
      /** All views of these days, and those of each sign. */
      every: z.int(),
      ofSign: z.object({
        NO_REASON: z.int(),
        SAME_NAME: z.int(),
        AFTER_HOURS: z.int(),
        EXPORT: z.int(),
        SSN: z.int(),
        CASE: z.int(),
      }),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  openCase: act('POST /audit/access/cases', {
    id: 'X245',
    summary: 'Have a view of a patient explained',
    phi: 'limited',
    input: z.strictObject({
      viewId: z.string().regex(/^\d{1,18}$/, 'Enter the id of a view.'),
      note: words('Enter a note.'),
    }),
    output: z.object({ success: z.literal(true), caseId: z.string() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'DUPLICATE'],
  }),
  closeCase: act('POST /audit/access/cases/{caseId}/close', {
    id: 'X246',
    summary: 'Record the outcome of a case',
    phi: 'limited',
    ids: { caseId: 'access_case' },
    input: z.strictObject({ caseId: z.uuid('Enter the id of a case.'), answer: words('Enter the outcome.') }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
  }),
})
