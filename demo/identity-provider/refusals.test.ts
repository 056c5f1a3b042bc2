import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCookieJar, type CookieJar } from './testing-cookie-jar.ts'
import { startWorld, password, type World } from './testing-world.ts'
import { ownHeaders } from '#platform/http/edge.ts'

let world: World
let jar: CookieJar

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  jar = await world.forget()
})
afterAll(() => world.close())

const signIn = (username?: string, typed?: string, into = jar) => world.signIn(into, username, typed)

describe('what it refuses', () => {
  const authorize = (change: Record<string, string | undefined>) => {
    const parameters: Record<string, string | undefined> = {
      client_id: world.clientId,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      nonce: 'n',
      redirect_uri: `${world.portalOrigin}/login/callback`,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      ...change,
    }
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `${world.issuer}/identity/authorize?${new URLSearchParams(given)}`
  }

  test.each<[string, Record<string, string | undefined>]>([
    ['an unknown client', { client_id: 'other' }],
    ['a client with a NUL', { client_id: 'portal\0' }],
    ['another return address', { redirect_uri: 'https://evil.example/login/callback' }],
    ['a return address below ours', { redirect_uri: 'PORTAL/login/callback/more' }],
    ['no return address', { redirect_uri: undefined }],
  ])('%s gets a page, not a redirect', async (_name, change) => {
    if (change['redirect_uri']?.startsWith('PORTAL'))
      change = { redirect_uri: `${world.portalOrigin}/login/callback/more` }
    const response = await jar.visit(authorize(change))
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('<title>Sign-in can’t continue</title>')
    expect(html).not.toContain('evil')
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token without a code', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['another audience', { resource: 'https://other.example/api' }, 'invalid_target'],
    ['a consent page', { prompt: 'consent' }, 'invalid_request'],
    ['silence without a session', { prompt: 'none' }, 'login_required'],
  ])('the provider reports %s to the portal', async (_name, change, error) => {
    const end = await jar.follow(authorize(change), `${world.portalOrigin}/`)
    const { search, hash } = new URL(end.url)
    const answer = new URLSearchParams(search || hash.slice(1))
    expect([answer.get('error'), answer.has('code'), answer.has('id_token')]).toEqual([error, false, false])
  })

  test('forms of other sites, other kinds and other sizes', async () => {
    const page = await world.arrive(jar)
    const good = { username: 'dana.ruiz', password }
    const send = async (headers: Record<string, string>, fields: Record<string, string> = good) =>
      (await world.submit(jar, page.url, fields, headers)).response?.status ?? 'in'
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await send({ origin: 'https://evil.example' })).toBe(403)
    expect(await send({ origin: world.portalOrigin })).toBe(403)
    expect(await send({ 'content-type': 'application/json' })).toBe(415)
    expect(await send({}, { ...good, more: 'x'.repeat(10_000) })).toBe(413)
    expect(await send({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe('in')
  })

  test('a sign-in of another browser, and one that is over', async () => {
    const page = await world.arrive(jar)
    const stranger = await world.submit(openCookieJar(), page.url, { username: 'dana.ruiz', password })
    expect(stranger.response?.status).toBe(400)
    const mine = await world.arrive(openCookieJar())
    const swapped = await jar.visit(mine.url)
    expect(swapped.status).toBe(400)
    await world.submit(jar, page.url, { username: 'dana.ruiz', password })
    const late = await world.submit(jar, page.url, { username: 'dana.ruiz', password })
    expect(late.response?.status).toBe(400)
    expect(await late.response?.text()).toContain('open too long or was finished in another tab')
  })

  test('a cookie without its signature signs nobody in', async () => {
    await signIn()
    const unsigned = openCookieJar()
    unsigned.cookies.push(...jar.cookies.filter(({ name }) => !name.endsWith('.sig')))
    expect((await world.arrive(unsigned)).response?.status).toBe(200)
  })

  test('no malformed address causes an error of the server', async () => {
    const base = `${world.issuer}/identity`
    for (const address of [
      `${base}/interaction/%00`,
      `${base}/interaction/`,
      `${base}/interaction/x/y`,
      `${base}/interaction/${'x'.repeat(5000)}`,
      `${base}/authorize/%00`,
      `${base}/authorize/x`,
      `${base}/sign-out?id_token_hint=%00`,
      `${base}/sign-out?client_id=%00`,
      `${base}/../..//evil`,
      `${base}//evil.example`,
      `${world.issuer}/`,
      `${world.issuer}/me`,
      `${base}/unknown`,
      authorize({ state: 'a\0b', login_hint: '\ud800' }),
      authorize({ nonce: '\u0000' }),
      authorize({ ui_locales: '\0' }),
    ]) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const response = await openCookieJar().visit(address, { method })
        expect([address, method, response.status >= 500]).toEqual([address, method, false])
      }
    }
    expect(world.logged.filter((line) => line.startsWith('error'))).toEqual([])
  })

  test('a state with a NUL character comes back unchanged', async () => {
    const page = await jar.follow(authorize({ state: 'a\0b' }), `${world.portalOrigin}/`)
    const end = await world.submit(jar, page.url, { username: 'dana.ruiz', password })
    expect(new URL(end.url).searchParams.get('state')).toBe('a\0b')
  })
})

describe('addresses, headers and cookies', () => {
  test('all addresses are the issuer’s, whatever the Host header says', async () => {
    const lies: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ]
    for (const headers of lies) {
      const text = await rawGet(`${world.issuer}/.well-known/openid-configuration`, headers)
      const document = JSON.parse(text) as Record<string, unknown>
      expect(text).not.toContain('evil')
      for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint'])
        expect(String(document[name])).toContain(world.issuer)
      expect(document).toMatchObject({
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        backchannel_logout_supported: true,
      })
      expect(document).not.toHaveProperty('userinfo_endpoint')
    }
  })

  test('every page has the strict security headers', async () => {
    const page = await world.arrive(jar)
    const failed = await world.submit(jar, page.url, { username: 'x', password: 'y' })
    for (const response of [
      page.response,
      failed.response,
      await jar.visit(`${world.issuer}/identity/authorize`),
      await jar.visit(`${world.issuer}/identity/sign-out`),
      await jar.visit(`${world.issuer}/nothing`),
      await jar.visit(`${world.issuer}/.well-known/openid-configuration`),
    ]) {
      const headers = Object.fromEntries(response?.headers ?? [])
      const { 'content-security-policy': _, ...own } = ownHeaders(false)
      expect(headers).toMatchObject(own)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      })
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toContain(`default-src 'none'`)
      expect(policy).toContain(`frame-ancestors 'none'`)
      expect(policy).toContain(`form-action 'self' ${world.portalOrigin}`)
      expect(policy).not.toMatch(/unsafe|\*/)
    }
  })

  test('cookies are HttpOnly, Lax, signed, session-long and keep to the provider’s own part', async () => {
    const before = await world.arrive(jar)
    const seen = jar.cookies.map(({ text }) => text)
    await world.submit(jar, before.url, { username: 'dana.ruiz', password })
    seen.push(...jar.cookies.map(({ text }) => text))
    expect(seen.length).toBeGreaterThan(3)
    for (const text of seen) {
      expect(text).toMatch(/^demo_idp_(session|interaction|resume)(\.sig)?=/)
      expect(text).toMatch(/; path=\/identity(\/|;|$)/i)
      expect(text).toMatch(/; httponly/i)
      expect(text).toMatch(/; samesite=lax/i)
    }
    expect(seen.filter((text) => text.startsWith('demo_idp_session'))).toHaveLength(2)
    expect(seen.filter((text) => /^demo_idp_session.*expires=/i.test(text))).toEqual([])
  })

  test('the page says what it is, in words and markup, and holds no password', async () => {
    const html = (await (await world.arrive(jar)).response?.text()) ?? ''
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('<title>Log In</title>')
    expect(html).toContain('Docket &lt;&amp;&gt; Co')
    expect(html).toMatch(/<label for="username">Username<\/label>\s*<input id="username"[^>]* autofocus>/s)
    expect(html).toContain('autocomplete="username"')
    expect(html).toMatch(
      /<label for="password">Password<\/label>\s*<input id="password"[^>]*autocomplete="current-password"/,
    )
    expect(html).toContain('<button type="submit">Log In</button>')
    expect(html).toContain('Demo accounts are listed in the terminal')
    expect(html).not.toMatch(/dana|correct horse|<script/)
  })
})

/** fetch sets Host itself; a raw request may lie. */
async function rawGet(address: string, headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(address, { headers }, (response) => {
    let text = ''
    response.on('data', (chunk) => (text += String(chunk)))
    response.on('end', () => resolve(text))
  })
    .on('error', reject)
    .end()
  return promise
}
