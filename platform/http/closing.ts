import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests still running then are cut off: stopping the process has a time limit, and the database needs a part of it. */
const FINISH_MS = 15_000

/**
 * The end of the HTTP side: requests that run are answered, connections without one are closed at once, and each other
 * connection after its last answer. Node's own `close()` waits for a browser's connection that has not sent anything
 * yet, and keeps those open whose answer began before.
 */
export function finishRequests(app: FastifyInstance): { isClosing: () => boolean } {
  const running = new Map<Socket, number>()
  let isClosing = false
  app.server.on('connection', (socket) => {
    running.set(socket, 0)
    socket.on('close', () => running.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    running.set(socket, running.get(socket)! + 1)
    response.on('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      if (running.has(socket)) running.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, count] of running) if (count === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return { isClosing: () => isClosing }
}
