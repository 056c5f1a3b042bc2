import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { everyCall } from '#registry'
import type { AnyCall } from './contract.ts'

type Json = {
  type?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: Json | boolean
  propertyNames?: Json
  pattern?: string
}

/** Values of a JSON Schema, with text and numbers that its finer rules may refuse. */
function valuesOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  switch (schema.type) {
    case 'string':
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : fc.string({ maxLength: 12 })
    case 'integer':
      return fc.integer({ min: 0, max: 50 })
    case 'number':
      return fc.double({ min: 0, max: 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 })
    case 'object': {
      const { properties } = schema
      if (!properties)
        return fc.dictionary(
          fc.string({ maxLength: 5 }),
          typeof schema.additionalProperties === 'object' ? valuesOf(schema.additionalProperties) : fc.string(),
          { maxKeys: 3 },
        )
      return fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valuesOf(of)])), {
        requiredKeys: (schema.required ?? []) as never,
      })
    }
    default:
      return fc.string()
  }
}

/** The value with one thing in it of another kind, and where. */
function* broken(schema: Json, value: unknown): Generator<unknown> {
  if (schema.anyOf || schema.enum || schema.const !== undefined) return
  if (['string', 'integer', 'number', 'boolean'].includes(schema.type ?? '')) yield { of: 'another kind' }
  if (schema.type === 'array') {
    yield 'no list'
    const list = value as unknown[]
    if (list.length > 0) for (const bad of broken(schema.items ?? {}, list[0])) yield [bad, ...list.slice(1)]
  }
  if (schema.type === 'object' && schema.properties) {
    yield null
    const object = value as Record<string, unknown>
    for (const name of schema.required ?? []) {
      const { [name]: _gone, ...rest } = object
      if (!acceptsAnything(schema.properties[name]!)) yield rest
    }
    for (const [name, of] of Object.entries(schema.properties))
      if (name in object) for (const bad of broken(of, object[name])) yield { ...object, [name]: bad }
  }
}
const acceptsAnything = (schema: Json): boolean => Object.keys(schema).every((key) => key === '$schema')

async function contractsInBrowser(): Promise<readonly AnyCall[]> {
  vi.resetModules()
  vi.doMock('zod', () => import('./zod-in-browser.ts'))
  try {
    const { everyCall: calls } = await import('#registry')
    return calls
  } finally {
    vi.doUnmock('zod')
    vi.resetModules() // the next test file of this worker loads them with the real zod
  }
}

test('the browser accepts whatever zod accepts of an answer, and refuses what is of another kind or missing', async () => {
  const inBrowser = await contractsInBrowser()
  expect(inBrowser.map((call) => call.name)).toEqual(everyCall.map((call) => call.name))
  let accepted = 0
  let refused = 0
  for (const [at, call] of everyCall.entries()) {
    const small = inBrowser[at]!
    expect(Object.keys(small.input.shape), call.name).toEqual(Object.keys(call.input.shape))
    if (call.file !== undefined) continue
    const schema = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }) as Json
    for (const value of fc.sample(valuesOf(schema), { numRuns: 6, seed: 7 })) {
      if (call.output.safeParse(value).success) {
        accepted += 1
        expect(small.output.safeParse(value), call.name).toEqual({ success: true, data: value })
      }
      for (const bad of broken(schema, value)) {
        if (call.output.safeParse(bad).success) continue
        refused += 1
        expect(small.output.safeParse(bad).success, `${call.name} ${JSON.stringify(bad)}`).toBe(false)
      }
    }
  }
  expect(accepted).toBeGreaterThan(everyCall.length * 4)
  expect(refused).toBeGreaterThan(1000)
})
