import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { ORIGIN } from '../api.ts'
import { attempt, codeOf, contents, nobody, pharmacy, send, sender, type Attempt, type Sender } from './attempt.ts'
import { changingNothing, drawn, together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { portOf, requestText, sendBytes } from './raw-socket.ts'
import { sampleOf } from './samples.ts'

// What comes from another page, or in another shape than ours, does nothing.

let prepared: Prepared
let person: Sender
beforeAll(async () => {
  prepared = await openPrepared()
  person = sender(await prepared.api.signIn('adj.aaa'), 'AAA')
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1')) // makes what the attacks are about, before they are watched
})
afterAll(() => prepared.close())

const writing = everyCall.filter((call) => !call.line.startsWith('GET '))
const fromPages = writing.filter((call) => call.gate !== 'service')
const fromServices = everyCall.filter((call) => call.gate === 'service')
const right = async (call: AnyCall, by: Sender): Promise<Attempt> =>
  attempt(call, await sampleOf(call, prepared.same('AAA1')), by)

/** Headers of a page that is not ours; undefined takes one of our own away. */
const foreign: Record<string, Record<string, string | undefined>> = {
  'without the header of the portal': { 'x-portal-request': undefined },
  'with another value of the header': { 'x-portal-request': 'true' },
  'with the header twice': { 'x-portal-request': '1, 1' },
  'without an origin': { origin: undefined },
  'with only a referer': { origin: undefined, referer: `${ORIGIN}/home` },
  'from another site': { origin: 'https://evil.example' },
  'from a sandbox (Origin: null)': { origin: 'null' },
  'from a look-alike that begins as we do': { origin: `${ORIGIN}.evil.example` },
  'from a look-alike that ends as we do': { origin: 'http://evil.example?http://localhost:3000' },
  'from another port': { origin: 'http://localhost:30000' },
  'from another scheme': { origin: 'https://localhost:3000' },
  'from a sibling domain': { origin: 'http://pages.localhost:3000' },
  'with two origins': { origin: `${ORIGIN}, https://evil.example` },
  'fetched cross-site': { origin: undefined, 'sec-fetch-site': 'cross-site' },
  'fetched same-site': { origin: undefined, 'sec-fetch-site': 'same-site' },
  'typed into the address bar': { origin: undefined, 'sec-fetch-site': 'none' },
  'fetched cross-site under our origin': { 'sec-fetch-site': 'cross-site' },
  'as a form of another site': {
    origin: 'https://evil.example',
    'x-portal-request': undefined,
    'content-type': 'application/x-www-form-urlencoded',
  },
}

const bend = (sent: Attempt, headers: Record<string, string | undefined>): Attempt => {
  const bent: Record<string, string> = { ...sent.headers }
  for (const [name, value] of Object.entries(headers))
    if (value === undefined) delete bent[name]
    else bent[name] = value
  return { ...sent, headers: bent }
}

const nameOf = (call: AnyCall): string => call.name

test('every call is refused from foreign pages, is audited, and changes nothing', async () => {
  const events = async (call: AnyCall) =>
    (
      await prepared.api.db.query(
        `select count(*)::int as n from security_event where event = 'malicious_csrf' and call = $1`,
        [call.name],
      )
    ).rows[0].n as number
  await changingNothing(prepared.api, fromPages, nameOf, async (call) => {
    const sent = await right(call, person)
    const pages = tried(call, Object.entries(foreign), 1, 'page')
    const noted = await events(call)
    for (const [how, headers] of pages) {
      const answer = await send(prepared.api, bend(sent, headers))
      expect([call.name, how, answer.status, codeOf(answer)]).toEqual([call.name, how, 403, 'CROSS_SITE'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect([call.name, await events(call)]).toEqual([call.name, noted + pages.length])
  })
})

test('every call takes nothing but JSON in UTF-8, or a form where it asks for one', () =>
  changingNothing(prepared.api, fromPages, nameOf, async (call) => {
    const sent = await right(call, person)
    const body = sent.payload!
    const shapes: Record<string, { headers: Record<string, string | undefined>; payload?: string | Buffer }> = {
      'text/plain': { headers: { 'content-type': 'text/plain' } },
      'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
      multipart: {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
      },
      'no type': { headers: { 'content-type': undefined } },
      'UTF-16': {
        headers: { 'content-type': 'application/json; charset=utf-16' },
        payload: Buffer.from(body, 'utf16le'),
      },
      'latin 1': { headers: { 'content-type': 'application/json; charset=iso-8859-1' } },
      XML: { headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
      'another JSON': { headers: { 'content-type': 'application/vnd.api+json' } },
      'two types': { headers: { 'content-type': 'text/plain, application/json' } },
      'JSON of a longer name': { headers: { 'content-type': 'application/jsonp' } },
      gzip: { headers: { 'content-encoding': 'gzip' }, payload: gzipSync(body) },
      'an encoding of nothing': { headers: { 'content-encoding': 'identity' } },
    }
    if (call.form) {
      delete shapes['multipart']
      shapes['JSON'] = { headers: { 'content-type': 'application/json' }, payload: '{}' }
    }
    for (const [what, { headers, payload }] of tried(call, Object.entries(shapes), 1, 'type')) {
      const answer = await send(prepared.api, { ...bend(sent, headers), payload: payload ?? body })
      expect([call.name, what, answer.status, codeOf(answer)]).toEqual([call.name, what, 415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  }))

test('the same requests from our own page would have gone through: the refusals above are of where they came from', async () => {
  for (const call of drawn(fromPages, 20, 'own page')) {
    const place = prepared.fresh('AAA1')
    // A user who changes the password is signed out everywhere, so this is another person than in the other tests.
    const who = call.name === 'account.changePassword' ? 'clin.aaa' : 'adj.aaa'
    const mine = sender(await prepared.api.signIn(who), 'AAA')
    const sent = attempt(call, await sampleOf(call, place), mine)
    expect([
      call.name,
      (await send(prepared.api, bend(sent, { origin: undefined, 'sec-fetch-site': 'same-origin' }))).status,
    ]).toEqual([call.name, 200])
  }
  // One of the calls ends the other sessions of its user.
  person = sender(await prepared.api.signIn('adj.aaa'), 'AAA')
})

describe.each(fromServices)('$name', (call) => {
  test("needs the service's own token; a person's session never helps", async () => {
    const before = await contents(prepared.api)
    for (const [how, headers] of Object.entries<Record<string, string>>({
      nothing: {},
      "a person's session": { cookie: person.cookie! },
      'another token': { authorization: 'Bearer another-token' },
      "another token and a person's session": { authorization: 'Bearer another-token', cookie: person.cookie! },
      'the beginning of the token': { authorization: `Bearer ${pharmacy.bearer!.slice(0, -1)}` },
      'more than the token': { authorization: `Bearer ${pharmacy.bearer}x` },
      'an empty token': { authorization: 'Bearer ' },
      'another scheme': { authorization: `Basic ${Buffer.from(`x:${pharmacy.bearer}`).toString('base64')}` },
      'the session as token': { authorization: `Bearer ${person.cookie!.split('=')[1]}` },
    })) {
      const answer = await send(prepared.api, bend(await right(call, nobody), headers))
      expect([how, answer.status, codeOf(answer)]).toEqual([how, 401, 'SESSION_REQUIRED'])
    }
    expect(await contents(prepared.api)).toEqual(before)
  })
})

test('the token of a service opens no call of a person', async () => {
  const ofPeople = everyCall.filter((one) => one.gate === 'session' || one.gate === 'carrier')
  await together(ofPeople, async (call) => {
    const answer = await send(prepared.api, await right(call, pharmacy))
    expect([call.name, answer.status]).toEqual([call.name, 401])
  })
})

test('tricks with the content type bring no unchecked body to a handler', async () => {
  const port = await portOf(prepared.api)
  const ofJson = writing.filter(({ form }) => form === undefined)
  await changingNothing(prepared.api, ofJson, nameOf, async (call) => {
    const sent = await right(call, call.gate === 'service' ? pharmacy : person)
    const body = JSON.stringify({ ...(JSON.parse(sent.payload!) as object), notAField: 'x'.repeat(5000) })
    const { 'content-type': _, ...headers } = sent.headers
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const tricks = [
      ['content-type:  application/json'],
      ['content-type:\tapplication/json'],
      ['content-type: application/json\ta'],
      ['content-type: application/json\t'],
      ['content-type: aPPlication/JSON'],
      ['content-type: application/json;'],
      ['content-type: application/json ;x'],
      ['content-type: application/json; charset="utf-8"'],
      ['content-type: ;application/json'],
      ['content-type: application/json', 'content-type: text/plain'],
      ['content-type: text/plain', 'content-type: application/json'],
      ['content-type:'],
    ]
    for (const types of tried(call, tricks, 1, 'trick')) {
      const answer = await sendBytes(port, requestText(sent.method, sent.url, [...lines, ...types], body))
      expect([call.name, types, [400, 415].includes(answer.status) ? '400 or 415' : answer.status]).toEqual([
        call.name,
        types,
        '400 or 415',
      ])
    }
  })
})

test('a GET or HEAD request changes nothing', async () => {
  // A GET that consumes what it hands out, once.
  const asking = everyCall.filter(
    (call) => (call.line.startsWith('GET ') || call.kind === 'read') && call.name !== 'sso.fields',
  )
  const withHead = new Set(drawn(asking, 12, 'HEAD'))
  await changingNothing(prepared.api, asking, nameOf, async (call) => {
    const sent = await right(call, call.gate === 'service' ? pharmacy : person)
    expect([call.name, (await send(prepared.api, sent)).status]).toEqual([call.name, 200])
    if (sent.method === 'GET' && withHead.has(call))
      expect([call.name, (await send(prepared.api, { ...sent, method: 'HEAD' })).status]).toEqual([call.name, 404])
  })
})

test('a method that is not in the list does nothing, nor does one named in a header', async () => {
  const routes = everyCall
    .flatMap((call) => [call.line, ...call.also])
    .map((line) => {
      const [method, address] = line.split(' ') as [string, string]
      return { method, path: new RegExp(`^/api${address.split('?')[0]!.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }
    })
  const isRoute = (method: string, url: string) =>
    routes.some((route) => route.method === method && route.path.test(url.split('?')[0]!))
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']
  const overridden = new Set(
    drawn(
      everyCall.filter((call) => call.line.startsWith('GET ') && call.name !== 'sso.fields'),
      8,
      'override',
    ),
  )
  await changingNothing(prepared.api, everyCall, nameOf, async (call) => {
    const sent = await right(call, call.gate === 'service' ? pharmacy : person)
    // `GET /authorizations/filterOption` is the route of a request's id as well.
    const others = methods.filter((method) => !isRoute(method, sent.url))
    for (const method of tried(call, others, 1, 'method')) {
      const answer = await send(prepared.api, { ...sent, method })
      // QUERY without a body is malformed before anybody looks at its address.
      expect([call.name, method, [method === 'QUERY' ? 400 : 405, 404].includes(answer.status)]).toEqual([
        call.name,
        method,
        true,
      ])
    }
    if (!overridden.has(call)) return
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      expect([call.name, (await send(prepared.api, bend(sent, { [header]: 'DELETE' }))).status]).toEqual([
        call.name,
        200,
      ])
  })
})

test('a page of another origin cannot read any answer', async () => {
  for (const call of everyCall) {
    const sent = await right(call, call.gate === 'service' ? pharmacy : person)
    const origins = ['https://evil.example', 'null', `${ORIGIN}.evil.example`]
    for (const origin of tried(call, origins, 1, 'reader')) {
      for (const method of tried(call, [...new Set(['GET', 'OPTIONS', sent.method])], 1, 'reading')) {
        const answer = await send(prepared.api, {
          ...bend(sent, {
            origin,
            'access-control-request-method': sent.method,
            'access-control-request-headers': 'x-portal-request',
          }),
          method,
        })
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
      }
    }
  }
})
