import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePages } from '#platform/http/pages.ts'
import { createIdentity } from '#platform/session/sign-in.ts'
import { buildPortal } from '../../app.ts'
import { portalKey, startPortalWithProvider, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import { testEncryptionKey } from '../../testing/session.ts'

let portal: PortalWithProvider
beforeAll(async () => {
  portal = await startPortalWithProvider()
})
afterAll(() => portal.close())

const ours = { 'x-portal-request': '1' }

describe('page responses', () => {
  test('a browser without a session gets the login page, which keeps the path; no sign-in starts by itself', async () => {
    const go = async (path: string) =>
      (await fetch(`${portal.origin}${path}`, { redirect: 'manual' })).headers.get('location')
    expect(await go('/')).toBe('/login')
    expect(await go('/home')).toBe('/login?referrer=%2Fhome')
    expect(await go('/authorizations?view=mine')).toBe('/login?referrer=%2Fauthorizations%3Fview%3Dmine')
    expect(await go('/nowhere')).toBe('/login')
    expect(await go('/authorizations/dana.ruiz')).toBe('/login?referrer=%2Fauthorizations%2Fdana.ruiz')
    expect(await go('/no.such.page')).toBe('/login')
  })

  test.each(['/authorizations/dana.ruiz', '/no.such.page', '/nowhere'])(
    '%s is shown to a signed-in user as a page',
    async (path) => {
      const jar = portal.newBrowser()
      await portal.signIn(jar, 'adj.aaa')
      const answer = await jar.visit(`${portal.origin}${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  test('a signed-in user is redirected past the login page', async () => {
    const jar = portal.newBrowser()
    await portal.signIn(jar, 'adj.aaa')
    expect((await jar.visit(`${portal.origin}/login?referrer=%2Fauthorizations`)).headers.get('location')).toBe(
      '/authorizations',
    )
    expect((await jar.visit(`${portal.origin}/login?referrer=%2F%2Fevil.example`)).headers.get('location')).toBe('/')
    await portal.logOut(jar)
    expect((await jar.visit(`${portal.origin}/login`)).status).toBe(200)
  })

  test('every page has a strict content security policy with its own nonce, which its scripts carry', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${portal.origin}/login`)))
    const nonces = new Set<string>()
    for (const answer of answers) {
      const policy = answer.headers.get('content-security-policy')!
      const nonce = /script-src 'nonce-([\w-]{24})' 'strict-dynamic';/.exec(policy)![1]!
      nonces.add(nonce)
      expect(await answer.text()).toContain(`nonce="${nonce}"`)
      for (const rule of [
        `default-src 'none'`,
        `style-src 'self'`,
        `connect-src 'self'`,
        `frame-ancestors 'none'`,
        `base-uri 'none'`,
        `object-src 'none'`,
        `form-action 'self' ${portal.origin}`,
        `require-trusted-types-for 'script'`,
      ]) {
        expect(policy.split('; ')).toContain(rule)
      }
      expect(policy).not.toMatch(/unsafe|\*|https:/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    }
    expect(nonces.size).toBe(50)
  })

  test.each([
    ['/login', 200],
    ['/api/user/details', 401],
    ['/api/nowhere', 404],
    ['/nothing.js', 404],
    ['/favicon.ico', 404],
    ['/assets/nothing.v2', 404],
    ['/home/.env', 404],
    ['/assets/../index.html', 404],
    ['/.git/config', 404],
    ['/index.html.br', 404],
    ['/livez', 200],
    ['/backchannel-logout', 405],
  ])('%s answers %i with the headers every answer has', async (path, status) => {
    const answer = await fetch(`${portal.origin}${path}`, { redirect: 'manual', headers: ours })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    if (status >= 400)
      expect(await answer.json()).toMatchObject({ status: { code: expect.any(String) }, supportId: expect.any(String) })
  })

  test('a file is sent compressed to a browser that accepts it, and may be cached forever', async () => {
    const path = `${portal.origin}/assets/browser-1a2b3c4d.js`
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } })
    expect([
      await plain.text(),
      plain.headers.get('content-type'),
      plain.headers.get('cache-control'),
      plain.headers.get('vary'),
    ]).toEqual([
      'export {}\n',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
      'accept-encoding',
    ])
    const head = await fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip, br' } })
    expect([head.status, head.headers.get('content-encoding'), head.headers.get('content-length')]).toEqual([
      200,
      'br',
      '6',
    ])
  })
})

test('behind https every cookie carries the host prefix and Secure, the sign-in survives a cross-site POST, and HSTS is sent', async () => {
  const origin = 'https://portal.example'
  const signIn = createIdentity({
    origin,
    issuer: `${portal.origin}/identity`,
    clientId: 'rxdocket',
    clientSecret: 'secret',
    key: portalKey,
    returnPaths: ['/home'],
    pool: () => portal.portal.pools.app,
    log: portal.portal.log,
  })
  const built = buildPortal({
    databaseUrl: portal.databaseUrl,
    encryptionKey: testEncryptionKey,
    log: portal.portal.log,
    clock: portal.portal.clock,
    version: 'test',
    settings: { ...portal.portal.settings, origin },
    plain: (app, portal) =>
      signIn.routes(
        app,
        portal,
        servePages(app, portal, {
          pages: { shell: ['<!doctype html>'], files: new Map() },
          providerOrigin: portal.origin,
          isPublic: () => true,
          returnPaths: [],
        }),
      ),
  })
  try {
    const begun = await built.app.inject({ method: 'GET', url: '/loginOkta/home' })
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-rxdocket-sign-in=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    )
    const out = await built.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { ...ours, origin, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(out.headers['set-cookie']).toBe('__Host-rxdocket=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(out.headers['clear-site-data']).toBe('"cache", "cookies", "storage"')
    for (const answer of [
      begun,
      out,
      await built.app.inject({ method: 'GET', url: '/login' }),
      await built.app.inject({ method: 'GET', url: '/api/nothing' }),
    ]) {
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    }
  } finally {
    await built.stop()
  }
})
