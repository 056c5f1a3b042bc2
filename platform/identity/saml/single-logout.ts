import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '../../portal/portal.ts'
import { Refused } from '../../calls/refusal.ts'
import type { PlainRoute } from '../../portal/plain-route.ts'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { firstUseIn } from '../first-use.ts'
import { signers } from './algorithms.ts'
import { carrierOfEntity } from './carriers.ts'
import { readLogoutRequest, type LogoutRequest, type LogoutSent } from './logout-request.ts'
import { longestForm } from './shape.ts'
import type { ServiceProvider } from './verify.ts'
import { namespaces, xmlText } from './xml.ts'

/** What is known of carriers' people beyond the portal's own records. */
export type CarrierPeople = {
  /** The person a carrier's provider means by this name, as the portal's provider calls them. */
  find(mc: string, nameId: string): Promise<{ issuer: string; subject: string } | undefined>
  /** Ends the sessions of this person that no other carrier vouched for, here and at the portal's own provider. */
  endSessions(person: { issuer: string; subject: string }, mc: string): Promise<void>
}

export type CarrierLogoutOptions = {
  sp: ServiceProvider
  people: CarrierPeople
  ownKey: () => Promise<KeyWithCertificate>
  now: () => Date
}

const plain = (name: string, summary: string): { config: { plain: PlainRoute } } => ({
  config: { plain: { name, summary, effect: 'public' } },
})

/** Handles a carrier's logout request: every session of that person ends that no other carrier vouched for. */
export function serveCarrierLogout(app: FastifyInstance, portal: Portal, options: CarrierLogoutOptions): void {
  const { sp, people, ownKey, now } = options
  const firstUse = firstUseIn(() => portal.pools.app)

  async function take(request: FastifyRequest, reply: FastifyReply, sent: LogoutSent) {
    portal.limits.take('signIn', request, undefined)
    const refuse = async (detail: string): Promise<never> => {
      portal.log.warn({ requestId: request.id, detail }, 'single logout refused')
      await portal.noteSecurity('authn_token_revoked_fail', request, 'single logout')
      throw new Refused({ code: 'VALIDATION', message: 'This is not a logout request of a carrier we know.' })
    }
    const carrierOf = (entityId: string) => carrierOfEntity(portal.pools.app, entityId)
    const found = await readLogoutRequest(sent, { destination: sp.sloUrl, carrierOf, now: now() })
    if (!found.ok) return refuse(found.reason)
    if (!(await firstUse(`single logout ${found.id} ${found.entityId}`, found.until))) return refuse('used before')
    const person = await people.find(found.mc, found.nameId)
    if (person === undefined) return refuse(`nobody of ${found.mc} by this name`)
    await people.endSessions(person, found.mc)
    await portal.noteSecurity('session_ended', request, 'single logout', { mc: found.mc })
    // Where the provider takes no answer, the person sees the portal's own page.
    const location = found.sloUrl === null ? '/logout' : await answerUrl(found, found.sloUrl)
    return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
  }

  /** Our answer, signed, as an address of the provider (SAML Bindings 3.4). */
  async function answerUrl(to: LogoutRequest, sloUrl: string): Promise<string> {
    const xml =
      `<samlp:LogoutResponse xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_${randomBytes(20).toString('hex')}" Version="2.0"` +
      ` IssueInstant="${now().toISOString()}" Destination="${xmlText(sloUrl)}" InResponseTo="${xmlText(to.id)}">` +
      `<saml:Issuer>${xmlText(sp.entityId)}</saml:Issuer>` +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`
    const fields = [
      ['SAMLResponse', deflateRawSync(xml).toString('base64')],
      ...(to.relayState === null ? [] : [['RelayState', to.relayState]]),
      ['SigAlg', rsaSha256],
    ]
    const covered = fields.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')
    const signature = new signers[rsaSha256]!().getSignature(covered, (await ownKey()).privateKey)
    return `${sloUrl}${sloUrl.includes('?') ? '&' : '?'}${covered}&Signature=${encodeURIComponent(signature)}`
  }

  app.get(
    '/sso/logout',
    plain('single logout by redirect', "A carrier's identity provider says that somebody logged out"),
    async (request, reply) => {
      const at = (request.raw.url ?? '').indexOf('?')
      return take(request, reply, { query: at === -1 ? '' : request.raw.url!.slice(at + 1) })
    },
  )
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const route = plain('single logout', "A carrier's identity provider says that somebody logged out")
    scope.post('/sso/logout', { ...route, bodyLimit: longestForm }, async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body.getAll('SAMLRequest') : []
      return take(request, reply, { samlRequest: fields.length === 1 ? fields[0]! : '' })
    })
  })
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
