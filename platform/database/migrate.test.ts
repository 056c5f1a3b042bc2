import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'
import { migrate } from './migrate.ts'

const newer = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into migration (name) values ('9998-of-tomorrow.sql'), ('9999-of-tomorrow.sql')`)
  await client.end()
}

test('a database that a newer version has changed is refused in a sentence, unless the operator says otherwise', async () => {
  const url = await freshDatabase()
  expect(await migrate(url)).toBe(0)
  await newer(url)
  await expect(migrate(url)).rejects.toThrow(
    'The database was changed by a newer version of the portal (9998-of-tomorrow.sql, 9999-of-tomorrow.sql). Start that version',
  )
  const lines: string[] = []
  expect(await migrate(url, { newerDatabase: true, log: (line) => void lines.push(line) })).toBe(0)
  expect(lines).toEqual([expect.stringContaining('newer version')])
})

test('a portal that runs while a newer version changes its database is not ready any more', async () => {
  const api = await startApi()
  const migrations = async () =>
    ((await api.anonymous.raw({ method: 'GET', url: '/readyz' })).body as { checks: Record<string, boolean> }).checks[
      'migrations'
    ]
  expect(await migrations()).toBe(true)
  await newer(api.url)
  await expect.poll(migrations).toBe(false)
})

test('a step that fails is named, with the cause, and nothing of it is kept', async () => {
  const url = await freshDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string }>('delete from migration where name ~ $1 returning name', [
    'feeds-in-their-order',
  ])
  await expect(migrate(url)).rejects.toThrow(
    new RegExp(
      `^The step ${rows[0]!.name} of the tables failed and nothing of it was kept: .+; mend the cause and start again\\.$`,
    ),
  )
})
