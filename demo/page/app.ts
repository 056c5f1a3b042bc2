/** What `platform/http` uses of its web server, in a page: routes, the checks before them, and an answer to each request. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentialOf } from '#platform/http/authenticate.ts'
import { refuseBadQuery } from '#platform/http/edge.ts'
import { refuseCrossSite } from '#platform/http/cross-site.ts'
import { errorAnswer } from '#platform/http/errors.ts'
import { parseForm } from '#platform/calls/form-data.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { Refused } from '#platform/calls/refusal.ts'
import { BadJson, parseJson } from '#platform/calls/strict-json.ts'
import type { Portal } from '#platform/portal/portal.ts'
import { sessionHash } from '#platform/session/cookies.ts'

/** A request of a page, and how its answer goes back: its head, then its bytes. */
export type PageRequest = {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body: Uint8Array | undefined
}
export type PageAnswer = {
  head(status: number, headers: Record<string, string>): void
  bytes(part: Uint8Array): void
  end(): void
  /** The page does not wait for the answer any more. */
  onGone(heard: () => void): void
}

type Route = {
  method: string | string[]
  url: string
  config: { call?: AnyCall; plain?: unknown }
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown
}
type Found = Route & { pattern: RegExp; fixed: number }

/** `/authorizations/_:mc/:id` as an expression; a part of the address never spans a slash. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

export class PageApp {
  readonly #routes = new Map<string, Found[]>()

  route(route: Route): void {
    for (const method of [route.method].flat()) {
      const found = this.#routes.get(method) ?? []
      // As routers do it: of two addresses that fit, the one with more fixed text wins.
      const fixed = route.url.replaceAll(/:\w+/g, '').length
      found.push({ ...route, pattern: patternOf(route.url), fixed })
      this.#routes.set(
        method,
        found.toSorted((a, b) => b.fixed - a.fixed),
      )
    }
  }

  get(url: string, { config }: Pick<Route, 'config'>, handler: Route['handler']): void {
    this.route({ method: 'GET', url, config, handler })
  }

  /** Nothing here is hooked into: the page does what hooks do around `handle`. */
  addHook(): void {}

  /** The same as its web server, for the platform's functions that put routes on one. */
  get asServer(): FastifyInstance {
    return this as unknown as FastifyInstance
  }

  find(method: string, path: string): { route: Found; params: Record<string, string> } | undefined {
    for (const route of this.#routes.get(method) ?? []) {
      const groups = route.pattern.exec(path)?.groups
      if (groups || route.pattern.test(path))
        return {
          route,
          params: Object.fromEntries(
            Object.entries(groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
          ),
        }
    }
    return undefined
  }
}

/** An answer under way, as handlers of routes see it. */
class Reply {
  #status = 200
  readonly #headers: Record<string, string> = {}
  readonly #to: PageAnswer
  #sent = false
  readonly raw: object

  constructor(to: PageAnswer) {
    this.#to = to
    const text = new TextEncoder()
    this.raw = {
      destroyed: false,
      socket: null,
      once: () => {},
      destroy: () => to.end(),
      writeHead: (status: number, headers: Record<string, string>) => to.head(status, headers),
      write: (part: string) => to.bytes(text.encode(part)),
      end: (last?: string) => {
        if (last !== undefined) to.bytes(text.encode(last))
        to.end()
      },
    }
  }

  get statusCode(): number {
    return this.#status
  }
  get sent(): boolean {
    return this.#sent
  }
  code(status: number): this {
    this.#status = status
    return this
  }
  header(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = String(value)
    return this
  }
  headers(given: Record<string, unknown>): this {
    for (const [name, value] of Object.entries(given)) this.header(name, value)
    return this
  }
  hijack(): void {
    this.#sent = true
  }
  send(payload?: unknown): this {
    this.#sent = true
    void this.#write(payload).then(
      () => this.#to.end(),
      () => this.#to.end(),
    )
    return this
  }
  async #write(payload: unknown): Promise<void> {
    const isText = typeof payload === 'string'
    const isBytes = payload instanceof Uint8Array
    const parts = isBytes || isText || typeof payload !== 'object' || payload === null ? undefined : payload
    const isParts = parts !== undefined && (Symbol.iterator in parts || Symbol.asyncIterator in parts)
    const isStream = isParts && !Array.isArray(parts)
    if (!isStream && !isText && !isBytes && payload !== undefined)
      this.#headers['content-type'] ??= 'application/json; charset=utf-8'
    this.#to.head(this.#status, this.#headers)
    if (isStream) for await (const part of parts as AsyncIterable<Uint8Array>) this.#to.bytes(part)
    else if (isBytes) this.#to.bytes(payload)
    else if (payload !== undefined) this.#to.bytes(new TextEncoder().encode(isText ? payload : JSON.stringify(payload)))
  }
}

const asRefusal = (error: unknown, code: 'json' | 'form'): unknown =>
  error instanceof BadJson
    ? new Refused({ code: 'VALIDATION', message: error.message, fields: [{ path: '', code, message: error.message }] })
    : error

async function bodyOf(call: AnyCall | undefined, { headers, body }: PageRequest): Promise<unknown> {
  const type = headers['content-type'] ?? ''
  if (!call || call.line.startsWith('GET ') || !body) return undefined
  const isForm = type.startsWith('multipart/')
  if (Boolean(call.form) !== isForm) throw new Refused({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  try {
    return isForm ? await parseForm(body, type) : parseJson(body)
  } catch (error) {
    throw asRefusal(error, isForm ? 'form' : 'json')
  }
}

/** Answers one request of a page, with the checks every request gets before its call. */
export async function answerPage(app: PageApp, portal: Portal, came: PageRequest, to: PageAnswer): Promise<void> {
  const [path = '', query = ''] = came.url.split('?', 2)
  const found = app.find(came.method, path)
  const reply = new Reply(to)
  const request = {
    id: randomUUID(),
    ip: '127.0.0.1',
    method: came.method,
    url: came.url,
    headers: came.headers,
    raw: { url: came.url, rawHeaders: [], on: (_event: string, heard: () => void) => to.onGone(heard) },
    params: found?.params ?? {},
    query: queryOf(query),
    body: undefined as unknown,
    routeOptions: { url: found?.route.url, config: found?.route.config ?? {} },
  }
  const asked = request as unknown as FastifyRequest
  const answering = reply as unknown as FastifyReply
  reply.header('cache-control', 'no-store')
  try {
    if (!found) throw new Refused({ code: 'NOT_FOUND' })
    const { call } = found.route.config
    portal.limits.takeAddress(asked, sessionHash(portal, asked))
    if (call) {
      if (!call.line.startsWith('GET ') && call.gate !== 'service') refuseCrossSite(portal, asked)
      credentialOf(portal, call, asked)
      refuseBadQuery(asked.raw)
    }
    request.body = await bodyOf(call, came)
    const output = await found.route.handler(asked, answering)
    if (!reply.sent) reply.send(output)
  } catch (error) {
    errorAnswer(portal)(error, asked, answering)
  }
}

/** A name that comes twice is a list, which calls refuse. */
function queryOf(query: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query))
    found[name] = name in found ? [found[name]!, value].flat() : value
  return found
}
