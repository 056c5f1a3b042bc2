import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { errors } from 'oidc-provider'
import type { Pool } from 'pg'
import { systemClock } from '#platform/dates/clock.ts'
import { isUnavailable } from '#platform/database/pools.ts'
import { encryptionKeyFrom } from '#platform/encryption/encrypt.ts'
import { ownHeaders } from '#platform/http/edge.ts'
import { providerConfiguration } from './configuration.ts'
import { NotOurForm, readForm } from './forms.ts'
import { interact, type InteractionSetting, type Shown } from './interaction.ts'
import { contentSecurityPolicy } from '#platform/text/page-style.ts'
import { messagePage, outOfOrder, tooLate } from './pages.ts'
import { recoverPassword, recoveryPathOf } from './recovery-pages.ts'
import type { Recovery } from './recovery.ts'
import { takeAnswer, type SamlInbound } from './saml-inbound.ts'
import { signingKeys, sweep } from './store.ts'

/** As pino's loggers take it. */
export type ProviderLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type DemoProviderOptions = {
  /** The address browsers use, with a path when it lives below the portal: `http://localhost:3000/identity`. */
  issuer: string
  /** Where the portal is: `http://localhost:3000`. */
  portalOrigin: string
  /** May read and write the schema `demo_idp`; see `ensureDemoProviderSchema`. */
  pool: Pool
  clientId: string
  clientSecret: string
  /** Sign the cookies, newest first; 32 characters or more each. */
  cookieKeys: readonly string[]
  log: ProviderLog
  /** Name on the pages. */
  brand: string
  /** Audience of the access tokens; the portal's origin and `/api` when left out. */
  accessTokenAudience?: string
  /** Accepts people signed in by their carrier's own provider; absent means nobody signs in that way. */
  saml?: SamlInbound
  /** Resets forgotten passwords by mail; absent means they cannot be reset. */
  recovery?: Recovery
  now?: () => Date
}

export type DemoProvider = {
  /** Serves every address below the issuer. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
  /** Takes carriers' signed answers, from the portal's post page. */
  samlUrl: string
  close: () => void
}

const notSaml = 'What was sent is not the answer of an identity provider.'
const sweepEveryMs = 5 * 60_000
const LONGEST_SIGN_OUT = 16 * 1024

/** An OpenID Connect provider with demo accounts, for running the portal without one of your own. */
export async function createDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const { pool, log, portalOrigin, brand, now = () => systemClock.now() } = options
  if (options.cookieKeys.length === 0 || options.cookieKeys.some((key) => key.length < 32)) {
    throw new Error('the demo provider needs cookie keys of 32 characters or more')
  }
  const issuer = new URL(options.issuer)
  const base = issuer.pathname.replace(/\/$/, '')
  // At the root of a port its addresses get a path of their own, so that its cookies can be limited to it.
  const room = base === '' ? '/identity' : ''
  const secure = issuer.protocol === 'https:'
  const handleCookie = { name: `${secure ? '__Secure-' : ''}demo_idp_carrier`, path: base + room, secure }
  const provider = new Provider(
    options.issuer,
    providerConfiguration({
      ...options,
      issuer,
      room,
      accessTokenAudience: options.accessTokenAudience ?? `${portalOrigin}/api`,
      keys: await signingKeys(pool),
      handleCookie: handleCookie.name,
    }),
  )
  provider.proxy = true // the forwarded headers are set by `serve`, never by the browser
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'demo identity provider failed'))
  provider.on('error' as 'server_error', (error: unknown) => log.error({ err: error }, 'demo identity provider failed'))
  provider.on('backchannel.error', (_ctx, error) => log.warn({ err: error }, 'the portal did not take a logout notice'))
  const pages = provider.callback()
  const { recovery } = options
  const interaction: InteractionSetting = {
    ...(recovery && { recovery, forgotHref: `${base}${room}/forgot` }),
    provider,
    pool,
    brand,
    portalOrigin,
    issuerOrigin: issuer.origin,
    handleCookie,
    ticketKey: encryptionKeyFrom(createHash('sha256').update(`ticket ${options.cookieKeys[0]}`).digest('hex')),
  }
  const policy = contentSecurityPolicy(portalOrigin)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    strictHeaders(response, policy, secure)
    const address = request.url ?? ''
    if (!address.startsWith(`${base}/`)) return show(response, notFound(interaction))
    // Addresses in answers come from the issuer alone, whatever Host or proxy header was sent.
    request.headers['x-forwarded-host'] = issuer.host
    request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    Object.assign(request, { originalUrl: address })
    request.url = address.slice(base.length)
    const path = request.url.split('?', 1)[0] ?? ''
    const uid = path.startsWith(`${room}/interaction/`) ? path.slice(`${room}/interaction/`.length) : undefined
    if (options.saml && path === `${room}/saml` && request.method === 'POST') {
      const taken = await takeAnswer(
        { ...options.saml, pool, log, portalOrigin, handleCookie },
        request,
        response,
        now(),
      )
      return taken
        ? undefined
        : show(response, { status: 400, html: messagePage(interaction, 'SSO Authentication Failed.', notSaml) })
    }
    const recoveryPage = recovery && recoveryPathOf(path.slice(room.length))
    if (recoveryPage) {
      if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return show(response, notFound(interaction))
      return show(
        response,
        await recoverPassword(
          { ...interaction, recovery, issuer: options.issuer + room, log, base: base + room },
          request,
          recoveryPage,
        ),
      )
    }
    if (path === `${room}/sign-out` && request.method === 'POST') {
      // The library takes a form here only with cookies for other sites, which browsers keep for https alone.
      const asked = String(await readForm(request, LONGEST_SIGN_OUT))
      Object.assign(request, { method: 'GET', url: `${path}?${asked}`, originalUrl: `${base}${path}?${asked}` })
    }
    if (uid === undefined) return pages(request, response)
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return show(response, notFound(interaction))
    return show(response, await interact(interaction, request, response, uid, now()))
  }

  const timer = setInterval(() => {
    sweep(pool).catch((error: unknown) => log.warn({ err: error }, 'demo identity provider could not tidy up'))
  }, sweepEveryMs)
  timer.unref()

  return {
    handler: (request, response) => {
      serve(request, response).catch((error: unknown) => {
        const shown = shownFor(interaction, error)
        if (shown.status >= 500) log.error({ err: error }, 'demo identity provider failed')
        if (!response.headersSent) show(response, shown)
        else response.destroy()
      })
    },
    samlUrl: `${issuer.origin}${base}${room}/saml`,
    close: () => clearInterval(timer),
  }
}

function show(response: ServerResponse, shown: Shown): void {
  if (shown === 'sent-on') return
  response.statusCode = shown.status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (shown.retryAfterSeconds !== undefined) response.setHeader('retry-after', shown.retryAfterSeconds)
  response.end(shown.html)
}

const notFound = (setting: InteractionSetting): Shown => ({
  status: 404,
  html: messagePage(setting, 'Page not found', 'There is no such page here.'),
})

function shownFor(setting: InteractionSetting, error: unknown): Exclude<Shown, 'sent-on'> {
  if (error instanceof errors.SessionNotFound) {
    return { status: 400, html: messagePage(setting, 'Sign-in can’t continue', tooLate) }
  }
  if (error instanceof NotOurForm) {
    return {
      status: error.status,
      html: messagePage(setting, 'Sign-in can’t continue', 'This form could not be sent.'),
    }
  }
  const html = messagePage(setting, 'Sign-in can’t continue', outOfOrder)
  return isUnavailable(error) ? { status: 503, html, retryAfterSeconds: 5 } : { status: 500, html }
}

function strictHeaders(response: ServerResponse, policy: string, secure: boolean): void {
  for (const [name, value] of Object.entries(ownHeaders(secure))) response.setHeader(name, value)
  response.setHeader('content-security-policy', policy)
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('cache-control', 'no-store')
}
