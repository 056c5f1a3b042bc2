import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { migrate } from '#platform/database/migrate.ts'
import { makePortalLogin } from '#platform/database/portal-login.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { startApi } from './api.ts'
import { raiseAuthorization } from './fixture-api.ts'
import { loadFixtures, type Drug } from './fixtures.ts'

/** A PostgreSQL of the test's own with the fixtures in it, and how to stop all its processes and let them go on. */
async function startStoppable(): Promise<{ url: string; freeze(): Promise<void>; thaw(): void }> {
  const server = await startEmbedded({ log: () => {}, fast: true })
  await migrate(server.url)
  await makePortalLogin(server.url)
  const db = new pg.Client({ connectionString: server.url })
  await db.connect()
  await loadFixtures(db, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  const { rows } = await db.query<{ data_directory: string }>('show data_directory')
  const postmaster = parseInt(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8'))
  let frozen: number[] = []
  const thaw = () => {
    // One that ended meanwhile needs nothing.
    for (const pid of frozen.splice(0))
      try {
        process.kill(pid, 'SIGCONT')
      } catch {}
  }
  onTestFinished(async () => {
    thaw()
    await db.end()
    await server.stop()
  })
  return {
    url: server.url,
    thaw,
    freeze: async () => {
      const backends = await db.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
      frozen = [postmaster, ...backends.rows.map(({ pid }) => pid)]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
  }
}

test.skipIf(process.platform === 'win32')(
  'while the database is silent, reads, an approval, listeners and the readiness check are answered 503; afterwards the approval is taken once',
  async () => {
    const database = await startStoppable()
    const limits = { waitMs: 500, statementTimeoutMs: 1000 }
    const id = await raiseAuthorization(await startApi({ url: database.url }), { sub: 'AAA1', at: 1 })
    const api = await startApi({ url: database.url, database: limits })
    const user = await api.signIn('adj.aaa')
    const read = () => user.ask(authorizations.one, { id })
    const approve = () => user.ask(decision.approve, { id, version: 1 }, { key: 'approve-in-silence' })
    const ready = () => api.anonymous.raw({ method: 'GET', url: '/readyz' })
    // Such short limits a busy machine may miss, even while the database answers.
    await expect.poll(async () => [(await read()).status, (await ready()).status]).toEqual([200, 200])

    await database.freeze()
    onTestFinished(() => database.thaw())
    for (const round of ['connections that were open', 'connections to be opened']) {
      // More at once than there are connections: the rest may not pile up behind them.
      const answers = await Promise.all([
        ...Array.from({ length: 20 }, read),
        ...Array.from({ length: 20 }, () => user.raw({ method: 'GET', url: '/api/changes' })),
        approve(),
      ])
      for (const answer of answers)
        expect([round, answer.status, answer.headers['retry-after']]).toEqual([round, 503, '2'])
      await expect.poll(ready).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
      expect((await api.anonymous.raw({ method: 'GET', url: '/livez' })).status).toBe(200)
    }
    database.thaw()

    await expect.poll(async () => (await ready()).status).toBe(200)
    await expect.poll(async () => (await read()).status).toBe(200)
    await expect.poll(async () => (await approve()).status).toBe(200)
    const { rows } = await api.db.query(
      'select count(*)::int as n from authorization_decision where authorization_id = $1',
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
  },
)
