import { fromSeconds } from '../dates/instant.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../dates/clock.ts'
import { askAlone, isUnavailable } from '../database/pools.ts'
import { backTo, notConfirmed, proved, sessionOpened, signInFailed } from './came-back.ts'
import { ProviderUnreachable } from '../identity/discovery.ts'
import { firstUseIn, oneTimeKey } from '../identity/first-use.ts'
import { createRelyingParty } from '../identity/relying-party.ts'
import { openingOf, type Opening } from './opening.ts'
import { createRenewal } from './renewal.ts'
import { safeReturnPath } from '../identity/return-path.ts'
import { encryptionKeyFrom } from '../encryption/encrypt.ts'
import { showsSecondFactor } from '../identity/second-factor.ts'
import { signedIn } from '../identity/sign-in-result.ts'
import { setCookieText } from '../portal/cookie-text.ts'
import type { Portal } from '../portal/portal.ts'
import { Refused } from '../calls/refusal.ts'
import { registrationPaths } from './registration-paths.ts'
import { registrationOf } from './registration-ticket.ts'
import { cookieOf, sessionHash } from './cookies.ts'
import type { PlainRoute } from '../portal/plain-route.ts'
import { createSignOut } from './sign-out.ts'
import { sql } from '../database/sql.ts'
import type { IdentityOptions } from './identity-options.ts'
import { isStepUpId, waiting } from './step-up.ts'

/** Shows the pages' shell; what a sign-in address does when it has nothing to do. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => unknown

export type SignIn = {
  identity: NonNullable<Portal['identity']>
  /** Opens the session of somebody a carrier's own identity provider vouched for. */
  vouched: Opening['vouched']
  routes(app: FastifyInstance, portal: Portal, page: ShowPage): void
}

const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})

/** The portal's side of signing in and out: everything between our login page and the identity provider. */
export function createIdentity(options: IdentityOptions): SignIn {
  const {
    origin,
    issuer,
    issuerName = issuer,
    returnPaths,
    pool,
    secondFactor,
    now = () => systemClock.now(),
  } = options
  const key = encryptionKeyFrom(Buffer.from(options.key).toString('base64url'))
  const party = createRelyingParty({
    issuer,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    redirectUri: `${origin}/login/callback`,
    postLogoutRedirectUri: `${origin}/logout`,
    scopes: options.scopes ?? ['openid', 'profile', 'email'],
    accessTokenAudience: options.audience,
    refreshHintClaim: options.hintClaim,
    acrValues: secondFactor?.acr,
    encryptionKey: key,
    firstUse: firstUseIn(pool),
    fetch: options.fetch,
    now,
  })
  const signOut = createSignOut({ party, key, origin, issuer, issuerName, now })
  const renewal = createRenewal({ party, key, pool, log: options.log, earlySeconds: options.renewEarlySeconds ?? 60 })

  const opening = openingOf({ ...options, issuerName, key, renewal })

  const identity: SignIn['identity'] = {
    logoutUrl: (encryptedIdToken, why) => signOut.logoutUrl(encryptedIdToken, why),
    // Who they are comes from the token alone, and each token works once.
    verify: async (token) => {
      const checked = await party.verifyToken(token, { kind: 'access' })
      if (!checked.ok) {
        if (checked.code === 'PROVIDER_UNREACHABLE') throw new Refused({ code: 'UNAVAILABLE' })
        return undefined
      }
      const { subject, sid, refreshHintMinutes, authTime, acr, amr, email, emailVerified, name } = signedIn(
        checked.claims,
        {
          issuer,
          idToken: token,
          refreshToken: null,
          expiresInSeconds: null,
          returnTo: '/',
          hintClaim: options.hintClaim,
        },
      )
      const until = fromSeconds((checked.claims.exp ?? 0) + 60).toISOString()
      const once = { keyHash: oneTimeKey(`token ${token}`), until }
      const shown = { authTime, acr, amr, secondFactor: showsSecondFactor(secondFactor, { acr, amr }) }
      const person = { email, emailVerified, name, issuedAt: fromSeconds(checked.claims.iat ?? 0).toISOString() }
      const ssoMc = options.carrierIn?.(amr) ?? null
      return { issuer: issuerName, subject, sid, refreshHintMinutes, once, ssoMc, ...shown, ...person }
    },
    renew: (hash, at, sessionHours) => void renewal.renew(hash, at, sessionHours),
    revoke: (encrypted) => void renewal.revoke(encrypted),
  }

  function routes(app: FastifyInstance, portal: Portal, page: ShowPage): void {
    const { cookies } = portal
    const transactionCookie = (value: string | null): string =>
      setCookieText({
        name: cookies.signIn,
        value: value ?? '',
        maxAge: value === null ? 0 : 600,
        sameSite: cookies.signInSite,
        secure: cookies.secure,
      })

    // {referrer path} follows the word at once and keeps its query: /loginOkta/authorizations?view=mine.
    const begin = async (request: FastifyRequest, reply: FastifyReply) => {
      portal.limits.take('signIn', request, undefined)
      const rest = (request.raw.url ?? '').slice('/loginOkta'.length)
      const { confirm, to } = request.query as Record<string, unknown>
      const stepUp = rest.startsWith('?confirm=') && isStepUpId(confirm) ? confirm : undefined
      try {
        const { redirectTo, transaction } = await party.begin({
          returnTo: safeReturnPath(stepUp === undefined ? rest : to, returnPaths),
          reauthenticate: rest === '?again' || stepUp !== undefined,
          stepUp,
        })
        return await reply
          .code(302)
          .header('cache-control', 'no-store')
          .header('set-cookie', transactionCookie(transaction))
          .header('location', redirectTo)
          .send()
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        return signInFailed(portal, request, reply, 'PROVIDER_UNREACHABLE', error.message)
      }
    }
    // The act that asked for a proof, and the page to come back to: /confirm?id=…&to=/accounts/profile.
    const confirm = async (request: FastifyRequest, reply: FastifyReply) => {
      portal.limits.take('signIn', request, undefined)
      const { id, to } = request.query as Record<string, unknown>
      const path = safeReturnPath(to, returnPaths)
      const held = sessionHash(portal, request)
      if (!held || !isStepUpId(id)) return backTo(portal, reply, path, 'GONE')
      const found = await askAlone(portal.pools.app, waiting(id, held, portal.clock.now().toISOString())).catch(
        () => undefined,
      )
      const [row] = found ?? []
      if (!row) return backTo(portal, reply, path, found ? 'GONE' : 'UNAVAILABLE')
      const query = `confirm=${id}&to=${encodeURIComponent(path)}`
      const location = row.sso_mc === null ? `/loginOkta?${query}` : `/sso/start?carrier=${row.sso_mc}&${query}`
      return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
    }
    app.get('/confirm', plain('confirm', 'Prove again who one is, for one act'), confirm)

    const finishStepUp = async (request: FastifyRequest, reply: FastifyReply, id: string, path: string) => {
      const not = (came: 'NOT_CONFIRMED' | 'UNAVAILABLE', detail: string) =>
        notConfirmed(portal, request, reply, { path, came, detail })
      const transaction = cookieOf(request, cookies.signIn)
      const found = await party.finish({ callbackUrl: request.raw.url ?? '', transaction, now: now() })
      if (!found.ok)
        return not(found.code === 'PROVIDER_UNREACHABLE' ? 'UNAVAILABLE' : 'NOT_CONFIRMED', found.detailForLog)
      portal.limits.takeSignIn(found.subject, request)
      if (showsSecondFactor(secondFactor, found) === false) return not('NOT_CONFIRMED', 'without the second factor')
      const ssoMc = options.carrierIn?.(found.amr) ?? null
      return proved(portal, request, reply, { id, path, issuer: issuerName, subject: found.subject, ssoMc })
    }

    app.get('/loginOkta', plain('sign-in', 'Start signing in at the identity provider'), begin)
    app.get('/loginOkta/*', plain('sign-in from', 'Start signing in, and return to this page'), begin)

    app.get(
      '/login/callback',
      plain('callback', 'Back from the identity provider: open the session'),
      async (request, reply) => {
        const query = request.query as Record<string, unknown>
        if (!['code', 'error', 'state'].some((name) => name in query)) return page(request, reply)
        portal.limits.take('signIn', request, undefined)
        reply.header('set-cookie', transactionCookie(null))
        const { stepUp, returnTo: back } = party.underWay(cookieOf(request, cookies.signIn)) ?? { stepUp: null }
        if (stepUp !== null) return finishStepUp(request, reply, stepUp, safeReturnPath(back, returnPaths))
        const found = await party.finish({
          callbackUrl: request.raw.url ?? '',
          transaction: cookieOf(request, cookies.signIn),
          now: now(),
        })
        if (!found.ok) return signInFailed(portal, request, reply, found.code, found.detailForLog)
        portal.limits.takeSignIn(found.subject, request)
        try {
          const opened = await opening.signedIn(portal, request, found)
          if ('refusal' in opened) return await signInFailed(portal, request, reply, opened.refusal)
          // The page reads where to go from the fragment, which no server sees, and checks it against the same patterns.
          return await sessionOpened(portal, reply, opened, safeReturnPath(found.returnTo, returnPaths))
        } catch (error) {
          if (!isUnavailable(error)) throw error
          return signInFailed(portal, request, reply, 'UNAVAILABLE')
        }
      },
    )

    // Already signed in: redirects to the wanted page without showing this one.
    const unlessSignedIn = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await isSignedIn(portal, request))) return page(request, reply)
      const { referrer } = request.query as { referrer?: unknown }
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', safeReturnPath(referrer, returnPaths))
        .send()
    }
    app.get('/login', plain('login', 'The login page; a user who is signed in goes on'), unlessSignedIn)
    app.get(
      '/ssoError',
      plain('single sign-on error', 'The page of a failed single sign-on; a user who is signed in goes on'),
      unlessSignedIn,
    )

    // First-time registration: its form is for the holder of a ticket and says so only to them.
    const ticketOf = async (request: FastifyRequest) => {
      const hash = sessionHash(portal, request)
      if (!hash) return undefined
      const giveBack = portal.limits.takeUnknownSession(request, hash)
      // With the database unavailable nobody is registering; the page itself reports it.
      const found = await askAlone(portal.pools.app, registrationOf(hash, portal.clock.now().toISOString())).catch(
        () => undefined,
      )
      if (!found || found.length > 0) giveBack()
      return found?.[0]?.state
    }
    const onTo = (reply: FastifyReply, path: string) =>
      reply.code(303).header('cache-control', 'no-store').header('location', path).send()
    app.get(
      registrationPaths.begin,
      plain('registration', 'Where an invitation leads: sign in to register'),
      async (request, reply) =>
        (await ticketOf(request)) === 'OPEN' ? onTo(reply, registrationPaths.finish) : unlessSignedIn(request, reply),
    )
    app.get(
      registrationPaths.finish,
      plain('registration form', 'Complete Registration; a visitor who is not registering begins with signing in'),
      async (request, reply) =>
        (await ticketOf(request)) === 'OPEN' ? page(request, reply) : onTo(reply, registrationPaths.begin),
    )
    signOut.routes(app, portal)
  }

  return { identity, vouched: opening.vouched, routes }
}

/** True when the browser holds a session that lives; asking is no activity. */
async function isSignedIn(portal: Portal, request: FastifyRequest): Promise<boolean> {
  const hash = sessionHash(portal, request)
  if (!hash) return false
  const giveBack = portal.limits.takeUnknownSession(request, hash)
  const now = portal.clock.moved ? portal.clock.now().toISOString() : null
  const found = sql`select from enter(${hash}, null, false, 'session', null, 'page', ${request.id}, ${request.ip}, false, ${now})`
  return askAlone(portal.pools.reader, found).then(
    () => {
      giveBack()
      return true
    },
    ({ message }: Error) => {
      if (message !== 'SESSION_REQUIRED') giveBack()
      return false // refused, or the database is away: the page itself will say which
    },
  )
}
