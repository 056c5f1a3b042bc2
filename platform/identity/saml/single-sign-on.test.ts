import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { arrive, idIn, postAnswer, postToHub, takeFields, type Fields } from './testing-arrival.ts'
import { field } from './testing-issuer.ts'
import { openSingleSignOn, type SingleSignOn } from './testing-single-sign-on.ts'

// Single sign-on through the whole portal, over real ports and its own database, with carriers' keys made here.

let world: SingleSignOn
let jar: CookieJar
beforeAll(async () => {
  world = await openSingleSignOn()
})
beforeEach(() => void (jar = world.portal.newBrowser()))
afterAll(() => world.close())

describe('coming by the carrier', () => {
  test('an answer nobody asked for, of a carrier that agreed to it, opens a session of the person we know', async () => {
    expect(await world.come(jar, {}, '/authorizations')).toBe('/login/callback#/authorizations')
    expect(await world.details(jar)).toMatchObject({
      username: 'adj.aaa2',
      ssoUser: true,
      masterCarrier: { code: 'AAA' },
    })
    const { rows } = await world.portal.db.query(
      `select idp_sid is not null as sid, auth_time is not null as auth_time from session order by started_at desc limit 1`,
    )
    expect(rows[0]).toEqual({ sid: true, auth_time: true })
  })

  test('begun with us: the request goes to the page of the carrier, and its answer ends where the person wanted to go', async () => {
    const { started, url, requestId, relayState } = await world.begin(jar)
    expect(started.status).toBe(302)
    expect(url.href).toMatch(/^https:\/\/idp\.alder\.example\/sign-in\?SAMLRequest=/)
    expect(requestId).toMatch(/^_[\da-f]{40}$/)
    expect(await world.come(jar, { inResponseTo: requestId }, relayState)).toBe('/login/callback#/authorizations')
    expect((await world.details(jar)).username).toBe('adj.aaa2')
  })

  test('a carrier that takes no unasked answers is served when we ask', async () => {
    expect(await world.come(jar, { nameId: 'B-2002' }, '', world.birch)).toBe('/ssoError?failed=SSO_FAILED')
    const { requestId, relayState } = await world.begin(jar, 'carrier=BBB')
    expect(await world.come(jar, { nameId: 'B-2002', inResponseTo: requestId }, relayState, world.birch)).toBe(
      '/login/callback#/',
    )
    expect((await world.details(jar)).username).toBe('multi')
  })

  test('who works for several carriers is at the one that vouched for them, and is offered no other', async () => {
    const { requestId, relayState } = await world.begin(jar, 'carrier=BBB')
    await world.come(jar, { nameId: 'B-2002', inResponseTo: requestId }, relayState, world.birch)
    const of = async () => {
      const { masterCarrier, ...rest } = (await world.details(jar)) as Awaited<ReturnType<typeof world.details>> & {
        masterCarrierOptions: string
      }
      return [masterCarrier?.code, rest.masterCarrierOptions]
    }
    const choose = async (masterCarrierCode: string) => {
      const answer = await jar.visit(`${world.portal.origin}/api/session/masterCarrier`, {
        method: 'PUT',
        headers: { 'x-portal-request': '1', origin: world.portal.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ masterCarrierCode }),
      })
      return answer.status
    }
    expect([await of(), await choose('AAA'), await choose('BBB')]).toEqual([['BBB', 'BBB'], 422, 200])
    // The provider knows the browser still, and how its person came: signing in again changes nothing.
    await jar.follow(`${world.portal.origin}/loginOkta`, `${world.portal.origin}/login/callback#`)
    expect([await of(), await choose('AAA')]).toEqual([['BBB', 'BBB'], 422])
    // Their own password opens both.
    jar = world.portal.newBrowser()
    await world.portal.signIn(jar, 'multi')
    expect([await of(), await choose('AAA')]).toEqual([[undefined, 'AAA,BBB'], 200])
  })

  test('who is signed in at the provider as somebody else is replaced, without a password asked', async () => {
    await world.portal.signIn(jar, 'adj.aaa')
    const before = await world.details(jar)
    const posted = await postAnswer(jar, world.portal.origin, field(world.alder.answer()))
    const fields = (await (await takeFields(jar, world.portal.origin, idIn(posted))).json()) as Fields
    const end = await jar.follow(fields.oktaUrl, `${world.portal.origin}/login/callback#`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
    })
    // The provider ends the old session by a form of its own, which browsers send by themselves.
    const page = (await end.response?.text()) ?? ''
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await world.portal.fillIn(jar, action, { xsrf, logout: 'yes' })).url).toBe(
      `${world.portal.origin}/login/callback#/`,
    )
    expect([before.username, (await world.details(jar)).username]).toEqual(['adj.aaa', 'adj.aaa2'])
  })

  test('a person who is disabled, or whom the portal does not know, gets no session', async () => {
    const before = await world.sessions()
    expect(await world.come(jar, { nameId: 'A-gone' })).toMatch(/^\/login\/callback\?failed=ACCOUNT_DISABLED/)
    jar = world.portal.newBrowser()
    expect(await world.come(jar, { nameId: 'A-stranger' })).toMatch(/^\/login\/callback\?failed=NOT_REGISTERED/)
    expect(await world.sessions()).toBe(before)
  })

  test('every redirect and every answer on the way stays out of caches; the cookies say whose they are', async () => {
    const { started, requestId } = await world.begin(jar)
    expect(started.headers.get('cache-control')).toBe('no-store')
    expect(started.headers.get('set-cookie')).toMatch(
      /^rxdocket-sso=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const posted = await postAnswer(jar, world.portal.origin, field(world.alder.answer({ inResponseTo: requestId })))
    expect([posted.status, posted.headers.get('cache-control')]).toEqual([303, 'no-store'])
    expect(posted.headers.get('set-cookie')).toMatch(
      /^rxdocket-sso=[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax, isSsoUser=true; Max-Age=600; Path=\/; SameSite=Lax$/,
    )
    const taken = await takeFields(jar, world.portal.origin, idIn(posted))
    expect([taken.status, taken.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const fields = (await taken.json()) as Fields
    const hub = await jar.visit(fields.oktaUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
    })
    expect([hub.status, hub.headers.get('cache-control'), hub.headers.get('location')]).toEqual([
      303,
      'no-store',
      `${world.portal.origin}/loginOkta`,
    ])
    expect(hub.headers.get('set-cookie')).toMatch(
      /^demo_idp_carrier=[\w-]{43}; Max-Age=120; Path=\/identity; HttpOnly; SameSite=Lax$/,
    )
    expect(
      (await world.portal.db.query(`select encode(hash, 'escape') as hash from demo_idp.carrier_handle`)).rows.every(
        (row: { hash: string }) => !/^[\w-]{43}$/.test(row.hash),
      ),
    ).toBe(true)
  })

  test('our metadata are there for administrators, and our name is their address', async () => {
    const answer = await fetch(world.sp.entityId)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml'])
    expect(await answer.text()).toContain(`Location="${world.sp.acsUrl}"`)
  })

  test('a carrier nobody knows, or one that is switched off, begins nowhere', async () => {
    for (const query of [
      'carrier=CCC',
      'carrier=ZZZ',
      'carrier=',
      '',
      "carrier=A' or 1=1",
      'carrier=AAA&carrier=BBB',
    ]) {
      expect([query, (await jar.visit(`${world.portal.origin}/sso/start?${query}`)).headers.get('location')]).toEqual([
        query,
        '/login',
      ])
    }
    await world.portal.db.query(`update carrier_sso set enabled = false where mc = 'AAA'`)
    try {
      expect((await jar.visit(`${world.portal.origin}/sso/start?carrier=AAA`)).headers.get('location')).toBe('/login')
      expect(await world.come(jar)).toBe('/ssoError?failed=SSO_FAILED')
    } finally {
      await world.portal.db.query(`update carrier_sso set enabled = true where mc = 'AAA'`)
    }
    expect(await world.come(jar)).toBe('/login/callback#/')
  })
})

describe('what is not believed leaves no session, a note and no words of its own', () => {
  const attacks: [string, () => string | Promise<string>][] = [
    ['unsigned', () => world.alder.answer({ sign: [] })],
    ["signed by another carrier's key", () => world.alder.answer({ key: world.birch.keys[0]! })],
    [
      'an evil assertion before the signed one',
      () =>
        world.alder
          .answer()
          .replace(
            /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
            (signed) => `${signed.replace(/ ID="[^"]*"/, ' ID="_evil"').replace('A-1001', 'admin')}${signed}`,
          ),
    ],
    ['for another recipient', () => world.alder.answer({ recipient: 'https://elsewhere.example' })],
    ['over for a while', () => world.alder.answer({ notOnOrAfter: -61, confirmedUntil: -61 })],
    ['the answer to a request of nobody', () => world.alder.answer({ inResponseTo: '_0123456789' })],
    ['not SAML but well-formed', () => '<r/>'],
  ]
  test.each(attacks)('%s', async (_name, build) => {
    const before = [await world.sessions(), await world.refusals()]
    expect(await arrive(jar, world.portal.origin, field(await build()))).toBe('/ssoError?failed=SSO_FAILED')
    expect([await world.sessions(), await world.refusals()]).toEqual([before[0], before[1]! + 1])
  })

  test('the log says why, with the number the person sees, and nothing of the answer', async () => {
    world.portal.logged.length = 0
    const posted = await postAnswer(
      jar,
      world.portal.origin,
      field(world.alder.answer({ recipient: 'https://SECRET.example', nameId: 'SECRET-NAME' })),
    )
    const fields = (await (await takeFields(jar, world.portal.origin, idIn(posted))).json()) as Fields
    const end = await postToHub(jar, world.portal.origin, fields)
    const number = /&id=([\da-f-]{36})$/.exec(end)?.[1]
    const line = world.portal.logged.find((text) => text.includes(number!))
    expect(JSON.parse(line!)).toMatchObject({
      requestId: number,
      code: 'SSO_FAILED',
      detail: 'for another recipient',
      msg: 'single sign-on refused',
    })
    expect(world.portal.logged.join('\n')).not.toMatch(/SECRET|PHNhbWxw/)
  })
})

describe("a provider speaks only for its own carrier's people", () => {
  test('carriers, roles and addresses it claims mean nothing', async () => {
    const attributes = `<saml:AttributeStatement>${Object.entries({
      masterCarrier: 'BBB',
      role: 'All_Access',
      email: 'adj.bbb@carrier.example',
      username: 'adj.bbb',
    })
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('')}</saml:AttributeStatement>`
    expect(await world.come(jar, { attributes })).toBe('/login/callback#/')
    const user = (await world.details(jar)) as unknown as {
      username: string
      carriers: { code: string }[]
      roles: { roleName: string }[]
    }
    expect([user.username, user.carriers.map(({ code }) => code), user.roles.map(({ roleName }) => roleName)]).toEqual([
      'adj.aaa2',
      ['AAA'],
      ['adjuster'],
    ])
  })

  test.each([
    'B-2002',
    'adj.bbb',
    'adj.aaa2',
    'a-1001',
    'A-1001\u200b',
    "A-1001' or '1'='1",
    'adj.bbb@carrier.example',
  ])('the name %s is nobody of its own', async (nameId) => {
    const before = await world.sessions()
    expect(await world.come(jar, { nameId })).toBe('/ssoError?failed=SSO_NOT_REGISTERED')
    expect(await world.sessions()).toBe(before)
  })

  test("another carrier's provider does not get at its people by their names", async () => {
    const { requestId } = await world.begin(jar, 'carrier=BBB')
    expect(await world.come(jar, { nameId: 'A-1001', inResponseTo: requestId }, '', world.birch)).toBe(
      '/ssoError?failed=SSO_NOT_REGISTERED',
    )
  })

  test("another carrier's provider does not answer what we asked this one", async () => {
    const { requestId } = await world.begin(jar, 'carrier=AAA')
    expect(await world.come(jar, { nameId: 'B-2002', inResponseTo: requestId }, '', world.birch)).toBe(
      '/ssoError?failed=SSO_FAILED',
    )
  })
})

describe('one use', () => {
  test('the same answer posted twice, from one browser or two, opens one session', async () => {
    const before = await world.sessions()
    const sent = field(world.alder.answer())
    expect(await arrive(jar, world.portal.origin, sent)).toBe('/login/callback#/')
    // A signed-in user does not see the page of a failure, but goes on to the world.portal.
    expect(await arrive(jar, world.portal.origin, sent)).toBe('/')
    expect(await arrive(world.portal.newBrowser(), world.portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    expect(await world.sessions()).toBe(before + 1)
  })

  test('one assertion sent by ten browsers at once signs one in', async () => {
    const before = await world.sessions()
    const sent = field(world.alder.answer())
    const ends = await Promise.all(
      Array.from({ length: 10 }, () => arrive(world.portal.newBrowser(), world.portal.origin, sent)),
    )
    expect(ends.filter((end) => end === '/login/callback#/')).toHaveLength(1)
    expect(ends.filter((end) => end === '/ssoError?failed=SSO_FAILED')).toHaveLength(9)
    expect(await world.sessions()).toBe(before + 1)
  })

  test('an answer signed again over the same assertion is the same assertion', async () => {
    const first = world.alder.answer()
    const again = world.alder.answer({
      bent: () => first.replace(/(<samlp:Response [^>]* )ID="[^"]*"/, '$1ID="_another"'),
      sign: ['Response'],
    })
    expect(again).not.toBe(first)
    expect(await arrive(jar, world.portal.origin, field(first))).toBe('/login/callback#/')
    expect(await arrive(world.portal.newBrowser(), world.portal.origin, field(again))).toBe(
      '/ssoError?failed=SSO_FAILED',
    )
  })

  test('a second answer to one sign-in request is refused', async () => {
    const { requestId } = await world.begin(jar)
    expect(await world.come(jar, { inResponseTo: requestId })).toBe('/login/callback#/')
    expect(await world.come(jar, { inResponseTo: requestId })).toBe('/ssoError?failed=SSO_FAILED')
  })

  test('another process over the same database, and the same one after a restart, know it', async () => {
    const sent = field(world.alder.answer())
    expect(await arrive(jar, world.portal.origin, sent)).toBe('/login/callback#/')
    const second = await world.another(() => world.portal.origin)
    try {
      const there = `http://localhost:${second.port}`
      const posted = await postAnswer(world.portal.newBrowser(), there, sent)
      expect(idIn(posted)).toMatch(/^[\w-]{43}$/)
      const before = await world.sessions()
      const fresh = world.portal.newBrowser()
      const taken = (await (
        await takeFields(fresh, there, idIn(await postAnswer(fresh, there, sent)))
      ).json()) as Fields
      const end = await postToHub(fresh, world.portal.origin, {
        ...taken,
        oktaUrl: taken.oktaUrl.replace(world.portal.origin, there),
      })
      expect(end).toMatch(/\/ssoError\?failed=SSO_FAILED/)
      expect(await world.sessions()).toBe(before)
    } finally {
      await second.stop()
    }
  })
})

describe('where the person ends', () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil',
    '/@evil',
    '/%09/evil',
    '/logout',
    '/login/callback?code=1',
    '/loginOkta/loginOkta',
    '/loginOktaSaml?id=1',
    '/sso/start?carrier=AAA',
    '/identity/authorize',
    '/%00',
    '/\u3002evil',
    '/authorizations\r\nset-cookie: a=b',
    `/${'a'.repeat(9000)}`,
    'v1.aaaaaaaa.AAAA.AAAA',
  ]
  test.each(hostile)('RelayState %j leads to /', async (relayState) => {
    expect(await world.come(jar, {}, relayState)).toBe('/login/callback#/')
  })

  test('a number of ours that belongs to another sign-in, or another carrier, leads to /', async () => {
    const other = world.portal.newBrowser()
    const foreign = await world.begin(other, 'carrier=BBB&to=/home')
    expect(await world.come(jar, {}, foreign.relayState)).toBe('/login/callback#/')
    const own = await world.begin(jar, 'carrier=AAA&to=/home')
    expect(await world.come(jar, { inResponseTo: own.requestId }, foreign.relayState)).toBe('/login/callback#/')
  })

  test('the path to return to is checked when it begins', async () => {
    for (const to of ['//evil.example', '/logout', 'https://evil.example']) {
      const { requestId, relayState } = await world.begin(jar, `carrier=AAA&to=${encodeURIComponent(to)}`)
      expect(await world.come(jar, { inResponseTo: requestId }, relayState)).toBe('/login/callback#/')
    }
  })

  test('the hub takes no RelayState but ours, whatever it says', async () => {
    for (const relayState of [...hostile.slice(0, 12), '/', '/home', '']) {
      const end = await postToHub(jar, world.portal.origin, {
        oktaUrl: `${world.portal.origin}/identity/saml`,
        oktaSaml: field(world.alder.answer()),
        oktaRelayState: relayState,
      })
      expect([relayState, end.replace(/&id=.*/, '')]).toEqual([
        relayState,
        `${world.portal.origin}/ssoError?failed=SSO_FAILED`,
      ])
    }
  })
})
