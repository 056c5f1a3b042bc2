import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { Refused, refusalStatus, type RefusalCode } from '#platform/calls/refusal.ts'
import { fromRequest, parseInput } from '#platform/calls/wire.ts'
import type { Answer, Refusal } from '../api.ts'
import { attempt, pharmacy, send, sender, type Attempt, type Sender } from './attempt.ts'
import { changingNothing, drawn, isWhole, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { portOf, requestText, sendBytes, type RawAnswer } from './raw-socket.ts'
import { sampleOf } from './samples.ts'
import { ECHO, extremes, inputSchema, openObjects } from './schema.ts'
import { cameAs, wrongInputs, type WrongInput } from './wrong-inputs.ts'

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

const nameOf = (call: AnyCall): string => call.name
/** What a contract says to an input; nothing when it takes it. */
function refusalOf(parsing: () => unknown): Refused['why'] | undefined {
  try {
    parsing()
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
  return undefined
}

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

const plain = everyCall.filter((call) => !call.form)

test('every object that a call takes lets only the fields through that it names', () => {
  expect(everyCall.flatMap((call) => openObjects(inputSchema(call), call.name))).toEqual([])
})

test('an unknown field is refused by every call, and named', async () => {
  const { rows } = await prepared.api.db.query<{ name: string }>(
    `select distinct attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0`,
  )
  const withEveryColumn = new Set(drawn(withBody, 20, 'columns'))
  await changingNothing(prepared.api, plain, nameOf, async (call) => {
    const sent = await made(call)
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
    ].filter((name) => !taken.includes(name) && (sent.payload !== undefined || name.trim() !== ''))
    const withQuery = (name: string) => `${sent.url}${sent.url.includes('?') ? '&' : '?'}${name}=${ECHO}`
    for (const name of tried(call, names, 1, 'unknown field')) {
      if (sent.payload === undefined) {
        const { fields } = await refused({ ...sent, url: withQuery(name) }, 'VALIDATION')
        expect([call.name, fields.map(({ path }) => path)]).toEqual([call.name, [name]])
      } else {
        const { fields } = await refused(
          { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload) as object), [name]: ECHO }) },
          'VALIDATION',
        )
        expect([call.name, fields.map(({ path, code }) => [path, code])]).toEqual([call.name, [[name, 'unknown']]])
        await refused({ ...sent, url: withQuery(`${encodeURIComponent(name)}x`) }, 'VALIDATION')
      }
    }
    if (!withEveryColumn.has(call)) return
    const all = Object.fromEntries(rows.filter(({ name }) => !taken.includes(name)).map(({ name }) => [name, ECHO]))
    await refused(
      { ...sent, payload: JSON.stringify({ ...(JSON.parse(sent.payload!) as object), ...all }) },
      'VALIDATION',
    )
  })
})

describe('a value of another type is taken by no call, and none is coerced', () => {
  const wrongOf = async (call: AnyCall): Promise<WrongInput[]> => {
    const input = await sampleOf(call, prepared.same('AAA1'))
    return wrongInputs(call, input, (bent) => attempt(call, bent, by(call)))
  }
  type Fields = readonly { path: string }[]
  /** Whether a refusal names the field that is wrong. */
  const names = ({ first, within }: WrongInput, fields: Fields): boolean =>
    (first === undefined || fields[0]!.path === first) &&
    (within === undefined || fields.some(({ path }) => path === within || path.startsWith(`${within}.`)))
  const line = (call: AnyCall, { sent }: WrongInput) => `${call.name} ${sent.url} ${sent.payload}`

  test('in any of its fields, by what its contract says', async () => {
    let met = 0
    for (const call of plain)
      for (const wrong of await wrongOf(call)) {
        if (wrong.onWire) continue
        met += 1
        const why = refusalOf(() => parseInput(call, fromRequest(call, cameAs(call, wrong.sent))))
        expect([line(call, wrong), why?.code]).toEqual([line(call, wrong), 'VALIDATION'])
        expect([line(call, wrong), names(wrong, why!.fields!)]).toEqual([line(call, wrong), true])
      }
    expect(met).toBeGreaterThan(plain.length * 10)
  })

  test('over the wire', () =>
    changingNothing(prepared.api, plain, nameOf, async (call) => {
      for (const wrong of tried(call, await wrongOf(call), 3, 'wrong input')) {
        const { fields } = await refused(wrong.sent, ...wrong.codes)
        expect([line(call, wrong), names(wrong, fields)]).toEqual([line(call, wrong), true])
      }
    }))
})

test('every call takes a figure no column can hold for what it is', async () => {
  const faults: unknown[] = []
  let met = 0
  for (const call of everyCall) {
    const figuresOf = (input: Record<string, unknown>) =>
      Object.entries(inputSchema(call).properties ?? {}).flatMap(([name, schema]) => [
        ...extremes(schema).map((value) => ({ ...input, [name]: value })),
        ...Object.entries(schema.properties ?? {}).flatMap(([part, partSchema]) =>
          extremes(partSchema).map((value) => ({
            ...input,
            [name]: { ...(input[name] as object | undefined), [part]: value },
          })),
        ),
      ])
    const known = figuresOf(await sampleOf(call, prepared.same('AAA1')))
    // What the contract refuses reaches no column: of that, a few go over the wire.
    const through = known.flatMap((input, at) => (call.input.safeParse(input).success ? [at] : []))
    const few = tried(call, [...known.keys()], 1, 'figures')
    const asked = [...new Set([...tried(call, through, 8, 'figures let through'), ...few])]
    if (asked.length === 0) continue
    const inputs = figuresOf(await sampleOf(call, prepared.fresh('AAA1')))
    for (const at of asked) {
      met += 1
      const answer = await send(prepared.api, await made(call, inputs[at]))
      if (answer.status >= 500) faults.push([call.name, inputs[at]])
    }
  }
  expect(faults).toEqual([])
  expect(met).toBeGreaterThan(50)
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const first = (body: string, text: string) => (body === '{}' ? `{${text}}` : body.replace('{', `{${text},`))

test('what is not one JSON object of one meaning is refused by every call', () =>
  changingNothing(prepared.api, withBody, nameOf, async (call) => {
    const sent = await made(call)
    const body = sent.payload!
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
    for (const [what, payload] of tried(call, texts, 2, 'body')) {
      const answer = await send(prepared.api, { ...sent, payload })
      expect([call.name, what, answer.status]).toEqual([call.name, what, 400])
      expectRefusal(answer, 'VALIDATION')
    }
    const tooMuch: [headers: Record<string, string>, payload: string, ...codes: RefusalCode[]][] = [
      [{}, first(body, `"x":"${'x'.repeat(64 * 1024)}"`), 'TOO_LARGE'],
      [{}, first(body, `"x":[${'1,'.repeat(1_000_000)}1]`), 'TOO_LARGE'],
      [{ 'content-length': String(10 ** 9) }, body, 'TOO_LARGE', 'VALIDATION'],
    ]
    for (const [headers, payload, ...codes] of isWhole(call) ? tooMuch : [])
      await refused({ ...sent, headers: { ...sent.headers, ...headers }, payload }, ...codes)
  }))

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
        const outside = [schema.minimum! - 1, schema.maximum! + 1, 1e9, -5, 999_999_999_999_999]
        for (const value of tried(call, outside, 1, name))
          expect(await refusedWith(call, name, value)).toContain(
            (value > schema.maximum! ? schema.maximum! : schema.minimum!).toLocaleString('en-US'),
          )
        if (isWhole(call)) await refusedWith(call, name, 1.5)
      }
      if (name !== 'sort') continue
      met += 1
      // The answer names a column that may be sorted by: the only one, or the usual one of the worklist.
      const only = schema.const ?? schema.enum?.[0]
      const column = typeof only === 'string' ? only.split(',')[0] : 'statutoryDueAt'
      const orders = [
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
      ]
      for (const value of tried(call, orders, 2, 'sort')) expect(await refusedWith(call, name, value)).toContain(column)
    }
  }
  expect(met).toBeGreaterThan(5)
})

test('a body that begins with a byte order mark is read without it', async () => {
  const reads = withBody.filter((one) => one.kind === 'read')
  for (const call of drawn(reads, 8, 'byte order mark')) {
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
    const others = forms.filter((form) => !call.also.some((line) => `/api${line.split(' ')[1]}${tail}` === form))
    for (const url of tried(call, others, 1, 'address')) {
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
    const asked: Record<string, string>[] = [
      { accept: 'text/html' },
      { accept: 'image/*' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Fri, 31 Dec 2099 23:59:59 GMT' },
      { 'accept-encoding': 'br;q=0, gzip' },
    ]
    for (const headers of tried(call, asked, 1, 'reader')) {
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
