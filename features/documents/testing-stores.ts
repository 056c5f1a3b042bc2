import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { DocumentStore } from '#platform/calls/documents.ts'
import { folderStore } from '#platform/gateways/folder-store.ts'
import { s3Store } from '#platform/gateways/s3-store.ts'

/** A storage of the test's own, and the folder its bytes are in. */
export type TestStore = { store: DocumentStore; folder: string; close?: () => Promise<void> }

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-documents-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function testFolder(): Promise<TestStore> {
  const folder = await temporaryFolder()
  return { store: folderStore(folder), folder }
}

/** A bucket of an S3-compatible server that checks signatures; `secret` is what our side signs with. */
export async function testBucket({
  secret = 'S3RVER',
  now,
}: { secret?: string; now?: () => number } = {}): Promise<TestStore> {
  const folder = await temporaryFolder()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'rxdocket' }],
  })
  const { port } = await server.run()
  let open = true
  const close = async () => {
    if (open) await server.close()
    open = false
  }
  onTestFinished(close)
  const bucket = `http://127.0.0.1:${port}/rxdocket`
  return { store: s3Store({ bucket, region: 'us-east-1', keyId: 'S3RVER', secret }, now), folder, close }
}
