import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Refused, refusalStatus, type RefusalCode } from './refusal.ts'
import { refusalBody } from './serve.ts'

// What is refused by its outline alone, before anybody looks what it asks for (bar B-016, B-017).

/** Headers of every answer, whatever it is an answer to. */
export const ownHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

const ADDRESS_CHARACTERS = 8 * 1024
const HEADER_LINES = 100
const HEADER_CHARACTERS = 8 * 1024

/** Refuses an address or headers beyond what our pages ever send. */
export function refuseOversized({ url = '', rawHeaders }: IncomingMessage): void {
  if (url.length > ADDRESS_CHARACTERS) throw new Refused({ code: 'ADDRESS_TOO_LONG' })
  if (rawHeaders.length > HEADER_LINES * 2 || rawHeaders.some((text) => text.length > HEADER_CHARACTERS))
    throw new Refused({ code: 'HEADERS_TOO_LARGE' })
}

/** Refuses a query that is not percent-encoded UTF-8: read leniently it would mean something else than was sent. */
export function refuseBadQuery({ url = '' }: IncomingMessage): void {
  const query = url.indexOf('?')
  if (query === -1) return
  try {
    decodeURIComponent(url.slice(query))
  } catch {
    throw new Refused({ code: 'VALIDATION', message: 'The address is not valid UTF-8.' })
  }
}

const words: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** The answer to bytes that are no HTTP request: there is no request object yet, only the socket. */
export function clientErrorAnswer(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const code = words[error.code ?? ''] ?? 'VALIDATION'
  const message = code === 'VALIDATION' ? 'This is not a valid request.' : undefined
  const body = JSON.stringify(refusalBody({ code, message }, randomUUID()))
  const head = {
    ...ownHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = refusalStatus[code]
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
