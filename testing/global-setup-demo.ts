import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadDemo } from '#database/seed/load.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { buildDemo } from '../tools/demo/build.ts'
import { hostFiles } from './file-host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of the demonstration without a server are served. */
    demoOrigin: string
    /** Where these files are, for hosts that do not serve all of them. */
    demoFolder: string
  }
}

/** Builds the demonstration without a server, small, and serves its files as any file server does. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-demo-'))
  const { NODE_ENV } = process.env
  const server = await startEmbedded({ log: () => {}, fast: true, inMemory: true })
  try {
    const asOf = new Date()
    await migrate(server.url)
    await loadDemo(server.url, { size: 'test', asOf })
    // As visitors get it: under a test runner's name React would be built for developers, which runs each effect twice.
    process.env.NODE_ENV = 'production'
    await buildDemo({
      databaseUrl: server.url,
      size: 'test',
      asOf,
      outDir: folder,
      source: 'https://source.example/portal',
      forTests: true,
    })
  } finally {
    process.env.NODE_ENV = NODE_ENV
    await server.stop()
  }
  const files = await hostFiles(folder)
  project.provide('demoOrigin', files.origin)
  project.provide('demoFolder', folder)
  return async () => {
    files.close()
    await rm(folder, { recursive: true, force: true })
  }
}
