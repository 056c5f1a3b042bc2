import { z } from 'zod'
import { subCode } from '#features/claims/fields.ts'
import { roles } from '#features/permissions/roles.ts'
import { day } from '#platform/dates/fields.ts'
import { professions } from '#features/permissions/professions.ts'

// What the calls of users and of access reviews say of rights.

export const words = (longest: number) => z.string().trim().min(1, 'Enter a name.').max(longest)
export const roleList = z
  .array(z.enum(roles, `Enter roles of ${roles.join(', ')}.`))
  .min(1, 'Enter at least one role.')
  .max(roles.length)
/** null = all of them. */
const subCarriers = z.array(subCode).min(1, 'Name at least one sub-carrier, or give null for all.').max(100).nullable()
const licenseStates = z.array(z.string().regex(/^[A-Z]{2}$/, 'Enter states such as FL.')).max(60)
const License = z.strictObject({
  profession: z.enum(professions),
  state: z.string().regex(/^[A-Z]{2}$/, 'Enter a state such as FL.'),
  number: z.string().trim().max(40, 'Enter at most 40 characters.'),
  expiresOn: day.nullable(),
})
/** US dollars; null = none. */
const approvalLimit = z
  .number()
  .min(0, 'Enter an amount from 0 to 1,000,000.')
  .max(1_000_000, 'Enter an amount from 0 to 1,000,000.')
  .nullable()

/** What a change of a user's rights may name. */
export const rightsFields = {
  /** Those that need two account managers are given once a second one sends the same. */
  roles: roleList.optional(),
  subCarriers: subCarriers.optional(),
  dataExtractSubCarriers: z.array(subCode).max(100).optional(),
  licenseStates: licenseStates.optional(),
  /** Their details; left out, those of states that stay are kept. */
  licenses: z.array(License).max(60).optional(),
  approvalLimit: approvalLimit.optional(),
}
/** The version of the list a change was made from. */
export const changedFrom = z.int().min(1).max(1_000_000_000).optional()

/** What a user may do at the carrier. */
export const KeptRights = z.object({
  /** Works for this carrier. */
  active: z.boolean(),
  roles: z.array(z.string()),
  /** null = all of them. */
  subCarriers: z.array(z.string()).nullable(),
  /** Programs whose data they may extract. */
  dataExtractSubCarriers: z.array(z.string()),
  licenseStates: z.array(z.string()),
  approvalLimit: z.number().nullable(),
})
export type KeptRights = z.infer<typeof KeptRights>

/** The licenses of a user, those that ended included. */
export const Licenses = z.array(License)

/** A license that ended, or ends soon, and that nothing replaces. */
const LicenseEnd = License.extend({
  userId: z.string(),
  username: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  expiresOn: day,
})

const latelyKinds = ['RIGHTS', 'KEPT', 'INVITED', 'WITHDRAWN'] as const
/** What became of users: a change of rights, an access kept in a review, an invitation sent or withdrawn. */
const LatelyEntry = z.object({
  kind: z.enum(latelyKinds),
  at: z.string(),
  /** Of the user, or of who is invited. */
  name: z.string(),
  by: z.string(),
  /** Who asked for what an account manager confirmed. */
  askedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a change of rights; null: they had no access before. */
  before: KeptRights.nullable(),
  after: KeptRights.nullable(),
})
export type LatelyEntry = z.infer<typeof LatelyEntry>

export const Lately = z.object({
  /** At the carrier. */
  today: z.string(),
  /** Those that end first. */
  licenses: z.array(LicenseEnd),
  /** How many there are, counted to 1,000. */
  licenseCount: z.int(),
  /** Newest first. */
  entries: z.array(LatelyEntry),
})

export const RolesAsked = z.object({
  userId: z.string(),
  name: z.string(),
  at: z.string(),
  roles: z.array(z.string()),
  /** The programs the user would have then; null = all. */
  subCarriers: z.array(z.string()).nullable(),
})
