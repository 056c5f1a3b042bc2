import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

const folder = join(import.meta.dirname, '../../database/migrations')

const migrationTable =
  'create table if not exists migration (name text primary key, at timestamptz not null default now())'

/** Steps of the database that this version of the portal does not know: a newer one made them. */
export const unknownMigrations = (done: Iterable<string>): string[] => {
  const known = new Set(migrationNames())
  return [...done].filter((name) => !known.has(name)).toSorted()
}

export type MigrateOptions = {
  /** Start all the same on a database that a newer version has changed. */
  newerDatabase?: boolean
  log?: (line: string) => void
}

/**
 * Brings the database to the newest schema; several starters at once are safe. Answers how many steps it took. Refuses a database
 * that a newer version has changed, and says which step failed: nothing of that step is kept.
 */
export async function migrate(
  url: string,
  { newerDatabase = false, log = () => {} }: MigrateOptions = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7211)')
    await client.query(migrationTable)
    const done = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    const unknown = unknownMigrations(done)
    if (unknown.length > 0) {
      const said = `The database was changed by a newer version of the portal (${shortList(unknown)}).`
      if (!newerDatabase)
        throw new CannotStart(
          `${said} Start that version, or restore a backup from before; RXDOCKET_NEWER_DATABASE=on starts this one all the same.`,
        )
      log(said)
    }
    const waiting = migrationNames().filter((name) => !done.has(name))
    for (const name of waiting)
      await client
        .query('begin')
        .then(() => client.query(readFileSync(join(folder, name), 'utf8')))
        .then(() => client.query('insert into migration (name) values ($1)', [name]))
        .then(() => client.query('commit'))
        .catch((reason: Error) => {
          throw new CannotStart(
            `The step ${name} of the tables failed and nothing of it was kept: ${reason.message}. The steps before it are kept; mend the cause and start again.`,
            { cause: reason },
          )
        })
    return waiting.length
  } finally {
    await client.end()
  }
}

/** What makes every table in an empty database, statement by statement: for one that is no server. */
export const everyMigration = (): string[] => [
  migrationTable,
  ...migrationNames().flatMap((name) => [
    readFileSync(join(folder, name), 'utf8'),
    `insert into migration (name) values ('${name}')`,
  ]),
]

/** The names of all migrations, in order: readiness compares them with those the database has. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

const shortList = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
