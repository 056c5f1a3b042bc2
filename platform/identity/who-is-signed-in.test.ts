import fc from 'fast-check'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { openInstallation, ours, type Installation, type ScriptedPortal } from './testing-portal.ts'
import { without } from './testing-scripted-provider.ts'

// Who somebody is, and that nothing but a proof of their own changes it: a second factor, tokens that clients bring
// themselves, and every way to change who one is in any order.

let installation: Installation
let portal: ScriptedPortal
beforeAll(async () => {
  installation = await openInstallation()
  portal = await installation.open()
})
afterAll(() => installation.close())

const sign = (claims: JWTPayload) => installation.provider.sign(claims)
const seconds = () => Math.floor(Date.now() / 1000)
const details = async (jar: Awaited<ReturnType<Installation['signIn']>>['jar']) =>
  (await (await jar.visit(`${portal.address}/api/user/details`, { headers: ours })).json()) as { username: string }

describe('a second factor, where one is asked for', () => {
  let strict: ScriptedPortal
  beforeAll(async () => {
    strict = await installation.open({ OIDC_ACR: 'urn:mfa urn:hardware', OIDC_AMR: 'otp hwk' })
  })
  const refused = '/ssoError?failed=SECOND_FACTOR_REQUIRED'

  test('the authorization request names what is asked for', async () => {
    const { asked } = await installation.begin(strict)
    expect(asked.get('acr_values')).toBe('urn:mfa urn:hardware')
    expect((await installation.begin(portal)).asked.get('acr_values')).toBeNull()
  })

  test.each<[string, JWTPayload, boolean]>([
    ['amr pwd and no acr', { amr: ['pwd'], acr: undefined }, false],
    ['neither', { amr: undefined, acr: undefined }, false],
    ['amr as text', { amr: 'otp', acr: undefined }, false],
    ['another acr', { amr: ['pwd'], acr: 'urn:password' }, false],
    ['acr in capitals', { amr: [], acr: 'URN:MFA' }, false],
    ['acr as a list', { amr: [], acr: ['urn:mfa'] }, false],
    ['one of the acr', { amr: ['pwd'], acr: 'urn:hardware' }, true],
    ['one of the amr among others', { amr: ['pwd', 'otp'], acr: 'urn:password' }, true],
  ])('%s', async (_name, shown, taken) => {
    const before = await installation.count('session')
    const { to, jar } = await installation.signIn(strict, (claims) =>
      sign(JSON.parse(JSON.stringify({ ...claims, ...shown }))),
    )
    expect(to).toBe(taken ? '/login/callback#/' : refused)
    expect(await installation.count('session')).toBe(before + (taken ? 1 : 0))
    expect(jar.cookies.some(({ name }) => name === 'rxdocket')).toBe(taken)
  })

  test('what was shown is kept with the session and on record', async () => {
    await installation.signIn(strict, (claims) => sign({ ...claims, amr: ['pwd', 'otp'], acr: 'urn:mfa' }))
    const { rows } = await installation.db.query(
      `select s.acr, s.amr, s.auth_time is not null as auth_time, e.detail from session s
         join security_event e on e.event = 'authn_login_success' and e.detail ->> 'session' = s.id::text
        where s.ended_at is null order by s.started_at desc limit 1`,
    )
    expect(rows[0]).toEqual({
      acr: 'urn:mfa',
      amr: ['pwd', 'otp'],
      auth_time: true,
      detail: {
        session: expect.any(String),
        acr: 'urn:mfa',
        amr: ['pwd', 'otp'],
        authTime: expect.any(String),
        secondFactor: true,
        carrier: null, // the portal's own provider vouched
      },
    })
  })

  test('a carrier that agreed to come without is let in; of several all have to agree', async () => {
    const bare = (username: string) =>
      installation.signIn(strict, (claims) => sign({ ...without(claims, 'amr', 'acr'), sub: username }))
    const waive = (mc: string, value: string) =>
      installation.db.query(
        `insert into carrier_setting (mc, key, value) values ($1, 'secondFactorWaived', $2::jsonb)
         on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
        [mc, value],
      )
    await waive('AAA', 'true')
    expect((await bare('adj.aaa')).to).toBe('/login/callback#/')
    expect((await bare('multi')).to).toBe(refused)
    expect((await bare('adj.bbb')).to).toBe(refused)
    await waive('BBB', 'true')
    expect((await bare('multi')).to).toBe('/login/callback#/')
    for (const value of ['false', '"true"', '1']) {
      await waive('AAA', value)
      expect([value, (await bare('adj.aaa')).to]).toEqual([value, refused])
    }
  })
})

describe('POST /session/okta with a session in the browser', () => {
  const access = (subject: string, more: JWTPayload = {}) =>
    installation.provider.sign(
      {
        ...without(installation.provider.goodClaims(new Date(), ''), 'nonce', 'refresh_hint'),
        aud: `${portal.origin}/api`,
        sub: subject,
        jti: `${Math.random()}`,
        ...more,
      },
      { typ: 'at+jwt' },
    )
  type Jar = Awaited<ReturnType<Installation['signIn']>>['jar']
  const exchange = async (jar: Jar, token: string, isLogin = true) => {
    const answer = await jar.visit(`${portal.address}/api/session/okta`, {
      method: 'POST',
      headers: { ...ours, origin: portal.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token, isLogin }),
    })
    const body = (await answer.json()) as { status?: { code: string }; secondsToExpiration?: number; limited?: boolean }
    return { status: answer.status, code: body.status?.code, body, answer }
  }
  const failures = () =>
    installation.count('security_event', `event = 'authn_login_fail' and call = 'session.exchange'`)

  test.each<[string, number, string, (own: string) => string | Promise<string>]>([
    ["another person's fresh token", 400, 'VALIDATION', () => access('adj.bbb')],
    ['a token for another client', 401, 'SESSION_REQUIRED', () => access('adj.aaa', { aud: 'https://other.example' })],
    ['an expired token', 401, 'SESSION_REQUIRED', () => access('adj.aaa', { exp: seconds() - 61 })],
    ['a token of nobody here', 403, 'NOT_REGISTERED', () => access('nobody')],
    ['a token of a disabled person', 403, 'ACCOUNT_DISABLED', () => access('gone.aaa')],
    ['nonsense', 401, 'SESSION_REQUIRED', () => 'nonsense'],
    ['a token of 100 kB', 413, 'TOO_LARGE', () => 'x'.repeat(100_000)],
    ['a token beyond what is read', 400, 'VALIDATION', () => 'x'.repeat(20_001)],
  ])('%s changes nothing: %i %s', async (_name, status, code, make) => {
    const { jar } = await installation.signIn(portal)
    const cookie = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
    const before = [await installation.count('session'), await failures()]
    const answer = await exchange(jar, await make(''))
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(answer.answer.headers.getSetCookie()).toEqual([])
    expect((await details(jar)).username).toBe('adj.aaa')
    expect(jar.cookies.find(({ name }) => name === 'rxdocket')!.value).toBe(cookie)
    expect(await installation.count('session')).toBe(before[0])
    // What never reached the sign-in is no failed one.
    expect(await failures()).toBe(before[1]! + (code === 'TOO_LARGE' || _name.includes('beyond') ? 0 : 1))
    if (code === 'VALIDATION' && !_name.includes('beyond'))
      expect(await installation.count('login_event', `reason = 'other person'`)).toBeGreaterThan(0)
  })

  test('the same person gets a new session, the old cookie is dead, and the token works once', async () => {
    const { jar } = await installation.signIn(portal)
    const old = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
    const token = await access('adj.aaa', { refresh_hint: 30 })
    const first = await exchange(jar, token)
    expect([first.status, first.body]).toMatchObject([200, { secondsToExpiration: 1800, limited: true }])
    const next = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
    expect(next).not.toBe(old)
    const withOld = await fetch(`${portal.address}/api/user/details`, {
      headers: { ...ours, cookie: `rxdocket=${old}` },
    })
    expect(withOld.status).toBe(401)
    expect((await exchange(jar, token)).code).toBe('SESSION_REQUIRED')
    expect((await details(jar)).username).toBe('adj.aaa')
    expect(portal.logged.join('\n')).not.toMatch(/eyJ[\w-]+\./)
  })

  test('a renewal needs the session it renews, of the same person and provider session, and only ever shortens it', async () => {
    const { jar } = await installation.signIn(portal, (claims) => sign({ ...claims, refresh_hint: 60 }))
    const cookie = jar.cookies.find(({ name }) => name === 'rxdocket')!.value
    const renewed = await exchange(jar, await access('adj.aaa'), false)
    expect([renewed.status, renewed.body.limited]).toEqual([200, true])
    expect(renewed.body.secondsToExpiration).toBeLessThanOrEqual(3600)
    expect(renewed.answer.headers.getSetCookie()).toEqual([])
    expect(
      (await exchange(jar, await access('adj.aaa', { refresh_hint: 30 }), false)).body.secondsToExpiration,
    ).toBeLessThanOrEqual(1800)
    expect(
      (await exchange(jar, await access('adj.aaa', { refresh_hint: 600 }), false)).body.secondsToExpiration,
    ).toBeLessThanOrEqual(1800)
    const token = await access('adj.aaa')
    expect((await exchange(jar, token, false)).status).toBe(200)
    for (const bad of [token, await access('adj.bbb'), await access('adj.aaa', { sid: 'another session' })])
      expect((await exchange(jar, bad, false)).code).toBe('SESSION_REQUIRED')
    expect(
      (await exchange({ ...jar, ...(await installation.begin(portal)).jar }, await access('adj.aaa'), false)).code,
    ).toBe('SESSION_REQUIRED')
    expect(jar.cookies.find(({ name }) => name === 'rxdocket')!.value).toBe(cookie)
    expect((await details(jar)).username).toBe('adj.aaa')
  })

  test('somebody else may come where the session is over', async () => {
    const { jar } = await installation.signIn(portal)
    portal.clock.move(901_000)
    try {
      expect((await exchange(jar, await access('adj.bbb'))).status).toBe(200)
      expect((await details(jar)).username).toBe('adj.bbb')
    } finally {
      portal.clock.move(-901_000)
    }
  })
})

describe('whatever is done in whatever order, nobody becomes a mixture of two people', () => {
  type Jar = Awaited<ReturnType<Installation['signIn']>>['jar']
  const who = ['adj.aaa', 'adj.bbb', 'multi', 'terms.old'] as const
  type Person = (typeof who)[number]
  const carriersOf: Record<Person, string[]> = {
    'adj.aaa': ['AAA'],
    'adj.bbb': ['BBB'],
    multi: ['AAA', 'BBB'],
    'terms.old': ['AAA'],
  }
  /** What a browser should hold. */
  type Identity = { person: Person; mc: string | null } | undefined
  type Step = {
    at: 0 | 1
    do: 'sign-in' | 'replay' | 'exchange' | 'renew' | 'choose' | 'terms' | 'log-out' | 'old cookie'
    as: Person
    mc: 'AAA' | 'BBB'
  }
  const step = fc.record<Step>({
    at: fc.constantFrom(0, 1),
    do: fc.constantFrom(
      'sign-in',
      'sign-in',
      'replay',
      'exchange',
      'renew',
      'choose',
      'choose',
      'terms',
      'log-out',
      'old cookie',
    ),
    as: fc.constantFrom(...who),
    mc: fc.constantFrom('AAA', 'BBB'),
  })
  const newly = (person: Person): Identity => ({
    person,
    mc: carriersOf[person].length === 1 ? carriersOf[person][0]! : null,
  })

  test('two browsers, eight ways to change who one is, walked at random against a model', async () => {
    const send = (jar: Jar, path: string, body: object, method = 'POST') =>
      jar.visit(`${portal.address}/api${path}`, {
        method,
        headers: { ...ours, origin: portal.origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    let serial = 0
    const token = (person: Person) =>
      installation.provider.sign(
        {
          ...without(installation.provider.goodClaims(new Date(), ''), 'nonce', 'sid', 'refresh_hint'),
          aud: `${portal.origin}/api`,
          sub: person,
          jti: `walk ${(serial += 1)}`,
        },
        { typ: 'at+jwt' },
      )
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const jars = [openCookieJar(), openCookieJar()]
        const known: Identity[] = [undefined, undefined]
        const used: string[] = []
        const old: string[] = []
        for (const one of steps) {
          const jar = jars[one.at]!
          const mine = known[one.at]
          const cookie = jar.cookies.find(({ name }) => name === 'rxdocket')
          const before = cookie?.value
          let status = 0
          if (one.do === 'sign-in') {
            const { callback } = await installation.begin(portal, (claims) => sign({ ...claims, sub: one.as }), { jar })
            status = (await jar.visit(`${portal.address}${callback}`)).status
            used.push(callback)
            known[one.at] = newly(one.as)
          } else if (one.do === 'replay') {
            const callback = used.at(-1)
            if (callback !== undefined) status = (await jar.visit(`${portal.address}${callback}`)).status
          } else if (one.do === 'exchange') {
            status = (await send(jar, '/session/okta', { token: await token(one.as), isLogin: true })).status
            const right = mine === undefined || mine.person === one.as
            expect([one, status]).toEqual([one, right ? 200 : 400])
            if (right) known[one.at] = newly(one.as)
          } else if (one.do === 'renew') {
            status = (await send(jar, '/session/okta', { token: await token(one.as), isLogin: false })).status
            expect([one, status]).toEqual([one, mine?.person === one.as ? 200 : 401])
          } else if (one.do === 'choose') {
            status = (await send(jar, '/session/masterCarrier', { masterCarrierCode: one.mc }, 'PUT')).status
            const right = mine !== undefined && carriersOf[mine.person].includes(one.mc)
            expect([one, status]).toEqual([one, right ? 200 : mine === undefined ? 401 : 404])
            if (right) known[one.at] = { person: mine.person, mc: one.mc }
          } else if (one.do === 'terms') {
            status = (await send(jar, '/user/acceptance/complete', { userId: one.as })).status
            expect([one, status]).toEqual([one, mine === undefined ? 401 : mine.person === one.as ? 200 : 404])
          } else if (one.do === 'log-out') {
            status = (await send(jar, '/logout', {})).status
            known[one.at] = undefined
          } else if (old.length > 0) {
            // Somebody kept a cookie from before: it opens nothing any more.
            const answer = await fetch(`${portal.address}/api/user/details`, {
              headers: { ...ours, cookie: `rxdocket=${old.at(-1)}` },
            })
            expect(answer.status).toBe(401)
          }
          reached.add(`${one.do} ${status}`)
          const after = jar.cookies.find(({ name }) => name === 'rxdocket')?.value
          if (before && before !== after) old.push(before)
          for (const at of [0, 1]) {
            const answer = await jars[at]!.visit(`${portal.address}/api/user/details`, { headers: ours })
            const user = (await answer.json()) as { username?: string; masterCarrier?: { code: string } | null }
            const expected = known[at]
            expect([steps, one, at, user.username, user.masterCarrier?.code ?? null]).toEqual([
              steps,
              one,
              at,
              expected?.person,
              expected?.mc ?? null,
            ])
          }
        }
        // Five sessions a person at most would end older walks' ones; they are over anyway.
        await installation.db.query(`update session set ended_at = now(), ended_reason = 'user' where ended_at is null`)
      }),
      { numRuns: 40, seed: 7 }, // the same walks each time: what they reach is counted below
    )
    for (const met of [
      'exchange 200',
      'exchange 400',
      'renew 401',
      'choose 200',
      'choose 404',
      'terms 200',
      'replay 303',
      'log-out 200',
    ])
      expect(reached).toContain(met)
  })
})
