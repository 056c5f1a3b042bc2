import type { JWK } from 'jose'
import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Pool } from 'pg'
import { isUnavailable } from '#platform/database/pools.ts'
import { createOutbound } from '#platform/identity/outbound.ts'
import { accountOf } from './accounts.ts'
import { postgresAdapter } from './adapter.ts'
import { isGoodHandle } from './carrier-people.ts'
import { cookieIn } from '#platform/portal/cookie-text.ts'
import { messagePage, outOfOrder, signOutPage, tooLate, type PageSetting } from './pages.ts'

export type ProviderSetting = PageSetting & {
  issuer: URL
  pool: Pool
  clientId: string
  clientSecret: string
  accessTokenAudience: string
  cookieKeys: readonly string[]
  keys: JWK[]
  /** Cookie of a person a carrier's provider vouched for. */
  handleCookie: string
  /** First part of every address below the issuer, '' or '/identity'. */
  room: string
}

const scope = 'openid profile email'
const hour = 3600

/** The configuration of oidc-provider: one confidential client, code flow with PKCE, nothing else. */
export function providerConfiguration(setting: ProviderSetting): Configuration {
  const { portalOrigin, clientId, pool, room, accessTokenAudience } = setting
  const secure = setting.issuer.protocol === 'https:' ? '__Secure-' : ''
  // Cookies are shared between ports of a host: their own names and path separate them from the portal's.
  const path = setting.issuer.pathname.replace(/\/$/, '') + room
  const policy = interactionPolicy.base()
  policy.remove('consent')
  // The person named in the assertion wins over the person signed in here already.
  const vouched = async ({ req, oidc }: KoaContextWithOIDC) =>
    oidc.result?.login === undefined && (await isGoodHandle(pool, cookieIn(req.headers.cookie, setting.handleCookie)))
  policy.get('login')?.checks.add(new interactionPolicy.Check('vouched_for', 'a carrier vouches for somebody', vouched))
  return {
    adapter: postgresAdapter(pool),
    jwks: { keys: setting.keys as never },
    clients: [
      {
        client_id: clientId,
        client_secret: setting.clientSecret,
        token_endpoint_auth_method: 'client_secret_basic',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${portalOrigin}/login/callback`],
        post_logout_redirect_uris: [`${portalOrigin}/logout`],
        backchannel_logout_uri: `${portalOrigin}/backchannel-logout`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'RS256',
      },
    ],
    clientAuthMethods: ['client_secret_basic'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // The portal renews its tokens as long as the session here lives; each refresh token works once.
    issueRefreshToken: async (_ctx, client) => client.clientId === clientId,
    expiresWithSession: async () => true,
    rotateRefreshToken: true,
    scopes: scope.split(' '),
    claims: {
      openid: ['sub', 'auth_time', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'refresh_hint'],
    },
    // The ID token has every claim; there is no userinfo endpoint.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    cookies: {
      keys: [...setting.cookieKeys],
      names: {
        session: `${secure}demo_idp_session`,
        interaction: `${secure}demo_idp_interaction`,
        resume: `${secure}demo_idp_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', path },
      // No path: oidc-provider narrows these to one sign-in.
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: `${room}/authorize`,
      token: `${room}/token`,
      jwks: `${room}/keys`,
      revocation: `${room}/revoke`,
      end_session: `${room}/sign-out`,
    },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 300,
      IdToken: 300,
      RefreshToken: 12 * hour,
      Interaction: hour / 2,
      // The portal limits a session to twelve hours: nothing issued here lives longer.
      Session: 12 * hour,
      Grant: 12 * hour,
    },
    interactions: { policy, url: (_ctx, { uid }) => `${path}/interaction/${uid}` },
    findAccount: async (_ctx, subject) => {
      const account = await accountOf(pool, subject)
      return (
        account && {
          accountId: subject,
          claims: () => ({
            sub: subject,
            email: account.email,
            email_verified: true,
            name: account.name,
            preferred_username: account.username,
            ...(account.refreshHint !== null && { refresh_hint: account.refreshHint }),
          }),
        }
      )
    },
    extraTokenClaims: async (_ctx, token) => {
      const subject = 'accountId' in token ? String(token.accountId) : ''
      const account = await accountOf(pool, subject)
      return account && { email: account.email, refresh_hint: account.refreshHint ?? undefined }
    },
    // Our own client needs no consent page.
    loadExistingGrant,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.type = 'html'
          ctx.body = signOutPage(setting, form, isAskedByPortal(ctx, clientId))
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.type = 'html'
          ctx.body = messagePage(setting, 'Signed out', 'You are signed out.')
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => accessTokenAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== accessTokenAudience) throw new errors.InvalidTarget()
          const jwt = { sign: { alg: 'RS256' as const } }
          return { scope, audience: resource, accessTokenTTL: 300, accessTokenFormat: 'jwt', jwt }
        },
      },
    },
    fetch: backchannelOnly(portalOrigin),
    renderError: (ctx, out, error) => {
      if (isUnavailable(error)) {
        ctx.status = 503
        ctx.set('retry-after', '5')
      }
      ctx.type = 'html'
      ctx.body = messagePage(setting, 'Sign-in can’t continue', sentenceFor(out.error))
    },
  }

  async function loadExistingGrant(ctx: KoaContextWithOIDC) {
    const { session, client, provider } = ctx.oidc
    const accountId = session?.accountId
    if (!session || !client || accountId === undefined) return undefined
    const known = session.grantIdFor(client.clientId)
    const existing = known === undefined ? undefined : await provider.Grant.find(known)
    if (existing?.accountId === accountId) return existing
    const grant = new provider.Grant({ clientId: client.clientId, accountId })
    grant.addOIDCScope(scope)
    grant.addResourceScope(accessTokenAudience, scope)
    await grant.save()
    return grant
  }
}

/** A link alone signs nobody out: the portal shows an ID token of the very person who is signed in here. */
function isAskedByPortal(ctx: KoaContextWithOIDC, clientId: string): boolean {
  const { client, session, entities } = ctx.oidc
  const hint = entities.IdTokenHint
  return hint !== undefined && hint.payload.sub === session?.accountId && client?.clientId === clientId
}

/** The only call this provider makes: to say to the portal that a session ended. */
function backchannelOnly(portalOrigin: string): NonNullable<Configuration['fetch']> {
  const address = `${portalOrigin}/backchannel-logout`
  const plainHttpToThisMachine = portalOrigin.startsWith('http:')
  const outbound = createOutbound({ plainHttpToThisMachine, totalMs: 2_500 })
  return async (url, options) => {
    if ((url as string | URL).toString() !== address) throw new Error('the demo provider calls the portal only')
    const { method, headers, body, signal } = options as RequestInit
    return outbound(address, { method, headers, body, signal } as RequestInit)
  }
}

function sentenceFor(code: string): string {
  if (code === 'invalid_request' || code === 'session_not_found') return tooLate
  return code === 'server_error' ? outOfOrder : `The request was refused (${code}).`
}
