import { createHash } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../../dates/clock.ts'
import { isUnavailable } from '../../database/pools.ts'
import { setCookieText } from '../../portal/cookie-text.ts'
import type { Portal } from '../../portal/portal.ts'
import { Refused } from '../../calls/refusal.ts'
import { cookieOf } from '../../session/cookies.ts'
import type { PlainRoute } from '../../portal/plain-route.ts'
import { isStepUpId } from '../../session/step-up.ts'
import type { Opening } from '../../session/opening.ts'
import type { ShowPage } from '../../session/sign-in.ts'
import { safeReturnPath } from '../return-path.ts'
import type { EncryptionKey } from '../../encryption/encrypt.ts'
import { ssoOfCarrier, type CarrierSso } from './carriers.ts'
import { watchCertificates } from './certificate-watch.ts'
import { serveCarrierLogout, type CarrierPeople } from './single-logout.ts'
import { ownMetadata } from './metadata.ts'
import { ownKey } from './own-key.ts'
import {
  pendingForMs,
  browserOf,
  decryptPending,
  passForMs,
  encryptPending,
  encryptPass,
  type PendingSignOn,
} from './passes.ts'
import { serveOwnHub } from './own-hub.ts'
import { servePostPage } from './post-page.ts'
import { keepRelay } from './relay.ts'
import { longestForm, xmlOfField } from './shape.ts'
import type { ServiceProvider } from './verify.ts'
import { attribute, NotAsAgreed, parseXml } from './xml.ts'

export type CarrierSignInOptions = {
  sp: ServiceProvider
  /** Where the post page carries a signed answer: the hub that verifies it. */
  hubUrl: string
  /** Shared with the hub. */
  key: EncryptionKey
  people: CarrierPeople
  /** Opens sessions, where the portal is the hub itself. */
  open?: Opening['vouched'] | undefined
  /** Patterns of the pages a sign-in may return to. */
  returnPaths: readonly string[]
  /** Time of the outside world; the portal's own clock may be moved. */
  now?: () => Date
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Sends the browser to the page of a failed single sign-on, and writes down why. */
export type Fail = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: 'SSO_FAILED' | 'SSO_NOT_REGISTERED' | 'UNAVAILABLE',
  detail: string,
) => Promise<unknown>

/** Characters of a usual signed answer in base64. */
const usualAnswer = 16 * 1024

/** Our names and addresses towards the carriers' identity providers. */
export const serviceProviderOf = (origin: string): ServiceProvider => ({
  entityId: `${origin}/sso/metadata`,
  acsUrl: `${origin}/sso/saml`,
  sloUrl: `${origin}/sso/logout`,
})

const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})

// For our own pages: a user who fails to sign in belongs on the page of failed single sign-on. It decides nothing else.
const ssoUserMark = (secure: boolean): string =>
  setCookieText({
    name: `${secure ? '__Host-' : ''}isSsoUser`,
    value: 'true',
    maxAge: 600,
    sameSite: 'Lax',
    secure,
    readable: true,
  })

const seeOther = (reply: FastifyReply, location: string) =>
  reply.code(303).header('cache-control', 'no-store').header('location', location).send()

/**
 * Single sign-on of carriers' users: takes the signed answer of their identity provider and hands it, through the post
 * page, to the hub, which alone verifies it.
 */
export function serveCarrierSignIn(
  app: FastifyInstance,
  portal: Portal,
  page: ShowPage,
  options: CarrierSignInOptions,
): void {
  const { sp, hubUrl, key, returnPaths, now = () => systemClock.now() } = options
  const { cookies } = portal
  const own = ownKey(() => portal.pools.app, key, now)
  const random = (bytes: number) => Buffer.from(portal.random.bytes(bytes))
  const cookie = (value: string, ms: number, sameSite: 'None' | 'Lax') =>
    setCookieText({ name: cookies.sso, value, maxAge: ms / 1000, sameSite, secure: cookies.secure })

  const fail: Fail = async (request, reply, code, detail) => {
    portal.log.warn({ requestId: request.id, code, detail }, 'single sign-on refused')
    await portal.noteSecurity('authn_login_fail', request, 'single sign-on', { code })
    return seeOther(reply, `/ssoError?failed=${code}&id=${request.id}`)
  }

  const start: Handler = async (request, reply) => {
    portal.limits.take('signIn', request, undefined)
    const { carrier, to, confirm } = request.query as { carrier?: unknown; to?: unknown; confirm?: unknown }
    const again = isStepUpId(confirm)
    const path = safeReturnPath(to, returnPaths)
    const sso = typeof carrier === 'string' ? await ssoOfCarrier(portal.pools.app, carrier) : undefined
    if (!sso) return seeOther(reply, '/login')
    const pending: PendingSignOn = {
      mc: sso.mc,
      requestId: `_${random(20).toString('hex')}`,
      // Who confirms that it is them goes on to the hub's own sign-in for just that.
      returnTo: again ? `?confirm=${confirm}&to=${encodeURIComponent(path)}` : path,
      relayState: random(16).toString('base64url'),
      until: now().getTime() + pendingForMs,
    }
    // The answer comes as a form of another site, which Lax leaves behind; browsers want None to be Secure.
    reply.header('set-cookie', cookie(encryptPending(key, pending), pendingForMs, cookies.secure ? 'None' : 'Lax'))
    return reply
      .code(302)
      .header('cache-control', 'no-store')
      .header('location', await requestUrl(sp, sso, pending, again))
      .send()
  }

  const take: Handler = async (request, reply) => {
    portal.limits.take('signIn', request, undefined)
    const { samlResponse, relayState, solicited } = readAnswer(request.body)
    // What is long is stored for a minute like the rest: it takes as much of its network's budget as many usual ones.
    for (let more = usualAnswer; more < samlResponse.length; more += usualAnswer)
      portal.limits.take('signIn', request, undefined)
    const pending = solicited ? decryptPending(key, cookieOf(request, cookies.sso), now()) : undefined
    if (solicited && !pending) return fail(request, reply, 'SSO_FAILED', 'an answer to no request of this browser')
    const browser = random(32).toString('base64url')
    const id = random(32).toString('base64url')
    const pass = encryptPass(key, {
      sentRequest: pending ? { mc: pending.mc, requestId: pending.requestId } : null,
      // Ours is a number without a meaning; what a provider sends by itself must be a page of ours.
      begun: pending ? pending.until - pendingForMs : null,
      returnTo: pending?.relayState === relayState ? pending.returnTo : safeReturnPath(relayState, returnPaths),
      browser: browserOf(browser),
      until: now().getTime() + passForMs,
    })
    const { text, values } = keepRelay({
      id,
      browser: createHash('sha256').update(browser).digest(),
      samlResponse,
      relayState: pass,
      hubUrl,
      unsolicited: !pending,
      now: portal.clock.now().toISOString(),
    })
    await portal.pools.app.query(text, values as unknown[])
    reply.header('set-cookie', [cookie(browser, passForMs, 'Lax'), ssoUserMark(cookies.secure)])
    return seeOther(reply, `/loginOktaSaml?id=${id}`)
  }

  /** An unreachable database is a page, too: the user came by a link. */
  const orUnavailable =
    (handler: Handler): Handler =>
    async (request, reply) => {
      try {
        return await handler(request, reply)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        return fail(request, reply, 'UNAVAILABLE', 'database away')
      }
    }

  app.get(
    '/sso/start',
    plain('single sign-on', "Start signing in at a carrier's own identity provider"),
    orUnavailable(start),
  )
  app.get(
    '/sso/metadata',
    plain('single sign-on metadata', "Our metadata, for carriers' identity providers"),
    async (_request, reply) =>
      reply.header('content-type', 'application/samlmetadata+xml').send(ownMetadata(sp, (await own()).certificate)),
  )
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.addHook('onRequest', async (request) => {
      if (request.headers['content-encoding'] !== undefined) throw new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    })
    const route = plain('single sign-on answer', "Take the signed answer of a carrier's identity provider")
    scope.post('/sso/saml', { ...route, bodyLimit: longestForm }, orUnavailable(take))
  })
  servePostPage(app, portal, page, { hubUrl, fail, orUnavailable })
  if (options.open) serveOwnHub(app, portal, { sp, key, returnPaths, now, open: options.open, fail, orUnavailable })
  serveCarrierLogout(app, portal, { sp, people: options.people, ownKey: own, now })
  watchCertificates(app, portal, now)
}

/**
 * The fields of the carrier's form. What is no SAML answer by its outline is refused here, before anything is kept of it.
 */
function readAnswer(body: unknown): { samlResponse: string; relayState: string; solicited: boolean } {
  const refused = new Refused({ code: 'VALIDATION', message: 'This is not a SAML response.' })
  const fields = body instanceof URLSearchParams ? body.getAll('SAMLResponse') : []
  const shape = xmlOfField(fields.length === 1 ? fields[0]! : '')
  if (!shape.ok) throw refused
  try {
    const root = parseXml(shape.xml)
    const relayState = (body as URLSearchParams).get('RelayState') ?? ''
    return {
      samlResponse: fields[0]!.replace(/\s/g, ''),
      relayState,
      solicited: attribute(root, 'InResponseTo') !== null,
    }
  } catch (error) {
    if (error instanceof NotAsAgreed) throw refused
    throw error
  }
}

/** The address that asks the carrier's provider who somebody is (HTTP redirect binding). */
function requestUrl(sp: ServiceProvider, sso: CarrierSso, pending: PendingSignOn, again: boolean): Promise<string> {
  const library = new SAML({
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    entryPoint: sso.ssoUrl,
    idpCert: [...sso.certificates],
    identifierFormat: null,
    // How users authenticate is their organization's decision.
    disableRequestedAuthnContext: true,
    forceAuthn: again,
    generateUniqueId: () => pending.requestId,
  })
  return library.getAuthorizeUrlAsync(pending.relayState, undefined, {})
}
