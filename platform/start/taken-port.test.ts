import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { refuseTakenPort } from './taken-port.ts'

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port somebody listens to on %s is refused, and free again when they stop',
  async (host) => {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    await expect(refuseTakenPort(port)).rejects.toThrow(
      `Port ${port} is in use: stop what uses it, or set PORT to another.`,
    )
    await new Promise((closed) => server.close(closed))
    await refuseTakenPort(port)
  },
)
