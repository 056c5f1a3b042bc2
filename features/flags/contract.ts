import { reasonField } from '#features/authorizations/reason-field.ts'
import { z } from 'zod'
import { mcCode, subCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'

const key = z.string().min(1, 'Enter the name of a flag.').max(60)
const username = z.string().trim().min(1, 'Enter a username.').max(60)

/** Who decided what a flag is: the user's own value, the sub-carrier, the carrier, or the default. */
const levels = ['USER', 'SUB_CARRIER', 'CARRIER', 'DEFAULT'] as const

const Listed = z.object({
  key: z.string(),
  label: z.string(),
  means: z.string(),
  default: z.boolean(),
  /** As the carrier has set it; null where it has not. */
  carrier: z.boolean().nullable(),
  /** The sub-carriers of the caller that have set it. */
  subCarriers: z.array(z.object({ code: z.string(), enabled: z.boolean() })),
  /** The users who have it set, also those without access now. */
  users: z.array(z.object({ username: z.string(), name: z.string(), enabled: z.boolean(), access: z.boolean() })),
  /** The last change in the portal. */
  changed: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Why the caller does not set it; null where they may. */
  whyNot: z.string().nullable(),
})
export type ListedFlag = z.infer<typeof Listed>

export const flags = calls('flags', {
  ofUser: read('GET /launchdarkly/usersetup?flagName', {
    id: 'C091',
    summary: 'A feature flag as the caller has it',
    phi: 'none',
    input: z.strictObject({ flagName: key }),
    output: z.object({
      flagName: z.string(),
      /** False for a flag that does not exist. */
      variation: z.boolean(),
      /** Who it was asked for: the user's id, a hash of the mail address, the carrier. */
      context: z.object({ key: z.string(), emailHash: z.string(), mc: z.string() }),
    }),
  }),
  list: read('GET /flags?masterCarrier', {
    id: 'X150',
    summary: 'Every feature flag with its default, and its values of the carrier, its sub-carriers and users',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({
      content: z.array(Listed),
      /** The sub-carriers of the caller. */
      subCarriers: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Whether the caller may set flags of the whole carrier and of users. */
      whole: z.boolean(),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  set: act('POST /flags/change', {
    id: 'X151',
    summary: 'Set a feature flag for the carrier, a sub-carrier or a user, or take the value away',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      key,
      /** Neither this nor a user: the whole carrier. */
      subCarrier: subCode.optional(),
      username: username.optional(),
      /** Null: as if it were not set here. */
      enabled: z.boolean().nullable(),
      reason: reasonField('Enter a reason.', 300, 'Enter a reason of at most 300 characters.'),
    }),
    output: z.object({ success: z.literal(true), before: z.boolean().nullable(), after: z.boolean().nullable() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  changes: read('GET /flags/changes?masterCarrier&key', {
    id: 'X152',
    summary: 'The latest changes of a feature flag in the portal, at most 50',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), key }),
    output: z.object({
      content: z.array(
        z.object({
          changeId: z.string(),
          /** Null: of the whole carrier, or of a user. */
          subCarrier: z.string().nullable(),
          user: z.string().nullable(),
          before: z.boolean().nullable(),
          after: z.boolean().nullable(),
          reason: z.string(),
          by: z.string(),
          at: z.string(),
        }),
      ),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  tried: read('GET /flags/tried?masterCarrier&key&username', {
    id: 'X153',
    summary: 'A feature flag as a user of the carrier has it, and which level decides',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), key, username }),
    output: z.object({ enabled: z.boolean(), level: z.enum(levels), subCarrier: z.string().nullable() }),
    refusals: ['NOT_ALLOWED', 'NOT_FOUND'],
  }),
})
