import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { everyCall } from '#registry'
import { requestsSent } from './attempt.ts'
import { isWhole } from './drawn.ts'

/** How many requests the attacks may send to a call in a run, over all files and in one: what a new call costs `npm test`. */
const MOST = 80
const MOST_IN_A_FILE = 24

/** Calls that tests ask by name, beside what is tried with every call; so are those that want a proof of identity. */
const byName = new Set([
  'decision.approve',
  'worklist.counts',
  'worklist.export',
  'worklist.filterOptions',
  'worklist.search',
])

/**
 * Adds the requests that this file sent to those of the files before it, in the database server of the run. The file that makes
 * it too many of a call fails; the last one prints the five calls with the most.
 */
export async function countRequests(): Promise<void> {
  const file = basename(expect.getState().testPath ?? 'unknown')
  const counts = JSON.stringify(Object.fromEntries(requestsSent))
  requestsSent.clear()
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(7302)')
    await admin.query(`create table if not exists attack_requests (file text, call text, n int)`)
    await admin.query(
      `insert into attack_requests select $1, null, 0 union all select $1, key, value::int from jsonb_each_text($2)`,
      [file, counts],
    )
    const { rows } = await admin.query<{ call: string; n: number; files: string; here: number }>(
      `select call, sum(n)::int as n, string_agg(file || ' ' || n, ', ' order by n desc, file) as files,
         coalesce(sum(n) filter (where file = $1), 0)::int as here
         from attack_requests where call is not null group by call order by 2 desc, 1`,
      [file],
    )
    const { rows: ended } = await admin.query<{ file: string }>('select distinct file from attack_requests')
    // One call of each kind is attacked whole, and an exhaustive run attacks all of them so.
    const usual = new Set(
      everyCall.filter((call) => !isWhole(call) && !call.stepUp && !byName.has(call.name)).map(({ name }) => name),
    )
    const dearest = rows.filter(({ call }) => usual.has(call))
    const line = ({ call, n, files }: (typeof rows)[number]) => `${call}: ${n} requests (${files})`
    if (ended.length === attackFiles().length)
      console.log(`The five calls with the most requests of attacks:\n${dearest.slice(0, 5).map(line).join('\n')}`)
    const tooMany = dearest.filter(({ n, here }) => here > MOST_IN_A_FILE || (here > 0 && n > MOST && n - here <= MOST))
    expect(tooMany.map(line)).toEqual([])
  } finally {
    await admin.end()
  }
}

const attackFiles = (): string[] =>
  globSync('*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('openPrepared()'),
  )
