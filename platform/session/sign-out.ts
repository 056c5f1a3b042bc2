import type { FastifyInstance } from 'fastify'
import type { RelyingParty } from '../identity/relying-party.ts'
import { idTokenPurpose } from './renewal.ts'
import { encrypt, decrypt, type EncryptionKey } from '../encryption/encrypt.ts'
import type { Portal } from '../portal/portal.ts'
import { Refused } from '../calls/refusal.ts'
import { sessionCookie } from './cookies.ts'
import type { PlainRoute } from '../portal/plain-route.ts'
import { endSessionsOf } from './sessions.ts'
import { contentSecurityPolicy } from '../text/page-style.ts'
import { signOutPage } from './sign-out-page.ts'

export type SignOutOptions = {
  party: Pick<RelyingParty, 'logoutUrl' | 'verifyLogoutToken'>
  key: EncryptionKey
  /** Where the browser finds the portal, and the provider. */
  origin: string
  issuer: string
  /** What people's records call the provider. */
  issuerName: string
  now: () => Date
}

export type SignOut = {
  /** Where our pages go to end the provider's session too; null where there is no such way. */
  logoutUrl(encryptedIdToken: string | null, why?: string): Promise<string | null>
  routes(app: FastifyInstance, portal: Portal): void
}

const purpose = 'way to the sign-out page'
const goodForMs = 60_000
const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})

/** The portal's side of signing out: on to the provider's own page, and what the provider says has ended. */
export function createSignOut({ party, key, origin, issuer, issuerName, now }: SignOutOptions): SignOut {
  function routes(app: FastifyInstance, portal: Portal): void {
    app.get('/logoutOkta', plain('sign-out', "On to the identity provider's sign-out page"), async (request, reply) => {
      const { to } = request.query as { to?: unknown }
      const opened = typeof to === 'string' ? decrypt(key, to, purpose) : null
      const { url, until } = (opened === null ? {} : JSON.parse(opened)) as { url?: string; until?: number }
      const good = url !== undefined && until !== undefined && now().getTime() <= until
      reply.header('cache-control', 'no-store')
      if (!good) return reply.code(303).header('location', '/logout').send()
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          // The provider's answer may lead over servers of its own on the way back.
          'content-security-policy': contentSecurityPolicy(`${new URL(url).origin} https:`),
          'x-frame-options': 'DENY',
        })
        .send(signOutPage(url))
    })

    void app.register(async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 32 * 1024 },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      )
      const route = plain('back-channel logout', 'The identity provider says that a session of its own ended')
      scope.post('/backchannel-logout', route, async (request, reply) => {
        const refuse = async (detail: string): Promise<never> => {
          portal.log.warn({ requestId: request.id, detail }, 'logout notice refused')
          await portal.noteSecurity('authn_token_revoked_fail', request, 'back-channel logout')
          throw new Refused({ code: 'VALIDATION', message: 'This is not a logout notice of a session here.' })
        }
        const tokens = request.body instanceof URLSearchParams ? request.body.getAll('logout_token') : []
        if (tokens.length !== 1) return refuse(`${tokens.length} tokens`)
        const notice = await party.verifyLogoutToken(tokens[0]!)
        if (!notice.ok) {
          if (notice.code === 'PROVIDER_UNREACHABLE') throw new Refused({ code: 'UNAVAILABLE' })
          return refuse(notice.detailForLog)
        }
        const { text, values } = endSessionsOf(
          { sid: notice.sid, issuer: issuerName, subject: notice.subject, mc: null },
          portal.clock.now().toISOString(),
        )
        const [of] = (await portal.pools.app.query<{ known: boolean }>(text, values as unknown[])).rows
        // A logout token for an unknown session is refused; for one that ended already it is accepted
        // (docs/decisions/0014).
        if (!of?.known) return refuse('a session nobody here ever had')
        return reply.header('cache-control', 'no-store').send({ success: true })
      })
      scope.get('/backchannel-logout', plain('back-channel logout by GET', 'Refused'), async () => {
        throw new Refused({ code: 'METHOD_NOT_ALLOWED' })
      })
    })

    // A browser that loses the session cookie loses what the browser kept of us. "cookies" reaches the whole site,
    // so it stays away where the provider lives on the same one: its own session must still be there to be ended.
    const clear = sameSite(origin, issuer) ? '"cache", "storage"' : '"cache", "cookies", "storage"'
    const gone = sessionCookie(portal, null)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (reply.getHeader('set-cookie') === gone) void reply.header('clear-site-data', clear)
      done()
    })
  }

  return {
    // The provider wants the ID token back. It must not pass through the hands of our pages, so they get an address of ours
    // that redirects there, encrypted and good for a minute.
    logoutUrl: async (encryptedIdToken, why) => {
      const idToken = encryptedIdToken === null ? null : decrypt(key, encryptedIdToken, idTokenPurpose)
      // It comes back with the browser (OpenID Connect RP-Initiated Logout 1.0, section 2): the storage of a tab does not keep it
      // where another tab's answer clears it.
      const url = await party.logoutUrl({ idToken, ...(why !== undefined && { state: why }) })
      return (
        url && `/logoutOkta?to=${encrypt(key, JSON.stringify({ url, until: now().getTime() + goodForMs }), purpose)}`
      )
    },
    routes,
  }
}

/** True when two addresses may share cookies: the same host, or the same last two labels of it. */
function sameSite(one: string, other: string): boolean {
  const site = (address: string) => new URL(address).hostname.split('.').slice(-2).join('.')
  return site(one) === site(other)
}
