import type { FastifyInstance } from 'fastify'
import { askAlone, Transaction } from '../database/pools.ts'
import { migrationNames, unknownMigrations } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'
import type { Portal } from '../portal/portal.ts'
import { RETRY_AFTER_SECONDS } from './errors.ts'

/** A check that has not answered by now has failed. */
const CHECK_MS = 3000
/** How long a result is reused: the address is public. */
const FRESH_MS = 1000

type Checks = Record<string, () => Promise<boolean>>

/** `GET /livez`: the process can answer. `GET /readyz`: it can do its work; 503 names what is missing. */
export function health(app: FastifyInstance, portal: Portal, checks: Checks = {}): void {
  const all: Checks = {
    database: async () => (await askAlone(portal.pools.app, sql`select 1`)).length === 1,
    // A newer version that has changed the tables since is not what this one was made for.
    migrations: async () => {
      const done = await askAlone(portal.pools.app, sql<{ name: string }>`select name from migration`)
      const names = new Set(done.map(({ name }) => name))
      const isNewer = unknownMigrations(names).length > 0 && !portal.settings.newerDatabase
      return !isNewer && migrationNames().every((name) => names.has(name))
    },
    disk: () => canWriteFiles(portal),
    writes: async () =>
      (await askAlone(portal.pools.app, sql`select pg_logical_emit_message(true, 'ready', '')`)).length === 1,
    ...checks,
  }
  const passes = async ([name, check]: [string, () => Promise<boolean>]): Promise<[string, boolean]> => {
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(
      () => late.reject(Object.assign(new Error('No answer in time.'), { code: 'LATE' })),
      CHECK_MS,
    )
    const passed = await Promise.race([check(), late.promise]).catch((error: { code?: string }) => {
      portal.log.warn({ check: name, code: error.code }, 'not ready')
      return false
    })
    clearTimeout(timer)
    return [name, passed]
  }
  let latest: { at: number; results: Promise<[string, boolean][]> } | undefined
  const look = () => {
    if (!latest || performance.now() - latest.at > FRESH_MS) {
      const mine = { at: Infinity, results: Promise.all(Object.entries(all).map(passes)) }
      void mine.results.finally(() => (mine.at = performance.now()))
      latest = mine
    }
    return latest.results
  }
  app.get(
    '/livez',
    { config: { plain: { name: 'livez', summary: 'The process can answer', effect: 'public' } } },
    async () => ({ live: true }),
  )
  app.get(
    '/readyz',
    { config: { plain: { name: 'readyz', summary: 'The process can do its work', effect: 'public' } } },
    async (_request, reply) => {
      const results = await look()
      const ready = results.every(([, passed]) => passed)
      if (!ready) reply.header('retry-after', RETRY_AFTER_SECONDS)
      return reply.code(ready ? 200 : 503).send({ ready, checks: Object.fromEntries(results) })
    },
  )
}

/**
 * Whether PostgreSQL can still write a file of a megabyte: it sorts one in too little memory. On a full disk that fails
 * while small writes still find room in pages that are there.
 */
async function canWriteFiles(portal: Portal): Promise<boolean> {
  const db = await Transaction.open(portal.pools.app)
  let broken = true
  try {
    await db.command('begin')
    await db.all(sql`set local work_mem = '64kB'`)
    await db.all(sql`select count(distinct n || repeat('x', 200)) from generate_series(1, 5000) n`)
    await db.command('rollback')
    broken = false
    return true
  } finally {
    db.release(broken)
  }
}
