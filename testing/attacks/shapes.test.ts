import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { refusalStatus, type RefusalCode } from '#platform/calls/refusal.ts'
import { placesOf } from '#platform/calls/wire.ts'
import type { Answer, Refusal } from '../api.ts'
import { attempt, contents, pharmacy, send, sender, type Attempt, type Sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { portOf, requestText, sendBytes, type RawAnswer } from './raw-socket.ts'
import { sampleOf } from './samples.ts'
import { ECHO, extremes, fieldsIn, inputSchema, ofAnotherType, type Schema } from './schema.ts'

// A malformed request gets the refusal it deserves, in our words, and nothing else.

let prepared: Prepared
let person: Sender
beforeAll(async () => {
  prepared = await openPrepared()
  person = sender(await prepared.api.signIn('adj.aaa'), 'AAA')
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
})
afterAll(() => prepared.close())

const by = (call: AnyCall): Sender => (call.gate === 'service' ? pharmacy : person)
const made = async (call: AnyCall, input?: Record<string, unknown>): Promise<Attempt> =>
  attempt(call, input ?? (await sampleOf(call, prepared.same('AAA1'))), by(call))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** That an answer is a refusal in the one shape, and repeats nothing of what was sent. */
function expectRefusal(answer: Pick<Answer, 'status' | 'text' | 'headers'>, ...codes: RefusalCode[]): Refusal {
  const body = JSON.parse(answer.text) as Refusal
  expect({ code: body.status.code, status: answer.status }).toEqual({
    code: expect.toBeOneOf(codes),
    status: refusalStatus[body.status.code as RefusalCode],
  })
  expect(Object.keys(body).sort()).toEqual(['data', 'fields', 'status', 'supportId'])
  expect(Object.keys(body.status).sort()).toEqual(['code', 'message'])
  expect(body.supportId).toMatch(uuid)
  expect(body.data).toBeNull()
  for (const field of body.fields)
    expect(field).toEqual({ path: expect.any(String), code: expect.any(String), message: expect.any(String) })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  // Where a field nobody knows is named, its name is all that comes back.
  expect(
    JSON.stringify({
      ...body,
      fields: body.fields.map(({ path, ...field }) => ({ ...field, path: field.code === 'unknown' ? '' : path })),
    }),
  ).not.toContain(ECHO)
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|select |insert into|fastify|postgres|zod/i)
  return body
}
const refused = async (
  sent: Omit<Attempt, 'payload'> & { payload?: string | Buffer | undefined },
  ...codes: RefusalCode[]
) => expectRefusal(await send(prepared.api, sent), ...codes)

// Forms are bent in features/letters: what is wrong with one is another question than what is wrong with JSON.
const withBody = everyCall.filter((call) => !call.line.startsWith('GET ') && !call.form)

describe.each(everyCall.filter((one) => !one.form))('$name', (call) => {
  test('refuses an unknown field and names it', async () => {
    const input = await sampleOf(call, prepared.same('AAA1'))
    const before = await contents(prepared.api)
    const columns = (
      await prepared.api.db.query(
        `select distinct attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0`,
      )
    ).rows.map((row) => String(row.name))
    const taken = Object.keys(inputSchema(call).properties ?? {})
    const names = [
      'notAField',
      'id',
      'tenant_id',
      'mc',
      'masterCarrier',
      'status',
      'createdBy',
      'version',
      'approvedBy',
      'escalated',
      'authorizationStatusId',
      'userId',
      'isAdmin',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '',
      ' ',
    ].filter((name) => !taken.includes(name))
    for (const name of names) {
      const sent = await made(call, input)
      if (sent.payload === undefined) {
        if (name.trim() === '') continue
        const { fields } = await refused(
          { ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}${name}=${ECHO}` },
          'VALIDATION',
        )
        expect(fields.map(({ path }) => path)).toEqual([name])
      } else {
        const { fields } = await refused(
          { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload) as object), [name]: ECHO }) },
          'VALIDATION',
        )
        expect(fields.map(({ path, code }) => [path, code])).toEqual([[name, 'unknown']])
        await refused(
          { ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}${encodeURIComponent(name)}x=${ECHO}` },
          'VALIDATION',
        )
      }
    }
    if (call.line.startsWith('GET ')) return
    const sent = await made(call, input)
    const all = Object.fromEntries(columns.filter((name) => !taken.includes(name)).map((name) => [name, ECHO]))
    await refused(
      { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload!) as object), ...all }) },
      'VALIDATION',
    )
    expect(await contents(prepared.api)).toEqual(before)
  })

  test('takes no value of another type and coerces none', async () => {
    const input = await sampleOf(call, prepared.same('AAA1'))
    const before = await contents(prepared.api)
    const sent = await made(call, input)
    const wrongBody = async (body: unknown, path: string) => {
      const { fields } = await refused({ ...sent, payload: JSON.stringify(body) }, 'VALIDATION')
      expect([path, fields.some((field) => field.path === path || field.path.startsWith(`${path}.`))]).toEqual([
        path,
        true,
      ])
    }
    for (const [name, schema] of fieldsIn(call, 'inBody')) {
      const body = JSON.parse(sent.payload!) as Record<string, unknown>
      for (const value of ofAnotherType(schema)) await wrongBody({ ...body, [name]: value }, name)
      // One level down: parts of an object, elements of a list.
      const inner: Schema | undefined = schema.properties ? schema : undefined
      for (const [part, partSchema] of Object.entries(inner?.properties ?? {}))
        for (const value of ofAnotherType(partSchema))
          await wrongBody(
            { ...body, [name]: { ...(body[name] as object | undefined), [part]: value } },
            `${name}.${part}`,
          )
      if (inner)
        await wrongBody(
          { ...body, [name]: { ...(body[name] as object | undefined), notAField: ECHO } },
          `${name}.notAField`,
        )
      for (const value of schema.items ? ofAnotherType(schema.items) : [])
        await wrongBody({ ...body, [name]: [value] }, name)
    }
    for (const [name, schema] of fieldsIn(call, 'inQuery')) {
      const [path, query = ''] = sent.url.split('?') as [string, string?]
      const others = new URLSearchParams(query)
      others.delete(name)
      const wrongQuery = async (text: string) => {
        const { fields } = await refused(
          { ...sent, url: `${path}?${others.size ? `${others}&` : ''}${text}` },
          'VALIDATION',
        )
        return fields
      }
      const odd: Record<string, string[]> = {
        integer: [
          '',
          'x',
          '1e3',
          '0x1',
          '%201',
          '1.5',
          '01',
          '-0',
          'NaN',
          'Infinity',
          '%EF%BC%92',
          '9007199254740993',
          'true',
          'null',
        ],
        number: ['', 'x', '1e3', 'NaN', '-0.0'],
        boolean: ['', '1', '0', 'TRUE', 'yes', 'null'],
      }
      for (const text of odd[String(schema.type)] ?? [])
        expect((await wrongQuery(`${name}=${text}`))[0]!.path).toBe(name)
      const plain = encodeURIComponent(
        Array.isArray(input[name])
          ? (input[name] as unknown[]).join(',')
          : String((input[name] ?? '1') as string | number),
      )
      expect((await wrongQuery(`${name}=${plain}&${name}=${plain}`))[0]!.path).toBe(name)
      await wrongQuery(`${name}[]=${plain}`)
      await wrongQuery(`${name}[a]=${plain}`)
      await wrongQuery(`${name.toUpperCase()}X=${plain}`)
      await wrongQuery(`${name}=a%00b`)
    }
    for (const name of placesOf(call).inQuery)
      if (sent.payload !== undefined)
        await refused(
          { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload) as object), [name]: input[name] ?? 1 }) },
          'VALIDATION',
        )
    for (const name of placesOf(call).inPath) {
      for (const value of ['a\u0000b', 'x'.repeat(201)])
        await refused(await made(call, { ...input, [name]: value }), 'VALIDATION', 'ADDRESS_TOO_LONG')
      if (sent.payload !== undefined)
        await refused(
          { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload) as object), [name]: input[name] }) },
          'VALIDATION',
        )
      // Not percent-encoded UTF-8: refused without the address in the answer.
      const { url } = await made(call, { ...input, [name]: ECHO })
      for (const bad of ['%E0%A4%A', '%ff', '%c0%af', '%', '%zz'])
        await refused({ ...sent, url: url.replace(ECHO, `${ECHO}${bad}`) }, 'VALIDATION')
    }
    expect(await contents(prepared.api)).toEqual(before)
  })
})

test.each(everyCall)('$name takes a figure no column can hold for what it is', async (call) => {
  const input = await sampleOf(call, prepared.fresh('AAA1'))
  const places = Object.entries(inputSchema(call).properties ?? {}).flatMap(([name, schema]) => [
    ...extremes(schema).map((value) => ({ ...input, [name]: value })),
    ...Object.entries(schema.properties ?? {}).flatMap(([part, partSchema]) =>
      extremes(partSchema).map((value) => ({
        ...input,
        [name]: { ...(input[name] as object | undefined), [part]: value },
      })),
    ),
  ])
  const faults: unknown[] = []
  for (const changed of places) {
    const answer = await send(prepared.api, await made(call, changed))
    if (answer.status >= 500) faults.push(changed)
  }
  expect(faults).toEqual([])
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const first = (body: string, text: string) => (body === '{}' ? `{${text}}` : body.replace('{', `{${text},`))

describe.each(withBody)('$name', (call) => {
  test('refuses what is not one JSON object of one meaning', async () => {
    const sent = await made(call)
    const body = sent.payload!
    const before = await contents(prepared.api)
    const texts: [what: string, payload: string | Buffer][] = [
      ['nothing', ''],
      ['null', 'null'],
      ['a list', '[]'],
      ['a list of it', `[${body}]`],
      ['a text', `"${ECHO}"`],
      ['a number', '0'],
      ['true', 'true'],
      ['cut off', body.slice(0, -1)],
      ['more behind it', `${body}${ECHO}`],
      ['two of it', `${body}${body}`],
      ['a trailing comma', body === '{}' ? '{,}' : body.replace(/\}$/, ',}')],
      ['a comment', `/* ${ECHO} */${body}`],
      ['single quotes', first(body, `'x':1`)],
      ['no quotes', first(body, 'x:1')],
      ['NaN', first(body, '"x":NaN')],
      ['Infinity', first(body, '"x":Infinity')],
      ['1e400', first(body, '"x":1e400')],
      ['-0', first(body, '"x":-0')],
      ['beyond 2^53', first(body, '"x":9007199254740993')],
      ['hexadecimal', first(body, '"x":0x1F')],
      ['a leading zero', first(body, '"x":01')],
      ['a leading plus', first(body, '"x":+1')],
      ['a name twice', first(body, '"x":1,"x":1')],
      ['a name twice, spelled otherwise', first(body, '"x":1,"\\u0078":1')],
      ['a name twice inside', first(body, '"x":{"y":1,"y":2}')],
      ['__proto__', first(body, '"__proto__":{"isAdmin":true}')],
      ['constructor', first(body, '"constructor":{"prototype":{}}')],
      ['prototype', first(body, '"prototype":1')],
      ['too deep', first(body, `"x":${nested(21)}`)],
      ['far too deep', first(body, `"x":${nested(30_000)}`)],
      ['only brackets', '['.repeat(60_000)],
      ['too many names', first(body, Array.from({ length: 2001 }, (_, n) => `"x${n}":1`).join(','))],
      ['NUL', first(body, `"x":"${ECHO}\\u0000"`)],
      ['a raw control character', first(body, `"x":"a\u0001b"`)],
      ['half a character', first(body, `"x":"${ECHO}\\ud800"`)],
      ['the other half', first(body, '"x":"\\udc00"')],
      ['a bad escape', first(body, '"x":"\\x41"')],
      [
        'invalid UTF-8',
        Buffer.concat([Buffer.from(first(body, '"x":"')), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      ],
      ['overlong UTF-8', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
      ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')])],
      ['UTF-16 without', Buffer.from(body, 'utf16le')],
    ]
    for (const [what, payload] of texts) {
      const answer = await send(prepared.api, { ...sent, payload })
      expect([what, answer.status]).toEqual([what, 400])
      expectRefusal(answer, 'VALIDATION')
    }
    await refused({ ...sent, payload: first(body, `"x":"${'x'.repeat(64 * 1024)}"`) }, 'TOO_LARGE')
    await refused({ ...sent, payload: first(body, `"x":[${'1,'.repeat(1_000_000)}1]`) }, 'TOO_LARGE')
    await refused(
      { ...sent, headers: { ...sent.headers, 'content-length': String(10 ** 9) }, payload: body },
      'TOO_LARGE',
      'VALIDATION',
    )
    expect(await contents(prepared.api)).toEqual(before)
  })
})

test('a page, a size or an order out of range is refused, and the answer names the range', async () => {
  const refusedWith = async (call: AnyCall, name: string, value: unknown) => {
    const { fields } = await refused(
      await made(call, { ...(await sampleOf(call, prepared.same('AAA1'))), [name]: value }),
      'VALIDATION',
    )
    expect([call.name, name, value, fields.map(({ path }) => path)]).toEqual([call.name, name, value, [name]])
    return fields[0]!.message
  }
  let met = 0
  for (const call of everyCall) {
    for (const [name, schema] of Object.entries(inputSchema(call).properties ?? {})) {
      if (['page', 'pageNo', 'size'].includes(name)) {
        met += 1
        expect([call.name, name, schema.maximum! <= 10_000, schema.minimum! >= 0]).toEqual([
          call.name,
          name,
          true,
          true,
        ])
        for (const value of [schema.minimum! - 1, schema.maximum! + 1, 1e9, -5, 999_999_999_999_999])
          expect(await refusedWith(call, name, value)).toContain(
            (value > schema.maximum! ? schema.maximum! : schema.minimum!).toLocaleString('en-US'),
          )
        await refusedWith(call, name, 1.5)
      }
      if (name !== 'sort') continue
      met += 1
      // The answer names a column that may be sorted by: the only one, or the usual one of the worklist.
      const only = schema.const ?? schema.enum?.[0]
      const column = typeof only === 'string' ? only.split(',')[0] : 'statutoryDueAt'
      for (const value of [
        'name;drop table rx_authorization',
        'statutoryDueAt',
        'statutoryDueAt,ASC',
        'STATUTORYDUEAT,asc',
        'statutoryDueAt,asc,desc',
        'statutoryDueAt,asc;requestReceivedDate,asc',
        '(case when 1=1 then 1 else 2 end),asc',
        '1,asc',
        ',asc',
        ' statutoryDueAt,asc',
        'statutoryDueAt,asc ',
      ])
        expect(await refusedWith(call, name, value)).toContain(column)
    }
  }
  expect(met).toBeGreaterThan(5)
})

test('a body that begins with a byte order mark is read without it', async () => {
  for (const call of withBody.filter((one) => one.kind === 'read')) {
    const sent = await made(call)
    expect([call.name, (await send(prepared.api, { ...sent, payload: `\ufeff${sent.payload}` })).status]).toEqual([
      call.name,
      200,
    ])
  }
})

test('an address has one form: others are not there, and none is redirected', async () => {
  const { api } = prepared
  for (const call of everyCall) {
    const sent = await made(call)
    const [path, query] = sent.url.split('?') as [string, string?]
    const tail = query ? `?${query}` : ''
    const forms = [
      `${path}${path.endsWith('/') ? 'x' : '/'}${tail}`,
      `${path.replace('/api/', '/api//')}${tail}`,
      `${path.replace('/api/', '/API/')}${tail}`,
      `${path.replace('/api/', '/')}${tail}`,
      `${path}%2f${tail}`,
      `${path};x=1${tail}`,
    ]
    for (const url of forms.filter((form) => !call.also.some((line) => `/api${line.split(' ')[1]}${tail}` === form))) {
      const answer = await send(api, { ...sent, url })
      // Behind a last part that is free text, more text is a value of it: wrong, or nobody's.
      expect([
        call.name,
        url,
        [400, 404].includes(answer.status) ||
          (answer.status === 200 && call.line.split('?')[0]!.endsWith('}') && call.kind === 'read'),
      ]).toEqual([call.name, url, true])
      if (answer.status !== 200)
        expectRefusal(answer, 'NOT_FOUND', 'VALIDATION', 'UNSUPPORTED_STATUS', 'UNKNOWN_EXPORT_TYPE')
    }
  }
  for (const url of ['/api', '/api/', '/api/nothing', '/nothing', '/api/user/details/x', `/api/${ECHO}`])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await refused({ method, url, headers: {} }, 'NOT_FOUND')
})

test('an address or headers beyond all measure are refused in the same words', async () => {
  const port = await portOf(prepared.api)
  const raw = ({ status, head, text }: RawAnswer) => ({
    status,
    text,
    headers: Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    ),
  })
  const get = async (url: string, lines: string[] = []) => raw(await sendBytes(port, requestText('GET', url, lines)))
  expectRefusal(await get(`/api/legal/${ECHO}${'x'.repeat(200)}`), 'ADDRESS_TOO_LONG')
  expectRefusal(await get(`/api/legal/tou?${ECHO}=${'x'.repeat(8200)}`), 'ADDRESS_TOO_LONG')
  expectRefusal(
    await get(
      '/api/legal/tou',
      Array.from({ length: 200 }, (_, n) => `x-${n}: 1`),
    ),
    'HEADERS_TOO_LARGE',
  )
  expectRefusal(await get('/api/legal/tou', [`cookie: rxdocket=${'x'.repeat(8200)}`]), 'HEADERS_TOO_LARGE')
  expectRefusal(await get('/api/legal/tou', [`x-big: ${ECHO}${'x'.repeat(20_000)}`]), 'HEADERS_TOO_LARGE')
  expectRefusal(await get(`/api/legal/${ECHO}%E0%A4%A`), 'VALIDATION')
  expectRefusal(await get(`/api/features?f=${ECHO}%E0%A4%A`, [`cookie: ${person.cookie}`]), 'VALIDATION')
  for (const bytes of [
    `${ECHO}\r\n\r\n`,
    'GET /api/legal/tou HTTP/9.9\r\n\r\n',
    'GET /api/legal/tou HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n',
    'POST /api/logout HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
    'POST /api/logout HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/logout HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
  ])
    expectRefusal(raw(await sendBytes(port, bytes)), 'VALIDATION')
  expect((await get('/api/legal/tou')).status).toBe(200)
})

test('fifty requests on one connection are answered in their order, each to its own person', async () => {
  const port = await portOf(prepared.api)
  const cookies = [person.cookie!, (await prepared.api.signIn('adj.bbb')).cookie!]
  const one = (n: number) =>
    `GET /api/user/details HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookies[n % 2]}\r\n${n === 49 ? 'connection: close\r\n' : ''}\r\n`
  const { head, text } = await sendBytes(port, Array.from({ length: 50 }, (_, n) => one(n)).join(''))
  const names = [...`${head}${text}`.matchAll(/"username":"([^"]+)"/g)].map((found) => found[1])
  expect(names).toEqual(Array.from({ length: 50 }, (_, n) => (n % 2 ? 'adj.bbb' : 'adj.aaa')))
})

test('whatever a client wants to read, the answer is JSON', async () => {
  for (const call of everyCall.filter((one) => one.kind === 'read' && one.file === undefined)) {
    const sent = await made(call)
    for (const headers of [
      { accept: 'text/html' } as Record<string, string>,
      { accept: 'image/*' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Fri, 31 Dec 2099 23:59:59 GMT' },
      { 'accept-encoding': 'br;q=0, gzip' },
    ]) {
      const answer = await send(prepared.api, { ...sent, headers: { ...sent.headers, ...headers } })
      expect([call.name, headers, answer.status, answer.headers['content-type']]).toEqual([
        call.name,
        headers,
        200,
        'application/json; charset=utf-8',
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  }
})
