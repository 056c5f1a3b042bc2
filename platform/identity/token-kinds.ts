import { fromSeconds } from '../dates/instant.ts'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { verifySignedToken, type TokenClaims, type TokenRefusal } from './tokens.ts'

/** The provider as the rules of a token need it. */
export type TokenSource = {
  keys: JWTVerifyGetKey
  issuer: string
  clientId: string
  clockSkewSeconds: number
  now: Date
}

/** What a logout token says: whose session ended, and the id that makes the token usable once. */
export type LogoutNotice = { ok: true; subject: string | null; sid: string | null; tokenId: string; until: Date }

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** The claims of an ID token made for us (OpenID Connect Core 3.1.3.7); its nonce is for the caller to compare. */
export async function verifyIdToken(
  token: string,
  source: TokenSource,
  maxAgeSeconds?: number,
): Promise<TokenClaims | TokenRefusal> {
  const checked = await verifySignedToken(token, source.keys, {
    ...source,
    audience: source.clientId,
    types: ['', 'jwt'],
    requiredClaims: ['sub', 'exp', 'iat'],
    ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
  })
  if (!checked.ok) return checked
  const { aud, azp } = checked.claims
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) return invalid('several audiences and no azp')
  if (azp !== undefined && azp !== source.clientId) return invalid('azp is another client')
  return hasSubject(checked.claims) ? checked : invalid('sub is no text of 1 to 255 characters')
}

/** The claims of an access token made for our calls. */
export async function verifyAccessToken(
  token: string,
  source: TokenSource,
  audience: string,
): Promise<TokenClaims | TokenRefusal> {
  // RFC 9068 marks access tokens with a typ, which Okta, Keycloak and Entra leave out as delivered. Without the mark
  // only an audience of their own tells them from ID tokens, whose audience is the client.
  const types = audience === source.clientId ? ['at+jwt'] : ['at+jwt', '', 'jwt']
  const checked = await verifySignedToken(token, source.keys, {
    ...source,
    audience,
    types,
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  if (!checked.ok) return checked
  if ('nonce' in checked.claims || 'events' in checked.claims) return invalid('not an access token')
  return hasSubject(checked.claims) ? checked : invalid('sub is no text of 1 to 255 characters')
}

/** Whose session a logout token ends (OpenID Connect Back-Channel Logout 1.0), before asking if it was used. */
export async function readLogoutToken(token: string, source: TokenSource): Promise<LogoutNotice | TokenRefusal> {
  const checked = await verifySignedToken(token, source.keys, {
    ...source,
    audience: source.clientId,
    types: ['logout+jwt'],
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
    maxAgeSeconds: 600,
  })
  if (!checked.ok) return checked
  const { claims } = checked
  if (!isObject(claims.events) || !isObject(claims.events[logoutEvent])) return invalid('no back-channel logout event')
  if ('nonce' in claims) return invalid('a logout token has no nonce')
  const subject = textOf(claims.sub, 255)
  const sid = textOf(claims['sid'], 255)
  if (subject === null && sid === null) return invalid('neither sub nor sid')
  const tokenId = textOf(claims.jti, 255)
  if (tokenId === null) return invalid('no jti')
  return { ok: true, subject, sid, tokenId, until: fromSeconds((claims.exp ?? 0) + source.clockSkewSeconds) }
}

/** A claim as text of 1 to `longest` characters that the database can keep as it is, else null. */
export const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest && isStorable(value) ? value : null

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const invalid = (detailForLog: string): TokenRefusal => ({ ok: false, code: 'TOKEN_INVALID', detailForLog })

const hasSubject = (claims: JWTPayload): boolean => textOf(claims.sub, 255) !== null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
