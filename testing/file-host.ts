/** Serves the files of a folder as a file host does: an address it does not have is answered with `404.html`. */
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
/** What hosts pack; pictures, typefaces and archives are packed already. */
export const isPacked = (name: string): boolean => extname(name) in types
/** As hosts pack what they are asked for: quickly. */
export const pack = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
}

type Host = { origin: string; close: () => void }
/** `packed`: with brotli, made before the first request. */
export async function hostFiles(folder: string, { packed = false } = {}): Promise<Host> {
  const ready = new Map<string, Buffer>()
  if (packed)
    for (const one of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(one.parentPath, one.name)
      if (one.isFile() && isPacked(path)) ready.set(path, pack.br(await readFile(path)))
    }
  const server = createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!
    const file = join(folder, path === '/' ? 'index.html' : path)
    const send = async (status: number, name: string) => {
      const br = ready.get(name)
      const headers = {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'max-age=3600',
        ...(br && { 'content-encoding': 'br' }),
      }
      const bytes = br ?? (await readFile(name))
      response.writeHead(status, headers).end(bytes)
    }
    void send(200, file).catch(() => send(404, join(folder, '404.html')))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
