import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sso } from '#features/single-sign-on/contract.ts'
import { readSettings } from '../../start/settings.ts'
import { startPortal, type Started } from '../../../start.ts'
import { startApi } from '#testing/api.ts'
import { portalKey, startPortalWithProvider, password, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import { requestIdOf } from '#demo/carrier/request.ts'
import { enrolCarrierPeople } from '#demo/identity-provider/carrier-people.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { keepCarrierSso } from './carriers.ts'
import { serviceProviderOf } from './single-sign-on.ts'
import { arrive, idIn, postAnswer, postToHub, takeFields, type Fields } from './testing-arrival.ts'
import { field, newKey, openIssuer, type Issuer, type Said } from './testing-issuer.ts'
import type { ServiceProvider } from './verify.ts'

// Single sign-on through the whole portal, over real ports and its own database, with carriers' keys made here.

let portal: PortalWithProvider
let sp: ServiceProvider
let alder: Issuer
let birch: Issuer
let jar: CookieJar
beforeAll(async () => {
  portal = await startPortalWithProvider()
  sp = serviceProviderOf(portal.origin)
  alder = openIssuer({ mc: 'AAA', entityId: 'https://idp.alder.example/saml', sp, keys: [await newKey()] })
  birch = openIssuer({
    mc: 'BBB',
    entityId: 'https://idp.birch.example/saml',
    sp,
    keys: [await newKey()],
    allowIdpInitiated: false,
  })
  for (const { carrier } of [alder, birch]) await keepCarrierSso(portal.db, carrier)
  await portal.db.query(`update app_user set sso_user = true where username = 'adj.aaa2'`)
  await enrolCarrierPeople(portal.db, [
    { mc: 'AAA', nameId: 'A-1001', subject: 'adj.aaa2' },
    { mc: 'AAA', nameId: 'A-gone', subject: 'gone.aaa' },
    { mc: 'AAA', nameId: 'A-stranger', subject: 'stranger' },
    { mc: 'BBB', nameId: 'B-2002', subject: 'multi' },
  ])
}, 120_000)
beforeEach(() => void (jar = portal.newBrowser()))
afterAll(() => portal.close())

const count = async (table: string, where = 'true') =>
  Number((await portal.db.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n)
const sessions = () => count('session')
const refusals = () => count('security_event', `event = 'authn_login_fail' and call = 'single sign-on'`)
const details = async (of: CookieJar) =>
  (await (await of.visit(`${portal.origin}/api/user/details`, { headers: { 'x-portal-request': '1' } })).json()) as {
    username: string
    ssoUser: boolean
    masterCarrier: { code: string }
  }
const come = (said: Said = {}, relayState = '', by = alder) =>
  arrive(jar, portal.origin, field(by.answer(said)), relayState)

/** Begins with us: answers the ID of the request and the number sent along. */
async function begin(of: CookieJar, query = 'carrier=AAA&to=/authorizations') {
  const started = await of.visit(`${portal.origin}/sso/start?${query}`)
  const url = new URL(started.headers.get('location') ?? '', portal.origin)
  const [samlRequest, relayState] = ['SAMLRequest', 'RelayState'].map((name) => url.searchParams.get(name) ?? '')
  return { started, url, requestId: requestIdOf(samlRequest!, sp) ?? '', relayState: relayState! }
}

describe('coming by the carrier', () => {
  test('an answer nobody asked for, of a carrier that agreed to it, opens a session of the person we know', async () => {
    expect(await come({}, '/authorizations')).toBe('/login/callback#/authorizations')
    expect(await details(jar)).toMatchObject({ username: 'adj.aaa2', ssoUser: true, masterCarrier: { code: 'AAA' } })
    const { rows } = await portal.db.query(
      `select idp_sid is not null as sid, auth_time is not null as auth_time from session order by started_at desc limit 1`,
    )
    expect(rows[0]).toEqual({ sid: true, auth_time: true })
  })

  test('begun with us: the request goes to the page of the carrier, and its answer ends where the person wanted to go', async () => {
    const { started, url, requestId, relayState } = await begin(jar)
    expect(started.status).toBe(302)
    expect(url.href).toMatch(/^https:\/\/idp\.alder\.example\/sign-in\?SAMLRequest=/)
    expect(requestId).toMatch(/^_[\da-f]{40}$/)
    expect(await come({ inResponseTo: requestId }, relayState)).toBe('/login/callback#/authorizations')
    expect((await details(jar)).username).toBe('adj.aaa2')
  })

  test('a carrier that takes no unasked answers is served when we ask', async () => {
    expect(await come({ nameId: 'B-2002' }, '', birch)).toBe('/ssoError?failed=SSO_FAILED')
    const { requestId, relayState } = await begin(jar, 'carrier=BBB')
    expect(await come({ nameId: 'B-2002', inResponseTo: requestId }, relayState, birch)).toBe('/login/callback#/')
    expect((await details(jar)).username).toBe('multi')
  })

  test('who is signed in at the provider as somebody else is replaced, without a password asked', async () => {
    await portal.signIn(jar, 'adj.aaa')
    const before = await details(jar)
    const posted = await postAnswer(jar, portal.origin, field(alder.answer()))
    const fields = (await (await takeFields(jar, portal.origin, idIn(posted))).json()) as Fields
    const end = await jar.follow(fields.oktaUrl, `${portal.origin}/login/callback#`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
    })
    // The provider ends the old session by a form of its own, which browsers send by themselves.
    const page = (await end.response?.text()) ?? ''
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await portal.fillIn(jar, action, { xsrf, logout: 'yes' })).url).toBe(`${portal.origin}/login/callback#/`)
    expect([before.username, (await details(jar)).username]).toEqual(['adj.aaa', 'adj.aaa2'])
  })

  test('a person who is disabled, or whom the portal does not know, gets no session', async () => {
    const before = await sessions()
    expect(await come({ nameId: 'A-gone' })).toMatch(/^\/login\/callback\?failed=ACCOUNT_DISABLED/)
    jar = portal.newBrowser()
    expect(await come({ nameId: 'A-stranger' })).toMatch(/^\/login\/callback\?failed=NOT_REGISTERED/)
    expect(await sessions()).toBe(before)
  })

  test('every redirect and every answer on the way stays out of caches; the cookies say whose they are', async () => {
    const { started, requestId } = await begin(jar)
    expect(started.headers.get('cache-control')).toBe('no-store')
    expect(started.headers.get('set-cookie')).toMatch(
      /^rxdocket-sso=v1\.[\w.-]+; Path=\/; HttpOnly; Max-Age=600; SameSite=Lax$/,
    )
    const posted = await postAnswer(jar, portal.origin, field(alder.answer({ inResponseTo: requestId })))
    expect([posted.status, posted.headers.get('cache-control')]).toEqual([303, 'no-store'])
    expect(posted.headers.get('set-cookie')).toMatch(
      /^rxdocket-sso=[\w-]{43}; Path=\/; HttpOnly; Max-Age=120; SameSite=Lax, isSsoUser=true; Path=\/; Max-Age=600; SameSite=Lax$/,
    )
    const taken = await takeFields(jar, portal.origin, idIn(posted))
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
      `${portal.origin}/loginOkta`,
    ])
    expect(hub.headers.get('set-cookie')).toMatch(
      /^demo_idp_carrier=[\w-]{43}; Path=\/identity; HttpOnly; SameSite=Lax; Max-Age=120$/,
    )
    expect(
      (await portal.db.query(`select encode(hash, 'escape') as hash from demo_idp.carrier_handle`)).rows.every(
        (row: { hash: string }) => !/^[\w-]{43}$/.test(row.hash),
      ),
    ).toBe(true)
  })

  test('our metadata are there for administrators, and our name is their address', async () => {
    const answer = await fetch(sp.entityId)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml'])
    expect(await answer.text()).toContain(`Location="${sp.acsUrl}"`)
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
      expect([query, (await jar.visit(`${portal.origin}/sso/start?${query}`)).headers.get('location')]).toEqual([
        query,
        '/login',
      ])
    }
    await portal.db.query(`update carrier_sso set enabled = false where mc = 'AAA'`)
    try {
      expect((await jar.visit(`${portal.origin}/sso/start?carrier=AAA`)).headers.get('location')).toBe('/login')
      expect(await come()).toBe('/ssoError?failed=SSO_FAILED')
    } finally {
      await portal.db.query(`update carrier_sso set enabled = true where mc = 'AAA'`)
    }
    expect(await come()).toBe('/login/callback#/')
  })
})

describe('what is not believed leaves no session, a note and no words of its own', () => {
  const attacks: [string, () => string | Promise<string>][] = [
    ['unsigned', () => alder.answer({ sign: [] })],
    ["signed by another carrier's key", () => alder.answer({ key: birch.keys[0]! })],
    [
      'an evil assertion before the signed one',
      () =>
        alder
          .answer()
          .replace(
            /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
            (signed) => `${signed.replace(/ ID="[^"]*"/, ' ID="_evil"').replace('A-1001', 'admin')}${signed}`,
          ),
    ],
    ['for another recipient', () => alder.answer({ recipient: 'https://elsewhere.example' })],
    ['over for a while', () => alder.answer({ notOnOrAfter: -61, confirmedUntil: -61 })],
    ['the answer to a request of nobody', () => alder.answer({ inResponseTo: '_0123456789' })],
    ['not SAML but well-formed', () => '<r/>'],
  ]
  test.each(attacks)('%s', async (_name, build) => {
    const before = [await sessions(), await refusals()]
    expect(await arrive(jar, portal.origin, field(await build()))).toBe('/ssoError?failed=SSO_FAILED')
    expect([await sessions(), await refusals()]).toEqual([before[0], before[1]! + 1])
  })

  test('the log says why, with the number the person sees, and nothing of the answer', async () => {
    portal.logged.length = 0
    const posted = await postAnswer(
      jar,
      portal.origin,
      field(alder.answer({ recipient: 'https://SECRET.example', nameId: 'SECRET-NAME' })),
    )
    const fields = (await (await takeFields(jar, portal.origin, idIn(posted))).json()) as Fields
    const end = await postToHub(jar, portal.origin, fields)
    const number = /&id=([\da-f-]{36})$/.exec(end)?.[1]
    const line = portal.logged.find((text) => text.includes(number!))
    expect(JSON.parse(line!)).toMatchObject({
      requestId: number,
      code: 'SSO_FAILED',
      detail: 'for another recipient',
      msg: 'single sign-on refused',
    })
    expect(portal.logged.join('\n')).not.toMatch(/SECRET|PHNhbWxw/)
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
    expect(await come({ attributes })).toBe('/login/callback#/')
    const user = (await details(jar)) as unknown as {
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
    const before = await sessions()
    expect(await come({ nameId })).toBe('/ssoError?failed=SSO_NOT_REGISTERED')
    expect(await sessions()).toBe(before)
  })

  test("another carrier's provider does not get at its people by their names", async () => {
    const { requestId } = await begin(jar, 'carrier=BBB')
    expect(await come({ nameId: 'A-1001', inResponseTo: requestId }, '', birch)).toBe(
      '/ssoError?failed=SSO_NOT_REGISTERED',
    )
  })

  test("another carrier's provider does not answer what we asked this one", async () => {
    const { requestId } = await begin(jar, 'carrier=AAA')
    expect(await come({ nameId: 'B-2002', inResponseTo: requestId }, '', birch)).toBe('/ssoError?failed=SSO_FAILED')
  })
})

describe('one use', () => {
  test('the same answer posted twice, from one browser or two, opens one session', async () => {
    const before = await sessions()
    const sent = field(alder.answer())
    expect(await arrive(jar, portal.origin, sent)).toBe('/login/callback#/')
    // A signed-in user does not see the page of a failure, but goes on to the portal.
    expect(await arrive(jar, portal.origin, sent)).toBe('/')
    expect(await arrive(portal.newBrowser(), portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    expect(await sessions()).toBe(before + 1)
  })

  test('ten at once: one gets in', async () => {
    const before = await sessions()
    const sent = field(alder.answer())
    const ends = await Promise.all(Array.from({ length: 10 }, () => arrive(portal.newBrowser(), portal.origin, sent)))
    expect(ends.filter((end) => end === '/login/callback#/')).toHaveLength(1)
    expect(ends.filter((end) => end === '/ssoError?failed=SSO_FAILED')).toHaveLength(9)
    expect(await sessions()).toBe(before + 1)
  })

  test('an answer signed again over the same assertion is the same assertion', async () => {
    const first = alder.answer()
    const again = alder.answer({
      bent: () => first.replace(/(<samlp:Response [^>]* )ID="[^"]*"/, '$1ID="_another"'),
      sign: ['Response'],
    })
    expect(again).not.toBe(first)
    expect(await arrive(jar, portal.origin, field(first))).toBe('/login/callback#/')
    expect(await arrive(portal.newBrowser(), portal.origin, field(again))).toBe('/ssoError?failed=SSO_FAILED')
  })

  test('the answer to one request opens one session', async () => {
    const { requestId } = await begin(jar)
    expect(await come({ inResponseTo: requestId })).toBe('/login/callback#/')
    expect(await come({ inResponseTo: requestId })).toBe('/ssoError?failed=SSO_FAILED')
  })

  test('another process over the same database, and the same one after a restart, know it', async () => {
    const sent = field(alder.answer())
    expect(await arrive(jar, portal.origin, sent)).toBe('/login/callback#/')
    const second = await another(() => portal.origin)
    try {
      const there = `http://localhost:${second.port}`
      const posted = await postAnswer(portal.newBrowser(), there, sent)
      expect(idIn(posted)).toMatch(/^[\w-]{43}$/)
      const before = await sessions()
      const fresh = portal.newBrowser()
      const taken = (await (
        await takeFields(fresh, there, idIn(await postAnswer(fresh, there, sent)))
      ).json()) as Fields
      const end = await postToHub(fresh, portal.origin, {
        ...taken,
        oktaUrl: taken.oktaUrl.replace(portal.origin, there),
      })
      expect(end).toMatch(/\/ssoError\?failed=SSO_FAILED/)
      expect(await sessions()).toBe(before)
    } finally {
      await second.stop()
    }
  })
})

const databaseUrl = () => (portal.db as unknown as { options: { connectionString: string } }).options.connectionString

/** One more process of the same portal; everything it knows it has from the database and the settings. */
async function another(originOf: (port: number) => string): Promise<Started & { port: number }> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const pagesFolder = await mkdtemp(join(tmpdir(), 'rxdocket-pages-'))
  await writeFile(join(pagesFolder, 'index.html'), '<!doctype html><title>Portal</title>')
  const settings = {
    ...readSettings({ PORT: String(port), RXDOCKET_ORIGIN: originOf(port), RXDOCKET_SEED: 'none' }),
    key: portalKey,
  }
  const started = await startPortal({
    settings,
    databaseUrl: databaseUrl(),
    pagesFolder,
    log: () => {},
    limitFactor: 1000,
  })
  await rm(pagesFolder, { recursive: true }) // read at the start
  return { ...started, port }
}

describe('what is no SAML answer at all', () => {
  test('is refused at both addresses, and nobody is called', async () => {
    let called = 0
    const listener = createServer((_request, response) => void ((called += 1), response.end())).listen(0, '127.0.0.1')
    await new Promise((listening) => listener.once('listening', listening))
    const there = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/x`
    const xml = alder.answer()
    const bodies: [string, Record<string, string>][] = [
      ['a DTD', { SAMLResponse: field(`<!DOCTYPE r>${xml}`) }],
      [
        'an external entity',
        {
          SAMLResponse: field(`<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('A-1001', '&x;')}`),
        },
      ],
      [
        'a parameter entity to a listener',
        { SAMLResponse: field(`<!DOCTYPE r [<!ENTITY % x SYSTEM "${there}"> %x;]>${xml}`) },
      ],
      ['a DTD at a listener', { SAMLResponse: field(`<!DOCTYPE r SYSTEM "${there}">${xml}`) }],
      [
        'billion laughs',
        {
          SAMLResponse: field(
            `<!DOCTYPE r [<!ENTITY a "${'ha'.repeat(99)}">${Array.from({ length: 8 }, (_, at) => `<!ENTITY a${at} "${`&a${at || ''};`.repeat(9)}">`).join('')}]><r>&a7;</r>`,
          ),
        },
      ],
      ['depth 10,000', { SAMLResponse: field('<a>'.repeat(10_000) + '</a>'.repeat(10_000)) }],
      ['UTF-7', { SAMLResponse: field(`<?xml version="1.0" encoding="UTF-7"?>${xml}`) }],
      ['UTF-16', { SAMLResponse: Buffer.from(`\ufeff${xml}`, 'utf16le').toString('base64') }],
      ['deflated', { SAMLResponse: gzipSync('<a/>'.repeat(1_000_000)).toString('base64') }],
      ['nothing', {}],
      ['no base64', { SAMLResponse: '<r/>' }],
    ]
    const before = [await sessions(), await count('sso_relay')]
    for (const [name, fields] of bodies) {
      for (const url of [sp.acsUrl, `${portal.origin}/identity/saml`]) {
        const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
        expect([name, url, answer.status]).toEqual([name, url, 400])
        expect(await answer.text()).not.toMatch(/<\?xml|DOCTYPE r|root:x|at line|xmldom|node_modules/i)
      }
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const whole = `SAMLResponse=${encodeURIComponent(field(xml))}`
    const shapes: [string, RequestInit, number][] = [
      ['5 MB', { headers: form, body: `SAMLResponse=${'A'.repeat(5_000_000)}` }, 413],
      ['a packed body', { headers: { ...form, 'content-encoding': 'gzip' }, body: gzipSync(whole) }, 415],
      [
        'JSON',
        { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ SAMLResponse: field(xml) }) },
        400,
      ],
      ['text', { headers: { 'content-type': 'text/plain' }, body: whole }, 415],
      ['the field twice', { headers: form, body: `${whole}&${whole}` }, 400],
    ]
    for (const [name, request, status] of shapes) {
      for (const url of [sp.acsUrl, `${portal.origin}/identity/saml`]) {
        // The server may have closed the connection before all of it was sent: that is an answer too.
        const answer = await fetch(url, { method: 'POST', redirect: 'manual', ...request }).catch(() => undefined)
        const expected = name === 'JSON' && url !== sp.acsUrl ? 415 : status
        expect([name, url, answer?.status ?? (name === '5 MB' ? 413 : 0)]).toEqual([name, url, expected])
      }
    }
    expect([await sessions(), await count('sso_relay')]).toEqual(before)
    expect(called).toBe(0)
    await new Promise((closed) => listener.close(closed))
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
    expect(await come({}, relayState)).toBe('/login/callback#/')
  })

  test('a number of ours that belongs to another sign-in, or another carrier, leads to /', async () => {
    const other = portal.newBrowser()
    const foreign = await begin(other, 'carrier=BBB&to=/home')
    expect(await come({}, foreign.relayState)).toBe('/login/callback#/')
    const own = await begin(jar, 'carrier=AAA&to=/home')
    expect(await come({ inResponseTo: own.requestId }, foreign.relayState)).toBe('/login/callback#/')
  })

  test('the path to return to is checked when it begins', async () => {
    for (const to of ['//evil.example', '/logout', 'https://evil.example']) {
      const { requestId, relayState } = await begin(jar, `carrier=AAA&to=${encodeURIComponent(to)}`)
      expect(await come({ inResponseTo: requestId }, relayState)).toBe('/login/callback#/')
    }
  })

  test('the hub takes no RelayState but ours, whatever it says', async () => {
    for (const relayState of [...hostile.slice(0, 12), '/', '/home', '']) {
      const end = await postToHub(jar, portal.origin, {
        oktaUrl: `${portal.origin}/identity/saml`,
        oktaSaml: field(alder.answer()),
        oktaRelayState: relayState,
      })
      expect([relayState, end.replace(/&id=.*/, '')]).toEqual([
        relayState,
        `${portal.origin}/ssoError?failed=SSO_FAILED`,
      ])
    }
  })
})

describe('the browser that began', () => {
  test('an answer to our request from another browser is refused, and the right one still works', async () => {
    const { requestId } = await begin(jar)
    const sent = field(alder.answer({ inResponseTo: requestId }))
    expect(await arrive(portal.newBrowser(), portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    const other = portal.newBrowser()
    await begin(other)
    expect(await arrive(other, portal.origin, sent)).toBe('/ssoError?failed=SSO_FAILED')
    expect(await arrive(jar, portal.origin, sent)).toBe('/login/callback#/')
  })

  test('a cookie that is made up, of another purpose, or too old begins nothing', async () => {
    const { requestId } = await begin(jar)
    const cookie = jar.cookies.find(({ name }) => name === 'rxdocket-sso')!
    const encrypted = cookie.value
    const answer = () => field(alder.answer({ inResponseTo: requestId }))
    await jar.visit(`${portal.origin}/loginOkta`)
    const oidc = jar.cookies.find(({ name }) => name === 'rxdocket-sign-in')!.value
    for (const value of ['', 'x', `${encrypted}x`, encrypted.slice(0, -2), oidc, 'v1.a.b.c']) {
      cookie.value = value
      expect([value.length, await arrive(jar, portal.origin, answer())]).toEqual([
        value.length,
        '/ssoError?failed=SSO_FAILED',
      ])
      if (!jar.cookies.includes(cookie)) jar.cookies.push(cookie)
    }
  })

  test("the fields of one browser, brought to the hub by another, sign nobody in; nor do one's own with another's pass", async () => {
    const before = await sessions()
    const victim = portal.newBrowser()
    const mine = (await (
      await takeFields(jar, portal.origin, idIn(await postAnswer(jar, portal.origin, field(alder.answer()))))
    ).json()) as Fields
    expect(await postToHub(victim, portal.origin, mine)).toMatch(/ssoError\?failed=SSO_FAILED/)
    await takeFields(victim, portal.origin, idIn(await postAnswer(victim, portal.origin, field(alder.answer()))))
    expect(await postToHub(victim, portal.origin, mine)).toMatch(/ssoError\?failed=SSO_FAILED/)
    expect(await sessions()).toBe(before)
    expect(await postToHub(jar, portal.origin, mine)).toBe(`${portal.origin}/login/callback#/`)
  })

  test('a handle of the hub signs in once, in its own browser, and is no handle when it is bent', async () => {
    const stop = async () => {
      const fields = (await (
        await takeFields(jar, portal.origin, idIn(await postAnswer(jar, portal.origin, field(alder.answer()))))
      ).json()) as Fields
      const hub = await jar.visit(fields.oktaUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
      })
      expect(hub.headers.get('location')).toBe(`${portal.origin}/loginOkta`)
      return jar.cookies.find(({ name }) => name === 'demo_idp_carrier')!
    }
    const cookie = await stop()
    const right = cookie.value
    const bent = `${right.slice(0, -1)}${right.endsWith('A') ? 'E' : 'A'}`
    cookie.value = bent
    const page = await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback`)
    expect(await page.response?.text()).toContain('name="password"')
    const again = portal.newBrowser()
    again.cookies.push({ ...cookie, value: right })
    expect((await again.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)).url).toBe(
      `${portal.origin}/login/callback#/`,
    )
    const third = portal.newBrowser()
    third.cookies.push({ ...cookie, value: right })
    expect(
      (await third.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)).response?.status,
    ).toBe(200)
    const late = await stop()
    await portal.db.query(`update demo_idp.carrier_handle set expires_at = now() - interval '1 second'`)
    expect(late.value).not.toBe(right)
    expect((await jar.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)).response?.status).toBe(
      200,
    )
  })

  test('over https the cookie of a request comes back with a form of another site, and has the prefix of its host', async () => {
    const secure = await another((port) => `https://localhost:${port}`)
    try {
      const started = await fetch(`http://localhost:${secure.port}/sso/start?carrier=AAA`, { redirect: 'manual' })
      expect(started.headers.get('set-cookie')).toMatch(
        /^__Host-rxdocket-sso=v1\.[\w.-]+; Path=\/; HttpOnly; Max-Age=600; SameSite=None; Secure$/,
      )
    } finally {
      await secure.stop()
    }
  })
})

describe('somebody else is signed in here already', () => {
  const confirm = async (said: Said, relayState = '') =>
    (
      (await (
        await takeFields(
          jar,
          portal.origin,
          idIn(await postAnswer(jar, portal.origin, field(alder.answer(said)), relayState)),
        )
      ).json()) as Fields
    ).confirm

  test('unasked, the form waits for a click; without a session, or asked, it does not', async () => {
    expect(await confirm({})).toBe(false)
    await portal.signIn(jar, 'adj.aaa')
    expect(await confirm({})).toBe(true)
    const { requestId } = await begin(jar)
    expect(await confirm({ inResponseTo: requestId })).toBe(false)
    // Until then the first person stays signed in.
    expect((await details(jar)).username).toBe('adj.aaa')
    expect(password).toBeTruthy()
  })
})

describe('GET /ssoLoginOkta/id/{id}', () => {
  const put = async (of = jar) => idIn(await postAnswer(of, portal.origin, field(alder.answer())))
  const readAnswer = async (response: Promise<Response>) => {
    const answer = await response
    return [
      answer.status,
      answer.headers.get('cache-control'),
      (await answer.text()).replace(/"supportId":"[\da-f-]{36}"/, ''),
    ]
  }

  test('a second time, another browser, no browser, a minute later and whatever is no id: the same 404', async () => {
    const nowhere = await readAnswer(takeFields(portal.newBrowser(), portal.origin, 'A'.repeat(43)))
    expect(nowhere).toMatchObject([404, 'no-store', expect.stringContaining('NOT_FOUND')])
    const id = await put()
    const other = portal.newBrowser()
    await put(other)
    expect(await readAnswer(takeFields(other, portal.origin, id))).toEqual(nowhere)
    expect(await readAnswer(takeFields(portal.newBrowser(), portal.origin, id))).toEqual(nowhere)
    // Nobody else took it away.
    const first = await takeFields(jar, portal.origin, id)
    expect([first.status, ((await first.json()) as Fields).oktaUrl]).toEqual([200, `${portal.origin}/identity/saml`])
    expect(await readAnswer(takeFields(jar, portal.origin, id))).toEqual(nowhere)
    for (const odd of [
      `${id}A`,
      id.slice(0, -1),
      id.toLowerCase(),
      `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`,
      '0',
      "' or 1=1 --",
      '%00',
      '../../x',
      '\u00e9',
      '*',
      'a'.repeat(200),
    ]) {
      expect([odd, await readAnswer(takeFields(jar, portal.origin, odd))]).toEqual([odd, nowhere])
    }
    const late = await put()
    portal.clock.move(61_000)
    try {
      expect(await readAnswer(takeFields(jar, portal.origin, late))).toEqual(nowhere)
    } finally {
      portal.clock.move(-61_000)
    }
  })

  test('of many who fetch it at once, one gets it', async () => {
    const id = await put()
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeFields(jar, portal.origin, id)))
    const statuses = answers.map(({ status }) => status)
    expect([200, 404].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([1, 19])
  })

  test('an address that is not on our list is never handed out', async () => {
    for (const hub of [
      'https://evil.example/saml',
      `${portal.origin}/identity/saml/`,
      `${portal.origin}.evil.example/identity/saml`,
      'javascript:alert(1)',
      '',
    ]) {
      const id = await put()
      await portal.db.query('update sso_relay set hub_url = $1', [hub])
      expect([hub, (await takeFields(jar, portal.origin, id)).status]).toEqual([hub, 404])
    }
  })

  test('ids are 256 bits, all different, and kept as hashes only', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => put(portal.newBrowser())))
    expect(new Set(ids).size).toBe(30)
    expect(ids.every((id) => Buffer.from(id, 'base64url').length === 32)).toBe(true)
    const { rows } = await portal.db.query<{ text: string }>('select r::text as text from sso_relay r')
    expect(rows.some(({ text }) => ids.some((id) => text.includes(id)))).toBe(false)
  })

  test('10,000 guesses find nothing', async () => {
    await put()
    const api = await startApi({
      url: databaseUrl(),
    })
    const browser = jar.cookies.find(({ name }) => name === 'rxdocket-sso')!
    const statuses = new Set<number>()
    for (let round = 0; round < 100; round += 1) {
      const guesses = Array.from({ length: 100 }, (_, at) =>
        Buffer.from(`${round} ${at}`.padEnd(32, 'x')).toString('base64url'),
      )
      const answers = await Promise.all(
        guesses.map((id) =>
          api.anonymous.ask(sso.fields, { id }, { headers: { cookie: `rxdocket-sso=${browser.value}` } }),
        ),
      )
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([404])
  }, 60_000)
})
