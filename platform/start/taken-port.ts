import { once } from 'node:events'
import { createServer } from 'node:net'
import { CannotStart } from '../cannot-start.ts'

/** Refuses to start when the port is taken or not ours to open, before anything else is begun. */
export async function refuseTakenPort(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer().listen(port, host)
    try {
      await once(server, 'listening')
    } catch (reason) {
      throwTakenPort(reason, port)
    }
    await new Promise((closed) => server.close(closed))
  }
}

/** The sentence for what listening on a port threw; anything else than a taken or a forbidden port passes. */
export function throwTakenPort(reason: unknown, port: number): void {
  const { code } = reason as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') throw new CannotStart(`Port ${port} is in use: stop what uses it, or set PORT to another.`)
  if (code === 'EACCES') throw new CannotStart(`Port ${port} is not allowed for this user: set PORT to one above 1023.`)
}
