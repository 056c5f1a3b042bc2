import { z } from 'zod'
import { claimDay } from '#features/claims/claim-day.ts'
import { claimId, mcCode, page, size } from '#features/claims/fields.ts'
import { Patient, Profile } from '#features/patients/contract.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { storedDay } from '#platform/dates/fields.ts'
import { LEAST_REASON, MOST_REASON } from './rules.ts'

// Other claims and open requests of the person stay out.
const { claimCount: _, openAuthorizationCount: __, nextDueAt: ___, ...ofOneClaim } = Patient.shape

const Fill = z.object({
  transactionId: z.string(),
  fillDate: storedDay,
  drugName: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  prescriberName: z.string(),
  pharmacyName: z.string(),
})

const Opening = z.object({
  openingId: z.string(),
  at: z.string(),
  until: z.string(),
  userId: z.string(),
  name: z.string(),
  subCarrier: z.string(),
  claimId: z.string(),
  claimNumber: z.string(),
  reason: z.string(),
  /** The caller opened it, and it is open. */
  open: z.boolean(),
})
export type Opening = z.infer<typeof Opening>

export const emergencyAccess = calls('emergencyAccess', {
  allowed: read('GET /emergencyAccess?masterCarrier', {
    id: 'X120',
    summary: 'Whether the carrier lets users open claims of other programs in an emergency',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({ allowed: z.boolean() }),
  }),
  open: act('POST /emergencyAccess', {
    id: 'X121',
    summary: 'Open one claim of another program for an hour, with a reason; supervisors are notified',
    phi: 'limited',
    limit: 'search',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** Number of the claim, of the client, or the subscriber number of the card. */
      number: z.string().trim().min(1, 'Enter a claim number.').max(60, 'Write 60 characters at most.'),
      /** The worker's birth date, as YYYYMMDD or YYYY-MM-DD. */
      dob: z
        .string()
        .max(10)
        .refine((given) => claimDay(given) !== null, 'Enter a date as YYYYMMDD.')
        .transform((given) => claimDay(given)!),
      reason: z
        .string()
        .trim()
        .min(LEAST_REASON, `Say in at least ${LEAST_REASON} characters why it cannot wait.`)
        .max(MOST_REASON, `Write ${MOST_REASON} characters at most.`),
    }),
    output: z.object({
      success: z.literal(true),
      claimId: z.string(),
      subCarrier: z.string(),
      /** Null where the user works in the program of the claim: nothing had to be opened. */
      until: z.string().nullable(),
      notified: z.int(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'FEATURE_OFF', 'RULE'],
  }),
  claim: read('GET /emergencyAccess/masterCarrier/_{mc}/claim/_{claimId}', {
    id: 'X122',
    summary: 'The summary of a claim that was opened in an emergency',
    phi: 'full',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ mc: mcCode, claimId }),
    output: z.object({
      patient: z.object(ofOneClaim),
      cautions: Profile.shape.cautions,
      diagnoses: Profile.shape.claim.shape.diagnoses,
      fills: z.array(Fill),
      /** Null where the user works in the program of the claim. */
      until: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  openings: read('GET /emergencyAccess/openings?masterCarrier&page&size', {
    id: 'X123',
    summary: 'Claims opened in an emergency: the caller’s own, those of their team, all for the privacy office',
    phi: 'limited',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), page, size }),
    output: Page(Opening),
  }),
})
