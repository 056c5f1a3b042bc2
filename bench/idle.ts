/**
 * `node bench/idle.ts [seconds]`: the statements a minute that the database runs while nobody is signed in, as its log has them, and
 * which those are.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signedIn } from './signed-in-browser.ts'

const seconds = Number(process.argv[2] ?? 120)
/** The first jobs after a start are done by then. */
const SETTLED_MS = 30_000

await signedIn(async ({ databaseUrl }) => {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  // The documents of the demo data wait to be stored, 300 a minute: work of a first start, not of an idle portal.
  await db.query('delete from document_content')
  await pause(SETTLED_MS)
  const logs = async (statements: 'all' | 'none') => {
    await db.query(`alter system set log_statement = '${statements}'`)
    await db.query('select pg_reload_conf()')
  }
  await logs('all')
  await pause(seconds * 1000)
  await logs('none')
  // The log of an embedded server lies beside its data.
  const { rows } = await db.query<{ log: string }>(`select pg_read_file('server.log') as log`)
  const counts = new Map<string, number>()
  for (const [, text = ''] of rows[0]!.log.matchAll(/LOG: {2}(?:statement|execute [^:]*): (.*(?:\n\t.*)*)/g)) {
    if (text.startsWith('alter system') || text.includes('pg_reload_conf')) continue
    const name = text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const aMinute = (count: number): string => ((count / seconds) * 60).toFixed(1)
  console.log(`${aMinute([...counts.values()].reduce((sum, count) => sum + count, 0))} statements a minute:`)
  for (const [name, count] of [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 15))
    console.log(`${aMinute(count).padStart(7)}  ${name}`)
  await db.end()
})
