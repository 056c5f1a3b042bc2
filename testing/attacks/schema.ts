import { z } from 'zod'
import type { AnyCall } from '#platform/calls/contract.ts'
import { placesOf } from '#platform/calls/wire.ts'

/** A part of a call's input as JSON Schema writes it. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  default?: unknown
}

const known = new Map<string, Schema>()
/** What a call takes, as its contract says it. */
export function inputSchema(call: AnyCall): Schema {
  if (!known.has(call.name))
    known.set(call.name, z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema)
  return known.get(call.name)!
}

/** The fields of a call that travel in this place. */
export function fieldsIn(call: AnyCall, place: 'inPath' | 'inQuery' | 'inBody'): [name: string, schema: Schema][] {
  const { properties = {} } = inputSchema(call)
  return placesOf(call)[place].map((name) => [name, properties[name] ?? {}])
}

/** The objects of a schema that let a field through which they do not name; a map of any names has no fields. */
export function openObjects(schema: Schema, path: string): string[] {
  return [
    ...(schema.properties && schema.additionalProperties !== false ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => openObjects(part, `${path}.${name}`)),
    ...(schema.anyOf ?? []).flatMap((part) => openObjects(part, path)),
    ...(schema.items ? openObjects(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === 'object' ? openObjects(schema.additionalProperties, `${path}{}`) : []),
  ]
}

const jsonType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** The JSON types a schema lets through; nothing when it does not say. */
export function typesOf(schema: Schema): Set<string> | undefined {
  if (schema.anyOf) {
    const parts = schema.anyOf.map(typesOf)
    return parts.some((part) => !part) ? undefined : new Set(parts.flatMap((part) => [...part!]))
  }
  if (schema.const !== undefined) return new Set([jsonType(schema.const)])
  if (schema.enum) return new Set(schema.enum.map(jsonType))
  if (schema.type === undefined) return undefined
  return new Set([schema.type].flat().map((type) => (type === 'integer' ? 'number' : type)))
}

/** Stands in every hostile text: no answer may repeat it. */
export const ECHO = 'ZZECHO'

/** Figures no column can hold; of a list, a list of one. Empty where a schema takes no figure. */
export function extremes(schema: Schema): unknown[] {
  if (schema.items) return extremes(schema.items).map((figure) => [figure])
  if (schema.anyOf) return schema.anyOf.flatMap(extremes)
  return ['integer', 'number'].includes(String(schema.type)) ? [2 ** 15, 2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53] : []
}

const oneOfEachType: unknown[] = [ECHO, '1', 'true', '', 1, 0, true, false, { [ECHO]: 1 }, {}, [ECHO], [], [[]], null]

/** Values whose JSON type a schema does not take. */
export function ofAnotherType(schema: Schema): unknown[] {
  const types = typesOf(schema)
  if (!types) return []
  const wrong = oneOfEachType.filter((value) => !types.has(jsonType(value)))
  if (schema.type === 'integer') wrong.push(1.5, 0.1)
  return wrong
}
