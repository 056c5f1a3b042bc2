import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { everyCall } from '#registry'
import { requestsSent } from './attempt.ts'
import { isWhole } from './drawn.ts'

/** How many requests the attacks may send to a call in a run, over all files: what a new call costs `npm test`. */
const MOST = 60

/**
 * Adds the requests that this file sent to those of the files before it, in the database server of the run. It fails when there
 * are too many of a call; the last file prints the five calls with the most.
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
    const { rows } = await admin.query<{ call: string; n: number; files: string }>(
      `select call, sum(n)::int as n, string_agg(file || ' ' || n, ', ' order by n desc, file) as files
         from attack_requests where call is not null group by call order by 2 desc, 1`,
    )
    const { rows: ended } = await admin.query<{ file: string }>('select distinct file from attack_requests')
    // One call of each kind is attacked whole, and an exhaustive run attacks all of them so.
    const counted = new Set(everyCall.filter((call) => !isWhole(call)).map(({ name }) => name))
    const dearest = rows.filter(({ call }) => counted.has(call))
    const lines = dearest.map(({ call, n, files }) => `${call}: ${n} requests (${files})`)
    if (ended.length === attackFiles().length)
      console.log(`The five calls with the most requests of attacks:\n${lines.slice(0, 5).join('\n')}`)
    expect(dearest.flatMap(({ n }, at) => (n > MOST ? [lines[at]] : []))).toEqual([])
  } finally {
    await admin.end()
  }
}

const attackFiles = (): string[] =>
  globSync('*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('openPrepared()'),
  )
