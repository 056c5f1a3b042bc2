import pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { namedAccounts } from './accounts.ts'
import { copyInto } from './copy.ts'
import type { WorldOptions } from './frame.ts'
import { frameOf } from './frame.ts'
import { loadScale } from './load-scale.ts'
import { slicesOf, tellSlice } from './slices.ts'
import { demoSeed } from './sizes.ts'
import { brokenOff, forcedOf, LoadedAlready, LOADING, seedState, settled, setSequences } from './tables.ts'

export type LoadOptions = {
  size: WorldOptions['size']
  /** Of the scale world: the part of it that is wanted. */
  fraction?: number
  /** The instant the world stands at; everything in it is relative to it. */
  asOf: Date
  log?: (line: string) => void
  seed?: number
  /** Issuer of the identity provider that holds the demo accounts. */
  issuer?: string
  /** How many make the scale world at once; one a processor unless set. */
  workers?: number
  /** Breaks the work off; that of the scale world goes on from there the next time. */
  signal?: AbortSignal
}

export type Loaded = { rows: number; accounts: { username: string; what: string }[] }

/** Fills an empty, migrated database with a world: a small one in one transaction, all of it or nothing. */
export async function loadDemo(databaseUrl: string, options: LoadOptions): Promise<Loaded> {
  const { size, fraction, asOf, log = () => {}, seed = demoSeed, issuer = 'demo' } = options
  const world: WorldOptions = { size, seed, asOf, issuer, ...(fraction !== undefined && { fraction }) }
  const rows =
    size === 'scale'
      ? await loadScale(databaseUrl, world, { ...options, log })
      : await loadAtOnce(databaseUrl, world, log, options.signal)
  return { rows, accounts: namedAccounts(size).map(({ username, what }) => ({ username, what })) }
}

async function loadAtOnce(
  databaseUrl: string,
  world: WorldOptions,
  log: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  const started = performance.now()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(settled)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOADING])
    const state = await seedState(client)
    if (state === 'begun') throw new CannotStart(brokenOff)
    if (state === 'loaded') throw new LoadedAlready()
    // COPY refuses tables whose row-level security holds for the loader. An owner who may not bypass it lifts the force
    // for this transaction; nobody else sees the tables in between.
    const forced = await forcedOf(client)
    for (const name of forced) await client.query(`alter table "${name}" no force row level security`)
    let rows = 0
    const frame = frameOf(world)
    const load = async (tables: typeof frame.tables): Promise<void> => {
      for (const table of tables) {
        signal?.throwIfAborted()
        const count = await copyInto(client, table)
        rows += count
        log(`${table.name}: ${count}`)
      }
    }
    await load(frame.tables)
    for (const slice of slicesOf(frame)) await load(tellSlice(frame, slice))
    await setSequences(client)
    await client.query('set constraints all immediate') // a table with checks still to do cannot be altered
    for (const name of forced) await client.query(`alter table "${name}" force row level security`)
    await client.query('commit')
    await client.query('analyze')
    log(`Demo world loaded in ${((performance.now() - started) / 1000).toFixed(1)} s: ${rows} rows.`)
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}
