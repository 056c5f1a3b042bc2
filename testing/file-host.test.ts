import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { hostFiles } from './file-host.ts'

async function hosted() {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-files-'))
  const beside = `${folder}-secret.txt`
  onTestFinished(async () => {
    await rm(folder, { recursive: true })
    await rm(beside)
  })
  await writeFile(join(folder, 'index.html'), 'shell')
  await writeFile(join(folder, '404.html'), 'shell')
  await writeFile(join(folder, 'part-Ab12_cd.js'), 'work()')
  await writeFile(beside, 'secret')
  const host = await hostFiles(folder, { packed: true })
  onTestFinished(host.close)
  /** As it is written: `fetch` would take the dots out of a path. */
  const ask = (path: string, headers = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
      const sent = request(`${host.origin}/`, { path, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', failed).end()
    })
  return { ask, beside: basename(beside), port: Number(new URL(host.origin).port), folder }
}

test('A visitor gets the page at every address, a file by its name, and nothing that lies beside the folder', async () => {
  const { ask, beside } = await hosted()
  expect(await ask('/')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
  expect(String((await ask('/authorizations?view=all')).body)).toBe('shell')
  expect((await ask('/authorizations')).status).toBe(404)
  expect(await ask('/part-Ab12_cd.js')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=31536000, immutable' },
  })
  for (const path of [`/../${beside}`, `/x/../../${beside}`, `/..%2f${beside}`, '/..'])
    expect(String((await ask(path)).body), path).toBe('shell')
})

test('A browser that takes brotli gets it, another one the file as it is', async () => {
  const { ask } = await hosted()
  const packed = await ask('/part-Ab12_cd.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(packed.body))).toBe('work()')
  expect(String((await ask('/part-Ab12_cd.js')).body)).toBe('work()')
})

test('A second host at a port that is taken says so', async () => {
  const { port, folder } = await hosted()
  await expect(hostFiles(folder, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
