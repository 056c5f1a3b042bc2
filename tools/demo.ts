/** `npm run demo:build`: the whole portal as a folder of files, dist-demo/, that any file server can serve. */
import { join } from 'node:path'
import { loadDemo } from '#database/seed/load.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { systemClock } from '#platform/dates/clock.ts'
import type { Size } from '#database/seed/sizes.ts'
import { buildDemo } from './demo/build.ts'

const size: Size = process.argv.includes('--small') ? 'test' : 'demo'
const outDir = join(import.meta.dirname, '../dist-demo')
const began = performance.now()
const step = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`)

const server = await startEmbedded({ log: () => {}, fast: true })
try {
  const asOf = systemClock.now()
  await migrate(server.url)
  await loadDemo(server.url, { size, asOf })
  step('The demo data are made')
  await buildDemo({ databaseUrl: server.url, size, asOf, outDir })
  step('Built: serve the folder dist-demo with any file server')
} finally {
  await server.stop()
}
