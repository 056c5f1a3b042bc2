import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOutbound, isThisMachine } from './outbound.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const local = { plainHttpToThisMachine: true }

/**
 * Whether the call ends at the latest 200 ms after its time. Compares two timers of one process, so that a machine too busy
 * to run either does not matter.
 */
async function endsWithin(ms: number, call: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  // What fell due together with this timer has its turn first.
  const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), ms + 200)
  const inTime = await Promise.race([
    call.then(
      () => true,
      () => true,
    ),
    late,
  ])
  clearTimeout(timer)
  return inTime
}

test('text and forms are sent, status, headers and body come back', async () => {
  const origin = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-two': ['a', 'b'] })
      response.end(JSON.stringify({ method: request.method, body, type: request.headers['content-type'] }))
    })
  })
  const response = await createOutbound(local)(`${origin}/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ a: '1 2' }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-two')).toBe('a, b')
  expect(await response.json()).toEqual({ method: 'POST', body: 'a=1+2', type: 'application/x-www-form-urlencoded' })
})

test('a redirect is not followed, whatever its kind', async () => {
  let reached = 0
  const target = await serve((_request, response) => {
    reached++
    response.end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const origin = await serve((_request, response) => response.writeHead(status, { location: target }).end())
    await expect(createOutbound(local)(origin)).rejects.toMatchObject({ reason: 'redirected' })
    await expect(createOutbound({ ...local, fetch })(origin)).rejects.toMatchObject({ reason: 'redirected' })
  }
  expect(reached).toBe(0)
})

test('an answer that never comes, or never ends, is given up at most 200 ms after its time', async () => {
  const silent = await serve(() => {})
  const dripping = await serve((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  for (const origin of [silent, dripping]) {
    const call = createOutbound({ ...local, totalMs: 200 })(origin)
    expect(await endsWithin(200, call)).toBe(true)
    await expect(call).rejects.toMatchObject({
      reason: 'too-slow',
      message: expect.stringMatching(/took more than 200 ms$/),
    })
  }
})

test('a machine that lets nobody in is given up at most 200 ms after the time to connect', async () => {
  // TLS to a server that never says hello: the connection is open but not made.
  const mute = createTcpServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  open.push(mute)
  const address = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const call = createOutbound({ ...local, connectMs: 150 })(address)
  expect(await endsWithin(150, call)).toBe(true)
  await expect(call).rejects.toMatchObject({
    reason: 'too-slow',
    message: expect.stringMatching(/within 150 ms$/),
  })
})

test('an answer that is too long is cut off while it arrives', async () => {
  let sent = 0
  const origin = await serve((_request, response) => {
    response.writeHead(200)
    const push = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      if (!response.destroyed) response.once('drain', push)
    }
    push()
  })
  await expect(createOutbound({ ...local, maxBytes: 100_000 })(origin)).rejects.toMatchObject({ reason: 'too-large' })
  expect(sent).toBeLessThan(50_000_000)
})

test('server errors and refused connections are failures, other answers are answers', async () => {
  const broken = await serve((_request, response) => response.writeHead(503).end('x'))
  const cut = await serve((request) => request.socket.destroy())
  const missing = await serve((_request, response) => response.writeHead(404).end('no'))
  const empty = await serve((_request, response) => response.writeHead(204).end())
  const ask = createOutbound(local)
  await expect(ask(broken)).rejects.toMatchObject({ reason: 'server-error' })
  await expect(ask(cut)).rejects.toMatchObject({ reason: 'unreachable' })
  await expect(ask('http://127.0.0.1:1/')).rejects.toMatchObject({ reason: 'unreachable' })
  expect((await ask(missing)).status).toBe(404)
  expect((await ask(empty)).status).toBe(204)
})

test('plain http goes to this machine only, and only where allowed', async () => {
  const never = () => {
    throw new Error('asked')
  }
  for (const address of [
    'http://idp.example/',
    'http://169.254.169.254/',
    'ftp://localhost/',
    'http://user@localhost/',
  ])
    await expect(createOutbound({ ...local, fetch: never })(address)).rejects.toMatchObject({ reason: 'not-allowed' })
  const strict = createOutbound({ plainHttpToThisMachine: false, fetch: never })
  await expect(strict('http://localhost/')).rejects.toMatchObject({ reason: 'not-allowed' })
  expect(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'].every(isThisMachine)).toBe(true)
  expect(['localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]', ''].some(isThisMachine)).toBe(false)
})

test('a call ends when its caller gives up', async () => {
  const silent = await serve(() => {})
  const asking = createOutbound(local)(silent, { signal: AbortSignal.timeout(50) })
  await expect(asking).rejects.toMatchObject({ reason: 'unreachable' })
})
