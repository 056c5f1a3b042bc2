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
  const of = new Set<number>([200, 400, 413, 429, 503])
  if (call.gate !== 'public') of.add(401)
  if (call.gate !== 'public' || !call.line.startsWith('GET ')) of.add(403)
  if (!call.line.startsWith('GET ')) of.add(415)
  if (call.gate === 'carrier') for (const status of [404, 409]) of.add(status)
  if (call.kind === 'act') for (const status of [409, 422]) of.add(status)
  for (const code of call.refusals) of.add(refusalStatus[code])
  return [...of].sort((a, b) => a - b)
}

/** The OpenAPI 3.1 page of every call, computed from the contracts, so it cannot fall behind them. */
export function openApi(title: string, version: string, base: string, all: readonly AnyCall[]): Json {
  const paths: Record<string, Json> = {}
  for (const call of all) {
    const { method, path, inPath, inQuery, inBody } = placesOf(call)
    const whole = clean(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
    const parameter = (place: 'path' | 'query') => (name: string) => ({
      name,
      in: place,
      required: place === 'path' || (whole.required ?? []).includes(name),
      schema: whole.properties?.[name] ?? {},
    })
    const body = {
      ...whole,
      properties: Object.fromEntries(inBody.map((name) => [name, whole.properties?.[name] ?? {}])),
      required: (whole.required ?? []).filter((name) => inBody.includes(name)),
    }
    ;(paths[`${base}${path}`] ??= {})[method.toLowerCase()] = {
      operationId: call.name,
      'x-call-id': call.id,
      summary: call.summary,
      tags: [call.name.split('.')[0]],
      security: call.gate === 'public' ? [] : call.gate === 'service' ? [{ service: [] }] : [{ session: [] }],
      parameters: [...inPath.map(parameter('path')), ...inQuery.map(parameter('query'))],
      ...(method !== 'GET' && {
        requestBody: { required: inBody.length > 0, content: { 'application/json': { schema: body } } },
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
        session: { type: 'apiKey', in: 'cookie', name: 'rxdocket' },
        service: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
