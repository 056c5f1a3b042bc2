import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from './clock.ts'
import { isUnavailable, Transaction } from './database.ts'
import { newId } from './ids.ts'
import { ProviderUnreachable } from './outside/identity/discovery.ts'
import { firstUseInMemory } from './outside/identity/first-use.ts'
import type { Fetch } from './outside/identity/outbound.ts'
import { createRelyingParty } from './outside/identity/relying-party.ts'
import { safeReturnPath } from './outside/identity/return-path.ts'
import { seal, sealKeyFrom, unseal } from './outside/identity/seal.ts'
import { signedIn, type SignedIn, type SignInRefusal } from './outside/identity/sign-in-result.ts'
import type { Portal } from './portal.ts'
import { Refused } from './refusal.ts'
import { cookieOf, sessionCookie, sessionHash, type PlainRoute } from './serve.ts'
import { endSession, endSessionsOf, idleLimits, lastLogin, openSession, sessionHours, type Opened } from './sessions.ts'
import { sql } from './sql.ts'

export type IdentityOptions = {
  /** Where the browser finds the portal: `http://localhost:3000`. */
  origin: string
  /** The provider, exactly as it writes itself in its tokens. */
  issuer: string
  /** What people's records call this provider, when that is not its address: the demo provider's changes with the port. */
  issuerName?: string
  clientId: string
  clientSecret: string
  /** 32 bytes that seal what passes through the browser. */
  key: Uint8Array
  /** Patterns of the pages a sign-in may return to (bar S-012). */
  returnPaths: readonly string[]
  /** How often somebody failed to sign in to this account since then, where the provider tells. */
  failuresSince?: (subject: string, sinceIso: string) => Promise<number>
  fetch?: Fetch
  /** The provider's time, for its tokens; the portal's own clock may be moved. */
  now?: () => Date
}

/** Shows the pages' shell; what a sign-in address does when it has nothing to do. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => unknown

export type SignIn = {
  identity: NonNullable<Portal['identity']>
  routes(app: FastifyInstance, portal: Portal, page: ShowPage): void
}

/** Why nobody is signed in, as the callback page's address says it: a word of ours, never the provider's (bar S-016). */
export type SignInFailure = SignInRefusal['code'] | NonNullable<Opened['refusal']> | 'UNAVAILABLE'

const scopes = ['openid', 'profile', 'email']
const idTokenPurpose = 'id token of a session'
const leavePurpose = 'way to the sign-out page'
const leaveMs = 60_000
const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})

/** The portal's side of signing in and out: everything between our login page and the identity provider. */
export function createIdentity(options: IdentityOptions): SignIn {
  const { origin, issuer, issuerName = issuer, returnPaths, now = () => systemClock.now() } = options
  const key = sealKeyFrom(Buffer.from(options.key).toString('base64url'))
  const tokenUsed = firstUseInMemory(now)
  const party = createRelyingParty({
    issuer,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    redirectUri: `${origin}/login/callback`,
    postLogoutRedirectUri: `${origin}/logout`,
    scopes,
    sealKey: key,
    fetch: options.fetch,
    now,
  })

  const identity: SignIn['identity'] = {
    // The provider wants the ID token back in the address of its sign-out page. It must not pass through the hands of
    // our pages (bar S-001), so they get the address of a hop of ours, sealed and good for a minute.
    logoutUrl: async (sealedIdToken) => {
      const idToken = sealedIdToken === null ? null : unseal(key, sealedIdToken, idTokenPurpose)
      const url = await party.logoutUrl({ idToken })
      return (
        url && `/logoutOkta?to=${seal(key, JSON.stringify({ url, until: now().getTime() + leaveMs }), leavePurpose)}`
      )
    },
    // A09: who they are comes from the token alone, and each token opens one session (bar S-007).
    verify: async (token) => {
      const checked = await party.verifyToken(token, { kind: 'access' })
      if (!checked.ok) {
        if (checked.code === 'PROVIDER_UNREACHABLE') throw new Refused({ code: 'UNAVAILABLE' })
        return undefined
      }
      const until = new Date(((checked.claims.exp ?? 0) + 60) * 1000)
      if (!(await tokenUsed(createHash('sha256').update(token).digest('base64url'), until))) return undefined
      const { subject, sid, refreshHintMinutes } = signedIn(checked.claims, {
        issuer,
        idToken: token,
        returnTo: '/',
        hintClaim: undefined,
      })
      return { issuer: issuerName, subject, sid, refreshHintMinutes }
    },
  }

  /** What to open the session with, and the browser's earlier one to end. */
  async function open(
    portal: Portal,
    request: FastifyRequest,
    who: SignedIn,
  ): Promise<{ token: string } | { refusal: SignInFailure }> {
    const token = randomBytes(32).toString('base64url')
    const at = portal.clock.now()
    const { hours, limited } = sessionHours(who.refreshHintMinutes, portal.settings.sessionHours)
    const db = await Transaction.open(portal.pools.app)
    let finished = false
    try {
      const earlier = sessionHash(portal, request)
      await db.command('begin')
      const before = options.failuresSince && (await db.one(lastLogin(issuerName, who.subject)))
      const failures =
        before && options.failuresSince
          ? await options.failuresSince(who.subject, before.last_login_at ?? new Date(0).toISOString())
          : 0
      const opened = await db.one(
        openSession({
          id: newId(at, portal.random),
          hash: createHash('sha256').update(token).digest(),
          issuer: issuerName,
          subject: who.subject,
          idleSeconds: idleLimits(limited, portal.settings.testMode).total,
          hours,
          limited,
          sid: who.sid,
          idTokenSealed: seal(key, who.idToken, idTokenPurpose),
          authTime: who.authTime,
          ip: request.ip,
          userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
          failures,
          now: at.toISOString(),
        }),
      )
      // One browser, one session: what it held before would live on without anybody seeing it (bar S-041, S-052).
      if (!opened?.refusal && earlier) await db.one(endSession(earlier, 'replaced', at.toISOString()))
      await db.command('commit')
      finished = true
      return opened?.refusal ? { refusal: opened.refusal } : { token }
    } finally {
      if (!finished) await db.command('rollback').catch(() => {})
      db.release(!finished)
    }
  }

  function routes(app: FastifyInstance, portal: Portal, page: ShowPage): void {
    const { cookies } = portal
    const transactionCookie = (value: string | null): string =>
      // A signed answer of a carrier's provider comes as a cross-site POST, which Lax leaves behind (bar S-055).
      `${cookies.signIn}=${value ?? ''}; Path=/; HttpOnly; Max-Age=${value === null ? 0 : 600}; ${cookies.secure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`

    const fail = async (request: FastifyRequest, reply: FastifyReply, code: SignInFailure, detail?: string) => {
      portal.log.warn({ requestId: request.id, code, detail }, 'sign-in failed')
      await portal.noteSecurity('authn_login_fail', request, 'sign-in', { code })
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', `/login/callback?failed=${code}&id=${request.id}`)
        .send()
    }

    // {referrer path} follows the word at once and keeps its query: /loginOkta/authorizations?view=mine (spec 1 §2.3).
    const begin = async (request: FastifyRequest, reply: FastifyReply) => {
      portal.limits.take('signIn', request, undefined)
      const rest = (request.raw.url ?? '').slice('/loginOkta'.length)
      try {
        const { redirectTo, transaction } = await party.begin({
          returnTo: safeReturnPath(rest, returnPaths),
          reauthenticate: rest === '?again',
        })
        return await reply
          .code(302)
          .header('cache-control', 'no-store')
          .header('set-cookie', transactionCookie(transaction))
          .header('location', redirectTo)
          .send()
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        return fail(request, reply, 'PROVIDER_UNREACHABLE', error.message)
      }
    }
    app.get('/loginOkta', plain('sign-in', 'Start signing in at the identity provider'), begin)
    app.get('/loginOkta/*', plain('sign-in from', 'Start signing in, and return to this page'), begin)

    app.get(
      '/login/callback',
      plain('callback', 'Back from the identity provider: open the session'),
      async (request, reply) => {
        const asked = request.query as Record<string, unknown>
        if (!['code', 'error', 'state'].some((name) => name in asked)) return page(request, reply)
        portal.limits.take('signIn', request, undefined)
        reply.header('set-cookie', transactionCookie(null))
        const found = await party.finish({
          callbackUrl: request.raw.url ?? '',
          transaction: cookieOf(request, cookies.signIn),
          now: now(),
        })
        if (!found.ok) return fail(request, reply, found.code, found.detailForLog)
        try {
          const opened = await open(portal, request, found)
          if ('refusal' in opened) return await fail(request, reply, opened.refusal)
          // The page reads where to go from the fragment, which no server sees, and checks it against the same patterns.
          const returnTo = safeReturnPath(found.returnTo, returnPaths)
          reply.header('set-cookie', sessionCookie(portal, opened.token))
          return await reply
            .code(303)
            .header('cache-control', 'no-store')
            .header('location', `/login/callback#${returnTo}`)
            .send()
        } catch (error) {
          if (!isUnavailable(error)) throw error
          return fail(request, reply, 'UNAVAILABLE')
        }
      },
    )

    // Already signed in: on to where the person wanted to go, without a glimpse of the page (bar U-LOG-04).
    const unlessSignedIn = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await isSignedIn(portal, request))) return page(request, reply)
      const { referrer } = request.query as { referrer?: unknown }
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', safeReturnPath(referrer, returnPaths))
        .send()
    }
    app.get('/login', plain('login', 'The login page; whoever is signed in goes on'), unlessSignedIn)
    app.get(
      '/ssoError',
      plain('single sign-on error', 'The page of a failed single sign-on; whoever is signed in goes on'),
      unlessSignedIn,
    )

    app.get('/logoutOkta', plain('sign-out', "On to the identity provider's sign-out page"), async (request, reply) => {
      const { to } = request.query as { to?: unknown }
      const opened = typeof to === 'string' ? unseal(key, to, leavePurpose) : null
      const { url, until } = (opened === null ? {} : JSON.parse(opened)) as { url?: string; until?: number }
      const good = url !== undefined && until !== undefined && now().getTime() <= until
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', good ? url : '/logout')
        .send()
    })

    void app.register(async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 32 * 1024 },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      )
      const route = plain('back-channel logout', 'The identity provider says that a session of its own ended')
      scope.post('/backchannel-logout', route, async (request, reply) => {
        const tokens = request.body instanceof URLSearchParams ? request.body.getAll('logout_token') : []
        const notice = tokens.length === 1 ? await party.verifyLogoutToken(tokens[0]!) : undefined
        if (!notice?.ok) {
          if (notice?.code === 'PROVIDER_UNREACHABLE') throw new Refused({ code: 'UNAVAILABLE' })
          portal.log.warn(
            { requestId: request.id, detail: notice?.detailForLog ?? 'no token' },
            'logout notice refused',
          )
          await portal.noteSecurity('authn_token_revoked_fail', request, 'back-channel logout')
          throw new Refused({ code: 'VALIDATION' })
        }
        const { text, values } = endSessionsOf(
          { sid: notice.sid, issuer: issuerName, subject: notice.subject },
          portal.clock.now().toISOString(),
        )
        await portal.pools.app.query(text, values as unknown[])
        return reply.header('cache-control', 'no-store').send({ success: true })
      })
      scope.get('/backchannel-logout', plain('back-channel logout by GET', 'Refused'), async () => {
        throw new Refused({ code: 'METHOD_NOT_ALLOWED' })
      })
    })

    // Whoever loses the session cookie loses what the browser kept of us (bar S-014). "cookies" reaches the whole site,
    // so it stays away where the provider lives on the same one: its own session must still be there to be ended.
    const clear = sameSite(origin, issuer) ? '"cache", "storage"' : '"cache", "cookies", "storage"'
    const gone = sessionCookie(portal, null)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (reply.getHeader('set-cookie') === gone) void reply.header('clear-site-data', clear)
      done()
    })
  }

  return { identity, routes }
}

/** True when the browser holds a session that lives; asking is no activity. */
async function isSignedIn(portal: Portal, request: FastifyRequest): Promise<boolean> {
  const hash = sessionHash(portal, request)
  if (!hash) return false
  const { text, values } =
    sql`select from enter(${hash}, null, false, 'session', null, 'page', ${request.id}, ${request.ip}, false, ${portal.clock.moved ? portal.clock.now().toISOString() : null})`
  return portal.pools.reader.query(text, values as unknown[]).then(
    () => true,
    () => false, // refused, or the database is away: the page itself will say which
  )
}

/** True when two addresses may share cookies: the same host, or the same last two labels of it. */
function sameSite(one: string, other: string): boolean {
  const site = (address: string) => new URL(address).hostname.split('.').slice(-2).join('.')
  return site(one) === site(other)
}
