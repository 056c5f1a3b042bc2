/** A bare page with the rows of the worklist: React, Fastify, nothing else; packed as the portal packs. */
import { brotliCompressSync } from 'node:zlib'
import { join } from 'node:path'
import Fastify from 'fastify'
import { build, type Rolldown } from 'vite'

/** Serves a page that asks for these rows and shows them. */
export async function serveBarePage(rows: string) {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'bare-list.tsx') } },
  })) as Rolldown.RolldownOutput
  const script = built.output[0].code
  const files = {
    '/': ['text/html', '<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', script],
    '/rows': ['application/json', rows],
  } as const
  const app = Fastify()
  for (const [path, [type, body]] of Object.entries(files)) {
    const packed = brotliCompressSync(body)
    app.get(path, (_, reply) => reply.headers({ 'content-type': type, 'content-encoding': 'br' }).send(packed))
  }
  return { origin: await app.listen({ host: 'localhost', port: 0 }), close: () => app.close() }
}
