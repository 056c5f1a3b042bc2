import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'

export const Carrier = z.object({ code: z.string(), name: z.string(), id: z.int() })

/** The signed-in user as the browser knows them. Times in seconds are the server's own. */
export const User = z.object({
  userId: z.string(),
  id: z.string(),
  username: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  masterCarrier: Carrier.nullable(),
  masterCarrierOptions: z.string(),
  masterCarrierNameOptions: z.string(),
  masterCarrierIdOptions: z.string(),
  /** `programs`: sub-carriers the user works for there. */
  carriers: z.array(Carrier.extend({ programs: z.int() })),
  previousMasterCarrier: z.string().nullable(),
  selectMasterCarrier: z.boolean(),
  subCarrier: z.string().nullable(),
  lastLogin: z.string().nullable(),
  unsuccessfulAttempts: z.int(),
  ssoUser: z.boolean(),
  pwdExpirationDays: z.int().nullable(),
  pwdExpLimit: z.int().nullable(),
  idpUrl: z.string().nullable(),
  termsOfUseAccepted: z.boolean(),
  termsAcceptedStatus: z.enum(['termsNeedToAccept', 'updatedTermsNotAccepted', 'termsAccepted']),
  roles: z.array(z.object({ roleName: z.string(), description: z.string(), id: z.string(), isActive: z.boolean() })),
  subCarriers: z.array(z.string()).nullable(),
  licenseStates: z.array(z.string()),
  approvalLimit: z.number().nullable(),
  dataExtractSubCarriers: z.array(z.object({ carrierCode: z.string(), carrierName: z.string() })),
  timeZone: z.string(),
  secondsToExpiration: z.int(),
  idle: z.object({ promptAfterSeconds: z.int(), logoutAfterSeconds: z.int(), remainingSeconds: z.int() }),
  limited: z.boolean(),
  addPatientFeature: z.boolean(),
  /** False for users who work inside another product: they are not offered Log Out. */
  logoutEnabled: z.boolean(),
  serverTime: z.string(),
  localizedMessage: z.string().nullable(),
})
export type User = z.infer<typeof User>

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')

export const session = calls('session', {
  logout: act('POST /logout', {
    id: 'A01',
    summary: 'End the session, here and at the identity provider',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({ reason: z.enum(['user', 'idle', 'expired']).default('user') }),
    output: z.object({
      success: z.literal(true),
      /** Ends the provider's session, and returns to the logout page. */
      logoutUrl: z.string().nullable(),
      /** Where single sign-on users go from the logout page. */
      relayStateUrl: z.string().nullable(),
    }),
  }),
  details: act('GET /user/details', {
    trips: { count: 1, why: "it notes what was shown, in the caller's own session" },
    id: 'A02,A13',
    summary: 'Validate the session and load the user',
    gate: 'session',
    phi: 'none',
    limit: 'read',
    input: z.strictObject({ isLogin: z.boolean().optional() }),
    output: User,
    refusals: ['NOT_REGISTERED', 'ACCOUNT_DISABLED'],
  }),
  exchange: act('POST /session/okta', {
    id: 'A09',
    summary: "Exchange or renew a session for a client that holds the provider's token",
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({ token: z.string().min(1).max(20_000), isLogin: z.boolean() }),
    output: z.object({ success: z.literal(true), secondsToExpiration: z.int(), limited: z.boolean() }),
    refusals: ['SESSION_REQUIRED', 'NOT_REGISTERED', 'ACCOUNT_DISABLED', 'REGISTRATION_REQUIRED'],
  }),
  chooseCarrier: act('PUT /session/masterCarrier', {
    id: 'E02',
    summary: 'Choose the carrier to work in',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({ masterCarrierCode: mcCode }),
    output: z.object({
      success: z.literal(true),
      masterCarrier: Carrier,
      previousMasterCarrier: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'RULE'],
  }),
  refresh: act('POST /session/refresh', {
    id: 'E03',
    summary: 'Report activity of the person and learn how long the session lasts',
    gate: 'session',
    phi: 'none',
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({
      success: z.literal(true),
      secondsToExpiration: z.int(),
      idleRemainingSeconds: z.int(),
      /** ISO 8601 UTC: an open page follows the server's clock. */
      serverTime: z.string(),
    }),
  }),
  acceptTerms: act('POST /user/acceptance/complete', {
    id: 'A05',
    summary: 'Accept the current Terms of Use and Privacy Notice',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({ userId: z.string().max(40) }),
    output: z.object({ success: z.literal(true), acceptedVersion: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  acceptTermsAgain: act('POST /user/register/tou', {
    id: 'A07',
    summary: 'Accept the Terms of Use again, after they were updated',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ success: z.literal(true), acceptedVersion: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  list: read('GET /session/list', {
    id: 'X40',
    summary: 'Where the person is signed in',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.string(),
          /** ISO 8601 UTC, like the others. */
          startedAt: z.string(),
          lastActivityAt: z.string(),
          expiresAt: z.string(),
          ip: z.string().nullable(),
          /** The browser's User-Agent. */
          userAgent: z.string().nullable(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  end: act('PUT /session/{sessionId}/end', {
    id: 'X41',
    summary: 'End a session of the person on another device',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({ sessionId: z.uuid() }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
  legal: read('GET /legal/{kind}?version', {
    id: 'E04',
    summary: 'A legal text: the present version, or an earlier one',
    gate: 'public',
    phi: 'none',
    input: z.strictObject({
      kind: z.enum(['tou', 'privacy', 'contact']),
      version: z
        .string()
        .regex(/^\d{1,3}\.\d{1,3}$/, 'Enter a version such as 3.0.')
        .optional(),
    }),
    output: z.object({
      kind: z.string(),
      title: z.string(),
      version: z.string(),
      /** 'YYYY-MM-DD'. */
      revised: z.string().nullable(),
      inShort: z.array(z.string()),
      sections: z.array(
        z.object({ heading: z.string(), paragraphs: z.array(z.string()), points: z.array(z.string()).optional() }),
      ),
      otherVersions: z.array(z.object({ version: z.string(), revised: z.string().nullable() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
