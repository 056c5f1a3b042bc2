import { z } from 'zod'
import { contactNoteId } from '#features/contact-notes/contract.ts'
import { callerRoles } from '#features/contact-notes/rules.ts'
import { page, size } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { instant } from '#platform/dates/fields.ts'
import { MOST_COMMENT, questionTypes } from './rules.ts'

export const Question = z.object({
  surveyQuestionId: z.int(),
  order: z.int(),
  text: z.string(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  /** The choices; empty for a question answered in words. */
  options: z.array(z.string()),
})
export type Question = z.infer<typeof Question>

/** What a link shows to its holder. */
export const Opened = z.object({
  state: z.enum(['OPEN', 'ANSWERED', 'EXPIRED']),
  claimContactNoteId: z.string(),
  carrier: z.string(),
  phone: z.string(),
  /** The last instant for an answer. */
  expiresAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  surveyId: z.int(),
  /** While it is open. */
  questions: z.array(Question),
})
export type Opened = z.infer<typeof Opened>

/** A low rating that support has not followed up yet. */
export const FollowUp = z.object({
  claimContactNoteId: z.string(),
  /** The survey that was answered, maybe not in use any more. */
  surveyId: z.int(),
  claimId: z.string(),
  subCarrier: z.string(),
  claimNumber: z.string(),
  rating: z.int(),
  resolved: z.boolean().nullable(),
  comment: z.string().nullable(),
  answeredAt: z.string(),
  callerName: z.string(),
  callerRole: z.enum(callerRoles),
  callerEmail: z.string().nullable(),
  agent: z.string(),
  contactAt: z.string(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** The code behind the # of the link. */
const token = z.string().min(1).max(40)

/** Refusals of the session check, which these public calls make themselves for a user without a link. */
const sessionRefusals = [
  'SESSION_REQUIRED',
  'SESSION_IDLE',
  'SESSION_EXPIRED',
  'SESSION_REVOKED',
  'REGISTRATION_REQUIRED',
  'CARRIER_REQUIRED',
  'TERMS_REQUIRED',
] as const

export const surveys = calls('surveys', {
  open: act('POST /survey/open', {
    id: 'X71',
    summary: 'What a survey asks, and whether it was answered, for the holder of its link',
    gate: 'public',
    phi: 'none',
    limit: 'upload',
    input: z.strictObject({ token }),
    output: Opened,
    refusals: ['NOT_FOUND', 'SESSION_REQUIRED'],
  }),
  questions: act('POST /survey/{id}/questions?is_active', {
    id: 'C138',
    summary: 'The questions of a survey, for the holder of its link or a signed-in user',
    gate: 'public',
    phi: 'none',
    limit: 'upload',
    ids: { claimContactNoteId: 'claim_contact_note' },
    input: z.strictObject({
      id: z.int().min(1).max(2_147_483_647),
      /** False: a survey that is no longer in use is found too. */
      is_active: z.boolean().default(true),
      claimContactNoteId: contactNoteId.optional(),
      token: token.optional(),
    }),
    output: z.object({ surveyId: z.int(), questions: z.array(Question) }),
    refusals: [...sessionRefusals, 'NOT_FOUND'],
  }),
  submit: act('POST /survey/submit', {
    id: 'C139',
    summary: 'Answer the survey after a contact, once',
    gate: 'public',
    phi: 'none',
    limit: 'upload',
    ids: { claimContactNoteId: 'claim_contact_note' },
    input: z.strictObject({
      claimContactNoteId: contactNoteId,
      token: token.optional(),
      /** A question of the survey; it tells which survey is answered. */
      surveyQuestionId: z.int().min(1).max(2_147_483_647),
      question1Response: z
        .int('Enter a rating from 1 to 5.')
        .min(1, 'Enter a rating from 1 to 5.')
        .max(5, 'Enter a rating from 1 to 5.'),
      question2Response: z.enum(['YES', 'NO'], 'Enter YES or NO.').nullish(),
      question3Response: z
        .string()
        .max(MOST_COMMENT, `Write ${MOST_COMMENT.toLocaleString('en-US')} characters at most.`)
        .nullish(),
      // Accepted and ignored: the session or the link says who answers, the server when.
      userFullName: z.string().max(120).optional(),
      userEmail: z.email('Enter an e-mail address.').max(254).optional(),
      surveyCreatedDateTime: instant.optional(),
      surveyAnsweredDateTime: instant.optional(),
    }),
    output: z.object({
      success: z.literal(true),
      claimContactNoteId: z.string(),
      version: z.int(),
      completedAt: z.string(),
    }),
    refusals: [...sessionRefusals, 'NOT_FOUND', 'NOT_ALLOWED', 'UPDATE_BLOCKED', 'DUPLICATE', 'CONFLICT', 'VALIDATION'],
  }),
  followUps: read('GET /survey/followUps?page&size', {
    id: 'X72',
    summary: 'Low ratings that support has not followed up, the oldest first',
    phi: 'limited',
    limit: 'search',
    input: z.strictObject({ page, size }),
    output: z.object({ followUps: z.array(FollowUp), page: z.int(), size: z.int(), more: z.boolean() }),
    refusals: ['NOT_ALLOWED'],
  }),
  followedUp: act('PUT /survey/followUps/{claimContactNoteId}', {
    id: 'X73',
    summary: 'Record the outcome of following up a low rating',
    phi: 'limited',
    ids: { claimContactNoteId: 'claim_contact_note' },
    input: z.strictObject({
      claimContactNoteId: contactNoteId,
      note: z.string().trim().min(1, 'Enter the outcome.').max(1000, 'Write 1,000 characters at most.'),
    }),
    output: z.object({
      success: z.literal(true),
      claimContactNoteId: z.string(),
      claimId: z.string(),
      followedUpAt: z.string(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'VALIDATION'],
  }),
})
