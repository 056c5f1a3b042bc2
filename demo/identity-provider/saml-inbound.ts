import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { carrierOfEntity, firstUseOfAssertion } from '#platform/identity/saml/carriers.ts'
import { browserOf, decryptPass } from '#platform/identity/saml/passes.ts'
import { longestForm, xmlOfField } from '#platform/identity/saml/shape.ts'
import { verifyAnswer, type ServiceProvider } from '#platform/identity/saml/verify.ts'
import type { EncryptionKey } from '#platform/encryption/encrypt.ts'
import { carrierPerson, newHandle } from './carrier-people.ts'
import type { ProviderLog } from './demo-provider.ts'
import { cookieIn, setCookieText } from '#platform/portal/cookie-text.ts'
import { readForm } from './forms.ts'

/** What the provider needs to know to let carriers' people in by SAML. */
export type SamlInbound = {
  sp: ServiceProvider
  /** Shared with the portal's single sign-on. */
  key: EncryptionKey
  /** The portal's cookie that binds a single sign-on to a browser: this provider has the portal's host. */
  browserCookie: string
  /** Records a refused sign-in. */
  noteRefusal: (refused: { requestId: string; ip: string; code: string }) => Promise<void>
}

export type InboundSetting = SamlInbound & {
  pool: Pool
  log: ProviderLog
  portalOrigin: string
  handleCookie: HandleCookie
}

/** Cookie of a person vouched for; it reaches every address of this provider and no other. */
export type HandleCookie = { name: string; path: string; secure: boolean }

/**
 * Takes what the portal's post page sends: the answer of a carrier's provider and our own pass. When both are right the
 * browser gets a handle and goes on to the portal, which begins a sign-in like any other; the handle ends it. Answers
 * false when the answer was no SAML at all, which only happens by hand.
 */
export async function takeAnswer(
  setting: InboundSetting,
  request: IncomingMessage,
  response: ServerResponse,
  now: Date,
): Promise<boolean> {
  const form = await readForm(request, longestForm)
  const requestId = randomUUID()
  const refuse = async (code: 'SSO_FAILED' | 'SSO_NOT_REGISTERED', detail: string): Promise<true> => {
    setting.log.warn({ requestId, code, detail }, 'single sign-on refused')
    await setting.noteRefusal({ requestId, code, ip: request.socket.remoteAddress ?? '' })
    sendOn(response, `${setting.portalOrigin}/ssoError?failed=${code}&id=${requestId}`)
    return true
  }

  const [samlResponse = '', ...more] = form.getAll('SAMLResponse')
  if (more.length > 0 || !xmlOfField(samlResponse).ok) return false
  // Only an assertion the portal received in this very browser: a form of another site cannot sign anybody in.
  const pass = decryptPass(setting.key, form.get('RelayState') ?? '', now)
  if (!pass) return refuse('SSO_FAILED', 'without a pass of ours')
  const cookie = cookieIn(request.headers.cookie, setting.browserCookie)
  if (cookie === undefined || browserOf(cookie) !== pass.browser)
    return refuse('SSO_FAILED', 'brought by another browser')

  const carrierOf = (entityId: string) => carrierOfEntity(setting.pool, entityId)
  const verified = await verifyAnswer({
    samlResponse,
    sp: setting.sp,
    sentRequest: pass.sentRequest ?? undefined,
    carrierOf,
    now,
  })
  if (!verified.ok) return refuse('SSO_FAILED', verified.reason)
  if (!(await firstUseOfAssertion(setting.pool, verified, now))) return refuse('SSO_FAILED', 'used before')
  const account = await carrierPerson(setting.pool, verified.mc, verified.nameId)
  if (!account) return refuse('SSO_NOT_REGISTERED', `nobody of ${verified.mc} by this name`)
  const { handle, seconds } = await newHandle(
    setting.pool,
    { mc: verified.mc, subject: account.subject },
    verified.authnInstant,
  )
  response.setHeader('set-cookie', handleCookieText(setting.handleCookie, handle, seconds))
  sendOn(response, `${setting.portalOrigin}/loginOkta${pass.returnTo === '/' ? '' : pass.returnTo}`)
  return true
}

/** The cookie as it is sent; without a handle it takes the one there was away. */
export const handleCookieText = ({ name, path, secure }: HandleCookie, handle = '', seconds = 0): string =>
  setCookieText({ name, value: handle, path, maxAge: seconds, sameSite: 'Lax', secure })

function sendOn(response: ServerResponse, location: string): void {
  response.statusCode = 303
  response.setHeader('location', location)
  response.end()
}
