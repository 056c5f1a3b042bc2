import { onTestFinished, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'

const DAY = 86_400_000

test('The job expires, begins and ends prior authorizations and blocks by date, with one log line each', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const priorAuths = async () =>
    (await api.db.query('select status_id, end_date::text from prior_auth order by kind, id')).rows
  await jobs.tick()
  expect((await priorAuths()).map((row) => row.status_id)).toEqual([3])
  await api.db.query(`
    insert into prior_auth select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'override_ref', 'PA0000000001', 'kind',
      'BLOCK', 'status_id', 7, 'authorization_id', null))).* from prior_auth p`)
  await api.db.query(
    `update prior_auth set status_id = 2, start_date = (now() + interval '1 day')::date where kind = 'PERMIT'`,
  )
  api.clock.move(3 * DAY)
  await jobs.tick()
  expect((await priorAuths()).map((row) => row.status_id)).toEqual([7, 3])
  api.clock.move(30 * DAY)
  await jobs.tick()
  await jobs.tick()
  expect((await priorAuths()).map((row) => row.status_id)).toEqual([8, 5])
  const later = await api.signIn('adj.aaa')
  const log = await later.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.filter((line) => line.eventCode === 192).map((line) => line.eventText)).toEqual([
    'Prior authorization expired',
  ])
})

test('The claim owner is notified once, a week ahead, of maintenance therapies that end: one line each, one mail', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  await api.db.query(
    `update prior_auth set one_time = false, max_fills = 6, fills_used = 2, end_date = (now() + interval '20 days')::date`,
  )
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const notifications = async () => ({
    lines: (await api.db.query(`select title from user_notification where kind = 'ending'`)).rows.length,
    mails: (await api.db.query(`select subject, body from outside_message where subject like '%about to end'`)).rows,
  })
  await jobs.tick()
  expect(await notifications()).toEqual({ lines: 0, mails: [] })
  api.clock.move(15 * DAY)
  await jobs.tick()
  await jobs.tick()
  const { lines, mails } = await notifications()
  expect(lines).toBe(1)
  expect(mails).toMatchObject([
    { subject: 'A prior authorization is about to end', body: expect.stringContaining('PA') },
  ])
  const drug = (await api.db.query('select drug_name from prior_auth')).rows[0].drug_name as string
  expect(mails[0].body).not.toContain(drug)
})

test('The week ahead counts in the carrier’s zone: the eighth day there is not due when it is the seventh in UTC', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  const due = async (now: string, end: string) => {
    await api.db.query(
      `update prior_auth set one_time = false, max_fills = 6, fills_used = 2, start_date = '2027-01-04', end_date = $1`,
      [end],
    )
    return (await api.db.query('select from due_endings(10, $1)', [now])).rowCount
  }
  // 02:00 UTC on the 10th is the evening of the 9th in New York.
  expect(await due('2027-02-10T02:00:00Z', '2027-02-17')).toBe(0)
  expect(await due('2027-02-10T02:00:00Z', '2027-02-16')).toBe(1)
  expect(await due('2027-02-10T02:00:00Z', '2027-02-09')).toBe(1)
  expect(await due('2027-02-10T06:00:00Z', '2027-02-17')).toBe(1)
  expect(await due('2027-02-10T06:00:00Z', '2027-02-09')).toBe(0)
})
