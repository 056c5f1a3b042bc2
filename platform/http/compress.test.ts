import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worklist } from '#features/worklist/contract.ts'
import { addRequests, openWorklist } from '#features/worklist/testing-requests.ts'
import { ORIGIN, type TestApi, type Visitor } from '#testing/api.ts'
import { toRequest } from '../calls/wire.ts'
import { acceptedEncoding } from './compress.ts'

let api: TestApi
let close: () => Promise<void>
let adjuster: Visitor

beforeAll(async () => {
  const opened = await openWorklist()
  ;({ api, close } = opened)
  await addRequests(
    api.db,
    Array.from({ length: 120 }, (_, at) => ({ name: `request ${at}`, owners: ['adj.aaa'] })),
    opened.now,
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => close())

const packers = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }
const list = toRequest(worklist.search, { mc: 'AAA', size: 100 })
const file = toRequest(worklist.export, { type: 'csv' })
const send = ({ method, url, body }: typeof list, headers: Record<string, string>) =>
  api.built.app.inject({
    method,
    url,
    headers: {
      cookie: adjuster.cookie!,
      'x-portal-request': '1',
      origin: ORIGIN,
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as string }),
  })

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['BR', 'br'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['br;q=what', undefined],
  ['', undefined],
  [undefined, undefined],
])('a reader who takes %s gets %s', (header, encoding) => {
  expect(acceptedEncoding(header, ['br', 'zstd', 'gzip'])).toBe(encoding)
})

test.each(Object.entries(packers))('a list travels packed as %s and says the same', async (encoding, unpack) => {
  const plain = await send(list, {})
  const packed = await send(list, { 'accept-encoding': encoding })
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  const ids = (text: string) =>
    (JSON.parse(text).content as { authorizationId: string }[]).map((one) => one.authorizationId)
  expect(ids(unpack(packed.rawPayload).toString())).toEqual(ids(plain.payload))
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test.each(Object.entries(packers))('an export travels packed as %s, piece by piece', async (encoding, unpack) => {
  const plain = await send(file, {})
  const packed = await send(file, { 'accept-encoding': encoding })
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding })
  expect(packed.headers['content-disposition']).toBe(plain.headers['content-disposition'])
  expect(unpack(packed.rawPayload).toString().split('\n').length).toBe(plain.payload.split('\n').length)
})

test('a short answer and a refusal stay as they are', async () => {
  const counts = await send(toRequest(worklist.counts, { mc: 'AAA' }), { 'accept-encoding': 'br' })
  expect(counts.headers['content-encoding']).toBeUndefined()
  expect(counts.json()).toMatchObject({ pendingAuthCount: 120 })
})

test.each(['cross-site', 'same-site'])('an answer to a %s request is not packed', async (site) => {
  const asked = { method: 'GET' as const, url: '/api/openapi.json', body: undefined }
  const own = await send(asked, { 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' })
  expect(own.headers['content-encoding']).toBe('br')
  const others = await send(asked, { 'accept-encoding': 'br', 'sec-fetch-site': site })
  expect(others.headers['content-encoding']).toBeUndefined()
})
