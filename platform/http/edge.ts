import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Refused, refusalStatus, type RefusalCode } from '../calls/refusal.ts'
import { refusalBody } from './errors.ts'

// Checks of the address and the headers, before a route is found.

// Our pages use none of these; the copy buttons write to the clipboard.
const denied = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/**
 * Headers of every answer, whatever it is an answer to. An answer that is no page runs and loads nothing,
 * wherever it is opened; pages bring a content policy of their own.
 */
export const ownHeaders = (secure: boolean): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [...denied.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

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
export const clientErrorAnswer =
  (own: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const code = words[error.code ?? ''] ?? 'VALIDATION'
    const message = code === 'VALIDATION' ? 'This is not a valid request.' : undefined
    const body = JSON.stringify(refusalBody({ code, message }, randomUUID()))
    const head = {
      ...own,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    const status = refusalStatus[code]
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
