import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCookieJar, type CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { openInstallation, ours, type Installation, type ScriptedPortal } from './testing-portal.ts'
import { without } from './testing-scripted-provider.ts'

// Two server processes of one installation share nothing but the database: what works once works once on both, and what
// ended on one has ended on the other.

let installation: Installation
let one: ScriptedPortal
let two: ScriptedPortal
let both: ScriptedPortal[]
beforeAll(async () => {
  installation = await openInstallation()
  one = await installation.open({ OIDC_SCOPES: 'openid email offline_access', OIDC_RENEW_EARLY: '60' })
  two = await installation.open({
    RXDOCKET_ORIGIN: one.origin,
    OIDC_SCOPES: 'openid email offline_access',
    OIDC_RENEW_EARLY: '60',
  })
  both = [one, two]
})
beforeEach(() => {
  installation.provider.forms.length = 0
})
afterAll(() => installation.close())

const get = (of: ScriptedPortal, jar: CookieJar, path = '/api/user/details') =>
  jar.visit(`${of.address}${path}`, { headers: ours })
const post = (of: ScriptedPortal, jar: CookieJar, path: string, body: object = {}, method = 'POST') =>
  jar.visit(`${of.address}/api${path}`, {
    method,
    headers: { ...ours, origin: one.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const codeOf = async (answer: Response) =>
  answer.status === 200 ? 200 : ((await answer.json()) as { status: { code: string } }).status.code
const seconds = () => Math.floor(Date.now() / 1000)
let serial = 0
const unique = () => `id-${(serial += 1)}`
/** A token as another client of the provider would bring it. */
const access = (more: JWTPayload = {}) =>
  installation.provider.sign(
    {
      ...without(installation.provider.goodClaims(new Date(), ''), 'nonce'),
      aud: `${one.origin}/api`,
      sub: 'adj.aaa',
      jti: unique(),
      ...more,
    },
    { typ: 'at+jwt' },
  )

describe('what works once works once on both', () => {
  test('a sign-in begun on one is finished on the other, and nowhere again', async () => {
    const { jar, callback } = await installation.begin(one)
    const cookie = jar.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const before = await installation.count('session')
    const finish = (of: ScriptedPortal) =>
      fetch(`${of.address}${callback}`, { headers: { cookie }, redirect: 'manual' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => finish(both[at % 2]!)))
    answers.push(await finish(one), await finish(two))
    const ends = answers.map((answer) => answer.headers.get('location')!.replace(/&id=.*/, ''))
    expect(ends.filter((end) => end === '/login/callback#/')).toHaveLength(1)
    expect(ends.filter((end) => end === '/login/callback?failed=SIGN_IN_EXPIRED')).toHaveLength(11)
    expect(await installation.count('session')).toBe(before + 1)
    expect(installation.provider.forms).toHaveLength(1)
  })

  test('an access token opens one session over two processes', async () => {
    const token = await access()
    const before = await installation.count('session')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        post(both[at % 2]!, openCookieJar(), '/session/okta', { token, isLogin: true }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ])
    for (const of of both)
      expect((await post(of, openCookieJar(), '/session/okta', { token, isLogin: true })).status).toBe(401)
    expect(await installation.count('session')).toBe(before + 1)
  })
})

describe('back-channel logout', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  const notice = (more: JWTPayload = {}) =>
    installation.provider.sign(
      {
        iss: installation.provider.issuer,
        aud: 'portal',
        iat: seconds(),
        exp: seconds() + 120,
        jti: unique(),
        events: { [event]: {} },
        ...more,
      },
      { typ: 'logout+jwt' },
    )
  const tell = async (of: ScriptedPortal, token: string) =>
    (
      await fetch(`${of.address}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status
  const signIn = (sid: string, subject = 'adj.aaa') =>
    installation.signIn(one, (claims) => installation.provider.sign({ ...claims, sid, sub: subject }))

  test('a notice to one ends the session on both at once; played again it is refused on both', async () => {
    const { jar } = await signIn('s-one')
    const other = (await signIn('s-two')).jar
    expect([await codeOf(await get(one, jar)), await codeOf(await get(two, jar))]).toEqual([200, 200])
    const token = await notice({ sid: 's-one', sub: 'adj.aaa' })
    expect(await tell(two, token)).toBe(200)
    for (const of of both) {
      expect(await codeOf(await get(of, jar))).toBe('SESSION_REVOKED')
      expect(await codeOf(await get(of, other))).toBe(200)
      expect(await tell(of, token)).toBe(400)
    }
  })

  test('a person alone means all of their sessions here, and nobody else', async () => {
    const jars = [(await signIn('s-three')).jar, (await signIn('s-four')).jar]
    const other = (await signIn('s-five', 'adj.aaa2')).jar
    expect(await tell(one, await notice({ sub: 'adj.aaa' }))).toBe(200)
    for (const jar of jars) expect(await codeOf(await get(two, jar))).toBe('SESSION_REVOKED')
    expect(await codeOf(await get(two, other))).toBe(200)
  })

  test('a session that ended already is over: 200; one that never was here, or is of another person: 400 (decision 0014)', async () => {
    const { jar } = await signIn('s-six')
    expect((await post(one, jar, '/logout')).status).toBe(200)
    expect(await tell(two, await notice({ sid: 's-six' }))).toBe(200)
    const alive = (await signIn('s-seven')).jar
    for (const unknown of [{ sid: 'never' }, { sub: 'never' }, { sid: 's-seven', sub: 'adj.aaa2' }])
      expect([unknown, await tell(one, await notice(unknown))]).toEqual([unknown, 400])
    expect(await codeOf(await get(one, alive))).toBe(200)
  })

  test.each<[string, () => Promise<string> | string]>([
    ['unsigned', () => `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.e30.`],
    ['with a nonce', () => notice({ sid: 's-eight', nonce: 'n' })],
    ['with another event', () => notice({ sid: 's-eight', events: { 'urn:x': {} } })],
    ['of another client', () => notice({ sid: 's-eight', aud: 'other' })],
    ['of the type JWT', () => installation.provider.sign({ sid: 's-eight', aud: 'portal' }, { typ: 'JWT' })],
  ])('a notice %s is 400 and every session lives', async (_name, make) => {
    const { jar } = await signIn('s-eight')
    expect(await tell(one, await make())).toBe(400)
    expect(await codeOf(await get(two, jar))).toBe(200)
  })
})

describe('tokens are renewed before they end', () => {
  /** The provider renews, and says which refresh token came last. */
  function renewing(more: object = {}) {
    let next = 1
    installation.provider.script['/token'] = async ({ form }) => {
      if (form.get('grant_type') !== 'refresh_token') return { status: 400, json: { error: 'invalid_request' } }
      const idToken = await installation.provider.sign(
        without(
          { ...installation.provider.goodClaims(new Date(), ''), sub: 'adj.aaa', sid: 'renewed' },
          'nonce',
          'refresh_hint',
        ),
      )
      return {
        json: {
          access_token: 'opaque',
          token_type: 'Bearer',
          expires_in: 300,
          id_token: idToken,
          refresh_token: `refresh-${(next += 1)}`,
          ...more,
        },
      }
    }
  }
  const signIn = async () => {
    const signed = await installation.signIn(
      one,
      (claims) => installation.provider.sign({ ...without(claims, 'refresh_hint'), sid: 'renewed' }),
      { more: { refresh_token: 'refresh-1', expires_in: 300 } },
    )
    installation.provider.forms.length = 0
    return signed.jar
  }
  const kept = async () =>
    (
      await installation.db.query(
        `select refresh_token_sealed as encrypted, renew_at, ended_reason as ended from session where idp_sid = 'renewed' order by started_at desc limit 1`,
      )
    ).rows[0] as { encrypted: string | null; renew_at: Date | null; ended: string | null }
  const move = (ms: number) => both.forEach(({ clock }) => clock.move(ms))
  const tokens = () => installation.provider.forms.map((form) => form.get('refresh_token'))

  test('a minute early, by whichever process is asked then, once; the counter goes on as it was', async () => {
    const jar = await signIn()
    expect((await kept()).encrypted).toMatch(/^v1\./)
    expect(JSON.stringify((await installation.db.query('select * from session')).rows)).not.toMatch(
      /refresh-\d|eyJ[\w-]*\.eyJ/,
    )
    renewing()
    move(238_000)
    await Promise.all(both.map((of) => post(of, jar, '/session/refresh')))
    expect(tokens()).toEqual([])
    move(4_000)
    const asked = one.clock.now().getTime()
    const before = ((await (await post(one, jar, '/session/refresh')).json()) as { secondsToExpiration: number })
      .secondsToExpiration
    await Promise.all(Array.from({ length: 20 }, (_, at) => post(both[at % 2]!, jar, '/session/refresh')))
    await expect.poll(tokens).toEqual(['refresh-1'])
    await expect.poll(async () => Number((await kept()).renew_at) > one.clock.now().getTime()).toBe(true)
    const after = ((await (await post(two, jar, '/session/refresh')).json()) as { secondsToExpiration: number })
      .secondsToExpiration
    // It lost what passed meanwhile, and a second of rounding at most.
    expect(before - after).toBeLessThanOrEqual((two.clock.now().getTime() - asked) / 1000 + 1)
    expect(after).toBeLessThanOrEqual(before)
    // The next one uses what this one brought.
    move(245_000)
    await post(two, jar, '/session/refresh')
    await expect.poll(tokens).toEqual(['refresh-1', 'refresh-2'])
    move(-(238_000 + 4_000 + 245_000))
  })

  test('a refresh token the provider takes no more ends the session on both', async () => {
    const jar = await signIn()
    installation.provider.script['/token'] = {
      status: 400,
      json: { error: 'invalid_grant', error_description: 'reused' },
    }
    move(245_000)
    expect((await post(one, jar, '/session/refresh')).status).toBe(200)
    await expect.poll(async () => (await kept()).ended).toBe('expired')
    for (const of of both) expect(await codeOf(await get(of, jar))).toBe('SESSION_EXPIRED')
    expect((await kept()).encrypted).toBeNull()
    expect(await installation.count('security_event', `event = 'session_expired' and call = 'token renewal'`)).toBe(1)
    move(-245_000)
  })

  test.each([
    ['is away', { status: 503, raw: '' }],
    ['does not know us', { status: 401, json: { error: 'invalid_client' } }],
    ['answers nonsense', { raw: '<p>' }],
  ])('a provider that %s changes nothing, and is asked again half a minute later', async (_name, answer) => {
    const jar = await signIn()
    installation.provider.script['/token'] = answer
    move(245_000)
    await post(two, jar, '/session/refresh')
    await expect.poll(() => installation.provider.forms.length).toBe(1)
    await expect.poll(async () => Number((await kept()).renew_at) > one.clock.now().getTime()).toBe(true)
    expect(await codeOf(await get(one, jar))).toBe(200)
    renewing()
    move(31_000)
    await post(one, jar, '/session/refresh')
    await expect.poll(tokens).toEqual(['refresh-1', 'refresh-1'])
    await expect.poll(async () => Number((await kept()).renew_at) > one.clock.now().getTime() + 60_000).toBe(true)
    move(-(245_000 + 31_000))
  })

  test.each([
    ['another person', { sub: 'adj.bbb', sid: 'renewed' }],
    ['another session', { sub: 'adj.aaa', sid: 'other' }],
  ])('tokens of %s end the session', async (_name, claims) => {
    const jar = await signIn()
    renewing({
      id_token: await installation.provider.sign({ ...installation.provider.goodClaims(new Date(), ''), ...claims }),
    })
    move(245_000)
    await post(one, jar, '/session/refresh')
    await expect.poll(async () => (await kept()).ended).toBe('expired')
    expect(await codeOf(await get(two, jar))).toBe('SESSION_EXPIRED')
    move(-245_000)
  })

  test('logging out tells the provider that the token is over, and keeps nothing of it', async () => {
    installation.provider.metadata['revocation_endpoint'] = `${installation.provider.issuer}/revoke`
    const third = await installation.open({ RXDOCKET_ORIGIN: one.origin, OIDC_SCOPES: 'openid email offline_access' })
    const revoked: (string | null)[] = []
    installation.provider.script['/revoke'] = ({ form }) => (revoked.push(form.get('token')), {})
    const jar = await signIn()
    expect((await post(third, jar, '/logout')).status).toBe(200)
    await expect.poll(() => revoked).toEqual(['refresh-1'])
    expect(await kept()).toMatchObject({ encrypted: null, renew_at: null, ended: 'user' })
    expect(await installation.count('login_event', `reason = 'logged out: user'`)).toBeGreaterThan(0)
    await third.stop()
  })
})

describe('a session ends everywhere at once', () => {
  test('no request that starts after the answer to the logout is let in', async () => {
    const { jar } = await installation.signIn(one)
    const cookie = `rxdocket=${jar.cookies.find(({ name }) => name === 'rxdocket')!.value}`
    const history: { began: number; status: number }[] = []
    let ended = Infinity
    const after = () => history.filter(({ began }) => began > ended)
    const ask = async (of: ScriptedPortal) => {
      const began = performance.now()
      const { status } = await fetch(`${of.address}/api/user/details`, { headers: { ...ours, cookie } })
      history.push({ began, status })
    }
    const traffic = Array.from({ length: 8 }, async (_, at) => {
      while (after().length < 100) await ask(both[at % 2]!)
    })
    await Promise.all([ask(one), ask(two)])
    expect((await post(two, jar, '/logout')).status).toBe(200)
    ended = performance.now()
    await Promise.all(traffic)
    expect(history.some(({ status }) => status === 200)).toBe(true)
    expect(after().length).toBeGreaterThanOrEqual(100)
    expect(after().every(({ status }) => status === 401)).toBe(true)
  })

  test('who is disabled, or loses a carrier, is out on both with the next request', async () => {
    const { jar } = await installation.signIn(one)
    expect(await codeOf(await get(two, jar))).toBe(200)
    await installation.db.query(`update app_user set status = 'DISABLED' where username = 'adj.aaa'`)
    for (const of of both) expect(await codeOf(await get(of, jar))).toBe('SESSION_REVOKED')
    await installation.db.query(`update app_user set status = 'ACTIVE' where username = 'adj.aaa'`)
    await installation.db.query(
      `update user_carrier set active = false where user_id = (select id from app_user where username = 'adj.aaa')`,
    )
    for (const of of both) {
      const user = (await (await get(of, jar)).json()) as { masterCarrier: unknown; carriers: unknown[] }
      expect(user).toMatchObject({ masterCarrier: null, carriers: [] })
    }
    await installation.db.query(
      `update user_carrier set active = true where user_id = (select id from app_user where username = 'adj.aaa')`,
    )
  })
})

test('two tabs of one browser never work in two carriers: the tab of the old one is refused and writes nothing', async () => {
  const { jar } = await installation.signIn(one, (claims) => installation.provider.sign({ ...claims, sub: 'multi' }))
  const choose = (of: ScriptedPortal, masterCarrierCode: string) =>
    post(of, jar, '/session/masterCarrier', { masterCarrierCode }, 'PUT')
  const tab = async (of: ScriptedPortal, carrier: string) => {
    const answer = await jar.visit(`${of.address}/api/user/details`, {
      headers: { ...ours, 'x-master-carrier': carrier },
    })
    const body = (await answer.json()) as { masterCarrier?: { code: string }; status?: { code: string } }
    return body.status?.code ?? body.masterCarrier?.code
  }
  expect((await choose(one, 'AAA')).status).toBe(200)
  expect([await tab(one, 'AAA'), await tab(two, 'AAA')]).toEqual(['AAA', 'AAA'])
  const old = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
  expect((await choose(two, 'BBB')).status).toBe(200)
  for (const of of both) {
    expect([await tab(of, 'AAA'), await tab(of, 'BBB')]).toEqual(['CARRIER_CHANGED', 'BBB'])
    const stale = await fetch(`${of.address}/api/user/details`, { headers: { ...ours, cookie: `rxdocket=${old}` } })
    expect(stale.status).toBe(401)
  }
  // A change from the tab that still shows the old carrier writes nothing, whichever process it reaches.
  const before = await installation.count('session', `mc = 'AAA' and ended_at is null`)
  const late = await jar.visit(`${one.address}/api/session/masterCarrier`, {
    method: 'PUT',
    headers: { ...ours, origin: one.origin, 'content-type': 'application/json', 'x-master-carrier': 'AAA' },
    body: JSON.stringify({ masterCarrierCode: 'AAA' }),
  })
  expect(late.status).toBe(409)
  expect(await installation.count('session', `mc = 'AAA' and ended_at is null`)).toBe(before)
})
