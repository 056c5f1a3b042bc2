import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Pool } from 'pg'
import { encrypt, decrypt, type EncryptionKey } from '#platform/encryption/encrypt.ts'
import { accountNamed, accountOf, canonicalUsername, setPassword, type DemoAccount } from './accounts.ts'
import { attemptSucceeded, beginAttempt } from './attempts.ts'
import { amrOf, takeHandle } from './carrier-people.ts'
import { cookieIn } from '#platform/portal/cookie-text.ts'
import { NotOurForm, readForm, refuseOtherSites } from './forms.ts'
import { newPasswordPage, signInPage, type PageSetting } from './pages.ts'
import { isPassword } from './passwords.ts'
import type { Recovery } from './recovery.ts'
import { handleCookieText, type HandleCookie } from './saml-inbound.ts'

export type InteractionSetting = PageSetting & {
  provider: Provider
  pool: Pool
  issuerOrigin: string
  ticketKey: EncryptionKey
  handleCookie: HandleCookie
  recovery?: Recovery | undefined
}

/** What the sign-in page answers: a page with its status, or nothing when the browser is on its way back. */
export type Shown = { status: number; html: string; retryAfterSeconds?: number } | 'sent-on'

const wrong = 'That username or password is incorrect.'
const ticketMs = 10 * 60_000

/**
 * The part of a sign-in the person sees, unless a carrier's provider signed them in. Every way to authenticate ends in
 * `signedIn`.
 */
export async function interact(
  setting: InteractionSetting,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
  now: Date,
): Promise<Shown> {
  const details = await setting.provider.interactionDetails(request, response)
  // The cookie decides which sign-in this is; the address has to agree.
  if (details.uid !== uid || details.prompt.name !== 'login') throw new NotOurForm(404, 'another sign-in')
  if (request.method !== 'POST') {
    const handle = cookieIn(request.headers.cookie, setting.handleCookie.name)
    const vouched = handle === undefined ? undefined : await takeHandle(setting.pool, handle)
    if (handle !== undefined) response.appendHeader('set-cookie', handleCookieText(setting.handleCookie))
    if (vouched)
      return signedIn(setting, request, response, vouched.account, { amr: amrOf(vouched.mc), at: vouched.provenAt })
    const hint = details.params['login_hint']
    return { status: 200, html: signInPage(setting, { username: typeof hint === 'string' ? hint.slice(0, 100) : '' }) }
  }
  refuseOtherSites(request, setting.issuerOrigin)
  const form = await readForm(request, 8 * 1024)
  const ticket = form.get('ticket')
  return ticket === null
    ? tryPassword(setting, request, response, uid, form, now)
    : chooseNewPassword(setting, request, response, uid, form, ticket, now)
}

async function tryPassword(
  setting: InteractionSetting,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
  form: URLSearchParams,
  now: Date,
): Promise<Shown> {
  const username = (form.get('username') ?? '').slice(0, 100)
  const password = (form.get('password') ?? '').slice(0, 256)
  const attempt = await beginAttempt(setting.pool, username)
  if (!attempt.ok) {
    const minutes = Math.ceil(attempt.waitSeconds / 60)
    const error = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
    return { status: 429, html: signInPage(setting, { username, error }), retryAfterSeconds: attempt.waitSeconds }
  }
  const account = await accountNamed(setting.pool, username)
  // The same work for an unknown username, so that the response time does not reveal which usernames exist.
  const right = await isPassword(account?.passwordHash ?? null, password)
  if (!account || !right) return { status: 422, html: signInPage(setting, { username, error: wrong }) }
  await attemptSucceeded(setting.pool, attempt.id, account.subject)
  if (!account.mustChangePassword) return signedIn(setting, request, response, account, { amr: ['pwd'], at: now })
  const content = JSON.stringify({ subject: account.subject, until: now.getTime() + ticketMs })
  const ticket = encrypt(setting.ticketKey, content, ticketPurpose(uid))
  return { status: 200, html: newPasswordPage(setting, { username: account.username, ticket }) }
}

async function chooseNewPassword(
  setting: InteractionSetting,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
  form: URLSearchParams,
  ticket: string,
  now: Date,
): Promise<Shown> {
  const opened = decrypt(setting.ticketKey, ticket, ticketPurpose(uid))
  const { subject, until } = JSON.parse(opened ?? '{}') as { subject?: string; until?: number }
  const account = subject === undefined ? undefined : await accountOf(setting.pool, subject)
  if (!account?.mustChangePassword || until === undefined || now.getTime() > until) {
    const error = 'That took too long. Log in again to choose a new password.'
    return { status: 422, html: signInPage(setting, { username: account?.username ?? '', error }) }
  }
  const password = form.get('newPassword') ?? ''
  const error = await whyNotPassword(account, password, form.get('repeatPassword') ?? '')
  if (error !== undefined) {
    return { status: 422, html: newPasswordPage(setting, { username: account.username, ticket, error }) }
  }
  await setPassword(setting.pool, account.subject, password)
  await setting.recovery?.changed?.(account.subject)
  return signedIn(setting, request, response, account, { amr: ['pwd'], at: now })
}

/** Why this cannot be the new password of an account. */
export async function whyNotPassword(
  account: DemoAccount,
  password: string,
  repeated: string,
): Promise<string | undefined> {
  if (password.length < 12) return 'The new password needs 12 characters or more.'
  if (password.length > 256) return 'The new password is too long.'
  if (password !== repeated) return 'The two passwords are not the same.'
  if (canonicalUsername(password).includes(canonicalUsername(account.username))) {
    return 'The new password must not contain your username.'
  }
  if (await isPassword(account.passwordHash, password)) return 'The new password must differ from the old one.'
  return undefined
}

async function signedIn(
  setting: InteractionSetting,
  request: IncomingMessage,
  response: ServerResponse,
  account: DemoAccount,
  { amr, at }: { amr: string[]; at: Date },
): Promise<Shown> {
  // Not remembered beyond the browser: the provider's session cookie ends with it.
  const ts = Math.floor(at.getTime() / 1000)
  const login = { accountId: account.subject, amr, ts, remember: false }
  await setting.provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  return 'sent-on'
}

const ticketPurpose = (uid: string): string => `new password\n${uid}`
