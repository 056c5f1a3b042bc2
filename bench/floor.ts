/** Bare Fastify over bare `pg`, the same statements, shaping and answers, and nothing else; as the floor with the guarantees of the portal. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { z } from 'zod'
import { parseInput, placesOf, routeOf } from '#platform/calls/wire.ts'
import { bareAnswer, openBare } from './bare.ts'
import type { Data } from './data.ts'
import { guardedAnswer, guardedPool } from './guarded.ts'
import { serveQuestions } from './process.ts'
import { scenarioNames, scenarios, whoAsks } from './scenarios.ts'

type Schema = {
  anyOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  [key: string]: unknown
}

/** The schema as Fastify's serializer runs fastest: what may be null says so itself, what only checks is left out. */
function lean(schema: Schema): Schema {
  const [one, nothing] = schema.anyOf ?? []
  if (schema.anyOf?.length === 2 && one && nothing?.type === 'null') return { ...lean(one), nullable: true }
  const { type, properties, items, anyOf, additionalProperties } = schema
  return {
    ...(type !== undefined && { type }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, lean(of)])),
    }),
    ...(items && { items: lean(items) }),
    ...(anyOf && { anyOf: anyOf.map(lean) }),
    ...(typeof additionalProperties === 'object' &&
      additionalProperties !== null && { additionalProperties: lean(additionalProperties as Schema) }),
  }
}

let port = 0
serveQuestions({
  begin: async ({ guarded, ...data }: Data & { guarded?: true }) => {
    const app = Fastify()
    for (const scenario of scenarioNames) {
      const { call } = scenarios[scenario]
      const who = whoAsks(scenario, data)
      const bare = await openBare(data.databaseUrl, who)
      const pool = guarded ? guardedPool(data.databaseUrl, scenario) : bare.pool
      const { method, url } = routeOf(call.line)
      const { inBody } = placesOf(call)
      const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Schema
      const body = {
        type: 'object',
        properties: Object.fromEntries(inBody.map((name) => [name, input.properties![name]!])),
        additionalProperties: false,
      }
      const response = {
        200: lean(z.toJSONSchema(call.output, { unrepresentable: 'any', target: 'draft-7' }) as Schema),
      }
      app.route({
        method,
        url: `/api${url}`,
        schema: method === 'GET' ? { response } : { body, response },
        handler: async (request) => {
          const client = await pool.connect()
          try {
            const asked = { ...(request.body as object), ...(request.params as object) }
            if (!guarded) return await bareAnswer(scenario, bare, client, asked)
            const key = request.headers['idempotency-key'] as string | undefined
            return await guardedAnswer(scenario, bare, who, client, {
              input: parseInput(call, asked),
              requestId: randomUUID(),
              key,
            })
          } finally {
            client.release()
          }
        },
      })
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  },
  port: () => port,
})
