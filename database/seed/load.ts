import pg from 'pg'
import type { Table } from './copy.ts'
import { copyInto } from './copy.ts'
import { namedAccounts } from './accounts.ts'
import type { Size } from './sizes.ts'
import { demoSeed } from './sizes.ts'
import { worldOf } from './world.ts'

export type LoadOptions = {
  size: Size
  /** The instant the world stands at; everything in it is relative to it (domain 8.1 row 3). */
  asOf: Date
  log?: (line: string) => void
  seed?: number
  /** Issuer of the identity provider that holds the demo accounts. */
  issuer?: string
}

export type Loaded = { rows: number; accounts: { username: string; what: string }[] }

/** Fills an empty, migrated database with the demo world, in one transaction: all of it or nothing. */
export async function loadDemo(databaseUrl: string, options: LoadOptions): Promise<Loaded> {
  const { size, asOf, log = () => {}, seed = demoSeed, issuer = 'demo' } = options
  const started = performance.now()
  const { tables } = worldOf({ size, seed, asOf, issuer })
  log(`Demo world made in ${seconds(started)}: ${tables.length} tables.`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set timezone to 'UTC'; set datestyle to 'ISO'; set statement_timeout to 0`)
    await client.query('begin')
    const { rows: found } = await client.query('select from master_carrier limit 1')
    if (found.length > 0) throw new Error('The database holds data already; the demo world needs an empty one.')
    let rows = 0
    await outsidePolicies(client, tables, async () => {
      for (const table of tables) {
        const count = await copyInto(client, table)
        rows += count
        log(`${table.name}: ${count}`)
      }
    })
    await client.query('commit')
    await client.query('analyze')
    log(`Demo world loaded in ${seconds(started)}: ${rows} rows.`)
    return { rows, accounts: namedAccounts(size).map(({ username, what }) => ({ username, what })) }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * COPY refuses tables whose row-level security holds for the loader, and ours is forced even on the owner. An owner
 * who may not bypass it lifts the force for this transaction; nobody else sees the tables in between.
 */
async function outsidePolicies(client: pg.Client, tables: readonly Table[], load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (rows[0]?.free) return load()
  const forced = await client.query<{ name: string }>(
    'select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relforcerowsecurity and relname = any($1)',
    [tables.map((table) => table.name)],
  )
  for (const { name } of forced.rows) await client.query(`alter table "${name}" no force row level security`)
  await load()
  for (const { name } of forced.rows) await client.query(`alter table "${name}" force row level security`)
}
