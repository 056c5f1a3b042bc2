import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { storedDay } from '#platform/dates/fields.ts'
import { claimId, mcCode, page, size } from '#features/claims/fields.ts'

const reason = z
  .string()
  .trim()
  .min(5, 'Write why, in 5 characters at least.')
  .max(500, 'Write 500 characters at most.')
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'This reason has characters that cannot be printed.')
const claimNumber = z.string().trim().toUpperCase().min(1, 'Enter a claim number.').max(30, 'Enter a claim number.')
const difference = z.enum(['NAME', 'BIRTH', 'GENDER'], 'Enter what was confirmed: NAME, BIRTH or GENDER.')
export type DifferenceCode = z.infer<typeof difference>

const WorkerClaim = z.object({
  claimId: z.string(),
  claimNumber: z.string(),
  subCarrier: z.string(),
  doi: storedDay,
  status: z.string(),
  injury: z.string(),
  openRequests: z.int(),
  priorAuths: z.int(),
  fills: z.int(),
  documents: z.int(),
})
const Worker = z.object({
  claimantId: z.string(),
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: storedDay,
  gender: z.string(),
  /** The last four digits, masked. */
  ssn: z.string().nullable(),
  address: z.string(),
  phone: z.string(),
  mobile: z.string(),
  email: z.string(),
  diedOn: storedDay.nullable(),
  version: z.int(),
  /** The newest first, at most fifty. */
  claims: z.array(WorkerClaim),
})
export type Worker = z.infer<typeof Worker>
const why = z.object({ code: z.string(), message: z.string() }).nullable()

/** Two workers on file, side by side. */
const Pair = z.object({
  one: Worker,
  other: Worker,
  /** Of 130 points, as of a worker who is added (docs/decisions/0096). */
  score: z.int(),
  /** What a merge has to confirm. */
  differences: z.array(z.object({ code: difference, message: z.string() })),
  /** Why this user cannot merge these; null where they can. */
  whyNotMerge: why,
})
export type Pair = z.infer<typeof Pair>

const Side = z.object({ patientId: z.string(), name: z.string() })
const Merge = z.object({
  mergeId: z.string(),
  stays: Side,
  goes: Side,
  /** The claims that went over. */
  claims: z.array(z.object({ claimId: z.string(), claimNumber: z.string() })),
  reason: z.string(),
  at: z.string(),
  by: z.string(),
  undone: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
  /** Why this user cannot undo it; null where they can. */
  whyNotUndo: why,
})
export type Merge = z.infer<typeof Merge>

const found = { count: 2, why: 'whom it shows, and so the audit of it, follows from what was found' }

export const doubles = calls('doubles', {
  list: read('GET /doubles?masterCarrier&page&size', {
    id: 'X550',
    summary: 'Workers on file who look like one person, side by side, those found first in front',
    phi: 'full',
    carrier: ['masterCarrier'],
    limit: 'search',
    trips: found,
    input: z.strictObject({ masterCarrier: mcCode.optional(), page, size }),
    output: z.object({ pairs: z.array(Pair), page: z.int(), more: z.boolean() }),
  }),
  compare: read('POST /doubles/compare', {
    id: 'X551',
    summary: 'The workers of two claims, side by side, before they are merged',
    phi: 'full',
    limit: 'search',
    trips: found,
    input: z.strictObject({ claimNumber, otherClaimNumber: claimNumber }),
    output: Pair,
    refusals: ['NOT_FOUND'],
  }),
  merge: act('POST /doubles/merge', {
    id: 'X552',
    summary: 'Make two records of one worker one: the claims of the second go to the first; it can be undone',
    phi: 'full',
    ids: { claimId: 'wc_claim', otherClaimId: 'wc_claim' },
    input: z.strictObject({
      /** A claim of the worker who stays, and one of the worker who goes. */
      claimId,
      otherClaimId: claimId,
      /** Of both workers, as they were seen. */
      version: z.int().min(1),
      otherVersion: z.int().min(1),
      reason,
      /** The differences that were confirmed. */
      confirmed: z.array(difference).max(3).default([]),
    }),
    output: z.object({
      success: z.literal(true),
      mergeId: z.string(),
      patientId: z.string(),
      mergedPatientId: z.string(),
      /** How many claims went over, and how many open requests are looked at again. */
      claims: z.int(),
      openRequests: z.int(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'RULE'],
  }),
  undo: act('POST /doubles/undo', {
    id: 'X553',
    summary: 'Undo a merge of two workers: the claims that went over go back',
    phi: 'full',
    ids: { mergeId: 'worker_merge' },
    input: z.strictObject({ mergeId: z.uuid('Enter the id of a merge.'), reason }),
    output: z.object({
      success: z.literal(true),
      mergeId: z.string(),
      /** The claims of both, each with the patient it is of now. */
      claims: z.array(z.object({ claimId: z.string(), patientId: z.string() })),
      openRequests: z.int(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'RULE'],
  }),
  differ: act('POST /doubles/different', {
    id: 'X554',
    summary: 'Say that the workers of two claims are two people: the pair leaves the list',
    phi: 'full',
    ids: { claimId: 'wc_claim', otherClaimId: 'wc_claim' },
    input: z.strictObject({ claimId, otherClaimId: claimId, reason }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'RULE'],
  }),
  merges: read('GET /doubles/merges?masterCarrier&claimId&page&size', {
    id: 'X555',
    summary: 'What was merged and undone, the last first',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    trips: found,
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** Only those of the patient of this claim. */
      claimId: claimId.optional(),
      page,
      size,
    }),
    output: z.object({ merges: z.array(Merge), page: z.int(), more: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
})
