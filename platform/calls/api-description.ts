import { z } from 'zod'
import type { AnyCall } from './contract.ts'
import { refusalStatus, type RefusalCode } from './refusal.ts'
import { placesOf } from './wire.ts'

type Json = Record<string, unknown>

const clean = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const problem = {
  type: 'object',
  required: ['status', 'data', 'supportId', 'fields'],
  properties: {
    status: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string', enum: Object.keys(refusalStatus) }, message: { type: 'string' } },
    },
    data: { description: 'Text to show unchanged, the current state for the loser of a race, or null' },
    supportId: { type: 'string', format: 'uuid' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/**
 * Every code a call may refuse with: what its contract declares, and what the portal answers by itself to every call of
 * its kind. A handler that refuses with another one does not compile.
 */
export function codesOf(call: AnyCall): ReadonlySet<RefusalCode> {
  const reads = call.line.startsWith('GET ')
  const of = new Set<RefusalCode>([
    'VALIDATION',
    'NOT_FOUND',
    'TOO_LARGE',
    'ADDRESS_TOO_LONG',
    'RATE_LIMIT',
    'HEADERS_TOO_LARGE',
    'UNAVAILABLE',
  ])
  const add = (...codes: RefusalCode[]) => codes.forEach((code) => of.add(code))
  if (!reads) add('CROSS_SITE', 'UNSUPPORTED_MEDIA_TYPE')
  if (call.gate !== 'public') add('SESSION_REQUIRED')
  if (call.gate === 'session' || call.gate === 'carrier')
    add('SESSION_IDLE', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'REGISTRATION_REQUIRED', 'CARRIER_CHANGED')
  if (call.gate === 'carrier') add('TERMS_REQUIRED', 'CARRIER_REQUIRED', 'NOT_ALLOWED', 'UPDATE_BLOCKED')
  if (call.kind === 'act' && call.gate !== 'public') add('IN_PROGRESS', 'IDEMPOTENCY_MISMATCH')
  if (call.stepUp) add('STEP_UP_REQUIRED')
  add(...(call.refusals as readonly RefusalCode[]))
  return of
}

/** Every status a call may answer with, as its contract declares it. */
export function statusesOf(call: AnyCall): number[] {
  const of = new Set<number>([200, 400, 404, 413, 414, 429, 431, 503])
  if (call.gate !== 'public') of.add(401)
  if (call.gate !== 'public' || !call.line.startsWith('GET ')) of.add(403)
  if (!call.line.startsWith('GET ')) of.add(415)
  if (call.gate === 'carrier' || call.gate === 'session') of.add(409) // the tab shows another carrier
  if (call.kind === 'act') for (const status of [409, 422]) of.add(status)
  for (const code of codesOf(call)) of.add(refusalStatus[code])
  return [...of].sort((a, b) => a - b)
}

const header = (name: string, description: string, schema: Json, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
})
/** What travels beside the input. */
const headers = {
  PortalRequest: header(
    'X-Portal-Request',
    'Every call that is not GET has it, beside an Origin or Sec-Fetch-Site of the portal itself.',
    { enum: ['1'] },
  ),
  MasterCarrier: header(
    'X-Master-Carrier',
    'The carrier the caller believes to work in. When the session has another one the call is refused with CARRIER_CHANGED.',
    {},
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'One for each act: the same act with the same key is done once, and its repeats get the first answer for 24 hours.',
    { maxLength: 200 },
  ),
}

function headersOf(call: AnyCall, method: string): (keyof typeof headers)[] {
  const people = call.gate === 'session' || call.gate === 'carrier'
  return [
    ...(method !== 'GET' && call.gate !== 'service' ? (['PortalRequest'] as const) : []),
    ...(people ? (['MasterCarrier'] as const) : []),
    ...(call.kind === 'act' && call.gate !== 'public' ? (['IdempotencyKey'] as const) : []),
  ]
}

/** The OpenAPI 3.1 page of every call, computed from the contracts, so it cannot fall behind them. */
export function openApi(
  title: string,
  version: string,
  base: string,
  all: readonly AnyCall[],
  sessionCookie = 'rxdocket',
): Json {
  const paths: Record<string, Json> = {}
  const lines = all.flatMap((call) =>
    [call.line, ...call.also]
      // The same address with a slash at its end is answered, and needs no entry of its own.
      .filter((line) => !line.split('?')[0]!.endsWith('/'))
      .map((line, at) => ({ call, line, at })),
  )
  for (const { call, line, at } of lines) {
    const { method, path, inPath, inQuery, inBody } = placesOf({ ...call, line })
    const whole = clean(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
    const parameter = (place: 'path' | 'query') => (name: string) => ({
      name,
      in: place,
      required: place === 'path' || (whole.required ?? []).includes(name),
      schema: whole.properties?.[name] ?? {},
      // A list travels as one value, `f=a,b`: the same name twice is refused.
      ...(whole.properties?.[name]?.['type'] === 'array' && { style: 'form', explode: false }),
    })
    const body = {
      ...whole,
      properties: Object.fromEntries(inBody.map((name) => [name, whole.properties?.[name] ?? {}])),
      required: (whole.required ?? []).filter((name) => inBody.includes(name)),
    }
    ;(paths[path] ??= {})[method.toLowerCase()] = {
      operationId: at === 0 ? call.name : `${call.name}.${at + 1}`,
      'x-call-id': call.id,
      summary: call.summary,
      tags: [call.name.split('.')[0]],
      security: call.gate === 'public' ? [] : call.gate === 'service' ? [{ service: [] }] : [{ session: [] }],
      parameters: [
        ...inPath.map(parameter('path')),
        ...inQuery.map(parameter('query')),
        ...headersOf(call, method).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ],
      ...(method !== 'GET' && {
        requestBody: {
          required: inBody.length > 0,
          content: { [call.form ? 'multipart/form-data' : 'application/json']: { schema: body } },
        },
      }),
      responses: Object.fromEntries(
        statusesOf(call).map((status) => [
          String(status),
          status === 200
            ? {
                description: 'Done',
                content:
                  call.file === undefined
                    ? { 'application/json': { schema: clean(call.output, 'output') } }
                    : { [call.file]: { schema: { type: 'string' } } },
              }
            : {
                description: 'Refused',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
              },
        ]),
      ),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: base, description: 'This installation' }],
    paths,
    components: {
      schemas: { Problem: problem },
      parameters: headers,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        service: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
