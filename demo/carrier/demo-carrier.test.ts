import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { ensureDemoProviderSchema } from '../identity-provider/store.ts'
import { carrierOfEntity } from '#platform/identity/saml/carriers.ts'
import { readMetadata } from '#platform/identity/saml/metadata.ts'
import { verifyAnswer } from '#platform/identity/saml/verify.ts'
import { createDemoCarrier, type DemoCarrier } from './demo-carrier.ts'
import { demoEmployee } from './demo-person.ts'
import { openDemoCarrier } from './open.ts'
import { addEmployees } from './store.ts'
import { serviceProviderOf } from '#platform/identity/saml/single-sign-on.ts'
import { ownHeaders } from '#platform/http/edge.ts'

const password = 'correct horse battery'
const sp = serviceProviderOf('https://portal.example')
const log = { info: () => {}, warn: () => {}, error: (details: object) => void faults.push(details) }
const faults: object[] = []
let database: string
let pool: pg.Pool
let carrier: DemoCarrier
let origin: string
let url: string
const server = createServer((request, response) => carrier.handler(request, response))

beforeAll(async () => {
  database = await freshDatabase(true)
  pool = new pg.Pool({ connectionString: database, max: 4 })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  url = `${origin}/demo-carrier`
  carrier = await createDemoCarrier({ url, carrier: 'Alder <Mutual>', sp, pool, log })
  await addEmployees(pool, [{ username: 'ann.alder', password, nameId: 'A-1001' }])
})
beforeEach(() => pool.query('update demo_carrier.employee set failures = 0'))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await pool.end()
  await dropDatabase(database)
})

const signIn = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}/sso`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'ann.alder', password, ...fields }),
    headers,
    redirect: 'manual',
  })
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const request = (bent = (xml: string) => xml) =>
  deflateRawSync(
    bent(
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_asked" Version="2.0" AssertionConsumerServiceURL="${sp.acsUrl}"><saml:Issuer>${sp.entityId}</saml:Issuer></samlp:AuthnRequest>`,
    ),
  ).toString('base64')
const believed = () => {
  const { certificates, entityId } = readMetadata(carrier.metadata, new Date())
  return async (name: string) =>
    name === entityId
      ? { mc: 'AAA', entityId, ssoUrl: `${url}/sso`, sloUrl: null, certificates, allowIdpInitiated: true }
      : undefined
}

test.each(['', '/', '/sso'])(
  'its page at "%s" asks for username and password and shows nobody else’s',
  async (path) => {
    const page = await fetch(`${url}${path}`)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-frame-options')]).toEqual([
      200,
      'no-store',
      'DENY',
    ])
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' https://portal.example;`)
    const { 'content-security-policy': _, ...own } = ownHeaders(false)
    expect(Object.fromEntries(page.headers)).toMatchObject(own)
    const html = await page.text()
    expect(html).toContain('Alder &lt;Mutual&gt;')
    expect(html).not.toMatch(/ann\.alder|A-1001|correct horse/)
  },
)

test('an employee is vouched for, unasked, to this portal and no other', async () => {
  const html = await (await signIn({ RelayState: '/home' })).text()
  expect(html).toContain(`action="${sp.acsUrl}"`)
  expect(hidden(html, 'RelayState')).toBe('/home')
  const samlResponse = hidden(html, 'SAMLResponse')
  const question = { samlResponse, sp, sentRequest: undefined, carrierOf: believed(), now: new Date() }
  expect(await verifyAnswer(question)).toMatchObject({ ok: true, nameId: 'A-1001', mc: 'AAA' })
  expect(await verifyAnswer({ ...question, sp: { ...sp, entityId: 'https://elsewhere.example' } })).toMatchObject({
    ok: false,
  })
})

test('a request of ours is answered; one of somebody else, or no request at all, is not', async () => {
  const sentRequest = { mc: 'AAA', requestId: '_asked' }
  expect((await fetch(`${url}/sso?${new URLSearchParams({ SAMLRequest: request(), RelayState: 'x' })}`)).status).toBe(
    200,
  )
  const html = await (await signIn({ SAMLRequest: request() })).text()
  expect(
    await verifyAnswer({
      samlResponse: hidden(html, 'SAMLResponse'),
      sp,
      sentRequest,
      carrierOf: believed(),
      now: new Date(),
    }),
  ).toMatchObject({ ok: true })
  const odd = [
    request((xml) => xml.replace(sp.entityId, 'https://elsewhere.example')),
    request((xml) => xml.replace(sp.acsUrl, 'https://evil.example/saml')),
    request((xml) => xml.replaceAll('AuthnRequest', 'LogoutRequest')),
    request((xml) => `<!DOCTYPE r>${xml}`),
    deflateRawSync('x'.repeat(10_000_000)).toString('base64'),
    'AAAA',
    'x',
  ]
  for (const SAMLRequest of odd) {
    expect((await fetch(`${url}/sso?${new URLSearchParams({ SAMLRequest })}`)).status).toBe(400)
    const answer = await signIn({ SAMLRequest })
    expect([answer.status, hidden(await answer.text(), 'SAMLResponse')]).toEqual([400, ''])
  }
})

test.each([
  ['a wrong password', { password: 'wrong' }],
  ['an unknown name', { username: 'nobody' }],
  ['a NUL', { username: 'ann.alder\0x' }],
  ['SQL', { username: "' or 1=1 --" }],
])('%s: one and the same answer, and nothing is signed', async (_name, fields) => {
  const answer = await signIn(fields)
  const html = await answer.text()
  expect([
    answer.status,
    html.includes('That username or password is incorrect.'),
    hidden(html, 'SAMLResponse'),
  ]).toEqual([422, true, ''])
})

test('after five wrong passwords the right one waits too', async () => {
  for (let guess = 0; guess < 5; guess += 1) expect((await signIn({ password: `wrong ${guess}` })).status).toBe(422)
  expect((await signIn({})).status).toBe(429)
  await pool.query(`update demo_carrier.employee set failed_at = now() - interval '6 minutes'`)
  expect((await signIn({})).status).toBe(200)
})

test('what the browser brings is shown as text, and forms of other sites are not taken', async () => {
  const evil = '"><script>alert(1)</script>'
  const html = await (await signIn({ username: evil, password: 'x', RelayState: evil })).text()
  expect(html).not.toContain('<script>alert')
  expect((await signIn({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await signIn({}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await signIn({}, { 'sec-fetch-site': 'same-origin', origin: 'null' })).status).toBe(200)
  expect(
    (await fetch(`${url}/sso`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(415)
  expect(
    (await fetch(`${url}/sso`, { method: 'POST', body: new URLSearchParams({ x: 'y'.repeat(40_000) }) })).status,
  ).toBe(413)
  for (const [method, path] of [
    ['GET', '/x'],
    ['PUT', '/sso'],
    ['POST', ''],
    ['DELETE', '/metadata'],
  ] as const) {
    expect([method, path, (await fetch(`${url}${path}`, { method })).status]).toEqual([method, path, 404])
  }
  expect(faults).toEqual([])
})

test('the key is made once: after a restart it is still believed', async () => {
  const again = await createDemoCarrier({ url, carrier: 'Alder', sp, pool, log })
  expect(again.metadata).toBe(carrier.metadata)
  expect(await (await fetch(`${url}/metadata`)).text()).toBe(carrier.metadata)
})

test('opened for the demonstration it is made known to the portal, as often as one likes', async () => {
  await ensureDemoProviderSchema(pool)
  const options = { url, sp, pool, log, employee: demoEmployee, password }
  expect(await openDemoCarrier(options)).toBeUndefined()
  await pool.query(`insert into master_carrier (mc, id, name) values ('NWM', 101, 'Northwind Mutual')`)
  for (let start = 0; start < 2; start += 1) expect(await openDemoCarrier(options)).toBeDefined()
  expect(await carrierOfEntity(pool, `${url}/metadata`)).toMatchObject({
    mc: 'NWM',
    ssoUrl: `${url}/sso`,
    allowIdpInitiated: true,
  })
  const { rows } = await pool.query(
    'select p.subject, a.sso_only, a.password_hash from demo_idp.carrier_person p join demo_idp.account a using (subject)',
  )
  expect(rows).toEqual([{ subject: demoEmployee.subject, sso_only: true, password_hash: null }])
})
