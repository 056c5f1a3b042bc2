/** Serves the files of a folder as a file host does: an address it does not have is answered with `404.html`. */
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, sep } from 'node:path'
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

type Host = { origin: string; close: () => void; sent: () => number }
type HostOptions = {
  /** With brotli for who takes it, made before the first request. */
  packed?: boolean
  /** A free one unless given. */
  port?: number
  /** Writes an answer's bytes and ends it; at once unless given. */
  write?: (response: ServerResponse, bytes: Buffer) => Promise<void>
}

/** The names of built files change with what is in them; the others are asked for again. */
const isNamedByContent = (path: string): boolean => /-[\w-]{6,}\.\w+$/.test(path) && !path.endsWith('pages-worker.js')

export async function hostFiles(folder: string, { packed = false, port = 0, write }: HostOptions = {}): Promise<Host> {
  let sent = 0
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
      if (!name.startsWith(folder + sep)) throw new Error('It lies outside.')
      const br = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? ready.get(name) : undefined
      const bytes = br ?? (await readFile(name))
      const headers = {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': isNamedByContent(name) ? 'max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(br && { 'content-encoding': 'br' }),
      }
      sent += bytes.length
      response.writeHead(status, headers)
      if (write) await write(response, bytes)
      else response.end(bytes)
    }
    void send(200, file).catch(() => send(404, join(folder, '404.html')))
  })
  await new Promise<void>((done, failed) => void server.once('error', failed).listen(port, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
    sent: () => sent,
  }
}
