import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { systemClock } from '#platform/dates/clock.ts'
import type { ProviderLog } from '../identity-provider/demo-provider.ts'
import { NotOurForm, readForm, refuseOtherSites } from '../identity-provider/forms.ts'
import { ownHeaders } from '#platform/http/edge.ts'
import { contentSecurityPolicy } from '#platform/text/page-style.ts'
import { providerMetadata } from '#platform/identity/saml/metadata.ts'
import type { ServiceProvider } from '#platform/identity/saml/verify.ts'
import { answerPage, employeePage, sentencePage } from './pages.ts'
import { requestIdOf } from './request.ts'
import { signedResponse } from './signed-response.ts'
import { employeeOf, prepareDemoCarrier } from './store.ts'

export type DemoCarrierOptions = {
  /** Where browsers find it: `http://localhost:3000/demo-carrier`. */
  url: string
  /** The carrier's name, on the pages. */
  carrier: string
  /** The service its employees go to. */
  sp: ServiceProvider
  /** May make and write the schema `demo_carrier`. */
  pool: Pool
  log: ProviderLog
  now?: () => Date
}

export type DemoCarrier = {
  /** Serves every address below its own. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
  /** SAML metadata, for the parties that will trust it. */
  metadata: string
}

/**
 * The identity provider of a carrier, for running the portal without one: employees sign in on its own page, and it sends a
 * signed SAML response, with or without a request of the portal.
 */
export async function createDemoCarrier(options: DemoCarrierOptions): Promise<DemoCarrier> {
  const { url, carrier, sp, pool, log, now = () => systemClock.now() } = options
  const key = await prepareDemoCarrier(pool, now())
  const origin = new URL(url).origin
  const pathname = new URL(url).pathname.replace(/\/$/, '')
  const action = `${pathname}/sso`
  const entityId = `${url}/metadata`
  const metadata = providerMetadata({ entityId, ssoUrl: `${url}/sso`, certificates: [key.certificate] })
  const policy = contentSecurityPolicy(new URL(sp.acsUrl).origin)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', origin)
    const path = address.pathname.slice(pathname.length)
    const asked = `${request.method === 'HEAD' ? 'GET' : request.method} ${path === '/' ? '' : path}`
    if (asked === 'GET /metadata') return send(response, 200, metadata, 'application/samlmetadata+xml')
    if (asked === 'GET ' || asked === 'GET /sso') {
      const samlRequest = address.searchParams.get('SAMLRequest') ?? ''
      const relayState = address.searchParams.get('RelayState') ?? ''
      return signIn(response, { samlRequest, relayState })
    }
    if (asked === 'POST /sso') {
      refuseOtherSites(request, origin)
      return tryEmployee(response, await readForm(request, 32 * 1024))
    }
    return send(response, 404, sentencePage(carrier, 'Page not found', 'There is no such page here.'))
  }

  function signIn(response: ServerResponse, of: { samlRequest: string; relayState: string }): void {
    if (of.samlRequest !== '' && requestIdOf(of.samlRequest, sp) === undefined) {
      return send(
        response,
        400,
        sentencePage(carrier, 'Sign-in can’t continue', 'The service that asked is not known here.'),
      )
    }
    send(
      response,
      200,
      employeePage({ carrier, action, username: '', request: of.samlRequest, relayState: of.relayState }),
    )
  }

  async function tryEmployee(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const field = (name: string, longest: number) => (form.get(name) ?? '').slice(0, longest)
    const samlRequest = field('SAMLRequest', 16 * 1024)
    const relayState = field('RelayState', 1024)
    const inResponseTo = samlRequest === '' ? null : requestIdOf(samlRequest, sp)
    if (inResponseTo === undefined) return signIn(response, { samlRequest, relayState })
    const username = field('username', 100)
    const employee = await employeeOf(pool, username, field('password', 256))
    if (typeof employee === 'string') {
      const error =
        employee === 'wait' ? 'Too many attempts. Try again in 5 minutes.' : 'That username or password is incorrect.'
      return send(
        response,
        employee === 'wait' ? 429 : 422,
        employeePage({ carrier, action, username, request: samlRequest, relayState, error }),
      )
    }
    const vouching = {
      issuer: entityId,
      nameId: employee.nameId,
      audience: sp.entityId,
      recipient: sp.acsUrl,
      inResponseTo,
      now: now(),
    }
    const samlResponse = Buffer.from(signedResponse(vouching, key)).toString('base64')
    send(response, 200, answerPage({ carrier, acsUrl: sp.acsUrl, samlResponse, relayState }))
  }

  function send(response: ServerResponse, status: number, body: string, type = 'text/html; charset=utf-8'): void {
    response.writeHead(status, {
      'content-type': type,
      ...ownHeaders(origin.startsWith('https:')),
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    response.end(body)
  }

  return {
    metadata,
    handler: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        const status = error instanceof NotOurForm ? error.status : 500
        if (status === 500) log.error({ err: error }, 'demo carrier failed')
        if (response.headersSent) response.destroy()
        else send(response, status, sentencePage(carrier, 'Sign-in can’t continue', 'This form could not be sent.'))
      })
    },
  }
}
