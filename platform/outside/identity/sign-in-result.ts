import type { JWTPayload } from 'jose'
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { outboundFailureOf, printable, reasonOf } from './discovery.ts'
import { textOf } from './token-kinds.ts'

/** Who signed in, as the provider vouches for it. */
export type SignedIn = {
  ok: true
  issuer: string
  /** With `issuer` the only key of a person (bar S-006): e-mail and name are for show. */
  subject: string
  email: string | null
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
  returnTo: string
}

/** Why nobody is signed in; `detailForLog` holds no token and no text of the address. */
export type SignInRefusal = {
  ok: false
  code: 'SIGN_IN_EXPIRED' | 'STATE_MISMATCH' | 'PROVIDER_REFUSED' | 'TOKEN_INVALID' | 'PROVIDER_UNREACHABLE'
  detailForLog: string
}

/** A checked ID token's claims in our words. */
export function signedIn(
  claims: JWTPayload,
  known: { issuer: string; idToken: string; returnTo: string; hintClaim: string | undefined },
): SignedIn {
  const authTime = claims['auth_time']
  const amr = claims['amr']
  return {
    ok: true,
    issuer: known.issuer,
    subject: claims.sub ?? '',
    email: textOf(claims['email'], 320),
    name: textOf(claims['name'], 200),
    sid: textOf(claims['sid'], 255),
    authTime: typeof authTime === 'number' ? new Date(authTime * 1000).toISOString() : null,
    amr: Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [],
    acr: textOf(claims['acr'], 255),
    refreshHintMinutes: minutesOf(claims[known.hintClaim ?? 'refresh_hint']),
    idToken: known.idToken,
    returnTo: known.returnTo,
  }
}

/** A sign-in that ends here. */
export const refuse = (code: SignInRefusal['code'], detailForLog: string): SignInRefusal => ({
  ok: false,
  code,
  detailForLog,
})

/** What a failure of the exchange means to the person waiting. */
export function refusalOf(error: unknown): SignInRefusal {
  const outbound = outboundFailureOf(error)
  if (outbound)
    return refuse(outbound.reason === 'too-large' ? 'TOKEN_INVALID' : 'PROVIDER_UNREACHABLE', outbound.message)
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return refuse('PROVIDER_REFUSED', printable(`${error.error}: ${error.error_description ?? ''}`, 300))
  }
  if (error instanceof WWWAuthenticateChallengeError) return refuse('PROVIDER_REFUSED', 'our client was not accepted')
  return refuse('TOKEN_INVALID', reasonOf(error))
}

/** Whole minutes, as number or digits; anything else says nothing (bar S-044). */
function minutesOf(value: unknown): number | null {
  const minutes = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof minutes === 'number' && Number.isSafeInteger(minutes) && minutes >= 0 ? minutes : null
}
