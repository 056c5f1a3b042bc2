import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccountsAtProvider } from '#demo/identity-provider/managed-accounts.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { startPortalWithProvider, password, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import { eventually } from '#testing/eventually.ts'
import { REGISTRATION_FAILED, TIME_IS_OVER } from './rules.ts'

// From the provider's page to a registered user, and signing in again with a new password, over HTTP as a browser
// does.

let portal: PortalWithProvider
beforeAll(async () => {
  portal = await startPortalWithProvider()
})
afterAll(() => portal.close())

const ours = () => ({ 'x-portal-request': '1', origin: portal.origin, 'content-type': 'application/json' })
const post = (jar: CookieJar, path: string, body: object, method = 'POST') =>
  jar.visit(`${portal.origin}/api${path}`, { method, headers: ours(), body: JSON.stringify(body) })
const details = (jar: CookieJar) =>
  jar.visit(`${portal.origin}/api/user/details`, { headers: { 'x-portal-request': '1' } })
const codeOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { status?: { code: string } }).status?.code] as const
const pathOf = async (jar: CookieJar, path: string) => {
  const answer = await jar.visit(portal.origin + path)
  return answer.status === 303 ? answer.headers.get('location') : answer.status
}
const invite = (email: string) =>
  portal.db.query(
    `insert into invitation (mc, id, email, first_name, last_name, roles, invited_by, invited_by_name, created_at, expires_at)
     values ('AAA', gen_random_uuid(), $1, 'Stranger', 'Danger', '{adjuster}', gen_random_uuid(), 'Kit Moss', $2, $2::timestamptz + interval '14 days')`,
    [email, portal.clock.now()],
  )
const begin = '/user/registerOkta'
const finish = '/user/registerOkta/logininfo'

describe('registering', () => {
  test('the form is for a user who signed in to register; everybody else has to sign in first', async () => {
    const nobody = portal.newBrowser()
    expect(await pathOf(nobody, finish)).toBe(begin)
    expect(await pathOf(nobody, begin)).toBe(200)
    const adjuster = portal.newBrowser()
    await portal.signIn(adjuster, 'adj.aaa')
    expect([await pathOf(adjuster, begin), await pathOf(adjuster, finish)]).toEqual(['/', begin])
  })

  test('a user who is not invited sees that, and gets neither ticket nor session', async () => {
    const jar = portal.newBrowser()
    expect(await portal.signIn(jar, 'stranger')).toMatch(/\/login\/callback\?failed=NOT_REGISTERED/)
    expect(jar.cookies.find(({ name }) => name === 'rxdocket')).toBeUndefined()
  })

  test('a user whose invitation was withdrawn sees that, and gets neither ticket nor session', async () => {
    await invite('stranger@carrier.example')
    await portal.db.query(`update invitation set closed_at = created_at, outcome = 'WITHDRAWN'`)
    const jar = portal.newBrowser()
    expect(await portal.signIn(jar, 'stranger')).toMatch(/\/login\/callback\?failed=INVITATION_WITHDRAWN/)
    expect(jar.cookies.find(({ name }) => name === 'rxdocket')).toBeUndefined()
  })

  test('an invited user signs in, has half an hour, chooses a name, is signed out everywhere, and signs in again to work', async () => {
    await invite('stranger@carrier.example')
    const jar = portal.newBrowser()
    expect(await portal.signIn(jar, 'stranger', '/authorizations')).toBe(portal.origin + finish)
    expect([await pathOf(jar, finish), await pathOf(jar, begin), await pathOf(jar, '/login')]).toEqual([
      200,
      finish,
      200,
    ])
    expect(await codeOf(await details(jar))).toEqual([403, 'REGISTRATION_REQUIRED'])
    portal.clock.move(30 * 60_000)
    expect(await pathOf(jar, finish)).toBe(begin)
    const late = await post(jar, '/user/register/complete', {
      newUserId: 'new.person',
      acceptedTermsOfUse: true,
      email: 'stranger@carrier.example',
    })
    expect([late.status, await late.json()]).toEqual([
      403,
      expect.objectContaining({
        status: { code: 'REGISTRATION_EXPIRED', message: REGISTRATION_FAILED },
        data: TIME_IS_OVER,
      }),
    ])
    // The provider still knows the browser: a new ticket without typing anything.
    expect(await portal.signIn(jar, 'stranger')).toBe(portal.origin + finish)
    const ticket = (await (await post(jar, '/user/register/ticket', {})).json()) as {
      email: string
      secondsToExpiration: number
    }
    expect([ticket.email, ticket.secondsToExpiration > 1790]).toEqual(['stranger@carrier.example', true])
    const done = await post(jar, '/user/register/complete', {
      newUserId: 'new.person',
      acceptedTermsOfUse: true,
      email: ticket.email,
    })
    const { logoutUrl } = (await done.json()) as { logoutUrl: string }
    expect([done.status, logoutUrl]).toEqual([200, expect.stringMatching(/^\/logoutOkta\?to=/)])
    expect(logoutUrl).not.toMatch(/eyJ[\w-]*\.eyJ/) // no token; an encrypted value may contain any three letters
    // Out at the provider too: its page asks for the password again.
    const press = async (html: string, at: string) => {
      const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
      const action = new URL(/action="([^"]+)"/.exec(html)![1]!, at).href
      expect(action).not.toContain('id_token_hint')
      return jar.follow(action, `${portal.origin}/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields),
      })
    }
    const onward = portal.origin + logoutUrl
    const asked = await press(await (await jar.visit(onward)).text(), onward)
    const out = await press(await asked.response!.text(), asked.url)
    expect(out.url).toMatch(/\/logout$/)
    expect((await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)).response?.status).toBe(
      200,
    )
    expect(await portal.signIn(jar, 'stranger')).toBe(`${portal.origin}/login/callback#/`)
    expect(await (await details(jar)).json()).toMatchObject({
      username: 'new.person',
      name: 'Stranger Danger',
      termsAcceptedStatus: 'termsAccepted',
      masterCarrier: { code: 'AAA' },
      lastLogin: null,
    })
    expect(portal.logged.join('\n')).not.toMatch(/stranger@|eyJ|Danger/)
  })

  test('signing in to register ends the session another user left in this browser', async () => {
    await portal.db.query(`update app_user set status = 'PENDING_REGISTRATION' where username = 'adj.aaa2'`)
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    const before = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
    await jar.visit(`${portal.origin}/api/logout`, { method: 'POST', headers: ours(), body: '{}' })
    jar.cookies.length = 0
    const other = portal.newBrowser()
    await portal.signIn(other, 'adj.aaa')
    const kept = other.cookies.find(({ name }) => name === 'rxdocket')!
    const fresh = portal.newBrowser()
    fresh.cookies.push(kept)
    expect(await portal.signIn(fresh, 'adj.aaa2')).toBe(portal.origin + finish)
    expect(fresh.cookies.find(({ name }) => name === 'rxdocket')!.value).not.toBe(kept.value)
    expect((await details(other)).status).toBe(401)
    expect(before).not.toBe(kept.value)
    await portal.db.query(`update app_user set status = 'ACTIVE' where username = 'adj.aaa2'`)
  })
})

describe('a new password', () => {
  const idp = () => `${portal.origin}/identity`
  const form = (jar: CookieJar, address: string, fields: Record<string, string>) =>
    jar.visit(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
  const mailbox = async (username: string) => (await form(portal.newBrowser(), `${idp()}/mailbox`, { username })).text()
  /** The newest link to a new password that arrived for an account. */
  const linkFor = async (username: string, than?: string) => {
    let found = ''
    await eventually(async () => {
      found = /href="([^"]+\/new-password\/[\w-]{43})"/.exec(await mailbox(username))?.[1] ?? ''
      expect(found).not.toBe('')
      expect(found).not.toBe(than)
    })
    return found
  }
  const next = 'an entirely new password'

  test('forgotten: the same page for every name, a mail for the one there is, a link that works once', async () => {
    await portal.db.query(`update app_user set password_changed_on = '2020-01-01' where username = 'multi'`)
    const inside = portal.newBrowser()
    await portal.signIn(inside, 'multi')
    const jar = portal.newBrowser()
    const signInPage = await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)
    expect(await signInPage.response!.text()).toContain('<a href="/identity/forgot">Forgot your password?</a>')
    expect(await (await jar.visit(`${idp()}/forgot`)).text()).toContain('Forgot your password?')
    expect((await form(jar, `${idp()}/forgot`, { username: ' ' })).status).toBe(422)
    const texts = []
    for (const username of ['nobody.here', ' MULTI ']) {
      const answer = await form(jar, `${idp()}/forgot`, { username })
      texts.push([answer.status, (await answer.text()).replaceAll(username, '')])
    }
    expect(texts[0]).toEqual(texts[1])
    const link = await linkFor('multi')
    expect(await mailbox('nobody.here')).toContain('There is no mail yet')
    // Opening the link does not use it up; a weak password does not either.
    for (const method of ['GET', 'HEAD']) expect((await jar.visit(link, { method })).status).toBe(200)
    for (const [newPassword, repeatPassword] of [
      ['short', 'short'],
      [next, `${next}!`],
      ['my name is multi, hello', 'my name is multi, hello'],
      [password, password],
    ])
      expect((await form(jar, link, { newPassword: newPassword!, repeatPassword: repeatPassword! })).status).toBe(422)
    const both = await Promise.all([1, 2].map(() => form(jar, link, { newPassword: next, repeatPassword: next })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect((await jar.visit(link)).status).toBe(410)
    expect((await jar.visit(`${idp()}/new-password/${'A'.repeat(43)}`)).status).toBe(410)
    // Every session with the old password has ended, here and at the provider.
    expect((await details(inside)).status).toBe(401)
    expect(
      (await inside.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)).response?.status,
    ).toBe(200)
    const page = await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)
    expect((await portal.fillIn(jar, page.url, { username: 'multi', password })).response?.status).toBe(422)
    expect((await portal.fillIn(jar, page.url, { username: 'multi', password: next })).url).toMatch(/callback#/)
    const { rows } = await portal.db.query(
      `select password_changed_on >= current_date - 1 as new from app_user where username = 'multi'`,
    )
    expect(rows).toEqual([{ new: true }])
    expect(portal.logged.join('\n')).not.toContain(link.split('/').at(-1)!)
  })

  test('a second link replaces the first, and each expires after half an hour', async () => {
    const jar = portal.newBrowser()
    await form(jar, `${idp()}/forgot`, { username: 'adj.aaa' })
    const first = await linkFor('adj.aaa')
    await form(jar, `${idp()}/forgot`, { username: 'adj.aaa' })
    const second = await linkFor('adj.aaa', first)
    expect([(await jar.visit(first)).status, (await jar.visit(second)).status]).toEqual([410, 200])
    await portal.db.query(`update demo_idp.recovery set expires_at = expires_at - interval '30 minutes'`)
    expect((await jar.visit(second)).status).toBe(410)
    expect((await form(jar, second, { newPassword: next, repeatPassword: next })).status).toBe(410)
  })

  test('can be requested five times an hour for a name, and by no form of another site', async () => {
    const jar = portal.newBrowser()
    const statuses = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await form(jar, `${idp()}/forgot`, { username: 'unknown.one' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (const path of ['/forgot', '/mailbox', `/new-password/${'A'.repeat(43)}`]) {
      const foreign = await jar.visit(idp() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ username: 'adj.aaa' }),
      })
      expect([path, foreign.status]).toEqual([path, 403])
    }
    expect((await jar.visit(`${idp()}/forgot`, { method: 'DELETE' })).status).toBe(404)
  })

  test('requested on the Profile: every session ends, and the provider demands it at the next sign-in', async () => {
    const [one, two] = [portal.newBrowser(), portal.newBrowser()]
    await portal.signIn(one, 'adj.aaa')
    await portal.signIn(two, 'adj.aaa')
    // The portal's clock was moved, the provider's was not: here both mean "a moment ago".
    await portal.db.query('update session set auth_time = $1 where ended_at is null', [portal.clock.now()])
    const answer = await post(one, '/account', {}, 'PUT')
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect([(await details(one)).status, (await details(two)).status]).toEqual([401, 401])
    const page = await one.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)
    const demanded = await portal.fillIn(one, page.url, { username: 'adj.aaa', password })
    const html = await demanded.response!.text()
    expect(html).toContain('Choose a new password')
    const ticket = /name="ticket" value="([^"]+)"/.exec(html)![1]!
    const done = await portal.fillIn(one, page.url, { ticket, newPassword: next, repeatPassword: next })
    expect(done.url).toBe(`${portal.origin}/login/callback#/`)
    expect((await details(one)).status).toBe(200)
  })

  test('accounts without a password cannot recover one', async () => {
    await portal.db.query(
      `insert into demo_idp.account (subject, username, email, name, sso_only) values ('sso|one', 'sso.one', 'sso.one@carrier.example', 'Sso One', true)`,
    )
    const sent: unknown[] = []
    const accounts = demoAccountsAtProvider({
      pool: portal.db,
      issuer: idp(),
      brand: 'Docket',
      recovery: { send: async (mail) => void sent.push(mail) },
    })
    await accounts.sendRecovery('sso|one')
    await accounts.sendRecovery('sso|nobody')
    expect(sent).toEqual([])
    await expect(accounts.expirePassword('sso|one')).rejects.toMatchObject({ reason: 'refused' })
  })
})
