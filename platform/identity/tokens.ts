import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { OutboundFailure } from './outbound.ts'

/** Why a token is not believed. `detailForLog` holds no part of the token. */
export type TokenRefusal = {
  ok: false
  code: 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'PROVIDER_UNREACHABLE'
  detailForLog: string
}
export type TokenClaims = { ok: true; claims: JWTPayload }

/** What a token must look like to be believed. */
export type TokenRules = {
  issuer: string
  audience: string
  /** Values of the header `typ` that are taken, lower case without "application/"; '' stands for no `typ` at all. */
  types: readonly string[]
  requiredClaims: readonly string[]
  /** Seconds two clocks may differ. */
  clockSkewSeconds: number
  /** Oldest `iat`, in seconds before now. */
  maxAgeSeconds?: number
  now: Date
}

/** Signatures made with a private key only: 'none' and every shared-secret kind stay out. */
const signatureAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const longestToken = 16 * 1024

/** Checks signature, header and the claims every token has against the provider's own keys. */
export async function verifySignedToken(
  token: string,
  keys: JWTVerifyGetKey,
  rules: TokenRules,
): Promise<TokenClaims | TokenRefusal> {
  if (token.length > longestToken) return invalid(`token of ${token.length} characters`)
  try {
    const header = decodeProtectedHeader(token)
    // A token may not name where its key comes from or a critical extension.
    for (const name of ['jku', 'jwk', 'x5u', 'x5c', 'crit']) if (name in header) return invalid(`header ${name}`)
    const type = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : ''
    if (!rules.types.includes(type)) return invalid('unexpected typ')
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [...signatureAlgorithms],
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: [...rules.requiredClaims],
      clockTolerance: rules.clockSkewSeconds,
      currentDate: rules.now,
      ...(rules.maxAgeSeconds !== undefined && { maxTokenAge: rules.maxAgeSeconds }),
    })
    return { ok: true, claims: payload }
  } catch (error) {
    return refusalOf(error)
  }
}

const invalid = (detailForLog: string): TokenRefusal => ({ ok: false, code: 'TOKEN_INVALID', detailForLog })

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof OutboundFailure || error instanceof errors.JWKSTimeout) {
    return { ok: false, code: 'PROVIDER_UNREACHABLE', detailForLog: `keys: ${error.message}` }
  }
  if (error instanceof errors.JWTExpired) {
    return { ok: false, code: 'TOKEN_EXPIRED', detailForLog: error.message }
  }
  if (error instanceof errors.JOSEError) {
    // The one error jose has no class for: the key set came as something else than 200 and JSON.
    const code = error.code === 'ERR_JOSE_GENERIC' ? 'PROVIDER_UNREACHABLE' : 'TOKEN_INVALID'
    return { ok: false, code, detailForLog: `${error.code}: ${error.message}` }
  }
  return invalid(error instanceof Error ? `${error.name}: not a token we can read` : 'not a token we can read')
}
