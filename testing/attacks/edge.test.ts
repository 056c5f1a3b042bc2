import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { everyCall } from '#registry'
import { machineRandom } from '#platform/portal/portal.ts'
import { buildPortal } from '../../app.ts'
import { startApi, type Refusal } from '../api.ts'
import { testEncryptionKey } from '../session.ts'
import { attempt, codeOf, contents, nobody, pharmacy, send, sender, type Attempt } from './attempt.ts'
import { tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { portOf, requestText, sendBytes } from './raw-socket.ts'
import { sampleOf } from './samples.ts'

// What every answer has in common, whatever it answers: its headers, the cookies it may set, and that
// it is the answer to this very request of this very caller.

let prepared: Prepared
beforeAll(async () => {
  prepared = await openPrepared()
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
})
afterAll(() => prepared.close())

const right = async (call: (typeof everyCall)[number]): Promise<Attempt> => {
  // Everybody has a session of their own: some calls end the one they are asked with.
  const person = async () => sender(await prepared.api.signIn('adj.aaa'), 'AAA')
  const by = call.gate === 'service' ? pharmacy : call.gate === 'public' ? nobody : await person()
  return attempt(call, await sampleOf(call, prepared.same('AAA1')), by)
}

const always = {
  // Files may say more, never less.
  'content-security-policy': expect.stringContaining(`default-src 'none'`),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/^accelerometer=\(\), .*camera=\(\), .*clipboard-write=\(self\)$/),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
function expectHeaders(what: string, headers: Record<string, unknown>): void {
  expect({ what, ...headers }).toMatchObject({ what, ...always })
  for (const name of Object.keys(headers))
    expect([what, name]).toEqual([what, expect.not.stringMatching(/^(x-powered-by|server|access-control-.*|via)$/i)])
}

describe.each(everyCall)('$name', (call) => {
  test('has the same headers whatever it answers, and sets no cookie but the session', async () => {
    const sent = await right(call)
    const tries: [what: string, status: number[], sent: Omit<Attempt, 'payload'> & { payload?: string | undefined }][] =
      [
        ['nobody', [200, 401, 404, 409], { ...sent, headers: { ...sent.headers, cookie: '', authorization: '' } }],
        ['not there', [404], { ...sent, url: sent.url.replace('/api/', '/api/none/') }],
        ['not asked so', [400, 401], { ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}odd=1` }],
        ['as it is', [200, 403, 404, 409, 422], sent],
      ]
    if (sent.method !== 'GET' && call.gate !== 'service') {
      tries.push(
        ['from elsewhere', [403], { ...sent, headers: { ...sent.headers, origin: 'https://evil.example' } }],
        ['as text', [415], { ...sent, headers: { ...sent.headers, 'content-type': 'text/plain' } }],
      )
      if (!call.form) tries.push(['too much', [413], { ...sent, payload: `{"x":"${'x'.repeat(70_000)}"}` }])
    }
    // As it is, each call is asked in each run: that is where it could set a cookie.
    const others = tries.filter(([what]) => what !== 'as it is')
    const asIs = tries.filter(([what]) => what === 'as it is')
    for (const [what, statuses, one] of [...tried(call, others, 1, 'headers'), ...asIs]) {
      const answer = await send(prepared.api, one)
      expect([what, statuses.includes(answer.status) ? 'as expected' : answer.status]).toEqual([what, 'as expected'])
      expectHeaders(what, answer.headers)
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
        expect([what, cookie]).toEqual([
          what,
          expect.stringMatching(
            /^rxdocket=([\w-]{43}; Path=\/; HttpOnly; SameSite=Lax|; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax)$/,
          ),
        ])
      if (answer.headers['set-cookie'] !== undefined)
        expect(call.name).toMatch(
          /^(session\.(logout|exchange|chooseCarrier|acceptTerms\w*)|registration\..*|account\..*)$/,
        )
    }
  })
})

test('cookies of sessions are 256 random bits; ten thousand are ten thousand, and the database has none of them', async () => {
  const tokens = Array.from({ length: 10_000 }, () => Buffer.from(machineRandom.bytes(32)).toString('base64url'))
  expect(new Set(tokens).size).toBe(10_000)
  const ones = tokens
    .flatMap((token) => [...Buffer.from(token, 'base64url')])
    .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
  expect(Math.abs(ones / (10_000 * 256) - 0.5)).toBeLessThan(0.005)
  const visitor = await prepared.api.signIn('adj.aaa2')
  const { rows } = await prepared.api.db.query<{ text: string }>('select s::text as text from session s')
  expect(rows.some(({ text }) => text.includes(visitor.cookie!.split('=')[1]!))).toBe(false)
})

test('errors, rate-limit answers and pages have the same headers; over https they include Strict-Transport-Security', async () => {
  const { api } = prepared
  const broken = await startApi({ url: api.url, keep: true, limitFactor: 1 / 1200 })
  try {
    Object.assign(broken.built.portal, {
      identity: {
        logoutUrl: async () => null,
        verify: () => Promise.reject(new Error('out of order')),
        renew() {},
        revoke() {},
      },
    })
    const call = everyCall.find((one) => one.name === 'session.exchange')!
    const sent = attempt(call, { token: 'x', isLogin: true }, nobody)
    const answers = [await send(broken, sent), await send(broken, sent)]
    expect(answers.map(({ status }) => status)).toEqual([500, 429])
    for (const answer of answers) expectHeaders(String(answer.status), answer.headers)
    expect(answers[0]!.text).not.toContain('out of order')
  } finally {
    await broken.close()
  }
  const secure = buildPortal({
    databaseUrl: api.url,
    encryptionKey: testEncryptionKey,
    log: api.built.portal.log,
    clock: api.built.portal.clock,
    version: 'test',
    settings: { ...api.built.portal.settings, origin: 'https://portal.example' },
  })
  try {
    for (const url of ['/api/user/details', '/livez', '/nowhere', `/api/${'x'.repeat(9000)}`, '/api/%zz']) {
      const answer = await secure.app.inject({ method: 'GET', url })
      expect([url, answer.headers['strict-transport-security']]).toEqual([url, 'max-age=31536000; includeSubDomains'])
      expectHeaders(url, answer.headers)
    }
  } finally {
    await secure.stop()
  }
})

describe('one meaning on the wire', () => {
  const line = (text: string) => `POST /api/user/register/tou HTTP/1.1\r\nhost: localhost\r\n${text}\r\n\r\n`
  const second = 'GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
  test.each<[string, string]>([
    ['a length and chunks', line('content-length: 5\r\ntransfer-encoding: chunked') + '0\r\n\r\n'],
    ['chunks and a length', line('transfer-encoding: chunked\r\ncontent-length: 5') + '0\r\n\r\n'],
    ['two lengths', line('content-length: 0\r\ncontent-length: 5') + 'aaaaa'],
    ['two lengths in one line', line('content-length: 0, 5') + 'aaaaa'],
    ['a length with a sign', line('content-length: +5') + 'aaaaa'],
    ['a length in hexadecimal', line('content-length: 0x5') + 'aaaaa'],
    ['chunks nobody knows', line('transfer-encoding: xchunked') + '0\r\n\r\n'],
    ['chunks twice', line('transfer-encoding: chunked\r\ntransfer-encoding: identity') + '0\r\n\r\n'],
    ['chunks behind a tab', line('transfer-encoding:\x0bchunked') + '0\r\n\r\n'],
    ['a space before the colon', line('content-length : 5') + 'aaaaa'],
    ['a line that goes on in the next', line('x-a: b\r\n c: d\r\ncontent-length: 0')],
    ['bare line feeds', line('content-length: 0').replaceAll('\r\n', '\n')],
    ['a bare carriage return in a header', line('x-a: b\rcontent-length: 5')],
    ['a NUL in a header', line('x-a: b\0c')],
    ['a chunk that is longer than it says', line('transfer-encoding: chunked') + '1\r\nabc\r\n0\r\n\r\n'],
    ['a chunk of no number', line('transfer-encoding: chunked') + 'z\r\n\r\n'],
    ['extensions of chunks without end', line('transfer-encoding: chunked') + `1;${'a'.repeat(40_000)}\r\n`],
  ])('%s: refused, and what follows on the socket is never answered for it', async (_name, bytes) => {
    const port = await portOf(prepared.api)
    const { head, text, status } = await sendBytes(port, bytes + second)
    expect([400, 413, 431]).toContain(status)
    expect(`${head}${text}`.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
    expect(head).toMatch(/^connection: close/im)
    expect(text).not.toContain('"live"')
    for (const [name, value] of Object.entries(always))
      if (typeof value === 'string') expect(head.toLowerCase()).toContain(`${name}: ${value}`)
  })

  test('the methods of proxies and of WebDAV are nobody’s business here', async () => {
    const port = await portOf(prepared.api)
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE', 'get', 'G\tET']) {
      const { status, text } = await sendBytes(port, requestText(method, '/api/user/details', ['x-secret: word']))
      expect([method, [400, 404, 405].includes(status) || status === 0]).toEqual([method, true])
      expect(text).not.toContain('x-secret')
    }
  })
})

describe('who calls is who connects', () => {
  const lies = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    'x-real-ip': '203.0.113.9',
    'x-client-ip': '203.0.113.9',
    'cf-connecting-ip': '203.0.113.9',
    'x-user-id': 'adj.bbb',
    'x-original-url': '/api/legal/tou',
    'x-rewrite-url': '/api/legal/tou',
    host: 'evil.example',
  }
  /** What is on record of the refusal with this answer. */
  const noted = async (answer: string) =>
    (
      await prepared.api.db.query<{ ip: string; call: string }>(
        'select ip, call from security_event where request_id = $1 order by id',
        [(JSON.parse(answer) as Refusal).supportId],
      )
    ).rows

  test('headers of proxies change neither address, nor who it is, nor what is asked', async () => {
    const visitor = await prepared.api.signIn('adj.aaa')
    const details = await visitor.raw({ method: 'GET', url: '/api/user/details', headers: lies })
    expect(details.body).toMatchObject({ username: 'adj.aaa' })
    expect(details.text).not.toContain('evil.example')
    const foreign = await visitor.raw({
      method: 'POST',
      url: '/api/session/refresh',
      headers: { ...lies, origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    // A refusal is noted beside the answer, not before it.
    await expect.poll(() => noted(foreign.text)).toEqual([{ ip: '127.0.0.1', call: 'session.refresh' }])
  })

  test('a proxy of the operator may say on whose behalf it asks, nobody before it', async () => {
    const { log, clock, settings } = prepared.api.built.portal
    const behind = buildPortal({
      databaseUrl: prepared.api.url,
      encryptionKey: testEncryptionKey,
      log,
      clock,
      version: 'test',
      settings: { ...settings, proxies: ['127.0.0.0/8', '10.1.0.0/16'] },
    })
    const ask = async (forwarded: string, remoteAddress = '127.0.0.1') => {
      const { payload } = await behind.app.inject({
        method: 'POST',
        url: '/api/session/refresh',
        remoteAddress,
        headers: { origin: 'https://evil.example', 'x-forwarded-for': forwarded },
      })
      // A refusal is noted beside the answer, not before it.
      await expect.poll(() => noted(payload)).toHaveLength(1)
      return (await noted(payload))[0]!.ip
    }
    try {
      expect(await ask('198.51.100.4')).toBe('198.51.100.4')
      // What the caller wrote stands before what the proxies added.
      expect(await ask('6.6.6.6, 198.51.100.4, 10.1.2.3')).toBe('198.51.100.4')
      expect(await ask('198.51.100.4', '192.0.2.1')).toBe('192.0.2.1')
    } finally {
      await behind.stop()
    }
  })
})

test('a column outside the contract is in no answer, tried with a new column on every table', async () => {
  const { api } = prepared
  const sent = await Promise.all(
    everyCall.filter((call) => call.kind === 'read').map(async (call) => ({ call, made: await right(call) })),
  )
  const { rows } = await api.db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not in ('migration', 'session')`,
  )
  for (const { name } of rows) await api.db.query(`alter table ${name} add column secret_x text default 'ZZSECRET'`)
  const fresh = await startApi({ url: api.url, keep: true }) // statements that were prepared know the old columns
  try {
    const answered: string[] = []
    for (const { call, made } of sent) {
      const answer = await send(fresh, made)
      if (answer.status === 200) answered.push(call.name)
      expect([call.name, answer.status >= 500, /ZZSECRET|secret_x/.exec(answer.text)?.[0]]).toEqual([
        call.name,
        false,
        undefined,
      ])
    }
    expect(answered.length).toBeGreaterThan(sent.length / 2)
  } finally {
    await fresh.close()
    for (const { name } of rows) await api.db.query(`alter table ${name} drop column secret_x`)
  }
})

test('without the database no call authenticates anybody, and nothing is answered from memory', async () => {
  const { api } = prepared
  const sent = await Promise.all(everyCall.map(async (call) => ({ call, made: await right(call) })))
  // Warm: every one of them has just been let in.
  expect((await send(api, sent.find(({ call }) => call.name === 'session.refresh')!.made)).status).toBe(200)
  const before = await contents(api)
  const name = new URL(api.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(`alter database ${name} with allow_connections false`)
  try {
    await api.db.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const answers = await Promise.all(sent.map(async ({ call, made }) => [call, await send(api, made)] as const))
    for (const [call, answer] of answers) {
      const open = call.gate === 'public'
      if (!open) expect([call.name, answer.status, codeOf(answer)]).toEqual([call.name, 503, 'UNAVAILABLE'])
      expect([call.name, answer.status]).not.toEqual([call.name, 500])
      if (answer.status === 503) expect(answer.headers['retry-after']).toBe('2')
    }
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`)
    await admin.end()
  }
  expect(await contents(api)).toEqual(before)
})
