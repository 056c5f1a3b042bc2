import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { authorizations } from '#features/authorizations/contract.ts'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { alertMail } from './rules.ts'

let api: TestApi
let jobs: Jobs
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  jobs = await startJobs(api.built.portal, api.url, everyJob, { 'viewing.unusual': everyTick['viewing.unusual']! }, 1e9)
  await api.db.query(`update user_carrier set roles = '{supervisor,account_admin}' where user_id = $1`, [
    idOf('super.aaa'),
  ])
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

const alerts = async (username: string) =>
  (
    await api.db.query(`select mc, detail from security_event where event = 'unusual_viewing' and user_id = $1`, [
      idOf(username),
    ])
  ).rows
const mails = async (subject: string) =>
  (await api.db.query('select mc, address, subject, body from outside_message where subject like $1', [`%${subject}`]))
    .rows
/** Views earlier in the hour, each of this many different claims. */
const looked = (username: string, times: number, claims = 1, minutesAgo = 30) =>
  api.db.query(
    `insert into access_audit (mc, at, user_id, actor, request_id, call, claim_ids)
     select 'AAA', clock_timestamp() - make_interval(mins => $4), $1, 'x', gen_random_uuid(), 'history.story',
       array(select gen_random_uuid() from generate_series(1, $3) where n > 0)
       from generate_series(1, $2::int) n`,
    [idOf(username), times, claims, minutesAgo],
  )

test('A user opens 201 claims within an hour: one alert and one mail without patient data', async () => {
  await looked('adj.aaa', 200)
  // Lists and views before this hour do not count.
  await looked('adj.aaa', 50, 25)
  await looked('adj.aaa', 300, 1, 61)
  const visitor = await api.signIn('adj.aaa')
  expect(await jobs.tick()).toBe(0)
  const { body } = await visitor.ask(authorizations.one, { id: await raiseAuthorization(api, { sub: 'AAA1', at: 1 }) })
  expect(await jobs.tick()).toBe(1)
  expect(await alerts('adj.aaa')).toEqual([{ mc: 'AAA', detail: { claims: 201, missing: 0 } }])
  expect(await jobs.tick()).toBe(0)
  const [mail, ...more] = await mails('unusual viewing by adj.aaa')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ mc: 'AAA', body: expect.stringContaining('opened 201 different claims') })
  expect(JSON.stringify(mail)).not.toContain(JSON.stringify(body).match(/"claimNumber":"([^"]+)"/)?.[1] ?? 'Ortega')
  expect(await jobs.relay()).toBeGreaterThan(0)
})

test('A user requests 51 unknown records within ten minutes: an alert about enumerating ids', async () => {
  const visitor = await api.signIn('adj.aaa2')
  const walk = async (steps: number) => {
    for (let step = 0; step < steps; step += 1)
      expect((await visitor.ask(authorizations.one, { id: randomUUID() })).status).toBe(404)
  }
  await walk(50)
  expect(await jobs.tick()).toBe(0)
  await walk(1)
  expect(await jobs.tick()).toBe(1)
  expect(await alerts('adj.aaa2')).toEqual([{ mc: 'AAA', detail: { claims: 0, missing: 51 } }])
  expect((await mails('unusual viewing by adj.aaa2'))[0]!.body).toContain('asked 51 times within ten minutes')
})

test('One mail reports both limits when both are exceeded', () => {
  const { body } = alertMail({ brand: 'RxDocket', username: 'a', name: 'Ann A', claims: 300, missing: 60 })
  expect(body).toContain(
    'Ann A (a) opened 300 different claims within the last hour and asked 60 times within ten minutes',
  )
})
