import type { Client } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

/** What a connection that loads needs: dates as they are written here, and no limit on how long a statement takes. */
export const settled = `set timezone to 'UTC'; set datestyle to 'ISO'; set statement_timeout to 0; set lock_timeout to 0`

/** Where the making of a large world is noted down until it is finished. */
export const noteTable = 'seed_load'

/** Nothing yet; a large world whose making was broken off; a whole world, or data of somebody's own. */
export type SeedState = 'empty' | 'begun' | 'loaded'

/** How far the making of a world has come in a database. */
export async function seedState(client: Client): Promise<SeedState> {
  const { rows } = await client.query<{ state: SeedState }>(
    `select case when to_regclass('${noteTable}') is not null then 'begun' when exists (select from master_carrier) then 'loaded' else 'empty' end as state`,
  )
  return rows[0]!.state
}

/** Held by who loads a world: another one waits, and then finds it loaded. */
export const LOADING = 7_212

/** The database holds data: a world needs an empty one. */
export class LoadedAlready extends CannotStart {
  constructor() {
    super(
      'The database holds data already; made-up data need an empty one: set RXDOCKET_DATA (or DATABASE_URL) to another one.',
    )
  }
}

/** What an operator reads whose database holds half a world. */
export const brokenOff =
  'Loading the scale data was broken off in this database: start once more with RXDOCKET_SEED=scale and it goes on, ' +
  'or set RXDOCKET_DATA (or DATABASE_URL) to another one.'

/** Tables whose row-level security would hold for this role too, although it owns them; none when it may bypass it. */
export async function forcedOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c, pg_roles r
      where c.relnamespace = current_schema()::regnamespace and c.relforcerowsecurity and r.rolname = current_user
        and not (r.rolsuper or r.rolbypassrls) order by c.relname`,
  )
  return rows.map((row) => row.name)
}

/** Numbered columns go on after the highest number there is. */
export async function setSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped`,
  )
  for (const { name, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('"${name}"', '${column}'), last)
         from (select max("${column}") as last from "${name}") of_table where last is not null`,
    )
  }
}
