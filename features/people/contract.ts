import { z } from 'zod'
import { mcCode, size, subCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { roles } from '#features/permissions/roles.ts'
import { userStates } from './rules.ts'

const words = (longest: number) => z.string().trim().min(1, 'Give a name.').max(longest)
const roleList = z
  .array(z.enum(roles, `Give roles of ${roles.join(', ')}.`))
  .min(1, 'Give at least one role.')
  .max(roles.length)
/** null = all of them. */
const subCarriers = z.array(subCode).min(1, 'Name at least one sub-carrier, or give null for all.').max(100).nullable()
const licenseStates = z.array(z.string().regex(/^[A-Z]{2}$/, 'Give states such as FL.')).max(60)
/** US dollars; null = none. */
const approvalLimit = z
  .number()
  .min(0, 'Give an amount from 0 to 1,000,000.')
  .max(1_000_000, 'Give an amount from 0 to 1,000,000.')
  .nullable()

const Colleague = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  ssoUser: z.boolean(),
  /** Of the account, at any carrier. */
  status: z.enum(['ACTIVE', 'LOCKED', 'DISABLED', 'PENDING_REGISTRATION']),
  /** Works for this carrier. */
  active: z.boolean(),
  roles: z.array(z.string()),
  /** null = all of them. */
  subCarriers: z.array(z.string()).nullable(),
  /** Programs whose data they may extract. */
  dataExtractSubCarriers: z.array(z.string()),
  licenseStates: z.array(z.string()),
  approvalLimit: z.number().nullable(),
  state: z.enum(userStates),
  /** Somebody asked to make them an account manager, and another account manager has not confirmed it. */
  administratorAskedBy: z.object({ userId: z.string(), name: z.string(), at: z.string() }).nullable(),
  lastLoginAt: z.string().nullable(),
  version: z.int(),
})

const Invited = z.object({
  invitationId: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

export const people = calls('people', {
  list: read('GET /admin/users?masterCarrier&search&role&state&after&size', {
    id: 'E14',
    summary: 'The users of the carrier by name, and who is invited',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** A part of the name, username or mail address. */
      search: z.string().trim().min(1).max(100).optional(),
      role: z.enum(roles).optional(),
      state: z.enum(userStates).optional(),
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
      size,
    }),
    output: z.object({
      content: z.array(Colleague),
      /** Open ones, newest first, at most 200; with the first users only. */
      invitations: z.array(Invited),
      /** Where the next call continues; null after the last user. */
      next: z.string().nullable(),
      /** Users found, counted to 10,000. */
      totalElements: z.int(),
    }),
    refusals: ['NOT_ALLOWED', 'VALIDATION'],
  }),
  work: read('GET /admin/users/{id}/openItems', {
    id: 'X170',
    summary: 'What ends or needs another owner when a user loses access: open requests and sessions',
    phi: 'limited',
    carrier: ['masterCarrier'],
    input: z.strictObject({ id: z.uuid('Give the id of a user.'), masterCarrier: mcCode.optional() }),
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
  invite: act('POST /admin/invitations', {
    id: 'E14',
    summary: 'Invite somebody to register for the carrier; they get a mail',
    phi: 'none',
    stepUp: { to: 'invite somebody', of: ['email'] },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      email: z.email('Give a mail address.').max(254),
      firstName: words(60),
      lastName: words(60),
      roles: roleList,
      subCarriers: subCarriers.optional(),
      dataExtractSubCarriers: z.array(subCode).max(100).optional(),
      licenseStates: licenseStates.optional(),
      approvalLimit: approvalLimit.optional(),
      /** Signs in by the single sign-on of their organization, and has no password here. */
      ssoUser: z.boolean().optional(),
    }),
    output: z.object({ success: z.literal(true), invitationId: z.string(), expiresAt: z.string() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'DUPLICATE', 'RULE', 'VALIDATION'],
  }),
  change: act('PUT /admin/users/{id}', {
    id: 'E14',
    summary: "Change a colleague's place in the carrier; without one, their sessions here end",
    phi: 'none',
    stepUp: { to: "change a colleague's account", of: ['id'] },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: z.uuid('Give the id of a user.'),
      masterCarrier: mcCode.optional(),
      /** The version of the list the change was made from. */
      version: z.int().min(1).max(1_000_000_000).optional(),
      active: z.boolean().optional(),
      /** With account_admin it is granted once a second administrator sends the same. */
      roles: roleList.optional(),
      subCarriers: subCarriers.optional(),
      dataExtractSubCarriers: z.array(subCode).max(100).optional(),
      licenseStates: licenseStates.optional(),
      approvalLimit: approvalLimit.optional(),
      /** Why, for the record. */
      reason: z.string().trim().max(500).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      id: z.string(),
      version: z.int(),
      /** A second administrator has to confirm the role account_admin; the rest is done. */
      waitsForSecond: z.boolean(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'PRECONDITION_REQUIRED', 'RULE', 'VALIDATION'],
  }),
  signOut: act('POST /admin/users/{id}/signOut', {
    id: 'X171',
    summary: 'End all sessions of a user at this carrier',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ id: z.uuid('Give the id of a user.'), masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true), sessions: z.int() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
})
