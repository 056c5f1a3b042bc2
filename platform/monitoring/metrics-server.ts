import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { CannotStart } from '../cannot-start.ts'
import type { Metrics } from './metrics.ts'

/** `GET /metrics` on a port of its own, which is not for the public: no session, no carrier, nothing else. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
      return
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(503, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n'),
    )
  })
  server.requestTimeout = 10_000
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CannotStart(
      `RXDOCKET_METRICS_PORT: port ${port} of ${host} cannot be opened (${(error as { code?: string }).code}).`,
    )
  }
  return server
}
