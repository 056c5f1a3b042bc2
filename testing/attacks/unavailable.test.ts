import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildPortal } from '../../app.ts'
import { startApi } from '../api.ts'
import { testEncryptionKey } from '../session.ts'
import { portOf } from './raw-socket.ts'

test('a client whose headers are not complete after ten seconds is refused, and its connection ends', async () => {
  const api = await startApi()
  const port = await portOf(api)
  const { server } = api.built.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  server.headersTimeout = 1 // the real limit, shortened: the next look of the server, once a second, finds it over
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  let heard = ''
  socket.on('data', (part) => void (heard += part.toString()))
  await once(socket, 'end')
  socket.destroy()
  expect(heard).toMatch(/^HTTP\/1\.1 408 /)
  expect(heard).toContain('"REQUEST_TIMEOUT"')
})

test('a full disk makes the portal not ready, and its readiness says that it is the disk', async () => {
  const api = await startApi()
  const ready = async () => (await api.anonymous.raw({ method: 'GET', url: '/readyz' })).body
  expect(await ready()).toMatchObject({ ready: true, checks: { disk: true, writes: true } })
  // No disk is filled for a test: PostgreSQL may write files no larger than a tenth of what the check writes.
  const name = new URL(api.url).pathname.slice(1)
  await api.db.query(`alter database ${name} set temp_file_limit = '100kB'`)
  const second = await startApi({ url: api.url, keep: true })
  onTestFinished(() => second.close())
  const { status, headers, body } = await second.anonymous.raw({ method: 'GET', url: '/readyz' })
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(body).toMatchObject({ ready: false, checks: { database: true, disk: false } })
})

test('a portal that is stopping refuses new requests with all its headers, and says when to try again', async () => {
  const api = await startApi()
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { log, clock, settings } = api.built.portal
  const stopping = buildPortal({
    databaseUrl: api.url,
    encryptionKey: testEncryptionKey,
    log,
    clock,
    version: 'test',
    settings,
    plain: (app) =>
      app.addHook('preClose', async () => {
        begun.resolve()
        await goOn.promise
      }),
  })
  const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const stopped = stopping.stop()
  await begun.promise
  for (const path of ['/livez', '/readyz', '/api/user/details']) {
    const { status, headers } = await fetch(`${address}${path}`)
    expect([path, status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      path,
      503,
      '2',
      'no-store',
    ])
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
  }
  goOn.resolve()
  await stopped
})
