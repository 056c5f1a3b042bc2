import { reasonField } from '#features/authorizations/reason-field.ts'
import { day, storedDay } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { Review, ReviewText } from '#features/authorizations/review-shape.ts'
import { level } from '#features/claims/fields.ts'
import { determinationKinds, determinationResults } from '#features/authorizations/determination-kinds.ts'
import { Determined } from '#features/authorizations/determination-shape.ts'
import { professions } from '#features/permissions/professions.ts'

const version = z.int().min(1).max(2_147_483_647).optional()
const refusals = [
  'NOT_FOUND',
  'UPDATE_BLOCKED',
  'NOT_ALLOWED',
  'ALREADY_DECIDED',
  'CONFLICT',
  'PRECONDITION_REQUIRED',
  'RULE',
] as const

/** A determination with what has become of it. */
export const Entry = Determined.extend({
  /** It is the one that holds. */
  stands: z.boolean(),
  withdrawn: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
})
export type Entry = z.infer<typeof Entry>

/** A time a request spent with the reviewers (T16, T17); null at the end while it is there. */
export const Referral = z.object({
  referralId: z.string(),
  jurisState: z.string(),
  sentAt: z.string(),
  sentBy: z.string(),
  dueAt: z.string(),
  closedAt: z.string().nullable(),
  result: z.enum(['CERTIFIED', 'MODIFIED', 'DENIED', 'RETURNED', 'ENDED']).nullable(),
  reviewer: z.string().nullable(),
  licence: z.string().nullable(),
  /** What the reviewer wrote of it; null where nothing was. */
  review: Review.nullable(),
})

const Answer = z.object({
  success: z.literal(true),
  authorizationId: z.string(),
  version: z.int(),
  determinationId: z.string(),
})

export const determinations = calls('determinations', {
  list: read('GET /authorizations/{id}/determinations', {
    id: 'X34',
    summary: 'What reviewers, boards and courts determined about a request, and when it was with the reviewers',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({
      /** Newest first. */
      determinations: z.array(Entry),
      referrals: z.array(Referral),
      /** The caller's license in the state of the request, where one is on file. */
      license: z
        .object({
          profession: z.enum(professions),
          state: z.string(),
          number: z.string(),
          expiresOn: storedDay.nullable(),
        })
        .nullable(),
      /** Reports and orders on file for it (types 8 and 9). */
      documents: z.array(
        z.object({ documentId: z.string(), fileName: z.string(), typeName: z.string(), receivedOn: storedDay }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  record: act('POST /authorizations/{id}/determinations', {
    id: 'X35',
    summary: 'Write down what a review organisation, a board or a court determined',
    phi: 'limited',
    ids: { id: 'rx_authorization', documentId: 'document' },
    input: z.strictObject({
      id: uuid,
      version,
      kind: z.enum(determinationKinds, `Enter one of ${determinationKinds.join(', ')}.`),
      authority: z.string().trim().min(1, 'Enter who determined it.').max(120),
      number: z.string().trim().min(1, 'Enter its number.').max(40),
      determinedOn: day,
      result: z.enum(determinationResults, `Enter one of ${determinationResults.join(', ')}.`),
      startDate: day.optional(),
      endDate: day.optional(),
      oneTimeFill: z.boolean().optional(),
      drugLevel: level.optional(),
      maxFills: z.int().min(1, 'Enter 1 to 12 fills.').max(12, 'Enter 1 to 12 fills.').optional(),
      maxQty: z.number().positive().max(9999.999).optional(),
      maxDays: z.int().min(1).max(365).optional(),
      documentId: z.uuid('Enter the id of a document.').optional(),
      note: z.string().trim().max(1000).optional(),
    }),
    output: Answer,
    refusals: [...refusals, 'VALIDATION'],
  }),
  review: act('PUT /authorizations/{id}/review', {
    id: 'X400',
    summary: 'A reviewer writes the review of a request: rationale, guideline, criteria and the call offered',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: ReviewText.extend({ id: uuid }),
    output: z.object({
      success: z.literal(true),
      /** What the notice of a determination says of it. */
      notice: z.string(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'RULE'],
  }),
  withdraw: act('PUT /authorizations/{id}/determinations/{determinationId}/withdraw', {
    id: 'X36',
    summary: 'Withdraw a determination that was written down by mistake; it stays to be seen',
    phi: 'limited',
    ids: { id: 'rx_authorization', determinationId: 'determination' },
    input: z.strictObject({
      id: uuid,
      determinationId: z.uuid('Enter the id of a determination.'),
      version,
      reason: reasonField('Enter why it is withdrawn.', 500),
    }),
    output: Answer,
    refusals,
  }),
})
