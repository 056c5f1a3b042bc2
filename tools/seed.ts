/**
 * `npm run seed`: fills an empty database with made-up data without opening the portal: the embedded database, or that of
 * DATABASE_URL. What it fills is what `npm start` finds later.
 *
 *   npm run seed                          the demo
 *   npm run seed -- scale                 twelve carriers, a million injured workers, ten million fills
 *   npm run seed -- scale/50              a fiftieth of it
 *   npm run seed -- scale --workers 4     made by four processes at once; one a processor unless given
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadDemo } from '#database/seed/load.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { systemClock } from '#platform/dates/clock.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { checkOwnPostgres } from '#platform/database/own-postgres.ts'
import { readSettings } from '#platform/start/settings.ts'

const use = 'Use: npm run seed -- [test | demo | scale | scale/50] [--workers 4]'

const breakOff = new AbortController()
process.once('SIGINT', () => breakOff.abort(new CannotStart('Broken off.')))
process.once('SIGTERM', () => breakOff.abort(new CannotStart('Broken off.')))

try {
  const { values, positionals } = parseArgs({
    options: { workers: { type: 'string' } },
    allowPositionals: true,
  })
  const [size = process.env['RXDOCKET_SEED'] ?? 'demo', ...more] = positionals
  if (more.length > 0 || !/^[1-9]?\d?$/.test(values.workers ?? '')) throw new TypeError(use)
  const settings = readSettings({ ...process.env, RXDOCKET_SEED: size })
  if (settings.seed === 'none') throw new TypeError(use)
  await fill(settings, settings.seed, values.workers === undefined ? undefined : Number(values.workers))
} catch (reason) {
  const known = reason instanceof CannotStart || reason instanceof TypeError
  console.error(known ? reason.message : reason)
  process.exitCode = 1
}

async function fill(
  settings: ReturnType<typeof readSettings>,
  size: 'test' | 'demo' | 'scale',
  workers: number | undefined,
): Promise<void> {
  const { ownerDatabaseUrl, dataFolder, seedFraction: fraction } = settings
  if (ownerDatabaseUrl) await checkOwnPostgres(ownerDatabaseUrl)
  const embedded = ownerDatabaseUrl
    ? undefined
    : await startEmbedded({ dir: join(dataFolder, 'postgres'), log: (line) => console.log(line) })
  try {
    const url = ownerDatabaseUrl ?? embedded!.url
    await migrate(url)
    const began = performance.now()
    const seconds = () => `${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s`
    const { rows } = await loadDemo(url, {
      size,
      ...(fraction !== undefined && { fraction }),
      ...(workers !== undefined && { workers }),
      asOf: settings.asOf ? new Date(settings.asOf) : systemClock.now(),
      log: (line) => console.log(`${seconds()}  ${line}`),
      signal: breakOff.signal,
    })
    await embedded?.checkpoint()
    console.log(`${seconds()}  ${rows.toLocaleString('en-US')} rows. Start the portal with RXDOCKET_SEED=${size}.`)
  } finally {
    await embedded?.stop()
  }
}
