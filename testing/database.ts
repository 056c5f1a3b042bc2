import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { portalAddress } from '#platform/database/portal-login.ts'

/** The demo data in its smallest size, as of the moment it is loaded, and as of one moment of the past that never changes. */
const worlds = { demo: undefined, past_demo: new Date('2026-11-18T15:42:00.000Z') }
type World = keyof typeof worlds

/** The moment at which the world of `past_demo` stands. */
export const pastDemoAsOf = worlds.past_demo

/** A database of the test's own, cloned in milliseconds from a template; dropped when the test ends, unless `keep`. */
export async function freshDatabase(keep = false, from: 'schema' | 'fixtures' | World = 'schema'): Promise<string> {
  const url = inject('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  if (from in worlds) await makeWorld(admin, url, from as World)
  await admin.query(`create database ${name} template ${from} strategy file_copy`)
  await admin.end()
  const made = urlOf(url, name)
  if (!keep) onTestFinished(() => dropDatabase(made))
  return made
}

/** A database as the portal opens it: with its own login for calls, with the owner's for jobs. */
export const loginsOf = (url: string): { databaseUrl: string; ownerDatabaseUrl: string } => ({
  databaseUrl: portalAddress(url),
  ownerDatabaseUrl: url,
})

/**
 * Long database timeouts: the machine of the tests may be busy, and some tests send many calls at once. The real timeouts are
 * tested by attacks/busy.test.ts and attacks/audit.test.ts.
 */
export const longTimeouts = { waitMs: 30_000, statementTimeoutMs: 30_000 }

const urlOf = (url: string, name: string): string => {
  const next = new URL(url)
  next.pathname = `/${name}`
  return next.toString()
}

/** Loads a world once a run, by the first test that needs it; the others wait for it. */
async function makeWorld(admin: pg.Client, url: string, world: World): Promise<void> {
  await admin.query('select pg_advisory_lock(7301)')
  try {
    const { rowCount } = await admin.query(`select from pg_database where datname = $1`, [world])
    if (rowCount !== 0) return
    const { loadDemo } = await import('#database/seed/load.ts') // most tests need none of it
    await admin.query(`drop database if exists ${world}_loading with (force)`) // of a load that failed
    await admin.query(`create database ${world}_loading template schema strategy file_copy`)
    await loadDemo(urlOf(url, `${world}_loading`), { size: 'test', asOf: worlds[world] ?? new Date(), log: () => {} })
    const { makeProviders } = await import('./first-start.ts')
    await makeProviders(urlOf(url, `${world}_loading`))
    await admin.query(`alter database ${world}_loading rename to ${world}`)
  } finally {
    await admin.query('select pg_advisory_unlock(7301)')
  }
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  // Connections that are closing get the time they need: cut off, they would report an error that no test handles.
  for (const end = performance.now() + 2000; performance.now() < end; await pause(10)) {
    const { rows } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rows.length === 0) break
  }
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}
