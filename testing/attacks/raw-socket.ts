import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { TestApi } from '../api.ts'

export type RawAnswer = { status: number; head: string; text: string }

/** Opens a port for what only bytes on a socket can say; the portal's `stop` closes it. */
export async function portOf(api: TestApi): Promise<number> {
  const { app } = api.built
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Sends these bytes and reads until the server closes: end each request with `connection: close`. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.on('error', () => {}) // the server may close before everything was written
  socket.write(bytes)
  await Promise.race([once(socket, 'end').catch(() => {}), once(socket, 'close')])
  socket.destroy()
  const all = Buffer.concat(parts).toString('utf8')
  const split = all.indexOf('\r\n\r\n')
  const head = split === -1 ? all : all.slice(0, split)
  const chunked = /^transfer-encoding: chunked/im.test(head)
  const body = split === -1 ? '' : all.slice(split + 4)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    text: chunked ? body.replaceAll(/^[0-9a-f]+\r\n|\r\n(?=[0-9a-f]+\r\n|$)/gim, '') : body,
  }
}

/** A whole request as text; header lines are written just as given. */
export const requestText = (method: string, url: string, lines: readonly string[], body = ''): string =>
  [
    `${method} ${url} HTTP/1.1`,
    'host: localhost:3000',
    'connection: close',
    ...lines,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
