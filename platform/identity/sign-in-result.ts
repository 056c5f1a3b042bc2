import { fromSeconds } from '../dates/instant.ts'
import type { JWTPayload } from 'jose'
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { outboundFailureOf, reasonOf } from './discovery.ts'
import { textOf } from './token-kinds.ts'

/** The user who signed in, as the provider's token says. */
export type SignedIn = {
  ok: true
  issuer: string
  /** With `issuer` the only key of a person: e-mail and name are for show. */
  subject: string
  email: string | null
  /** The provider checked that the address is theirs. */
  emailVerified: boolean
  name: string | null
  /** The provider's session, named again in its logout tokens. */
  sid: string | null
  /** When the person proved who they are, ISO 8601 UTC. */
  authTime: string | null
  amr: string[]
  acr: string | null
  /** Longest session in minutes as the provider wishes it; 0 means no wish to limit, null none stated. */
  refreshHintMinutes: number | null
  /** For `logoutUrl` only; never for a browser. */
  idToken: string
  /** Gets new tokens; never for a browser. Null when the provider gives none. */
  refreshToken: string | null
  /** Seconds the provider's tokens last, as it says. */
  expiresInSeconds: number | null
  returnTo: string
}

/** Why nobody is signed in; `detailForLog` holds no token and no text of the address. */
export type SignInRefusal = {
  ok: false
  code: 'SIGN_IN_EXPIRED' | 'STATE_MISMATCH' | 'PROVIDER_REFUSED' | 'TOKEN_INVALID' | 'PROVIDER_UNREACHABLE'
  detailForLog: string
}

/** The claims of a verified ID token under our names. */
export function signedIn(
  claims: JWTPayload,
  known: Pick<SignedIn, 'issuer' | 'idToken' | 'refreshToken' | 'expiresInSeconds' | 'returnTo'> & {
    hintClaim: string | undefined
  },
): SignedIn {
  const authTime = claims['auth_time']
  const amr = claims['amr']
  return {
    ok: true,
    issuer: known.issuer,
    subject: claims.sub ?? '',
    email: textOf(claims['email'], 320),
    // Some providers write it as text.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: textOf(claims['name'], 200),
    sid: textOf(claims['sid'], 255),
    authTime: typeof authTime === 'number' ? fromSeconds(authTime).toISOString() : null,
    amr: Array.isArray(amr) ? amr.filter((method) => textOf(method, 255) !== null) : [],
    acr: textOf(claims['acr'], 255),
    refreshHintMinutes: hintOf(claims, known.hintClaim),
    idToken: known.idToken,
    refreshToken: known.refreshToken,
    expiresInSeconds: known.expiresInSeconds,
    returnTo: known.returnTo,
  }
}

/** How long a session may last in minutes, as the provider hints; null when it says nothing. */
export const hintOf = (claims: JWTPayload, claim = 'refresh_hint'): number | null => minutesOf(claims[claim])

/** A sign-in that ends here. */
export const refuse = (code: SignInRefusal['code'], detailForLog: string): SignInRefusal => ({
  ok: false,
  code,
  detailForLog,
})

/**
 * The registered errors of OAuth 2.0 and OpenID Connect (RFC 6749, 8628, 9126 and 9449; OpenID Connect Core 1.0). Only they enter the
 * log: the address of a callback is anybody's to write, its words and codes of one's own as well.
 */
const errorCodes: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unmet_authentication_requirements',
  'unsupported_grant_type',
  'unsupported_response_type',
  'use_dpop_nonce',
])

/** The refusal that a failed exchange is shown as. */
export function refusalOf(error: unknown): SignInRefusal {
  const outbound = outboundFailureOf(error)
  if (outbound)
    return refuse(outbound.reason === 'too-large' ? 'TOKEN_INVALID' : 'PROVIDER_UNREACHABLE', outbound.message)
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return refuse('PROVIDER_REFUSED', errorCodes.has(error.error) ? error.error : 'a code that is not registered')
  }
  if (error instanceof WWWAuthenticateChallengeError) return refuse('PROVIDER_REFUSED', 'our client was not accepted')
  return refuse('TOKEN_INVALID', reasonOf(error))
}

/** Whole minutes, as number or digits; anything else says nothing. */
function minutesOf(value: unknown): number | null {
  const minutes = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof minutes === 'number' && Number.isSafeInteger(minutes) && minutes >= 0 ? minutes : null
}
