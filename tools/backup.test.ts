import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '#platform/database/embedded-postgres.ts'
import { freePort } from '#platform/database/free-port.ts'
import { migrate } from '#platform/database/migrate.ts'
import { checkEncryptionKey } from '#platform/encryption/encryption-check.ts'
import { fieldKey, loadEncryptionKey } from '#platform/encryption/encryption-key.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { eventually } from '../testing/eventually.ts'
import { beginProgram, type Ended } from '../testing/program.ts'
import { type Drug, loadFixtures } from '../testing/fixtures.ts'
import { tableContents } from '../testing/table-contents.ts'

// What docs/guide/backup.md says of the PostgreSQL that comes with the portal.

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'rxdocket-backup-'))
  await chmod(home, 0o755) // PostgreSQL may run as somebody else
  onTestFinished(() => rm(home, { recursive: true, force: true }))
})

const backUp = (to: string, env: Record<string, string>): Promise<Ended> =>
  beginProgram('tools/backup.ts', [to], env).ended

async function started(dir: string): Promise<{ server: EmbeddedPostgres; db: pg.Client }> {
  const server = await startEmbedded({ dir, fast: true, log: () => {} })
  onTestFinished(() => server.stop())
  const db = new pg.Client({ connectionString: server.url })
  db.on('error', () => {}) // the server is stopped under it when a test fails
  await db.connect()
  return { server, db }
}

/** Writes one row after the other until it is ended; answers how many there are. */
function writer(db: pg.Client): { written: () => number; end: () => Promise<void> } {
  let written = 0
  let over = false
  const running = (async () => {
    while (!over) await db.query('insert into trial.tick values ($1)', [++written])
  })()
  return { written: () => written, end: () => ((over = true), running) }
}

test('a copy made while the portal writes is a whole portal: it starts elsewhere and holds the same', async () => {
  const data = join(home, 'data')
  const copy = join(home, 'copy')
  const { server, db } = await started(join(data, 'postgres'))
  await migrate(server.url)
  await loadFixtures(db, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  const key = await loadEncryptionKey({ key: undefined, dataFolder: data })
  await checkEncryptionKey(server.url, fieldKey(key))
  await mkdir(join(data, 'documents', 'ab'), { recursive: true })
  await writeFile(join(data, 'documents', 'ab', 'letter'), 'Dear Doctor')
  await db.query('create schema trial')
  await db.query('create table trial.tick (n int primary key)')

  const rows = writer(db)
  await eventually(() => expect(rows.written()).toBeGreaterThan(10))
  const before = rows.written() - 1 // the last one may not be there yet
  const made = await backUp(copy, { RXDOCKET_DATA: data })
  expect(made).toEqual({ code: 0, output: expect.stringContaining(`Backed up to ${copy}.`) })
  const after = rows.written()
  await eventually(() => expect(rows.written()).toBeGreaterThan(after))
  await rows.end()
  const held = await tableContents(db)
  await db.end()
  await server.stop()

  const restored = await started(join(copy, 'postgres'))
  const { rows: ticks } = await restored.db.query<{ n: number }>('select n from trial.tick order by n')
  expect(ticks.map(({ n }) => n)).toEqual(ticks.map((_, index) => index + 1))
  expect(ticks.length).toBeGreaterThanOrEqual(before)
  expect(ticks.length).toBeLessThanOrEqual(after)
  expect(await tableContents(restored.db)).toEqual(held)
  await restored.db.end()
  await restored.server.stop()
  expect(await readFile(join(copy, 'documents', 'ab', 'letter'), 'utf8')).toBe('Dear Doctor')

  const port = String(await freePort('localhost'))
  const portal = beginProgram('server.ts', [], { RXDOCKET_DATA: copy, RXDOCKET_SEED: 'none', PORT: port })
  onTestFinished(() => void portal.child.kill())
  const ready = eventually(async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`)
    expect(await answer.json()).toMatchObject({ ready: true })
  })
  // A portal that gives up says why before anybody waits for it.
  await Promise.race([ready, portal.ended.then(({ output }) => expect.fail(output))])
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toMatchObject({ code: 0 })
})

test.each([
  ['without a folder to copy to', '', {}, 'Use: npm run backup -- <folder>'],
  ['of a folder without a database', 'copy', {}, 'holds no database: set RXDOCKET_DATA'],
  ['of the operator’s own PostgreSQL', 'copy', { DATABASE_URL: 'postgres://me@localhost/rx' }, 'with pg_dump'],
])('a backup %s is refused in a sentence', async (_, to, env, sentence) => {
  const data = join(home, 'data')
  const { code, output } = await beginProgram('tools/backup.ts', to === '' ? [] : [join(home, to)], {
    RXDOCKET_DATA: data,
    ...env,
  }).ended
  expect(code).toBe(1)
  expect(output).toContain(sentence)
  expect(output.trim()).not.toContain('\n')
})

test('a backup to a folder that holds something leaves it as it is', async () => {
  const to = join(home, 'copy')
  await mkdir(join(home, 'data'))
  await writeFile(join(home, 'data', 'postgres.password'), 'secret')
  await mkdir(to)
  await writeFile(join(to, 'mine'), 'kept')
  expect(await backUp(to, { RXDOCKET_DATA: join(home, 'data') })).toEqual({
    code: 1,
    output: `The folder ${to} is not empty: name one that is, or a new one.\n`,
  })
  expect(await readFile(join(to, 'mine'), 'utf8')).toBe('kept')
})
