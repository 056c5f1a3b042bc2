import { reasonField } from '#features/authorizations/reason-field.ts'
import { z } from 'zod'
import { mcCode, size, zone } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { roles } from '#features/permissions/roles.ts'
import { RolesAsked, changedFrom, KeptRights, Lately, Licenses, rightsFields, roleList, words } from './fields.ts'
import { answers, lineStates, looks } from './review-rules.ts'
import { INVITED, userStates } from './rules.ts'

const Colleague = KeptRights.extend({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  ssoUser: z.boolean(),
  licenses: Licenses,
  /** Of the account, at any carrier. */
  status: z.enum(['ACTIVE', 'LOCKED', 'DISABLED', 'PENDING_REGISTRATION']),
  state: z.enum(userStates),
  /** An account manager asked for roles that need two, and another one has not confirmed them. */
  asked: RolesAsked.nullable(),
  /** While they are out of office. */
  awayUntil: z.string().nullable(),
  /** Names of those who lead them. */
  ledBy: z.array(z.string()),
  /** How many they lead. */
  leads: z.int(),
  lastLoginAt: z.string().nullable(),
  version: z.int(),
})
export type Colleague = z.infer<typeof Colleague>

const Invited = z.object({
  invitationId: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

const listedState = z.enum([...userStates, INVITED])
const users = z.int()
const Counts = z.object({ ACTIVE: users, INVITED: users, AWAY: users, UNUSED: users, LOCKED: users, OFF: users })
const whichUsers = {
  /** A part of the name, username or mail address. */
  search: z.string().trim().min(1).max(100).optional(),
  role: z.enum(roles).optional(),
  /** `INVITED`: who is invited, and no users. */
  state: listedState.optional(),
}

export const people = calls('people', {
  list: read('GET /admin/users?masterCarrier&search&role&state&after&size', {
    id: 'E14',
    summary: "The users whose programs are all the caller's, by name, and who is invited to them",
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      ...whichUsers,
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
      size,
    }),
    output: z.object({
      content: z.array(Colleague),
      /** Open ones, newest first, at most 200; with the first users of every state only. */
      invitations: z.array(Invited),
      /** By state, whichever was asked for. */
      counts: Counts,
      /** Where the next call continues; null after the last user. */
      next: z.string().nullable(),
      /** Users found, counted to 10,000. */
      totalElements: z.int(),
      /** What giving a role that needs two account managers depends on. */
      authority: z.object({
        /** The account managers of the carrier; without an id where the caller does not see who it is. */
        managers: z.array(z.object({ id: z.string(), subCarriers: z.array(z.string()).nullable(), acts: z.boolean() })),
        /** Until when nobody gives such a role alone; null: not now. */
        twoUntil: z.string().nullable(),
      }),
    }),
    refusals: ['NOT_ALLOWED', 'VALIDATION'],
  }),
  work: read('GET /admin/users/{id}/openItems', {
    id: 'X170',
    summary: 'What ends or needs another owner when a user loses access: open requests and sessions',
    phi: 'limited',
    carrier: ['masterCarrier'],
    input: z.strictObject({ id: z.uuid('Enter the id of a user.'), masterCarrier: mcCode.optional() }),
    output: z.object({
      openRequests: z.int(),
      /** The most urgent ones, at most 20. */
      requests: z.array(
        z.object({
          authorizationId: z.string(),
          referenceNumber: z.string().nullable(),
          subCarrier: z.string(),
          dueAt: z.string().nullable(),
        }),
      ),
      sessions: z.int(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  changes: read('GET /admin/users/{id}/changes?masterCarrier', {
    id: 'X320',
    summary: 'The last changes of what a user may do: from what to what, when, by whom and why',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ id: z.uuid('Enter the id of a user.'), masterCarrier: mcCode.optional() }),
    output: z.object({
      /** Newest first, at most 20. */
      changes: z.array(
        z.object({
          at: z.string(),
          by: z.string(),
          /** Who asked for what an account manager confirmed. */
          askedBy: z.string().nullable(),
          reason: z.string().nullable(),
          /** null: they had no access before. */
          before: KeptRights.nullable(),
          after: KeptRights,
        }),
      ),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  lately: read('GET /admin/lately?masterCarrier', {
    id: 'X651',
    summary: 'Licenses of users that ended or end soon, and what was last changed about users',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: Lately,
    refusals: ['NOT_ALLOWED'],
  }),
  export: read('GET /admin/users/export?masterCarrier&search&role&state&timeZone', {
    id: 'X321',
    summary: 'The users of the carrier as a file, at most 10,000: what each may do, who leads them, last login',
    phi: 'none',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    carrier: ['masterCarrier'],
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({ masterCarrier: mcCode.optional(), ...whichUsers, timeZone: zone.optional() }),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_ALLOWED'],
  }),
  invite: act('POST /admin/invitations', {
    id: 'E14',
    summary: 'Invite somebody to register for the carrier; they get a mail',
    phi: 'none',
    stepUp: { to: 'invite somebody', of: ['email'] },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      email: z.email('Enter a mail address.').max(254),
      firstName: words(60),
      lastName: words(60),
      ...rightsFields,
      roles: roleList,
      /** Signs in by the single sign-on of their organization, and has no password here. */
      ssoUser: z.boolean().optional(),
    }),
    output: z.object({ success: z.literal(true), invitationId: z.string(), expiresAt: z.string() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'DUPLICATE', 'RULE', 'VALIDATION'],
  }),
  withdraw: act('POST /admin/invitations/{invitationId}/withdraw', {
    id: 'X500',
    summary: 'Withdraw an open invitation: its link opens nothing any more, and who was invited gets a mail',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { invitationId: 'invitation' },
    input: z.strictObject({ invitationId: z.uuid('Enter the id of an invitation.'), masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
  }),
  change: act('PUT /admin/users/{id}', {
    id: 'E14',
    summary: "Change a colleague's place in the carrier; without one, their sessions here end",
    phi: 'none',
    stepUp: { to: "change a colleague's account", of: ['id'] },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: z.uuid('Enter the id of a user.'),
      masterCarrier: mcCode.optional(),
      version: changedFrom,
      active: z.boolean().optional(),
      ...rightsFields,
      /** Why, for the record. */
      reason: z.string().trim().max(500).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      id: z.string(),
      version: z.int(),
      /** A second account manager has to confirm roles; the rest is done. */
      waitsForSecond: z.boolean(),
      /** Which ones. */
      waitsFor: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'PRECONDITION_REQUIRED', 'RULE', 'VALIDATION'],
  }),
  signOut: act('POST /admin/users/{id}/signOut', {
    id: 'X171',
    summary: 'End all sessions of a user at this carrier',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ id: z.uuid('Enter the id of a user.'), masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true), sessions: z.int() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
})

/** The rights of a user as a reviewer sees them. */
const Rights = KeptRights.extend({
  state: z.enum(userStates),
  lastLoginAt: z.string().nullable(),
  /** Of answers given before they were kept: none. */
  licenses: Licenses.optional(),
  openRequests: z.int(),
})
export type ReviewedRights = z.infer<typeof Rights>

const Line = z.object({
  userId: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  ssoUser: z.boolean(),
  /** As they are, and once answered as the reviewer saw them. */
  rights: Rights,
  /** Since when they have access. */
  since: z.string(),
  /** Why they are reviewed before the others. */
  look: z.enum(looks).nullable(),
  /** Of the membership: an answer is given from it. */
  version: z.int(),
  /** Roles an account manager asked for, and another one has not confirmed. */
  asked: RolesAsked.nullable(),
  answer: z.enum(answers).nullable(),
  note: z.string(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** Why the caller may not answer it; null where they may. */
  whyNot: z.string().nullable(),
})
export type ReviewLine = z.infer<typeof Line>

const Head = z.object({
  reviewId: z.string(),
  openedBy: z.string(),
  openedAt: z.string(),
  /** When the account managers were reminded last. */
  remindedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  users: z.int(),
  /** Still without an answer; users who lost access meanwhile need none. */
  toReview: z.int(),
  kept: z.int(),
  changed: z.int(),
  removed: z.int(),
})
export type ReviewHead = z.infer<typeof Head>

const reviewId = z.uuid('Enter the id of an access review.')
const userId = z.uuid('Enter the id of a user.')

export const accessReview = calls('accessReview', {
  overview: read('GET /admin/accessReviews?masterCarrier', {
    id: 'X172',
    summary: 'When the next access review is due, the open one and the last fifty',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({
      /** Days between two reviews, as the carrier has set them. */
      everyDays: z.int(),
      /** When the next one has to be closed. */
      dueAt: z.string(),
      overdue: z.boolean(),
      /** When the account managers are reminded of the open one next; null where none is open. */
      remindsAt: z.string().nullable(),
      open: Head.nullable(),
      /** Newest first. */
      closed: z.array(Head),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  lines: read('GET /admin/accessReviews/{reviewId}/lines?masterCarrier&state&after&size', {
    id: 'X173',
    summary: 'The users of an access review, unused access first, with what they may do and what was answered',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { reviewId: 'access_review' },
    input: z.strictObject({
      reviewId,
      masterCarrier: mcCode.optional(),
      state: z.enum(lineStates).optional(),
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
      size,
    }),
    output: z.object({
      review: Head,
      content: z.array(Line),
      /** Where the next call continues; null after the last user. */
      next: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  open: act('POST /admin/accessReviews', {
    id: 'X174',
    summary: 'Open an access review of all users who have access now',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true), reviewId: z.string() }),
    refusals: ['NOT_ALLOWED', 'DUPLICATE'],
  }),
  keep: act('POST /admin/accessReviews/{reviewId}/keep', {
    id: 'X175',
    summary: 'Answer that a user keeps what they may do',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { reviewId: 'access_review' },
    input: z.strictObject({
      reviewId,
      masterCarrier: mcCode.optional(),
      userId,
      version: changedFrom,
      note: z.string().trim().max(500).optional(),
    }),
    output: z.object({ success: z.literal(true), toReview: z.int() }),
    refusals: ['NOT_FOUND', 'ALREADY_DECIDED', 'CONFLICT', 'PRECONDITION_REQUIRED', 'RULE'],
  }),
  change: act('POST /admin/accessReviews/{reviewId}/change', {
    id: 'X176',
    summary: 'Answer that a user gets other rights, or loses access; it is done at once',
    phi: 'none',
    stepUp: { to: "change a colleague's account", of: ['userId'] },
    carrier: ['masterCarrier'],
    ids: { reviewId: 'access_review' },
    input: z.strictObject({
      reviewId,
      masterCarrier: mcCode.optional(),
      userId,
      version: changedFrom,
      answer: z.enum(['CHANGE', 'REMOVE']),
      /** Why, for the record. */
      note: reasonField('Enter a note.', 500),
      ...rightsFields,
    }),
    output: z.object({
      success: z.literal(true),
      toReview: z.int(),
      /** A second account manager has to confirm roles; the rest is done. */
      waitsForSecond: z.boolean(),
      /** Which ones. */
      waitsFor: z.array(z.string()),
    }),
    refusals: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'ALREADY_DECIDED',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'RULE',
      'VALIDATION',
    ],
  }),
  close: act('POST /admin/accessReviews/{reviewId}/close', {
    id: 'X177',
    summary: 'Close an access review when every user is answered',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { reviewId: 'access_review' },
    input: z.strictObject({ reviewId, masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'ALREADY_DECIDED', 'RULE'],
  }),
  export: read('GET /admin/accessReviews/{reviewId}/export?masterCarrier&timeZone', {
    id: 'X178',
    summary: 'The evidence of an access review as a file: who answered what for whom, when, and what they saw',
    phi: 'none',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    carrier: ['masterCarrier'],
    ids: { reviewId: 'access_review' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({ reviewId, masterCarrier: mcCode.optional(), timeZone: zone.optional() }),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_FOUND'],
  }),
})
