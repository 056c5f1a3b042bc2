import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** A request as `fetch` takes it, to an address given as text. */
export type Fetch = (url: string, options?: RequestInit) => Promise<Response>

/** The other side could not be reached, or its answer is not accepted. The message is fit for a log. */
export class OutboundFailure extends Error {
  readonly reason: 'unreachable' | 'too-slow' | 'redirected' | 'too-large' | 'server-error' | 'not-allowed'

  constructor(reason: OutboundFailure['reason'], detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'OutboundFailure'
    this.reason = reason
  }
}

export type OutboundOptions = {
  /** Also speak plain http, to this machine only. */
  plainHttpToThisMachine: boolean
  connectMs?: number
  totalMs?: number
  maxBytes?: number
  /** Takes the place of our own http client; the guards stay. */
  fetch?: Fetch | undefined
}

/**
 * A `fetch` for calls to the identity provider: 2 s to connect, 10 s in all, half a megabyte, no redirect followed,
 * https only. Every way to fail is an `OutboundFailure`.
 */
export function createOutbound(options: OutboundOptions): Fetch {
  const { connectMs = 2_000, totalMs = 10_000, maxBytes = 512 * 1024 } = options
  const send = options.fetch ?? ((url, request) => sendByNode(url, request, connectMs))
  return async (address, request) => {
    const url = new URL(address)
    if (!isAllowed(url, options.plainHttpToThisMachine)) {
      throw new OutboundFailure('not-allowed', `${url.protocol} is not allowed to ${url.host}`)
    }
    const deadline = AbortSignal.timeout(totalMs)
    const signal = request?.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    try {
      const response = await send(url.href, { ...request, redirect: 'manual', signal })
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        void response.body?.cancel().catch(() => {})
        throw new OutboundFailure('redirected', `${url.host} tried to redirect us`)
      }
      if (response.status >= 500) {
        void response.body?.cancel().catch(() => {})
        throw new OutboundFailure('server-error', `${url.host} answered ${response.status}`)
      }
      return await readWhole(response, maxBytes, url.host)
    } catch (error) {
      if (error instanceof OutboundFailure) throw error
      if (deadline.aborted) throw new OutboundFailure('too-slow', `${url.host} took more than ${totalMs} ms`, error)
      throw new OutboundFailure('unreachable', `${url.host} could not be asked: ${causeCode(error)}`, error)
    }
  }
}

/** True for a host name that always means this machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

const isAllowed = (url: URL, plainHttpToThisMachine: boolean): boolean =>
  url.username === '' &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && plainHttpToThisMachine && isThisMachine(url.hostname)))

async function readWhole(response: Response, maxBytes: number, host: string): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the stream, which closes the connection.
    if (size > maxBytes) throw new OutboundFailure('too-large', `${host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const body = size > 0 ? Buffer.concat(chunks) : null
  return new Response(body, { status: response.status, headers: response.headers })
}

/**
 * Node's own http client instead of the global fetch, because that one cannot be given a time to connect.
 * It never follows a redirect, and the global agent honours the proxy settings of the machine.
 */
function sendByNode(address: string, request: RequestInit | undefined, connectMs: number): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const url = new URL(address)
  const headers = Object.fromEntries(new Headers(request?.headers).entries())
  const body = bodyOf(request)
  if (body) headers['content-length'] = String(body.length)
  const message = (url.protocol === 'https:' ? https : http).request(url, {
    method: request?.method ?? 'GET',
    headers,
    ...(request?.signal && { signal: request.signal }),
  })
  const connecting = setTimeout(() => {
    message.destroy(new OutboundFailure('too-slow', `no connection to ${url.host} within ${connectMs} ms`))
  }, connectMs)
  message.on('socket', (socket) => {
    const connected = () => clearTimeout(connecting)
    if (!socket.connecting) connected()
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  })
  message.on('error', reject)
  message.on('close', () => clearTimeout(connecting))
  message.on('response', (answer) => {
    const status = answer.statusCode ?? 0
    const empty = status === 204 || status === 205 || status === 304
    if (status < 200 || status > 599) {
      message.destroy(new OutboundFailure('unreachable', `${url.host} answered ${status}`))
      return
    }
    if (empty) answer.resume()
    const received = new Headers()
    for (const [name, values] of Object.entries(answer.headersDistinct)) {
      for (const value of values ?? []) received.append(name, value)
    }
    const stream = empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
    resolve(new Response(stream as BodyInit | null, { status, headers: received }))
  })
  message.end(body)
  return promise
}

/** Forms and text are all that is ever sent. */
function bodyOf(request: RequestInit | undefined): Buffer | undefined {
  const body = request?.body
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString())
  throw new TypeError('only text and forms are sent to the identity provider')
}

function causeCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
    if (!(at.cause instanceof Error)) return at.name
  }
  return 'unknown'
}
