import { onTestFinished, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'

const HOUR = 3_600_000

test('a decision clears the escalation, its undo restores it, and no escalation level is reached twice', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  for (let hours = 0; hours < 24 * 9; hours += 6) {
    api.clock.move(6 * HOUR)
    await jobs.tick()
  }
  const flags = async () =>
    (
      await api.db.query(
        'select escalated, escalation_level, escalated_at is not null as at, snoozed_by is not null as snoozed from rx_authorization',
      )
    ).rows[0]
  const up = { escalated: true, escalation_level: 3, at: true, snoozed: false }
  const down = { escalated: false, escalation_level: 0, at: false, snoozed: false }
  expect(await flags()).toEqual(up)
  const adjuster = await api.signIn('adj.aaa')
  const version = async (user = adjuster) => (await user.ask(authorizations.one, { id })).body.version
  expect((await adjuster.ask(decision.approve, { id, version: await version() })).status).toBe(200)
  expect(await flags()).toEqual(down)
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await flags()).toEqual(up)
  const rungs = async () =>
    (await api.db.query(`select detail ->> 'n' as n from authorization_event where event_code = 172 order by id`)).rows
  await jobs.tick()
  expect((await rungs()).map((one) => one.n)).toEqual(['1', '2', '3'])

  // Closed without a decision and reopened, it is as escalated as its log says.
  api.clock.move(24 * 31 * HOUR)
  await jobs.tick()
  expect(await flags()).toEqual(down)
  const supervisor = await api.signIn('super.aaa')
  expect(
    (await supervisor.ask(decision.move, { id, status: 'reopen', version: await version(supervisor) })).body,
  ).toMatchObject({
    authorizationStatusId: 20,
  })
  expect(await flags()).toEqual(up)
})

test('a decision ends a snooze, and its undo restores it', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(clock.snooze, { id, value: 8 })
  const snooze = async () =>
    (await api.db.query('select snoozed_until, snoozed_by from rx_authorization')).rows[0] as Record<string, unknown>
  const before = await snooze()
  expect(before['snoozed_by']).not.toBeNull()
  expect((await adjuster.ask(decision.rejectThisFill, { id, version: 2, reasonId: 3 })).status).toBe(200)
  expect(await snooze()).toEqual({ snoozed_until: null, snoozed_by: null })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await snooze()).toEqual(before)
})
