import { onTestFinished, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { sql } from '../database/sql.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { startJobs, type Job } from './jobs.ts'

/** Rows of the outbox for a topic, due now. */
const outbox = (names: readonly string[]) =>
  names.map((name) => ({
    mc: 'AAA',
    id: idOf(`outbox ${name}`),
    topic: 'test.job',
    payload: { name },
    available_at: '2020-01-01',
  }))

test('of ten jobs taken together those that fail are tried again alone; the others run once, and what they wrote stands', async () => {
  const api = await startFixtureApi()
  const failing = ['job 3', 'job 6']
  const names = Array.from({ length: 10 }, (_, at) => `job ${at}`)
  await api.db.query(
    'insert into outbox (mc, id, topic, payload, available_at) select mc, id, topic, payload, available_at from jsonb_populate_recordset(null::outbox, $1)',
    [JSON.stringify(outbox(names))],
  )
  const runs = new Map<string, number>()
  const job: Job = async ({ payload, write }) => {
    const name = String(payload['name'])
    const run = (runs.get(name) ?? 0) + 1
    runs.set(name, run)
    write(sql`insert into carrier_setting (mc, key, value) values (app_mc(), ${name}, ${String(run)}::jsonb)`)
    // One fails before its writes are sent, one by them: neither touches another job.
    if (run === 1 && name === 'job 3') throw new Error('not now')
    if (run === 1 && name === 'job 6') write(sql`select 1 / 0`)
  }
  const jobs = await startJobs(api.built.portal, api.url, { 'test.job': job }, {}, 1e9)
  onTestFinished(() => jobs.stop())
  expect(await jobs.relay()).toBe(10)
  const written = async () =>
    Object.fromEntries(
      (await api.db.query("select key, value from carrier_setting where key like 'job %' order by key")).rows.map(
        (row) => [row.key, row.value],
      ),
    )
  await eventually(async () => expect(Object.keys(await written())).toHaveLength(10))
  expect(await written()).toEqual(Object.fromEntries(names.map((name) => [name, failing.includes(name) ? 2 : 1])))
  expect(Object.fromEntries(runs)).toEqual(
    Object.fromEntries(names.map((name) => [name, failing.includes(name) ? 2 : 1])),
  )
  // What the queue keeps of a failure is its code, never its words.
  const kept = await api.db.query(
    "select distinct output from pgboss.job where name = 'test.job' and output is not null",
  )
  expect(JSON.stringify(kept.rows)).not.toContain('not now')
})

test('a portal with nothing to do hears of what is put into the outbox, and of what is brought forward in it', async () => {
  const api = await startFixtureApi()
  const runs: string[] = []
  const job: Job = async ({ payload }) => void runs.push(String(payload['name']))
  const jobs = await startJobs(api.built.portal, api.url, { 'test.job': job }, {}, undefined, api.built.hearsChanges)
  onTestFinished(() => jobs.stop())
  await eventually(() => expect(api.built.hearsChanges()).toBe(true))
  let heard = 0
  api.built.onChange(() => {
    heard += 1
    jobs.soon()
  })
  const put = (name: string, at: string) =>
    api.db.query(`insert into outbox (mc, id, topic, payload, available_at) values ('AAA', $1, 'test.job', $2, $3)`, [
      idOf(`outbox ${name}`),
      { name },
      at,
    ])
  await put('now', '2020-01-01')
  await eventually(() => expect([heard, runs]).toEqual([1, ['now']]))
  await put('later', '2100-01-01')
  await eventually(() => expect(heard).toBe(2))
  await api.db.query(`update outbox set available_at = '2020-01-01' where payload ->> 'name' = 'later'`)
  await eventually(() => expect([heard, runs]).toEqual([3, ['now', 'later']]))
})
