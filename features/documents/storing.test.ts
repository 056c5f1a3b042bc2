import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { MAX_DOCUMENT_BYTES, type DocumentStore } from '#platform/calls/documents.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { folderStore } from '#platform/gateways/folder-store.ts'
import { s3Store } from '#platform/gateways/s3-store.ts'
import { sha256Of } from '#platform/gateways/stored-bytes.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { documents } from './contract.ts'
import { testBucket, testFolder } from './testing-stores.ts'

// Bytes leave the database for the document storage: a folder, or a bucket of an S3-compatible server that checks signatures.

const claimId = idOf('AAA AAA1 claim 1')

/** The portal with this storage, and a document uploaded to it. */
async function withUpload(
  store: DocumentStore | undefined,
  words = 'Office note',
): Promise<{ api: TestApi; adjuster: Visitor; id: string; bytes: Uint8Array }> {
  const api = await startFixtureApi()
  Object.assign(api.built.portal, { documents: store })
  const adjuster = await api.signIn('adj.aaa')
  const bytes = samplePdf(words)
  const file = { name: 'note.pdf', type: 'application/pdf', bytes }
  const { body } = await adjuster.ask(documents.add, { claimId, typeId: 7, file })
  return { api, adjuster, id: body.document.documentId, bytes }
}
const inDatabase = async (api: TestApi): Promise<number> =>
  (await api.db.query('select count(*)::int as n from document_content')).rows[0].n
const damaged = {
  code: 'UNAVAILABLE',
  message: 'The stored copy of this document is damaged, so it cannot be shown. Please call support.',
}
const open = (by: Visitor, id: string) => by.ask(documents.file, { id, x: 7 })

describe.each([
  ['a folder', testFolder],
  ['an S3 bucket', () => testBucket()],
])('with %s', (_, make) => {
  test('an uploaded document leaves the database once it is committed, and opens as before', async () => {
    const { store, folder } = await make()
    const { api, adjuster, id, bytes } = await withUpload(store)
    expect(await inDatabase(api)).toBe(1)
    expect((await open(adjuster, id)).text).toBe(Buffer.from(bytes).toString('utf8'))
    await runJobsUntilIdle(api, { ticks: 1 })
    expect(await inDatabase(api)).toBe(0)
    const { rows } = await api.db.query('select store_key, sha256 from document where id = $1', [id])
    expect(rows[0].store_key).toBe(`AAA/${id.slice(-2)}/${id}`)
    expect(Buffer.from(await store.get(rows[0].store_key, rows[0].sha256))).toEqual(Buffer.from(bytes))
    expect((await readdir(folder, { recursive: true })).join(' ')).toContain(id)
    const opened = await open(adjuster, id)
    expect([opened.status, opened.text]).toEqual([200, Buffer.from(bytes).toString('utf8')])
    // The other carrier still has nothing of it.
    expect((await open(await api.signIn('adj.bbb'), id)).status).toBe(404)
  })

  test('keys that we did not issue are refused before anything is looked for', async () => {
    const { store } = await make()
    const bytes = new Uint8Array([1])
    for (const key of [
      '../../etc/passwd',
      'AAA/00/..',
      'aaa/00/x',
      '/etc/passwd',
      'AAA/00/00000000-0000-0000-0000-000000000000/..',
      '',
    ]) {
      await expect(store.get(key, sha256Of(bytes)), key).rejects.toThrow('This is no key of a document.')
      await expect(store.put(key, bytes, sha256Of(bytes)), key).rejects.toThrow('This is no key of a document.')
    }
  })

  test('a missing document is a service that does not answer, not a fault; one with other bytes is never handed out', async () => {
    const { store } = await make()
    const key = 'AAA/00/00000000-0000-0000-0000-000000000000'
    await expect(store.get(key, sha256Of(new Uint8Array()))).rejects.toMatchObject({ why: { code: 'UNAVAILABLE' } })
    await expect(store.put(key, new Uint8Array([1]), sha256Of(new Uint8Array([2])))).rejects.toThrow('SHA-256 differs')
    await store.put(key, new Uint8Array([1]), sha256Of(new Uint8Array([1])))
    await store.put(key, new Uint8Array([2]), sha256Of(new Uint8Array([2])))
    expect([...(await store.get(key, sha256Of(new Uint8Array([2]))))]).toEqual([2])
    await expect(store.get(key, sha256Of(new Uint8Array([1])))).rejects.toMatchObject({
      why: { code: 'UNAVAILABLE' },
      cause: { message: expect.stringContaining('SHA-256 differs') },
    })
  })
})

test('A storage that is away loses nothing: documents stay readable in the database, and move when it is back', async () => {
  let now = 0
  const { store, close } = await testBucket({ now: () => now })
  const { store: later } = await testFolder()
  const { api, adjuster, id, bytes } = await withUpload(store)
  await close!()
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await inDatabase(api)).toBe(1)
  expect((await open(adjuster, id)).text).toBe(Buffer.from(bytes).toString('utf8'))
  now += 30_001
  Object.assign(api.built.portal, { documents: later })
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await inDatabase(api)).toBe(0)
  expect((await open(adjuster, id)).status).toBe(200)
})

test('A document that was moved cannot be opened while its storage is away: the answer asks to try again', async () => {
  const { store, close } = await testBucket()
  const { api, adjuster, id } = await withUpload(store)
  await runJobsUntilIdle(api, { ticks: 1 })
  await close!()
  const { status, body } = await open(adjuster, id)
  expect([status, body.status]).toEqual([
    503,
    { code: 'UNAVAILABLE', message: 'The document storage does not answer. Please try again in a moment.' },
  ])
})

test('A bucket that does not know our secret takes nothing, and the document stays in the database', async () => {
  const { store, folder } = await testBucket({ secret: 'another' })
  const { api } = await withUpload(store)
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await inDatabase(api)).toBe(1)
  expect((await readdir(folder, { recursive: true })).filter((file) => file.includes('_object'))).toEqual([])
  await expect(
    store.put('AAA/00/00000000-0000-0000-0000-000000000000', new Uint8Array(), sha256Of(new Uint8Array())),
  ).rejects.toMatchObject({
    cause: { message: 'The document storage answered 403 (SignatureDoesNotMatch).' },
  })
})

test.each([
  ['changed', 'something else'],
  ['cut off', ''],
  ['made larger than any document', 'x'.repeat(MAX_DOCUMENT_BYTES + 1)],
])('A file somebody %s on the disk is refused with a sentence and not handed out', async (_, instead) => {
  const { store, folder } = await testFolder()
  const { api, adjuster, id } = await withUpload(store)
  await runJobsUntilIdle(api, { ticks: 1 })
  await writeFile(join(folder, 'AAA', id.slice(-2), id), instead)
  const { status, body } = await open(adjuster, id)
  expect([status, body.status]).toEqual([503, damaged])
})

/** A bucket that takes everything, and answers a question for an object with this. */
async function lyingBucket(answers: (response: ServerResponse) => void): Promise<DocumentStore> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'PUT') request.on('end', () => response.end())
    else answers(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const bucket = `http://127.0.0.1:${port}/rxdocket`
  return s3Store({ bucket, region: 'us-east-1', keyId: 'K', secret: 'S' })
}

test.each([
  ['has nothing', (response: ServerResponse) => response.writeHead(404).end('<Code>NoSuchKey</Code>')],
  ['has other bytes', (response: ServerResponse) => response.end('something else')],
  ['hangs up', (response: ServerResponse) => response.destroy()],
])(
  'A bucket that says it stored a document and %s loses nothing: the bytes stay in the database',
  async (_, answers) => {
    const { api, adjuster, id, bytes } = await withUpload(await lyingBucket(answers))
    await runJobsUntilIdle(api, { ticks: 1 })
    expect(await inDatabase(api)).toBe(1)
    expect((await api.db.query('select store_key from document where id = $1', [id])).rows).toEqual([
      { store_key: null },
    ])
    expect((await open(adjuster, id)).text).toBe(Buffer.from(bytes).toString('utf8'))
  },
)

test.each([
  ['says so', { 'content-length': String(300 * 1024 * 1024) }],
  ['does not say so', {}],
])('An object of 300 MB whose bucket %s is not read whole', async (_, headers) => {
  let sent = 0
  const part = Buffer.alloc(256 * 1024)
  const store = await lyingBucket((response) => {
    response.writeHead(200, headers)
    const more = (): void => {
      while (!response.destroyed && sent < 300 * 1024 * 1024) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const key = 'AAA/00/00000000-0000-0000-0000-000000000000'
  await expect(store.get(key, sha256Of(part))).rejects.toMatchObject({ why: damaged })
  expect(sent).toBeLessThan(4 * MAX_DOCUMENT_BYTES)
})

test('A process that dies while it writes leaves nothing under the name of a document', async () => {
  const { folder } = await testFolder()
  const store = folderStore(folder)
  const key = 'AAA/00/00000000-0000-0000-0000-000000000000'
  await Promise.all(Array.from({ length: 5 }, () => store.put(key, new Uint8Array([7]), sha256Of(new Uint8Array([7])))))
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'AAA',
    join('AAA', '00'),
    join('AAA', '00', key.slice(7)),
  ])
})

test('without a document storage bytes stay in the database and the clock has nothing to do', async () => {
  const { api } = await withUpload(undefined)
  const jobs = await startJobs(
    api.built.portal,
    api.url,
    everyJob,
    { 'documents.store': everyTick['documents.store']! },
    1e9,
  )
  onTestFinished(() => jobs.stop())
  expect(await jobs.tick()).toBe(0)
  expect(await inDatabase(api)).toBe(1)
})
