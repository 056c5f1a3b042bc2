/** `npm run demo:build`: the whole portal as a folder of files, dist-demo/, that any file server can serve. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadDemo } from '#database/seed/load.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { systemClock } from '#platform/dates/clock.ts'
import type { Size } from '#database/seed/sizes.ts'
import { buildDemo } from './demo/build.ts'
import { businessMoment } from './demo/business-moment.ts'

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false }, source: { type: 'string' } } })
const { source } = values
const size: Size = values.small ? 'test' : 'demo'
const outDir = join(import.meta.dirname, '../dist-demo')
const began = performance.now()
const step = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`)

const server = await startEmbedded({ log: () => {}, fast: true })
try {
  const asOf = businessMoment(systemClock.now())
  await migrate(server.url)
  await loadDemo(server.url, { size, asOf })
  step('The demo data are made')
  await buildDemo({ databaseUrl: server.url, size, asOf, outDir, source })
  step('Built: serve the folder dist-demo with any file server')
} finally {
  await server.stop()
}
