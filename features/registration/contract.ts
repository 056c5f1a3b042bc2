import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'

/**
 * The provider's access token, for clients that have one. In a browser the ticket in the sign-in's cookie replaces it,
 * since no token reaches a page (docs/decisions/0013).
 */
export const providerToken = z.string().min(1).max(20_000).optional()

export const registration = calls('registration', {
  ticket: act('POST /user/register/ticket', {
    id: 'X07',
    summary: 'Whose registration is under way, and how long it may still take',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({ oktaToken: providerToken }),
    output: z.object({
      email: z.string(),
      /** Names of the carriers that invited the user. */
      carriers: z.array(z.string()),
      secondsToExpiration: z.int(),
      expiresAt: z.string(),
    }),
    refusals: ['SESSION_REQUIRED', 'NOT_REGISTERED', 'REGISTRATION_EXPIRED', 'UNAVAILABLE', 'RATE_LIMIT'],
  }),
  validate: act('POST /user/validate', {
    id: 'A04',
    summary: 'Check a wanted username',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({ oktaToken: providerToken, userId: z.string().max(100) }),
    output: z.object({
      /** Taken, in any case, or reserved. */
      duplicateFlag: z.boolean(),
      valid: z.boolean(),
      /** The rules it breaks, in words. */
      reasons: z.array(z.string()),
    }),
    refusals: ['SESSION_REQUIRED', 'NOT_REGISTERED', 'REGISTRATION_EXPIRED', 'UNAVAILABLE', 'RATE_LIMIT'],
  }),
  complete: act('POST /user/register/complete', {
    id: 'A06',
    summary: 'Finish a first-time registration; the person then signs in again',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({
      oktaToken: providerToken,
      newUserId: z.string().max(100),
      acceptedTermsOfUse: z.literal(true, 'Agree to the Terms of Use and the Privacy Notice first.'),
      email: z.string().min(3).max(320),
    }),
    output: z.object({
      success: z.literal(true),
      /** URL that ends the provider's session; null where there is none to end. */
      logoutUrl: z.string().nullable(),
    }),
    refusals: [
      'SESSION_REQUIRED',
      'NOT_REGISTERED',
      'REGISTRATION_EXPIRED',
      'DUPLICATE',
      'RULE',
      'UNAVAILABLE',
      'RATE_LIMIT',
    ],
  }),
  recover: act('POST /user/recover/validate', {
    id: 'A08',
    summary: 'Ask for a recovery mail; the answer tells nothing about the account',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    input: z.strictObject({ userId: z.string().max(100), rxGroupNumber: z.string().max(40) }),
    output: z.object({
      /** The request was accepted. The answer never reveals whether the account exists. */
      valid: z.literal(true),
      message: z.string(),
    }),
    refusals: ['RATE_LIMIT'],
  }),
})
