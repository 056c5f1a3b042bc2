import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCookieJar, type CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { requestIdOf } from '#demo/carrier/request.ts'
import { runSaml } from './command.ts'
import { openInstallation, type Installation, type ScriptedPortal } from '#platform/identity/testing-portal.ts'
import { providerMetadata } from '#platform/identity/saml/metadata.ts'
import { serviceProviderOf } from '#platform/identity/saml/single-sign-on.ts'
import {
  arrive,
  idIn,
  postAnswer,
  postToHub,
  takeFields,
  type Fields,
} from '#platform/identity/saml/testing-arrival.ts'
import { field, newId, newKey, openIssuer, type Issuer, type Said } from '#platform/identity/saml/testing-issuer.ts'
import { signXml } from '#demo/carrier/signed-response.ts'
import { namespaces, xmlText } from '#platform/identity/saml/xml.ts'

// docs/guide/saml.md, followed where people otherwise sign in at an identity provider of the operator's own: nobody but the
// portal knows the carriers there, and it does what the demonstration's provider does elsewhere.

let installation: Installation
let portal: ScriptedPortal
let alder: Issuer
let jar: CookieJar
let lines: string[]
const entityId = 'https://idp.alder.example/saml'
const saml = (...words: string[]) =>
  runSaml(words, {
    db: installation.db,
    now: new Date(),
    read: async () =>
      providerMetadata({
        entityId,
        ssoUrl: 'https://idp.alder.example/sso',
        certificates: alder.keys.map(({ certificate }) => certificate),
      }),
    tell: (line) => void lines.push(line),
  })
beforeAll(async () => {
  installation = await openInstallation()
  portal = await installation.open()
  lines = []
  alder = openIssuer({ mc: 'AAA', entityId, sp: serviceProviderOf(portal.origin), keys: [await newKey()] })
  await saml('import', '--carrier', 'AAA', '--file', 'metadata.xml', '--unasked')
  await saml('enrol', '--carrier', 'AAA', '--username', 'multi', '--name', 'A-7')
})
beforeEach(() => void (jar = openCookieJar()))
afterAll(() => installation.close())

const call = async (of: CookieJar, path: string, request: RequestInit = {}) => {
  const answer = await of.visit(`${portal.origin}/api${path}`, {
    ...request,
    headers: { 'x-portal-request': '1', origin: portal.origin, 'content-type': 'application/json' },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const details = (of: CookieJar) => call(of, '/user/details')
const come = (said: Said = {}, relayState = '', of = jar) =>
  arrive(of, portal.origin, field(alder.answer({ nameId: 'A-7', ...said })), relayState)
const sessions = () => installation.count('session')
/** Begins a sign-in here; answers the ID of the request and the number sent along. */
async function begin(query: string, of = jar) {
  const started = await of.visit(`${portal.origin}/sso/start?${query}`)
  const url = new URL(started.headers.get('location') ?? '', portal.origin)
  const [samlRequest, relayState] = ['SAMLRequest', 'RelayState'].map((name) => url.searchParams.get(name) ?? '')
  return { url, requestId: requestIdOf(samlRequest!, serviceProviderOf(portal.origin)) ?? '', relayState: relayState! }
}

test('our metadata is where the guide says', async () => {
  expect(readFileSync('docs/guide/saml.md', 'utf8')).toContain('`/sso/metadata`')
  const answer = await fetch(`${portal.origin}/sso/metadata`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml'])
})

test('a person enrolled comes in from the carrier, at that carrier alone, and chooses no other', async () => {
  expect(lines.at(-1)).toBe(
    'multi comes in as the person AAA calls by that name, and works at AAA alone in such a session.',
  )
  expect(await come({}, '/authorizations')).toBe('/login/callback#/authorizations')
  const { body } = await details(jar)
  expect(body).toMatchObject({
    username: 'multi',
    ssoUser: true,
    masterCarrier: { code: 'AAA' },
    masterCarrierOptions: 'AAA',
  })
  const chosen = await call(jar, '/session/masterCarrier', {
    method: 'PUT',
    body: JSON.stringify({ masterCarrierCode: 'BBB' }),
  })
  expect([chosen.status, JSON.stringify(chosen.body)]).toEqual([422, expect.stringContaining('log in with your own')])
  // Their own sign-in opens both.
  const own = await installation.signIn(portal, (claims) => installation.provider.sign({ ...claims, sub: 'multi' }))
  expect((await details(own.jar)).body).toMatchObject({ masterCarrier: null, masterCarrierOptions: 'AAA,BBB' })
})

test('begun here, the answer ends where the person wanted to go', async () => {
  const { url, requestId, relayState } = await begin('carrier=AAA&to=/authorizations')
  expect(url.href).toMatch(/^https:\/\/idp\.alder\.example\/sso\?SAMLRequest=/)
  expect(await come({ inResponseTo: requestId }, relayState)).toBe('/login/callback#/authorizations')
  expect((await details(jar)).body).toMatchObject({ username: 'multi' })
})

test('what is not believed opens no session: an unknown name, no signature, a second use, another browser, no pass', async () => {
  const before = await sessions()
  expect(await come({ nameId: 'A-8' })).toBe('/ssoError?failed=SSO_NOT_REGISTERED')
  expect(await come({ sign: [] })).toBe('/ssoError?failed=SSO_FAILED')
  const answer = field(alder.answer({ nameId: 'A-7' }))
  const fields = async (of: CookieJar) =>
    (await (await takeFields(of, portal.origin, idIn(await postAnswer(of, portal.origin, answer)))).json()) as Fields
  const [ours, stranger] = [await fields(jar), openCookieJar()]
  expect(ours.oktaUrl).toBe(`${portal.origin}/sso/answer`)
  expect(await postToHub(stranger, portal.origin, ours)).toContain('/ssoError?failed=SSO_FAILED')
  expect(await postToHub(jar, portal.origin, { ...ours, oktaRelayState: 'made up' })).toContain('failed=SSO_FAILED')
  expect(await postToHub(jar, portal.origin, { ...ours, oktaSaml: 'bm90aGluZw==' })).toContain('failed=SSO_FAILED')
  expect(await sessions()).toBe(before)
  expect(await postToHub(jar, portal.origin, ours)).toBe(`${portal.origin}/login/callback#/`)
  // A second use is refused; who is signed in goes on from the page that says so.
  expect(await postToHub(jar, portal.origin, ours)).toBe(`${portal.origin}/`)
  expect(await sessions()).toBe(before + 1)
  expect(await installation.count('security_event', `event = 'authn_login_fail' and call = 'single sign-on'`)).toBe(6)
})

test('whose account is closed reads that', async () => {
  const status = (to: string) => installation.db.query(`update app_user set status = $1 where username = 'multi'`, [to])
  await status('DISABLED')
  try {
    expect(await come()).toBe('/login/callback?failed=ACCOUNT_DISABLED')
  } finally {
    await status('ACTIVE')
  }
})

test('"confirm it is you" is answered by that carrier, when it asked the person again', async () => {
  await installation.db.query(
    `update user_carrier w set roles = '{adjuster,account_admin}' from app_user u where u.id = w.user_id and u.username = 'multi'`,
  )
  const invite = () =>
    call(jar, '/admin/invitations', {
      method: 'POST',
      body: JSON.stringify({
        email: 'first@elsewhere.example',
        firstName: 'New',
        lastName: 'Comer',
        roles: ['adjuster'],
      }),
    })
  await come()
  await installation.db.query(`update session set auth_time = auth_time - interval '10 minutes' where ended_at is null`)
  const refused = await invite()
  const { stepUp } = refused.body['data'] as { stepUp: string }
  expect([refused.status, stepUp]).toEqual([401, expect.any(String)])
  const place = '/accounts/profile'
  const href = (await jar.visit(`${portal.origin}/confirm?id=${stepUp}&to=${encodeURIComponent(place)}`)).headers.get(
    'location',
  )!
  expect(href).toMatch(/^\/sso\/start\?carrier=AAA&confirm=/)
  const answer = async (authnInstant: number) => {
    const { requestId, relayState } = await begin(href.slice('/sso/start?'.length))
    const posted = await postAnswer(
      jar,
      portal.origin,
      field(alder.answer({ nameId: 'A-7', inResponseTo: requestId, authnInstant })),
      relayState,
    )
    const fields = (await (await takeFields(jar, portal.origin, idIn(posted))).json()) as Fields
    const hub = await jar.visit(fields.oktaUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: fields.oktaSaml, RelayState: fields.oktaRelayState }),
    })
    return hub.headers.get('location')
  }
  expect(await answer(-600)).toBe(`${place}#confirm=NOT_CONFIRMED`)
  expect((await invite()).status).toBe(401)
  const before = await sessions()
  expect(await answer(0)).toBe(`${place}#confirm=PROVEN`)
  expect([await sessions(), (await invite()).status]).toEqual([before, 200])
})

test('logging out at the carrier ends every session here', async () => {
  await come()
  expect((await details(jar)).status).toBe(200)
  const now = new Date()
  const sloUrl = `${portal.origin}/sso/logout`
  const xml = signXml(
    `<samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${now.toISOString()}"` +
      ` Destination="${xmlText(sloUrl)}" NotOnOrAfter="${new Date(now.getTime() + 300_000).toISOString()}"><saml:Issuer>${entityId}</saml:Issuer><saml:NameID>A-7</saml:NameID></samlp:LogoutRequest>`,
    { key: alder.keys[0]!, element: 'LogoutRequest' },
  )
  const answer = await openCookieJar().visit(sloUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/logout'])
  expect((await details(jar)).status).toBe(401)
})

test('enrolling names somebody who has registered, works there, and has that name alone', async () => {
  const why = (...words: string[]) => saml('enrol', '--carrier', 'AAA', ...words).catch((error: Error) => error.message)
  expect(await why('--username', 'adj.aaa', '--name', 'A-7')).toBe('AAA has that name for somebody else already.')
  expect(await why('--username', 'adj.bbb', '--name', 'B-1')).toBe('adj.bbb does not work for AAA.')
  await installation.db.query(`update app_user set idp_subject = null where username = 'adj.sub1'`)
  expect(await why('--username', 'adj.sub1', '--name', 'A-9')).toContain('adj.sub1 has not registered yet')
})
