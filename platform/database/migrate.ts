import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, '../../database/migrations')

const migrationTable =
  'create table if not exists migration (name text primary key, at timestamptz not null default now())'

/** Brings the database to the newest schema; several starters at once are safe. Answers how many steps it took. */
export async function migrate(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7211)')
    await client.query(migrationTable)
    const done = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    const waiting = migrationNames().filter((name) => !done.has(name))
    for (const name of waiting) {
      await client.query('begin')
      await client.query(readFileSync(join(folder, name), 'utf8'))
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
    }
    return waiting.length
  } finally {
    await client.end()
  }
}

/** Makes every table in an empty database that is no server; `run` takes a text of several statements, or one with values. */
export async function migrateEmpty(run: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  await run(migrationTable)
  for (const name of migrationNames()) {
    await run(readFileSync(join(folder, name), 'utf8'))
    await run('insert into migration (name) values ($1)', [name])
  }
}

/** The names of all migrations, in order: readiness compares them with those the database has. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
