import { z } from 'zod'
import type { AnyCall } from './contract.ts'
import { refusalStatus } from './refusal.ts'
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

/** Every status a call may answer with, as its contract declares it. */
export function statusesOf(call: AnyCall): number[] {
  const of = new Set<number>([200, 400, 413, 414, 429, 431, 503])
  if (call.gate !== 'public') of.add(401)
  if (call.gate !== 'public' || !call.line.startsWith('GET ')) of.add(403)
  if (!call.line.startsWith('GET ')) of.add(415)
  if (call.gate === 'carrier') of.add(404)
  if (call.gate === 'carrier' || call.gate === 'session') of.add(409) // the tab shows another carrier
  if (call.kind === 'act') for (const status of [409, 422]) of.add(status)
  for (const code of call.refusals) of.add(refusalStatus[code])
  return [...of].sort((a, b) => a - b)
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
  const lines = all.flatMap((call) => [call.line, ...call.also].map((line, at) => ({ call, line, at })))
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
    ;(paths[`${base}${path}`] ??= {})[method.toLowerCase()] = {
      operationId: at === 0 ? call.name : `${call.name}.${at + 1}`,
      'x-call-id': call.id,
      summary: call.summary,
      tags: [call.name.split('.')[0]],
      security: call.gate === 'public' ? [] : call.gate === 'service' ? [{ service: [] }] : [{ session: [] }],
      parameters: [...inPath.map(parameter('path')), ...inQuery.map(parameter('query'))],
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
    info: { title, version },
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        service: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
