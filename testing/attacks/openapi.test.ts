import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { everyCall } from '#registry'
import { statusesOf } from '#platform/calls/api-description.ts'
import { callIds } from '#reference/call-list.ts'
import { dropDatabase } from '../database.ts'
import { startApi, type TestApi } from '../api.ts'
import type { Schema } from './schema.ts'

// The page of the API and what it says of itself.

type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  explode?: boolean
  schema: Schema
  $ref?: string
}
type Operation = {
  operationId: string
  'x-call-id': string
  summary: string
  tags: string[]
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema & { $ref?: string } }> }>
}
type Page = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, { name: string; in: string; description: string }>
    securitySchemes: Record<string, object>
  }
}

let api: TestApi
let page: Page
let operations: { method: string; path: string; operation: Operation }[]
const get = (url: string) => api.anonymous.raw({ method: 'GET', url })
beforeAll(async () => {
  api = await startApi({ keep: true })
  page = (await get('/api/openapi.json')).body as Page
  operations = Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
})
afterAll(async () => {
  await api.db.end().catch(() => {})
  await api.built.stop()
  await dropDatabase(api.url)
})

describe('the page of the API', () => {
  test('is OpenAPI 3.1 and has every line of every call, and no other', () => {
    expect(page.openapi).toBe('3.1.0')
    expect(page.info).toMatchObject({ title: 'RxDocket', version: 'test' })
    const lines = everyCall
      .flatMap((call) => [call.line, ...call.also])
      .map((line) => line.split('?')[0]!)
      .filter((line) => !line.endsWith('/'))
    expect(page.servers).toEqual([{ url: '/api', description: 'This installation' }])
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(lines.sort())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  })

  test('has the families other systems know by a prefix, answered like the calls without it', async () => {
    for (const [prefix, path] of [
      ['/workcomp/v1', '/authorizations/{id}/status/approve'],
      ['/workcomp/v1', '/authorizations/escalated'],
      ['/workcomp/v1/documents/portals', '/file/{id}/{x}'],
      ['/workcomp/v1/sms', '/campaignstatus/_{a}/_{b}/_{c}'],
      ['/workcomp/v1/sms', '/eventloghistory/_{mc}/_{sc}/_{claimId}'],
      ['/workcomp/v1/fax', '/lomn/send'],
      ['/workerscomp/v1/statecontrol', '/getSojGuidelines'],
    ] as const) {
      const plain = Object.values(page.paths[path]!)[0]!
      const prefixed = Object.values(page.paths[`${prefix}${path}`] ?? {})[0]
      expect([path, prefixed?.['x-call-id'], prefixed?.responses]).toEqual([path, plain['x-call-id'], plain.responses])
    }
    const [plain, prefixed] = [
      await get('/api/authorizations/escalated?masterCarrier=AAA'),
      await get('/api/workcomp/v1/authorizations/escalated?masterCarrier=AAA'),
    ]
    expect([plain.status, prefixed.status]).toEqual([401, 401])
    const request = {
      method: 'POST',
      headers: { 'x-portal-request': '1', 'content-type': 'application/json' },
      payload: '{}',
    } as const
    for (const url of ['/api/workcomp/v1/pharmacy-cb', '/api/workcomp/v1/pharmacy-cb/', '/api/pharmacy-cb/'])
      expect((await api.anonymous.raw({ ...request, url })).status).not.toBe(404)
  })

  test('names for each operation a row of the service list, or a number of our own that no other call has', () => {
    expect(new Set(callIds).size).toBe(callIds.length)
    const ids = operations.flatMap(({ operation }) =>
      operation['x-call-id'].split(',').map((id) => ({ id, call: operation.operationId })),
    )
    expect(ids.filter(({ id }) => !callIds.includes(id) && !/^X\d{2,3}$/.test(id))).toEqual([])
  })

  test('says of each where its input travels, and what it may answer', () => {
    for (const { method, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
      const own = operation.parameters.filter((one) => one.$ref === undefined)
      expect(own.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
      const names = own.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const one of own) {
        expect([operation.operationId, one.name, Object.keys(one.schema).length > 0]).toEqual([
          operation.operationId,
          one.name,
          true,
        ])
        if (one.in === 'path') expect(one.required).toBe(true)
        expect([one.name, one.explode]).toEqual([one.name, one.schema.type === 'array' ? false : undefined])
      }
      expect(method === 'get').toBe(operation.requestBody === undefined)
      const call = everyCall.find((one) =>
        [operation.operationId, operation.operationId.replace(/\.\d+$/, '')].includes(one.name),
      )!
      const body = operation.requestBody?.content[call.form ? 'multipart/form-data' : 'application/json']?.schema
      for (const name of Object.keys(body?.properties ?? {})) expect(names).not.toContain(name)
      for (const name of body?.required ?? []) expect(Object.keys(body!.properties!)).toContain(name)
      expect([...names, ...Object.keys(body?.properties ?? {})].sort()).toEqual(
        Object.keys(call.input.shape as object).sort(),
      )
      expect(Object.keys(operation.responses).map(Number)).toEqual(statusesOf(call))
      expect(operation.responses['500']).toBeUndefined()
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(response.description).not.toBe('')
        const [type, { schema } = { schema: {} }] = Object.entries(response.content)[0] ?? []
        expect(type).toBe(status === '200' ? (call.file ?? 'application/json') : 'application/json')
        if (status !== '200') expect(schema).toEqual({ $ref: '#/components/schemas/Problem' })
      }
      for (const need of operation.security)
        for (const scheme of Object.keys(need)) expect(Object.keys(page.components.securitySchemes)).toContain(scheme)
    }
    // Every reference leads somewhere.
    const leads = ['schemas/Problem', ...Object.keys(page.components.parameters).map((name) => `parameters/${name}`)]
    for (const [, ref] of JSON.stringify(page).matchAll(/"\$ref":"#\/components\/([^"]+)"/g))
      expect(leads).toContain(ref)
    expect(page.components.schemas['Problem']).toBeDefined()
  })

  test('holds nothing of a person and nothing of this machine', () => {
    expect(JSON.stringify(page)).not.toMatch(/localhost|127\.0\.0\.1|postgres(ql)?:|Ortega|node_modules/)
  })
})

describe('the service about itself', () => {
  const ready = async () => {
    const { status, body, headers } = await get('/readyz')
    return { status, ...(body as { ready: boolean; checks: Record<string, boolean> }), cache: headers['cache-control'] }
  }

  test('it lives, and is ready when it can do its work', async () => {
    expect([(await get('/livez')).status, (await get('/livez')).body]).toEqual([200, { live: true }])
    expect(await ready()).toEqual({
      status: 200,
      ready: true,
      checks: { database: true, migrations: true, disk: true, writes: true },
      cache: 'no-store',
    })
  })

  test('behind in its schema, it lives, is not ready, and says what is missing', async () => {
    const { rows } = await api.db.query(
      'delete from migration where name = (select max(name) from migration) returning name, at',
    )
    await expect.poll(ready).toMatchObject({ status: 503, ready: false, checks: { database: true, migrations: false } })
    expect((await get('/livez')).status).toBe(200)
    await api.db.query('insert into migration values ($1, $2)', [rows[0].name, rows[0].at])
    await expect.poll(ready).toMatchObject({ status: 200 })
  })

  test('without its database, it lives, is not ready, answers 503 and never 500', async () => {
    const name = new URL(api.url).pathname.slice(1)
    const admin = new pg.Client({ connectionString: inject('postgres') })
    await admin.connect()
    await admin.query(`alter database ${name} with allow_connections false`)
    await api.db.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect
      .poll(ready)
      .toMatchObject({ status: 503, ready: false, checks: { database: false, migrations: false } })
    expect((await get('/livez')).status).toBe(200)
    const cookie = `rxdocket=${'A'.repeat(43)}`
    const { status, headers, body } = await api.anonymous.raw({
      method: 'GET',
      url: '/api/user/details',
      headers: { cookie },
    })
    expect([status, headers['retry-after'], (body as { status: { code: string } }).status.code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ])
    // The stream of change events logs nobody out either.
    expect((await api.anonymous.raw({ method: 'GET', url: '/api/changes', headers: { cookie } })).status).toBe(503)
    await admin.query(`alter database ${name} with allow_connections true`)
    await admin.end()
    await expect.poll(ready).toMatchObject({ status: 200 })
  })
})
