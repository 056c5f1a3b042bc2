import { z } from 'zod'
import type { AnyCall, Line } from './contract.ts'
import { inputWords } from './input-words.ts'
import { Refused, type FieldProblem } from './refusal.ts'
import { isUpload, type Upload } from './upload.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Route = { method: Method; path: string; inPath: readonly string[]; inQuery: readonly string[] }

const readLine = (line: Line): Route => {
  const [method, rest] = line.split(' ') as [Method, string]
  const [path, query = ''] = rest.split('?') as [string, string?]
  return {
    method,
    path,
    inPath: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!),
    inQuery: query.split('&').filter(Boolean),
  }
}

/** The path as Fastify takes it: `_{mc}` stays `_:mc`, one literal underscore in front. */
export function routeOf(line: Line): { method: Method; url: string } {
  const { method, path } = readLine(line)
  return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }
}

type Places = {
  method: Method
  path: string
  inPath: readonly string[]
  inQuery: readonly string[]
  inBody: readonly string[]
}
const placesKnown = new WeakMap<AnyCall, Places>()

/** Which input fields travel in the path, which in the query, which in the body. */
export function placesOf(call: AnyCall): Places {
  const known = placesKnown.get(call)
  if (known) return known
  const { method, path, inPath, inQuery } = readLine(call.line)
  const names = Object.keys(call.input.shape as object)
  const inAddress = method === 'GET' ? names.filter((name) => !inPath.includes(name)) : inQuery
  const places = {
    method,
    path,
    inPath,
    inQuery: inAddress,
    inBody: method === 'GET' ? [] : names.filter((name) => !inPath.includes(name) && !inAddress.includes(name)),
  }
  placesKnown.set(call, places)
  return places
}

/** Encodes a call's input as a request. `fromRequest` decodes it. */
export function toRequest(call: AnyCall, input: Record<string, unknown>, base = '/api') {
  const { method, path, inPath, inQuery } = placesOf(call)
  const body = { ...input }
  const take = (name: string) => {
    const value = body[name]
    delete body[name]
    return Array.isArray(value) ? value.join(',') : String(value)
  }
  const filled = inPath.reduce((soFar, name) => soFar.replace(`{${name}}`, encodeURIComponent(take(name))), path)
  const query = new URLSearchParams(
    inQuery.filter((name) => body[name] !== undefined).map((name) => [name, take(name)]),
  )
  for (const name of inQuery) delete body[name]
  return {
    method,
    url: `${base}${filled}${query.size ? `?${query}` : ''}`,
    body: method === 'GET' ? undefined : call.form ? formOf(body) : JSON.stringify(body),
  }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue
      if (isUpload(one)) form.append(name, new Blob([one.bytes as BlobPart], { type: one.type }), one.name)
      else form.append(name, String(one))
    }
  }
  return form
}

type Kinds = Record<string, 'number' | 'boolean' | 'array' | 'numbers' | 'string'>
const kindsOf = new WeakMap<AnyCall, Kinds>()

const kinds = (call: AnyCall): Kinds => {
  let known = kindsOf.get(call)
  if (!known) {
    const properties = (z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<
      string,
      { type?: string; items?: { type?: string } }
    >
    known = Object.fromEntries(
      Object.entries(properties).map(([name, { type, items }]) => [
        name,
        type === 'integer' || type === 'number'
          ? 'number'
          : type === 'boolean'
            ? 'boolean'
            : type === 'array'
              ? items?.type === 'integer' || items?.type === 'number'
                ? 'numbers'
                : 'array'
              : 'string',
      ]),
    )
    kindsOf.set(call, known)
  }
  return known
}

const invalid = (path: string, message: string): never => {
  throw new Refused({ code: 'VALIDATION', fields: [{ path, code: 'invalid', message }] })
}

const numbered = (text: string): number | undefined =>
  /^(?!-0(\.0+)?$)-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text) ? Number(text) : undefined

/** The input as it came, typed from the contract: only path and query are text, a body is never coerced. */
export function fromRequest(
  call: AnyCall,
  came: { params: unknown; query: unknown; body: unknown },
): Record<string, unknown> {
  const { inPath, inQuery, method } = placesOf(call)
  const kind = kinds(call)
  const typed = (name: string, text: unknown): unknown => {
    if (Array.isArray(text)) return invalid(name, 'Send this once.')
    if (typeof text !== 'string') return invalid(name, 'Send this as plain text.')
    if (text.includes('\u0000')) return invalid(name, 'This contains a character that cannot be stored.')
    if (kind[name] === 'number') return numbered(text) ?? invalid(name, 'Enter a number.')
    if (kind[name] === 'numbers')
      return text === ''
        ? []
        : text.split(',').map((one) => numbered(one) ?? invalid(name, 'Enter numbers with a comma between.'))
    if (kind[name] === 'boolean')
      return text === 'true' ? true : text === 'false' ? false : invalid(name, 'Enter true or false.')
    if (kind[name] === 'array') return text === '' ? [] : text.split(',')
    return text
  }
  const given: Record<string, unknown> = {}
  const body = came.body
  if (call.form) {
    if (!(body instanceof Map)) return invalid('', 'Send a form.')
    for (const [name, values] of body as Map<string, readonly (string | Upload)[]>) {
      if (inPath.includes(name) || inQuery.includes(name))
        return invalid(name, 'This belongs in the address, not in the form.')
      if (kind[name] === 'array' || kind[name] === 'numbers') given[name] = values
      else if (values.length > 1) return invalid(name, 'Send this once.')
      else given[name] = isUpload(values[0]) ? values[0] : typed(name, values[0])
    }
  } else if (method !== 'GET' && body !== undefined) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid('', 'Send a JSON object.')
    for (const [name, value] of Object.entries(body)) {
      if (inPath.includes(name) || inQuery.includes(name))
        return invalid(name, 'This belongs in the address, not in the body.')
      given[name] = value
    }
  }
  for (const [name, text] of Object.entries((came.query ?? {}) as object)) {
    if (!inQuery.includes(name)) return invalid(name, 'This is not something this call takes.')
    given[name] = typed(name, text)
  }
  for (const [name, text] of Object.entries((came.params ?? {}) as object)) given[name] = typed(name, text)
  return given
}

/** Every field that is wrong, in words that say how to put it right. */
export function parseInput<C extends AnyCall>(call: C, raw: Record<string, unknown>): Record<string, unknown> {
  const parsed = call.input.safeParse(raw, { error: inputWords })
  if (parsed.success) return parsed.data as Record<string, unknown>
  const fields: FieldProblem[] = []
  for (const issue of parsed.error.issues.slice(0, 20)) {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 20))
        fields.push({
          path: [path, key].filter(Boolean).join('.'),
          code: 'unknown',
          message: 'This is not a field of this call.',
        })
    else fields.push({ path, code: issue.code, message: issue.message })
  }
  throw new Refused({ code: 'VALIDATION', fields })
}
