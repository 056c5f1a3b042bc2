import { z } from 'zod'
import { mcCode, subOrAll } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'

/** Id or username of a user of the session's carrier. */
const user = z.string().min(1).max(64)
const userId = z.uuid('Enter the id of a user.')

const Profile = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  ssoUser: z.boolean(),
  timeZone: z.string(),
  /** The sign-in before this one; null the first time. */
  lastLoginAt: z.string().nullable(),
  memberships: z.array(
    z.object({
      masterCarrier: z.object({ code: z.string(), name: z.string() }),
      /** In words. */
      roles: z.array(z.string()),
      /** null = all of them. */
      subCarriers: z.array(z.string()).nullable(),
      licenseStates: z.array(z.string()),
      /** US dollars; null = none. */
      approvalLimit: z.number().nullable(),
    }),
  ),
  /** For direct accounts: days until the password has to be changed, when that is known. */
  passwordDaysLeft: z.int().nullable(),
  /** A direct account at a provider where the portal may request a new password. */
  canChangePassword: z.boolean(),
})

export const account = calls('account', {
  profile: read('GET /account', {
    id: 'X08',
    summary: 'Who one is here: name, carriers, roles, licences, password',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({}),
    output: Profile,
  }),
  changePassword: act('PUT /account', {
    id: 'A03',
    summary: 'Have the identity provider ask for a new password at the next sign-in; every session of the person ends',
    gate: 'session',
    phi: 'none',
    stepUp: { to: 'change your password', of: [] },
    input: z.strictObject({
      /** The provider's access token, for clients that have one; it must be the session user's own. */
      oktaAccessToken: z.string().min(1).max(20_000).optional(),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['RULE', 'VALIDATION', 'PROVIDER_FAILED', 'UNAVAILABLE'],
  }),
  overridesAll: read('GET /patients/isOverrideAllEditEligibleClinicalUser/_{mc}/_{sc}/_{userId}', {
    id: 'C129',
    summary: 'Whether a user may clear every edit; each attempt is judged again',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode, sc: subOrAll, userId: user }),
    output: z.object({ eligible: z.boolean(), reason: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  logoutEnabled: read('GET /user/{id}/logoutEnabled', {
    id: 'C144',
    summary: 'Whether a user may log out; people who work inside another product may not',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({ id: userId }),
    output: z.object({ logoutEnabled: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
})
