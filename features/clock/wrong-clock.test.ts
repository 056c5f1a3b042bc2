import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { everyTick } from '#registry'
import { authorizations } from '#features/authorizations/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { decision } from '#features/decisions/contract.ts'
import { databaseClock } from '#platform/database/database-clock.ts'
import { sql } from '#platform/database/sql.ts'
import { startJobs, type Tick } from '#platform/jobs/jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'

const DAY = 86_400_000
const NEVER = 1e9

/** A portal on a machine whose clock `wall` can be set, with a request that is due by the database's clock in two days. */
async function onMachine() {
  const wall = { aheadMs: 0 }
  let pool: pg.Pool | undefined
  const api = await startFixtureApi({
    portalClock: (_, url) => {
      pool = new pg.Pool({ connectionString: url, max: 1 })
      const ask = async () => new Date((await pool!.query('select clock_timestamp() as now')).rows[0].now)
      return databaseClock(ask, { now: () => new Date(Date.now() + wall.aheadMs) }, () => 0)
    },
  })
  onTestFinished(() => pool!.end())
  // In New York silence approves.
  await api.db.query(`update wc_claim set juris_state = 'NY' where id = $1`, [idOf('AAA AAA1 claim 1')])
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await dueIn(api, id, 2 * DAY)
  await api.built.portal.clock.compare()
  return { api, id, wall }
}
const dueIn = (api: TestApi, id: string, ms: number) =>
  api.db.query(
    `update rx_authorization set statutory_due_at = clock_timestamp() + make_interval(secs => $2) where id = $1`,
    [id, ms / 1000],
  )
const jobsOf = async (api: TestApi, ticks: Record<string, Tick> = everyTick) => {
  const jobs = await startJobs(api.built.portal, api.url, {}, ticks, NEVER)
  onTestFinished(() => jobs.stop())
  return jobs
}

test.each([3, -3])('a machine whose clock is %i days off does nothing on the clock and takes no act', async (days) => {
  const { api, id, wall } = await onMachine()
  const adjuster = await api.signIn('adj.aaa')
  // Right now a request that was due in two days would be three days old, or a lapsed one not yet due.
  if (days < 0) await dueIn(api, id, -60_000)
  wall.aheadMs = days * DAY
  const before = await decisionRows(api)
  const jobs = await jobsOf(api)
  expect(await jobs.tick()).toBe(0)
  const refused = await adjuster.ask(decision.approve, { id, version: 1 })
  expect([refused.status, refused.body.status.code]).toEqual([503, 'UNAVAILABLE'])
  expect(refused.body.status.message).toBe(
    'The clock of this server is wrong, so nothing was changed. Please try again in a moment.',
  )
  expect(await decisionRows(api)).toBe(before)
  expect((await adjuster.ask(authorizations.one, { id })).status).toBe(200)
  expect(api.logged.some((line) => line.includes('the clock of this machine is wrong'))).toBe(true)
  // Once it is right again, it does what is due, and nothing else.
  wall.aheadMs = 0
  await jobs.tick()
  const { rows } = await api.db.query('select status_id from rx_authorization where id = $1', [id])
  expect(rows[0].status_id === status.DEEMED_APPROVED).toBe(days < 0)
})

test('what is decided bears the time of the database, also a little away from the machine’s', async () => {
  const { api, id, wall } = await onMachine()
  wall.aheadMs = 50_000
  const before = (await api.db.query('select clock_timestamp() as at')).rows[0].at
  const { status: answered } = await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  expect(answered).toBe(200)
  const { rows } = await api.db.query(
    `select at between $2::timestamptz - interval '1 second' and clock_timestamp() + interval '1 second' as between
       from authorization_decision where authorization_id = $1`,
    [id, before],
  )
  expect(rows).toEqual([{ between: true }])
})

test('a clock that is set while things are done on it ends them there', async () => {
  const { api, wall } = await onMachine()
  const done: string[] = []
  const tick: Tick = {
    due: () => sql`select 'AAA' as mc, n::text as id from generate_series(1, 3) n`,
    run: async ({ payload }) => {
      done.push(String(payload['id']))
      wall.aheadMs = DAY
    },
  }
  const jobs = await jobsOf(api, { 'test.tick': tick })
  expect(await jobs.tick()).toBe(1)
  expect(done).toEqual(['1'])
  wall.aheadMs = 0
})
