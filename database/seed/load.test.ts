import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { loadDemo } from './load.ts'

const asOf = new Date('2026-11-18T15:42:00.000Z')

/** SHA-256 of every table as COPY writes it, in the order in which the rows lie. */
async function fingerprints(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by relname`,
  )
  const found: Record<string, string> = {}
  for (const { name } of names.rows) {
    const hash = createHash('sha256')
    for await (const chunk of client.query(copyTo(`copy "${name}" to stdout`))) hash.update(chunk as Buffer)
    found[name] = hash.digest('hex')
  }
  await client.end()
  return found
}

test('the same seed, size and as-of date make the same bytes in every table', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const lines: string[] = []
  const first = await loadDemo(one, { size: 'test', asOf, log: (line) => lines.push(line) })
  await loadDemo(two, { size: 'test', asOf })
  console.log(lines.join('\n'))
  expect(first.rows).toBeGreaterThan(1000)
  expect(await fingerprints(two)).toEqual(await fingerprints(one))
})
