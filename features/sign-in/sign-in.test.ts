import { createHash, createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { routeOf } from '#platform/calls/wire.ts'
import { portalKey, startPortalWithProvider, password, type PortalWithProvider } from '#testing/portal-with-provider.ts'

let portal: PortalWithProvider
beforeAll(async () => {
  portal = await startPortalWithProvider()
})
afterAll(() => portal.close())

const ours = { 'x-portal-request': '1' }
const sessions = async () => Number((await portal.db.query('select count(*) as n from session')).rows[0].n)
const failures = async () =>
  Number((await portal.db.query(`select count(*) as n from security_event where event = 'authn_login_fail'`)).rows[0].n)
const cookie = (jar: CookieJar, name = 'rxdocket') => jar.cookies.find((one) => one.name === name)
const details = (jar: CookieJar, query = '') =>
  jar.visit(`${portal.origin}/api/user/details${query}`, { headers: ours })
const logOut = (jar: CookieJar) => portal.logOut(jar)

/** A browser that has pressed Log In and sent its password, stopped right before the portal's callback. */
async function beforeCallback(username = 'adj.aaa') {
  const jar = portal.newBrowser()
  const page = await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback`)
  const back = await jar.follow(page.url, `${portal.origin}/login/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username, password }),
  })
  return { jar, callback: back.url }
}

describe('signing in', () => {
  test('Log In sends the browser to the provider with code, PKCE, state and nonce, each new, and an encrypted cookie', async () => {
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${portal.origin}/loginOkta/authorizations`, { redirect: 'manual' })),
    )
    const queries = starts.map((start) => new URL(start.headers.get('location')!).searchParams)
    for (const [at, start] of starts.entries()) {
      expect(start.status).toBe(302)
      expect(Object.fromEntries(queries[at]!)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: `${portal.origin}/login/callback`,
        scope: 'openid profile email',
      })
      expect(start.headers.get('set-cookie')).toMatch(
        /^rxdocket-sign-in=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      )
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = queries.map((query) => query.get(name)!)
      expect(new Set(values).size).toBe(20)
      expect(values.every((value) => value.length >= 22)).toBe(true)
    }
  })

  test('the callback creates a session, stores only the hash of its cookie, and redirects to the page first requested', async () => {
    const jar = portal.newBrowser()
    const { jar: held, callback } = await beforeCallback()
    const answer = await held.visit(callback)
    expect(answer.status).toBe(303)
    const [cleared, given] = answer.headers.getSetCookie()
    expect(cleared).toBe('rxdocket-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(given).toMatch(/^rxdocket=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = cookie(held)!.value
    const kept = (
      await portal.db.query('select * from session where token_hash = $1', [
        createHash('sha256').update(token).digest(),
      ])
    ).rows
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept[0].id_token_sealed).toMatch(/^v1\./)
    expect(kept[0].idle_seconds).toBe(900)

    expect(await portal.signIn(jar, 'adj.aaa', '/authorizations?view=escalated')).toBe(
      `${portal.origin}/login/callback#/authorizations?view=escalated`,
    )
    const user = (await (await details(jar)).json()) as {
      username: string
      masterCarrier: { code: string }
      secondsToExpiration: number
    }
    expect(user).toMatchObject({ username: 'adj.aaa', masterCarrier: { code: 'AAA' } })
    expect(user.secondsToExpiration).toBeGreaterThan(12 * 3600 - 60)
  })

  test('no token of the provider reaches the browser, not even when logging out', async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    const texts = [
      await (await details(jar)).text(),
      await (await jar.visit(`${portal.origin}/login/callback`)).text(),
      await (await logOut(jar)).text(),
      ...jar.cookies.filter(({ path }) => path === '/').map(({ text }) => text),
    ]
    for (const text of texts) expect(text).not.toMatch(/eyJ[\w-]+\./)
    expect(portal.logged.join('\n')).not.toMatch(/eyJ[\w-]+\./)
  })

  test('leaves the choice of the carrier to a user who has several', async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'multi')
    expect(await (await details(jar)).json()).toMatchObject({
      selectMasterCarrier: true,
      masterCarrier: null,
      masterCarrierOptions: 'AAA,BBB',
    })
  })

  test('a forged session cookie never becomes valid, and signing in again ends the earlier session of the browser', async () => {
    const { jar, callback } = await beforeCallback()
    const madeUp = randomBytes(32).toString('base64url')
    jar.cookies.push({ name: 'rxdocket', value: madeUp, host: 'localhost', path: '/', text: '' })
    await jar.visit(callback)
    const first = cookie(jar)!.value
    expect(first).not.toBe(madeUp)
    await portal.signIn(jar, 'adj.aaa2') // The provider still has a session for adj.aaa and does not prompt.
    expect(await (await details(jar)).json()).toMatchObject({ username: 'adj.aaa' })
    for (const dead of [madeUp, first]) {
      const answer = await fetch(`${portal.origin}/api/user/details`, {
        headers: { ...ours, cookie: `rxdocket=${dead}` },
      })
      expect(answer.status).toBe(401)
    }
  })

  test('failed attempts since the last sign-in are reported once', async () => {
    await portal.signIn(portal.newBrowser(), 'adj.aaa2')
    const jar = portal.newBrowser()
    const page = await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)
    for (const wrong of ['first guess', 'second guess']) {
      expect((await portal.fillIn(jar, page.url, { username: 'adj.aaa2', password: wrong })).response?.status).toBe(422)
    }
    await portal.fillIn(jar, page.url, { username: 'adj.aaa2', password })
    expect(await (await details(jar, '?isLogin=true')).json()).toMatchObject({
      unsuccessfulAttempts: 2,
      lastLogin: expect.any(String),
    })
    expect(await (await details(jar, '?isLogin=true')).json()).toMatchObject({
      unsuccessfulAttempts: 0,
      lastLogin: null,
    })
    const again = portal.newBrowser()
    await portal.signIn(again, 'adj.aaa2')
    expect(await (await details(again, '?isLogin=true')).json()).toMatchObject({ unsuccessfulAttempts: 0 })
  })

  test.each([
    ['stranger', 'NOT_REGISTERED'],
    ['gone.aaa', 'ACCOUNT_DISABLED'],
  ])('%s has an account at the provider and none here: no session, but a message', async (username, code) => {
    const { jar, callback } = await beforeCallback(username)
    const before = [await sessions(), await failures()] as const
    const answer = await jar.visit(callback)
    expect(answer.headers.get('location')).toMatch(new RegExp(`^/login/callback\\?failed=${code}&id=[\\da-f-]{36}$`))
    expect(cookie(jar)).toBeUndefined()
    expect([await sessions(), await failures()]).toEqual([before[0], before[1] + 1])
  })
})

describe('a callback this browser did not start signs nobody in', () => {
  const cases: [string, (own: string, foreign: string) => string, boolean][] = [
    ['without the cookie of the sign-in', (_own, foreign) => foreign, false],
    ["with the answer to another browser's sign-in", (_own, foreign) => foreign, true],
    [
      'with its own code under another state',
      (own, foreign) => own.replace(/state=[^&]+/, `state=${new URL(foreign).searchParams.get('state')}`),
      true,
    ],
    ['without a state', (own) => own.replace(/state=[^&]+/, ''), true],
    ['of another issuer', (own) => own.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fidp.example'), true],
  ]
  test.each(cases)('%s', async (_name, forge, withCookie) => {
    const [own, foreign] = await Promise.all([beforeCallback(), beforeCallback('adj.aaa2')])
    const before = [await sessions(), await failures()] as const
    const jar = withCookie ? own.jar : portal.newBrowser()
    const answer = await jar.visit(forge(own.callback, foreign.callback))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/login\/callback\?failed=(STATE_MISMATCH|SIGN_IN_EXPIRED)&id=/)
    expect([await sessions(), await failures()]).toEqual([before[0], before[1] + 1])
    expect(cookie(jar)).toBeUndefined()
  })

  test('a valid callback works once: replayed, or sent twice at the same moment, it creates one session', async () => {
    const { jar, callback } = await beforeCallback()
    const held = cookie(jar, 'rxdocket-sign-in')!.value
    const before = await sessions()
    const send = () => fetch(callback, { redirect: 'manual', headers: { cookie: `rxdocket-sign-in=${held}` } })
    const two = await Promise.all([send(), send()])
    expect(await sessions()).toBe(before + 1)
    expect(two.filter((answer) => answer.headers.get('location')!.startsWith('/login/callback#'))).toHaveLength(1)
    expect((await send()).headers.get('location')).toContain('failed=SIGN_IN_EXPIRED')
    expect(await sessions()).toBe(before + 1)
  })

  test('the provider’s error text never reaches the page or its address', async () => {
    const { jar, callback } = await beforeCallback()
    const state = new URL(callback).searchParams.get('state')!
    const evil = '<img src=x onerror=alert(1)>SSO call 1-800-EVIL'
    const answer = await jar.visit(
      `${portal.origin}/login/callback?${new URLSearchParams({ error: 'access_denied', error_description: evil, state, iss: `${portal.origin}/identity` })}`,
    )
    expect(answer.headers.get('location')).toMatch(/^\/login\/callback\?failed=PROVIDER_REFUSED&id=[\da-f-]{36}$/)
    expect(await answer.text()).toBe('')
  })
})

describe('the return path is one of the portal’s own', () => {
  const bad = [
    '//evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/..%2f%2fevil',
    '/@evil',
    '/%09/evil',
    '/logout',
    '/login/callback?code=1',
    '/loginOkta/loginOkta',
    '/api/user/details',
    '/home%0d%0aSet-Cookie:x=1',
    '/home%00',
    '/%E3%80%82evil',
    '/nowhere?x=//evil',
    '/javascript:alert(1)',
    '/home/..%2flogout',
    '?next=//evil.example',
    '/identity/sign-out',
  ]
  // One browser: the provider has its session after the first sign-in and redirects at once.
  let jar: CookieJar
  beforeAll(() => {
    jar = portal.newBrowser()
  })
  test.each(bad)('%s leads to /', async (path) => {
    expect(await portal.signIn(jar, 'adj.aaa', path)).toBe(`${portal.origin}/login/callback#/`)
  })
  test('a return path of 8,000 characters leads to /', async () => {
    expect(await portal.signIn(jar, 'adj.aaa', `/${'a'.repeat(8000)}`)).toBe(`${portal.origin}/login/callback#/`)
  })
  test.each([
    '/home',
    '/authorizations',
    '/authorizations?view=mine&sort=statutoryDueAt%2Casc',
    '/patients?x=//evil',
    '/authorizations/request/0199c0de-0000-7000-8000-000000000001',
  ])('%s is kept', async (path) => {
    expect(await portal.signIn(jar, 'adj.aaa', path)).toBe(`${portal.origin}/login/callback#${path}`)
  })
})

/** The only form of a page: where it leads, and what it sends. */
const formOf = (html: string) => ({
  action: /<form method="post" action="([^"]+)"/.exec(html)![1]!,
  fields: Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  ),
})
const sent = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields),
})

describe('signing out', () => {
  const guarded = everyCall.filter((call: AnyCall) => call.gate === 'session' || call.gate === 'carrier')

  test('ends the session here and at the provider; the old cookie is refused', async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    const old = cookie(jar)!.value
    const answer = await logOut(jar)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBe('rxdocket=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    const { logoutUrl } = (await answer.json()) as { logoutUrl: string }
    expect(logoutUrl).toMatch(/^\/logoutOkta\?to=v1\./)

    // The portal's page sends the ID token and the address to return to as a form: no address holds the token.
    const onward = formOf(await (await jar.visit(`${portal.origin}${logoutUrl}`)).text())
    const hop = new URL(onward.action)
    expect(hop.href).toBe(`${portal.origin}/identity/sign-out`)
    expect(onward.fields['id_token_hint']).toMatch(/^eyJ/)
    expect(onward.fields['post_logout_redirect_uri']).toBe(`${portal.origin}/logout`)
    const page = await (await jar.visit(hop.href, sent(onward.fields))).text()
    const action = /action="([^"]+)"/.exec(page)![1]!
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
    expect(
      (await jar.follow(new URL(action, hop).href, `${portal.origin}/logout`, sent({ xsrf, logout: 'yes' }))).url,
    ).toBe(`${portal.origin}/logout?state=user`)
    // The provider asks for the password again.
    expect((await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback`)).url).toContain(
      '/identity/interaction/',
    )

    expect(guarded.length).toBeGreaterThan(20)
    for (const call of guarded) {
      const { method, url } = routeOf(call.line)
      const body = method === 'GET' ? {} : { body: '{}' }
      const reply = await fetch(`${portal.origin}/api${url.replaceAll(/:\w+/g, '1')}`, {
        method,
        ...body,
        headers: { ...ours, origin: portal.origin, 'content-type': 'application/json', cookie: `rxdocket=${old}` },
      })
      // A call that accepts a file does not even read it (415).
      expect([call.name, [401, 400, ...(call.form ? [415] : [])].includes(reply.status)]).toEqual([call.name, true])
    }
    const [name, check] = [
      guarded.find((call) => call.name === 'session.details')!,
      await fetch(`${portal.origin}/api/user/details`, { headers: { ...ours, cookie: `rxdocket=${old}` } }),
    ]
    expect([name.name, check.status, ((await check.json()) as { status: { code: string } }).status.code]).toEqual([
      'session.details',
      401,
      'SESSION_REVOKED',
    ])
  })

  test("the page alone, a link and another site's form end no session", async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    await jar.visit(`${portal.origin}/logout`)
    await jar.visit(`${portal.origin}/logoutOkta?to=${'x'.repeat(100)}`)
    const foreign = await jar.visit(`${portal.origin}/api/logout`, {
      method: 'POST',
      headers: { ...ours, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(foreign.status).toBe(403)
    expect((await jar.visit(`${portal.origin}/identity/sign-out`)).status).toBe(200) // It asks first.
    expect((await details(jar)).status).toBe(200)
  })

  test('the redirect to the provider accepts only what the portal encrypted', async () => {
    const answer = await fetch(`${portal.origin}/logoutOkta?to=https%3A%2F%2Fevil.example`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/logout')
  })
})

describe('back-channel logout', () => {
  test('when the provider ends its session, the sessions opened from it end here', async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    const other = portal.newBrowser()
    await portal.signIn(other, 'adj.aaa')
    const page = await (await jar.visit(`${portal.origin}/identity/sign-out`)).text()
    const action = /action="([^"]+)"/.exec(page)![1]!
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
    await jar.visit(new URL(action, portal.origin).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    const gone = await details(jar)
    expect([gone.status, ((await gone.json()) as { status: { code: string } }).status.code]).toEqual([
      401,
      'SESSION_REVOKED',
    ])
    expect((await details(other)).status).toBe(200) // Another browser has another session at the provider.
  })

  const forged = `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${Buffer.from('{"sub":"adj.aaa","events":{"http://schemas.openid.net/event/backchannel-logout":{}}}').toString('base64url')}.`
  test.each([
    ['an unsigned token', 'application/x-www-form-urlencoded', `logout_token=${forged}`, 400],
    ['no token', 'application/x-www-form-urlencoded', 'x=1', 400],
    ['two tokens', 'application/x-www-form-urlencoded', `logout_token=${forged}&logout_token=${forged}`, 400],
    ['JSON', 'application/json', JSON.stringify({ logout_token: forged }), 400],
    ['plain text', 'text/plain', forged, 415],
  ])('%s ends nothing', async (_name, type, body, status) => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    const answer = await fetch(`${portal.origin}/backchannel-logout`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await details(jar)).status).toBe(200)
  })

  test('a logout token sent by GET is refused with 405', async () => {
    expect((await fetch(`${portal.origin}/backchannel-logout`)).status).toBe(405)
  })
})

describe('POST /session/okta', () => {
  /** An access token of the provider, as a client of its own would get it. */
  async function accessToken(username: string): Promise<string> {
    const jar = portal.newBrowser()
    const verifier = randomBytes(32).toString('base64url')
    const ask = new URLSearchParams({
      client_id: 'rxdocket',
      response_type: 'code',
      redirect_uri: `${portal.origin}/login/callback`,
      scope: 'openid profile email',
      state: 's',
      nonce: 'n',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const page = await jar.follow(`${portal.origin}/identity/authorize?${ask}`, `${portal.origin}/login/callback`)
    const back = await jar.follow(page.url, `${portal.origin}/login/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username, password }),
    })
    const secret = createHmac('sha256', portalKey).update('demo client').digest('base64url')
    const answer = await fetch(`${portal.origin}/identity/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`rxdocket:${secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(back.url).searchParams.get('code')!,
        redirect_uri: `${portal.origin}/login/callback`,
        code_verifier: verifier,
      }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const exchange = (token: string) =>
    fetch(`${portal.origin}/api/session/okta`, {
      method: 'POST',
      headers: { ...ours, origin: portal.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token, isLogin: true }),
    })

  test("the provider's access token creates one session", async () => {
    const token = await accessToken('adj.aaa')
    const first = await exchange(token)
    expect([first.status, await first.json()]).toEqual([
      200,
      { success: true, secondsToExpiration: 43_200, limited: false },
    ])
    const given = first.headers.get('set-cookie')!.split(';')[0]!
    expect(
      await (await fetch(`${portal.origin}/api/user/details`, { headers: { ...ours, cookie: given } })).json(),
    ).toMatchObject({ username: 'adj.aaa' })
    expect((await exchange(token)).status).toBe(401)
  })

  test('a token with one changed letter, and an invalid one, create none', async () => {
    const token = await accessToken('adj.aaa')
    const at = token.lastIndexOf('.') - 5
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    const before = await sessions()
    expect((await exchange(changed)).status).toBe(401)
    expect((await exchange('not a token')).status).toBe(401)
    expect(await sessions()).toBe(before)
  })
})
