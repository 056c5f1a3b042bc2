import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { requestText, sendBytes } from '#testing/attacks/raw-socket.ts'
import { hostilePaths } from './testing-return-paths.ts'
import { openInstallation, ours, type Installation, type ScriptedPortal } from './testing-portal.ts'
import { startScriptedProvider, without, type ScriptedProvider } from './testing-scripted-provider.ts'

// Sign-in through the whole portal, over its port, with a provider that says right and wrong things.

let installation: Installation
let portal: ScriptedPortal
let attacker: ScriptedProvider
beforeAll(async () => {
  installation = await openInstallation()
  portal = await installation.open()
  attacker = await startScriptedProvider('portal')
})
afterAll(async () => {
  await installation.close()
  await attacker.close()
})

const sign = (claims: JWTPayload) => installation.provider.sign(claims)
const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const details = async (jar: Awaited<ReturnType<Installation['signIn']>>['jar']) =>
  (await (await jar.visit(`${portal.address}/api/user/details`, { headers: ours })).json()) as {
    username: string
    limited: boolean
    secondsToExpiration: number
    idle: { promptAfterSeconds: number; logoutAfterSeconds: number }
  }

describe('an ID token that is wrong in one way signs nobody in', () => {
  const provider = () => installation.provider
  const wrong: [string, (claims: JWTPayload) => string | Promise<string>][] = [
    ['alg none', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    [
      'HS256 keyed with the RSA public key',
      async (claims) => {
        const input = `${encode({ alg: 'HS256', kid: 'good' })}.${encode(claims)}`
        const key = await exportSPKI(provider().publicKey)
        return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
      },
    ],
    ['unknown kid', (claims) => provider().sign(claims, { kid: 'other' })],
    [
      'jku to the key of an attacker',
      (claims) => attacker.sign(claims, { jku: `${attacker.issuer}/keys` }, attacker.privateKey),
    ],
    [
      'x5u to the key of an attacker',
      (claims) => attacker.sign(claims, { x5u: `${attacker.issuer}/certificate` }, attacker.privateKey),
    ],
    [
      'embedded jwk of an attacker',
      async (claims) => attacker.sign(claims, { jwk: await exportJWK(attacker.publicKey) }, attacker.privateKey),
    ],
    ['wrong iss', (claims) => provider().sign({ ...claims, iss: attacker.issuer })],
    ['aud of another client', (claims) => provider().sign({ ...claims, aud: 'other' })],
    ['aud array with wrong azp', (claims) => provider().sign({ ...claims, aud: ['portal', 'other'], azp: 'other' })],
    ['expired 61 s ago', (claims) => provider().sign({ ...claims, exp: seconds() - 61 })],
    ['nbf in 63 s', (claims) => provider().sign({ ...claims, nbf: seconds() + 63 })],
    ['iat a day old', (claims) => provider().sign({ ...claims, iat: seconds() - 86_400 })],
    ['wrong nonce', (claims) => provider().sign({ ...claims, nonce: 'another' })],
    ['missing nonce', (claims) => provider().sign(without(claims, 'nonce'))],
    ['an access token (typ at+jwt)', (claims) => provider().sign(claims, { typ: 'at+jwt' })],
    [
      'unknown crit',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'good', crit: ['vendor'], vendor: 1 })
          .sign(provider().privateKey, { crit: { vendor: true } }),
    ],
    ['a token of 1 MB', (claims) => provider().sign({ ...claims, filling: 'x'.repeat(1_000_000) })],
  ]
  test.each(wrong)('%s', async (_name, make) => {
    const before = [
      await installation.count('session'),
      await installation.count('security_event', `event = 'authn_login_fail' and call = 'sign-in'`),
    ]
    attacker.asked.length = 0
    installation.provider.asked.length = 0
    const { jar, answer, to } = await installation.signIn(portal, make)
    expect([answer.status, to, await answer.text()]).toEqual([303, '/login/callback?failed=TOKEN_INVALID', ''])
    expect(jar.cookies.find(({ name }) => name === 'rxdocket')).toBeUndefined()
    expect([
      await installation.count('session'),
      await installation.count('security_event', `event = 'authn_login_fail' and call = 'sign-in'`),
    ]).toEqual([before[0], before[1]! + 1])
    // Nothing the token names is asked; keys come from the one address of the discovery document.
    expect(attacker.asked).toEqual([])
    expect(
      installation.provider.asked.filter(
        (path) => !['/token', '/keys', '/.well-known/openid-configuration'].includes(path),
      ),
    ).toEqual([])
    expect(portal.logged.join('\n')).not.toMatch(/eyJ[\w-]+\./)
  })

  test('a valid ID token signs its user in', async () => {
    const { jar, to } = await installation.signIn(portal)
    expect(to).toBe('/login/callback#/')
    expect((await details(jar)).username).toBe('adj.aaa')
  })
})

test('nobody is known by their e-mail or name, only by issuer and subject', async () => {
  const asAdjuster = async (claims: JWTPayload) =>
    sign({ ...claims, sub: 'somebody else', email: 'adj.aaa@aaa.example', preferred_username: 'adj.aaa' })
  const before = JSON.stringify((await installation.db.query(`select * from app_user where username = 'adj.aaa'`)).rows)
  expect((await installation.signIn(portal, asAdjuster)).to).toBe('/login/callback?failed=NOT_REGISTERED')
  await installation.db.query(`update app_user set idp_issuer = 'https://other.example' where username = 'adj.aaa2'`)
  const ofOtherIssuer = (claims: JWTPayload) => sign({ ...claims, sub: 'adj.aaa2' })
  expect((await installation.signIn(portal, ofOtherIssuer)).to).toBe('/login/callback?failed=NOT_REGISTERED')
  await installation.db.query('update app_user set idp_issuer = $1', [installation.provider.issuer])
  expect(JSON.stringify((await installation.db.query(`select * from app_user where username = 'adj.aaa'`)).rows)).toBe(
    before,
  )
})

test.each([
  ['the token address', '/token'],
  ['the key address', '/keys'],
])('%s that leads elsewhere is not followed, and the log says so', async (_name, path) => {
  const usual = installation.provider.script[path]!
  const { jar, callback } = await installation.begin(portal)
  installation.provider.script[path] = { status: 302, headers: { location: 'http://127.0.0.1:5432/' } }
  // Keys are kept for a while: a token with a new kid makes the portal ask again.
  if (path === '/keys') {
    portal = await installation.open()
  }
  portal.logged.length = 0
  const answer = await jar.visit(`${portal.address}${callback}`)
  expect(answer.headers.get('location')).toContain('failed=PROVIDER_UNREACHABLE')
  expect(portal.logged.join('\n')).toMatch(/tried to redirect us/)
  installation.provider.script[path] = usual
})

describe('how long a session may last', () => {
  const cases: [hint: unknown, minutes: number, limited: boolean][] = [
    [0, 720, false],
    [undefined, 720, false],
    [45, 45, true],
    ['45', 45, true],
    [1, 1, true],
    [719, 719, true],
    [1440, 720, false],
    [999_999_999, 720, false],
    [-1, 720, false],
    ['abc', 720, false],
  ]
  test.each(cases)('a hint of %j: %i minutes, limited %s', async (hint, minutes, limited) => {
    const { jar } = await installation.signIn(portal, (claims) => sign({ ...claims, refresh_hint: hint }))
    const user = await details(jar)
    expect([user.limited, user.idle.promptAfterSeconds, user.idle.logoutAfterSeconds]).toEqual([
      limited,
      limited ? 420 : 720,
      180,
    ])
    expect(user.secondsToExpiration).toBeLessThanOrEqual(minutes * 60)
    expect(user.secondsToExpiration).toBeGreaterThan(minutes * 60 - 20)
  })

  test('the server ends it then, whatever the person does, and idles it out sooner when it is limited', async () => {
    const { jar } = await installation.signIn(portal, (claims) => sign({ ...claims, refresh_hint: 20 }))
    const other = (await installation.signIn(portal, (claims) => sign({ ...claims, refresh_hint: 20, sid: 'other' })))
      .jar
    const statusOf = async (of: typeof jar, more: Record<string, string> = {}) => {
      const answer = await of.visit(`${portal.address}/api/user/details`, { headers: { ...ours, ...more } })
      return answer.status === 200 ? 200 : ((await answer.json()) as { status: { code: string } }).status.code
    }
    const active = { 'x-user-activity': '1' }
    portal.clock.move(595_000)
    expect([await statusOf(jar, active), await statusOf(other)]).toEqual([200, 200])
    portal.clock.move(21_000)
    expect([await statusOf(jar, active), await statusOf(other)]).toEqual([200, 'SESSION_IDLE'])
    portal.clock.move(560_000)
    expect(await statusOf(jar, active)).toBe(200)
    portal.clock.move(25_000)
    expect(await statusOf(jar, active)).toBe('SESSION_EXPIRED')
    portal.clock.move(-(595_000 + 21_000 + 560_000 + 25_000))
  })
})

describe('the way back after signing in stays inside', () => {
  const inside = /^\/(?:login\/callback#\/)$/
  test.each(hostilePaths.map((path) => [path]))('/loginOkta%j', async (path) => {
    // Written to the socket as it is, no client repairs it on the way; only what would end the line is encoded.
    const written = path.replaceAll(/[\r\n]/g, encodeURIComponent)
    const { status, head } = await sendBytes(portal.port, requestText('GET', `/loginOkta${written}`, []))
    const [location] = /^location: (.*)$/im.exec(head)?.slice(1) ?? []
    if (status !== 302 || !location?.startsWith(installation.provider.issuer)) {
      // No sign-in begins at all: it is no request, there is no such address, or it is a page that needs one.
      expect([path, [400, 404, 405, 414].includes(status) || (location ?? '').startsWith('/login')]).toEqual([
        path,
        true,
      ])
      expect(location ?? '').not.toMatch(/evil/)
      return
    }
    const asked = new URL(location).searchParams
    const cookie = /^set-cookie: (rxdocket-sign-in=[^;]+)/im.exec(head)![1]!
    const idToken = await sign({ ...installation.provider.goodClaims(new Date(), asked.get('nonce')!), sub: 'adj.aaa' })
    installation.provider.answerWith(idToken)
    const answer = await fetch(`${portal.address}/login/callback?code=c&state=${asked.get('state')}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    expect([path, answer.headers.get('location')]).toEqual([path, expect.stringMatching(inside)])
  })

  test('covers at least 45 hostile return paths', () => {
    expect(hostilePaths.length).toBeGreaterThanOrEqual(45)
  })
})

describe('the kinds of cookies a sign-in uses', () => {
  const over = { RXDOCKET_ORIGIN: 'https://portal.example' }
  const cases: [kind: string, env: Record<string, string>, signIn: string, session: string][] = [
    ['default', {}, 'SameSite=Lax', 'SameSite=Lax'],
    ['default', over, 'Secure; SameSite=None', 'Secure; SameSite=Lax'],
    ['cookie-storage', {}, 'SameSite=Lax', 'SameSite=Lax'],
    ['cookie-storage', over, 'Secure; SameSite=Lax', 'Secure; SameSite=Lax'],
    ['cookie-everywhere', {}, 'SameSite=Lax', 'SameSite=Strict'],
    ['cookie-everywhere', over, 'Secure; SameSite=Lax', 'Secure; SameSite=Strict'],
  ]
  test.each(cases)('%s with %j', async (kind, env, signInSite, sessionSite) => {
    const other = await installation.open({ RXDOCKET_SIGN_IN: kind, ...env })
    const prefix = env === over ? '__Host-rxdocket' : 'rxdocket'
    const { jar, answer } = await installation.signIn(other)
    const set = answer.headers.getSetCookie()
    expect(set).toEqual([
      `${prefix}-sign-in=; Max-Age=0; Path=/; HttpOnly; ${signInSite}`,
      expect.stringMatching(new RegExp(`^${prefix}=[\\w-]{43}; Path=/; HttpOnly; ${sessionSite}$`)),
    ])
    const begun = await fetch(`${other.address}/loginOkta`, { redirect: 'manual' })
    expect(begun.headers.get('set-cookie')).toMatch(
      new RegExp(`^${prefix}-sign-in=v1\\.[\\w.-]+; Max-Age=600; Path=/; HttpOnly; ${signInSite}$`),
    )
    // No token of the provider in any of them, and they are all there is.
    expect(jar.cookies.map(({ text }) => text).join('\n')).not.toMatch(/eyJ|opaque-access/)
    expect(jar.cookies.map(({ name }) => name).sort()).toEqual([prefix, `${prefix}-sign-in`])
    const user = await jar.visit(`${other.address}/api/user/details`, { headers: ours })
    expect(((await user.json()) as { username: string }).username).toBe('adj.aaa')
    const out = await jar.visit(`${other.address}/api/logout`, {
      method: 'POST',
      headers: { ...ours, origin: other.origin, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(out.headers.get('set-cookie')).toMatch(
      new RegExp(`^${prefix}=; Max-Age=0; Path=/; HttpOnly; ${sessionSite}$`),
    )
    await other.stop()
  })
})

test('one person signs in twenty times a minute, whatever the browser; somebody else is not kept waiting', async () => {
  const strict = await installation.open({}, 1)
  const signIn = async (subject: string) =>
    (await installation.signIn(strict, (claims) => sign({ ...claims, sub: subject }))).answer
  for (let at = 0; at < 20; at += 1) expect((await signIn('adj.aaa')).status).toBe(303)
  const before = await installation.count('session')
  const refused = await signIn('adj.aaa')
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"signInOfOne";q=20;w=60'])
  expect(refused.headers.getSetCookie().join('\n')).not.toMatch(/rxdocket=/)
  expect(await installation.count('session')).toBe(before)
  expect((await signIn('adj.aaa2')).status).toBe(303)
  await strict.stop()
})

describe('before anybody is signed in', () => {
  test('no link begins a sign-in by itself: twenty deep links, and the provider hears of none', async () => {
    installation.provider.asked.length = 0
    const links = ['', 'home', 'authorizations', 'patients', 'claimants', 'data-extract', 'accounts/profile', 'nowhere']
    for (const link of [...links, ...links.map((one) => `${one}?view=mine`), ...links.map((one) => `${one}/x/y`)]) {
      const answer = await fetch(`${portal.address}/${link}`, { redirect: 'manual' })
      expect([link, answer.status, (answer.headers.get('location') ?? '').split('?')[0]]).toEqual([link, 302, '/login'])
    }
    for (const page of ['/login', '/logout', '/ssoError', '/login/callback', '/user/registerOkta'])
      expect([page, (await fetch(`${portal.address}${page}`, { redirect: 'manual' })).status]).toEqual([page, 200])
    expect(installation.provider.asked).toEqual([])
  })

  test('what does not belong on a web server is not there', async () => {
    const names = [
      '.git .git/config .git/HEAD .env .env.production .npmrc .htaccess .DS_Store .svn/entries',
      'package.json package-lock.json tsconfig.json vite.config.ts server.ts',
      'node_modules/pg/package.json swagger swagger.json swagger-ui.html api-docs graphql graphiql',
      'metrics actuator actuator/env debug debug/pprof trace server-status phpinfo.php admin',
      'console manager/html backup.zip dump.sql db.sqlite id_rsa web.config wp-login.php robots.txt',
      'sitemap.xml Dockerfile docker-compose.yml CHANGELOG.md docs/policy.csv .vite/manifest.json',
      'manifest.json index.html index.html.br assets assets/ assets/index.js.map',
    ].flatMap((line) => line.split(' '))
    const rooms = ['', 'api/', 'assets/', 'static/', 'public/', 'dist/']
    const served: string[] = []
    for (const room of rooms) {
      for (const name of names) {
        const answer = await fetch(`${portal.address}/${room}${name}`, { redirect: 'manual' })
        const toLogin = answer.status === 302 && answer.headers.get('location')!.startsWith('/login')
        if (answer.status !== 404 && !toLogin) served.push(`${room}${name} ${answer.status}`)
      }
    }
    expect(rooms.length * names.length).toBeGreaterThanOrEqual(300)
    expect(served).toEqual([])
  })

  test('a portal whose clock is not the database’s is not ready', async () => {
    const ready = async () =>
      (await (await fetch(`${portal.address}/readyz`)).json()) as { ready: boolean; checks: object }
    expect(await ready()).toMatchObject({ ready: true, checks: { clock: true } })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const minutes of [10, -10]) {
        vi.setSystemTime(vi.getRealSystemTime() + minutes * 60_000)
        await expect.poll(ready).toMatchObject({ ready: false, checks: { clock: false } })
        vi.setSystemTime(vi.getRealSystemTime())
        await expect.poll(ready).toMatchObject({ ready: true })
      }
    } finally {
      vi.useRealTimers()
    }
  })
})
