import { fromSeconds } from '../dates/instant.ts'
import { timingSafeEqual } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
} from 'openid-client'
import { systemClock } from '../dates/clock.ts'
import { createDiscovery, ProviderUnreachable, type Discovered } from './discovery.ts'
import type { FirstUse } from './first-use.ts'
import type { Fetch } from './outbound.ts'
import { hintOf, refusalOf, refuse, signedIn, type SignedIn, type SignInRefusal } from './sign-in-result.ts'
import { encrypt, loadEncryptionKey, decrypt, type EncryptionKey } from '../encryption/encrypt.ts'
import { readLogoutToken, verifyAccessToken, verifyIdToken, type TokenSource } from './token-kinds.ts'
import type { TokenClaims, TokenRefusal } from './tokens.ts'

export type RelyingPartyOptions = {
  /** Exactly as the provider writes it in its tokens. Plain http only for this machine. */
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  /** Our callback, registered with the provider: `https://portal.example/login/callback`. */
  redirectUri: string
  postLogoutRedirectUri: string
  scopes: readonly string[]
  /** One key, or the newest first and those that still open older sign-ins. */
  encryptionKey: EncryptionKey | readonly EncryptionKey[]
  /** Seconds the provider's clock may differ from ours. */
  clockSkewSeconds?: number
  /** Audience of access tokens meant for us; the portal's origin and `/api` when left out. */
  accessTokenAudience?: string | undefined
  /** Name of the claim with the longest session in minutes. */
  refreshHintClaim?: string | undefined
  /** Ways to prove who one is that are asked for by name (OpenID Connect Core 3.1.2.1). */
  acrValues?: readonly string[] | undefined
  /** Where one-time things are remembered. */
  firstUse: FirstUse
  fetch?: Fetch | undefined
  now?: () => Date
}

type PendingSignIn = {
  /** Where to send the browser. */
  redirectTo: string
  /** Encrypted; goes into an HttpOnly cookie and comes back to `finish`. */
  transaction: string
}
/** What a refresh token brought. */
type Renewed = {
  ok: true
  /** Null when the old one is still good. */
  refreshToken: string | null
  idToken: string | null
  expiresInSeconds: number | null
  refreshHintMinutes: number | null
}
/** Why tokens were not renewed: `OVER` when the provider takes this refresh token no more, for whatever reason. */
type RenewalRefusal = { ok: false; code: 'OVER' | 'NOT_NOW'; detailForLog: string }
type LoggedOut = { ok: true; issuer: string; subject: string | null; sid: string | null }

export type RelyingParty = {
  /** Starts a sign-in. Throws `ProviderUnreachable` when the provider's addresses are not known yet. */
  begin(ask: {
    returnTo: string
    reauthenticate?: boolean
    /** Of a question that this sign-in answers; it opens no session. */
    stepUp?: string | undefined
  }): Promise<PendingSignIn>
  /** What a sign-in that is under way in this browser is for; null when none is. */
  underWay(transaction: string | null | undefined): { returnTo: string; stepUp: string | null } | null
  /** Ends a sign-in with what the provider sent back; works once for each `begin`. */
  finish(answer: {
    callbackUrl: string | URL
    transaction: string | null | undefined
    now: Date
  }): Promise<SignedIn | SignInRefusal>
  /** Where the browser ends the provider's session, or null when the provider has no such page or is away. */
  logoutUrl(session: {
    idToken: string | null
    logoutHint?: string | undefined
    state?: string | undefined
  }): Promise<string | null>
  /** The claims of a token somebody else obtained from the same provider for us. */
  verifyToken(token: string, wanted: { kind: 'access' | 'id' }): Promise<TokenClaims | TokenRefusal>
  /** New tokens for a session of this person, before its old ones end; each refresh token is used once. */
  renew(refreshToken: string, of: { subject: string; sid: string | null }): Promise<Renewed | RenewalRefusal>
  /** Tells the provider that a refresh token is not needed any more, where it wants to know (RFC 7009). */
  revoke(refreshToken: string): Promise<void>
  /** Whose session the provider ended (OpenID Connect Back-Channel Logout 1.0); each token works once. */
  verifyLogoutToken(token: string): Promise<LoggedOut | TokenRefusal>
}

type Transaction = {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  startedAt: number
  again: boolean
  stepUp: string | null
}

const validForSeconds = 600
const longestCallback = 16 * 1024

/** The portal's side of OpenID Connect: the server is the client, no token reaches a browser. */
export function createRelyingParty(options: RelyingPartyOptions): RelyingParty {
  const { issuer, clientId, redirectUri, clockSkewSeconds = 60, now = () => systemClock.now() } = options
  const accessAudience = options.accessTokenAudience ?? `${new URL(redirectUri).origin}/api`
  const purpose = `sign-in\n${issuer}\n${clientId}`
  const { firstUse } = options
  const discovered = createDiscovery({
    issuer,
    clientId,
    clientSecret: options.clientSecret,
    clockSkewSeconds,
    fetch: options.fetch,
    now,
  })

  /** What the rules of a token need to know of the provider; a refusal while it is away. */
  async function sourceAt(at: Date): Promise<(TokenSource & { provider: Discovered }) | TokenRefusal> {
    try {
      const provider = await discovered()
      return { provider, keys: provider.keys, issuer, clientId, clockSkewSeconds, now: at }
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      return { ok: false, code: error.code, detailForLog: error.message }
    }
  }

  async function begin({
    returnTo,
    reauthenticate = false,
    stepUp,
  }: Parameters<RelyingParty['begin']>[0]): Promise<PendingSignIn> {
    const { clientAt } = await discovered()
    const at = now()
    const transaction: Transaction = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      returnTo,
      startedAt: Math.floor(at.getTime() / 1000),
      again: reauthenticate,
      stepUp: stepUp ?? null,
    }
    const redirectTo = buildAuthorizationUrl(clientAt(at), {
      redirect_uri: redirectUri,
      scope: options.scopes.join(' '),
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
      code_challenge_method: 'S256',
      ...(options.acrValues?.length && { acr_values: options.acrValues.join(' ') }),
      ...(reauthenticate && { prompt: 'login', max_age: '0' }),
    })
    return {
      redirectTo: redirectTo.href,
      transaction: encrypt(loadEncryptionKey(options.encryptionKey), JSON.stringify(transaction), purpose),
    }
  }

  function underWay(encrypted: string | null | undefined): ReturnType<RelyingParty['underWay']> {
    const opened = encrypted ? decrypt(options.encryptionKey, encrypted, purpose) : null
    if (opened === null) return null
    const { returnTo, stepUp } = JSON.parse(opened) as Transaction
    return { returnTo, stepUp: stepUp ?? null }
  }

  async function finish(answer: Parameters<RelyingParty['finish']>[0]): Promise<SignedIn | SignInRefusal> {
    if (!answer.transaction)
      return refuse('SIGN_IN_EXPIRED', 'no sign-in was started in this browser, or it is too old')
    const opened = decrypt(options.encryptionKey, answer.transaction, purpose)
    if (opened === null) return refuse('STATE_MISMATCH', 'the sign-in cookie is not one of ours')
    const transaction = JSON.parse(opened) as Transaction
    const age = answer.now.getTime() / 1000 - transaction.startedAt
    if (age > validForSeconds || age < -clockSkewSeconds)
      return refuse('SIGN_IN_EXPIRED', `begun ${Math.round(age)} s ago`)
    const parameters = callbackParameters(answer.callbackUrl)
    if (!parameters) return refuse('STATE_MISMATCH', 'the callback address cannot be read')
    if (!same(parameters.getAll('state'), transaction.state)) return refuse('STATE_MISMATCH', 'another state came back')
    const source = await sourceAt(answer.now)
    if ('code' in source) return refuse('PROVIDER_UNREACHABLE', source.detailForLog)
    // Mix-up (RFC 9207): before the code is shown to anybody.
    const named = parameters.getAll('iss')
    const mustName = source.provider.metadata.authorization_response_iss_parameter_supported === true
    if (named.length > 1 || (named.length === 1 ? named[0] !== issuer : mustName)) {
      return refuse('STATE_MISMATCH', 'the answer is of another issuer')
    }
    const until = fromSeconds(transaction.startedAt + validForSeconds + clockSkewSeconds)
    if (!(await firstUse(`sign-in ${transaction.state}`, until))) return refuse('SIGN_IN_EXPIRED', 'finished before')
    return exchange(source, parameters, transaction).catch(refusalOf)
  }

  async function exchange(
    source: TokenSource & { provider: Discovered },
    parameters: URLSearchParams,
    transaction: Transaction,
  ): Promise<SignedIn | SignInRefusal> {
    const { provider } = source
    const client = provider.clientAt(source.now)
    // The registered address, not the one of the request: a forged Host header changes nothing.
    const callback = new URL(redirectUri)
    callback.search = parameters.toString()
    const tokens = await authorizationCodeGrant(client, callback, {
      expectedState: transaction.state,
      expectedNonce: transaction.nonce,
      pkceCodeVerifier: transaction.codeVerifier,
      idTokenExpected: true,
    })
    const idToken = tokens.id_token ?? ''
    // openid-client trusts TLS for the signature in this flow; we do not.
    const checked = await verifyIdToken(idToken, source, validForSeconds)
    if (!checked.ok) {
      return refuse(checked.code === 'PROVIDER_UNREACHABLE' ? checked.code : 'TOKEN_INVALID', checked.detailForLog)
    }
    const { claims } = checked
    if (claims.nonce !== transaction.nonce) return refuse('TOKEN_INVALID', 'another nonce')
    if (transaction.again && !((claims['auth_time'] as number) >= transaction.startedAt - clockSkewSeconds)) {
      return refuse('TOKEN_INVALID', 'the provider did not ask the person again')
    }
    // Some providers leave the e-mail address out of the ID token and give it at the userinfo endpoint only.
    const askMore =
      claims.email === undefined && options.scopes.includes('email') && provider.metadata.userinfo_endpoint
    const more = askMore ? await fetchUserInfo(client, tokens.access_token, claims.sub ?? '') : {}
    const { returnTo } = transaction
    const refreshToken = tokens.refresh_token ?? null
    const expiresInSeconds = tokens.expires_in ?? null
    const known = { issuer, idToken, refreshToken, expiresInSeconds, returnTo, hintClaim: options.refreshHintClaim }
    return signedIn({ ...more, ...claims }, known)
  }

  async function renew(
    refreshToken: string,
    of: Parameters<RelyingParty['renew']>[1],
  ): ReturnType<RelyingParty['renew']> {
    const not = (code: RenewalRefusal['code'], detailForLog: string): RenewalRefusal => ({
      ok: false,
      code,
      detailForLog,
    })
    const source = await sourceAt(now())
    if ('code' in source) return not('NOT_NOW', source.detailForLog)
    try {
      const tokens = await refreshTokenGrant(source.provider.clientAt(source.now), refreshToken)
      const renewed = {
        ok: true as const,
        refreshToken: tokens.refresh_token ?? null,
        idToken: tokens.id_token ?? null,
        expiresInSeconds: tokens.expires_in ?? null,
        refreshHintMinutes: null,
      }
      if (renewed.idToken === null) return renewed
      const checked = await verifyIdToken(renewed.idToken, source, validForSeconds)
      if (!checked.ok) {
        return not(checked.code === 'PROVIDER_UNREACHABLE' ? 'NOT_NOW' : 'OVER', checked.detailForLog)
      }
      // OpenID Connect Core 12.2: the same person, at the same session.
      const { sub, sid } = checked.claims
      if (sub !== of.subject || (of.sid !== null && sid !== undefined && sid !== of.sid)) {
        return not('OVER', 'the new token is of another person or session')
      }
      return { ...renewed, refreshHintMinutes: hintOf(checked.claims, options.refreshHintClaim) }
    } catch (error) {
      const { detailForLog } = refusalOf(error)
      const over = error instanceof ResponseBodyError && error.error === 'invalid_grant'
      return not(over ? 'OVER' : 'NOT_NOW', detailForLog)
    }
  }

  async function revoke(refreshToken: string): Promise<void> {
    const { clientAt, metadata } = await discovered()
    if (metadata.revocation_endpoint) {
      await tokenRevocation(clientAt(now()), refreshToken, { token_type_hint: 'refresh_token' })
    }
  }

  async function logoutUrl(session: Parameters<RelyingParty['logoutUrl']>[0]): Promise<string | null> {
    try {
      const { clientAt, metadata } = await discovered()
      if (!metadata.end_session_endpoint) return null
      const url = buildEndSessionUrl(clientAt(now()), {
        post_logout_redirect_uri: options.postLogoutRedirectUri,
        ...(session.idToken !== null && { id_token_hint: session.idToken }),
        ...(session.logoutHint !== undefined && { logout_hint: session.logoutHint }),
        ...(session.state !== undefined && { state: session.state }),
      })
      return url.href
    } catch (error) {
      if (error instanceof ProviderUnreachable) return null
      throw error
    }
  }

  async function verifyToken(token: string, { kind }: { kind: 'access' | 'id' }): Promise<TokenClaims | TokenRefusal> {
    const source = await sourceAt(now())
    if ('code' in source) return source
    return kind === 'id' ? verifyIdToken(token, source) : verifyAccessToken(token, source, accessAudience)
  }

  async function verifyLogoutToken(token: string): Promise<LoggedOut | TokenRefusal> {
    const source = await sourceAt(now())
    if ('code' in source) return source
    const notice = await readLogoutToken(token, source)
    if (!notice.ok) return notice
    if (!(await firstUse(`logout ${notice.tokenId}`, notice.until))) {
      return { ok: false, code: 'TOKEN_INVALID', detailForLog: 'used before' }
    }
    return { ok: true, issuer, subject: notice.subject, sid: notice.sid }
  }

  return { begin, underWay, finish, logoutUrl, verifyToken, renew, revoke, verifyLogoutToken }
}

function callbackParameters(callbackUrl: string | URL): URLSearchParams | null {
  const text = String(callbackUrl)
  const url = text.length <= longestCallback ? URL.parse(text, 'https://portal.invalid') : null
  return url?.searchParams ?? null
}

function same(found: readonly string[], expected: string): boolean {
  const [only = '', ...more] = found
  const left = Buffer.from(only)
  const right = Buffer.from(expected)
  return more.length === 0 && left.length === right.length && timingSafeEqual(left, right)
}
