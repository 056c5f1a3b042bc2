import { onTestFinished, expect, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { startApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { clock } from './contract.ts'

const NEVER = 1e9
const withJobs = async (api: Awaited<ReturnType<typeof startFixtureApi>>) => {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, NEVER)
  onTestFinished(() => jobs.stop())
  return jobs
}
const HOUR = 3_600_000

test('silence approves in New York at the due instant, once and automatically, also after all processes were down', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const adjuster = await api.signIn('adj.aaa')
  const due = Date.parse((await adjuster.ask(authorizations.one, { id })).body.statutoryDueAt)
  // Nothing runs until two hours after the due time; then two processes start at once.
  api.clock.move(due - api.clock.now().getTime() - 60_000)
  const first = await withJobs(api)
  await first.tick()
  expect((await api.db.query('select status_id from rx_authorization')).rows).toEqual([{ status_id: 20 }])
  api.clock.move(2 * HOUR)
  const other = await startApi({ url: api.url })
  other.clock.move(api.clock.offsetMs())
  const second = await startJobs(other.built.portal, api.url, everyJob, everyTick, NEVER)
  await Promise.all([first.tick(), second.tick()])
  await Promise.all([first.tick(), second.tick()])
  await second.stop()
  const after = await api.db
    .query(`select a.status_id, (select count(*)::int from authorization_decision where decision = 'DEEMED') as decisions,
      (select count(*)::int from prior_auth) as "priorAuths",
    (select count(*)::int from authorization_event where event_code = 210) as events,
      (select count(*)::int from outbox where topic = 'pharmacy.callback') as outbox,
      (select count(*)::int from outbox where payload ->> 'happening' = 'deemed') as notices from rx_authorization a`)
  expect(after.rows).toEqual([{ status_id: 33, decisions: 1, priorAuths: 1, events: 1, outbox: 1, notices: 1 }])
})

test('silence grants each of three prescriptions of one drug its fill, besides the fills of the others', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  for (const rx of ['701', '702', '703']) await raiseAuthorization(api, { sub: 'AAA1', at: 5, rx })
  const jobs = await withJobs(api)
  api.clock.move(6 * 24 * HOUR)
  await jobs.tick()
  const { rows } = await api.db.query(
    `select a.status_id as request, p.status_id as "priorAuth", p.fills_used as used from rx_authorization a left
      join prior_auth p on p.authorization_id = a.id order by a.rx_number`,
  )
  expect(rows).toEqual([0, 1, 2].map(() => ({ request: 33, priorAuth: 3, used: 0 })))
})

test('an untouched request is reminded, also of its legal clock, and escalated to owner, supervisor and support, each once', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const jobs = await withJobs(api)
  for (let hours = 0; hours < 24 * 9; hours += 6) {
    api.clock.move(6 * HOUR)
    await jobs.tick()
    await jobs.tick()
  }
  const adjuster = await api.signIn('super.aaa')
  const codes = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events.map((line) => line.eventCode)
  expect(codes.filter((code) => code === 173)).toHaveLength(1 + 3) // The first reminder, then 50, 80 and 95 % of the clock.
  expect(codes.filter((code) => code === 172)).toHaveLength(3)
  const row = (await api.db.query('select status_id, escalated, escalation_level, next_clock_at from rx_authorization'))
    .rows[0]
  expect(row).toMatchObject({ status_id: 20, escalated: true, escalation_level: 3, next_clock_at: expect.anything() })
})

test('a snooze delays the reminders and never the legal clock; it ends by itself', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(clock.snooze, { id, value: 3 })).body.status.code).toBe('VALIDATION')
  const snoozed = await adjuster.ask(clock.snooze, { id, value: 8 })
  expect(snoozed.body).toMatchObject({ success: true, snoozeHoursTotal: 8 })
  const jobs = await withJobs(api)
  api.clock.move(7 * HOUR)
  await jobs.tick()
  expect(
    (await api.db.query('select count(*)::int as n from authorization_event where event_code in (172, 173)')).rows[0].n,
  ).toBe(0)
  api.clock.move(72 * HOUR)
  await jobs.tick()
  const late = await api.signIn('adj.aaa')
  expect((await late.ask(authorizations.one, { id })).body.snoozedUntil).toBeNull()
  expect(
    (
      await api.db.query('select event_code from authorization_event where event_code in (170, 171) order by id')
    ).rows.map((row) => row.event_code),
  ).toEqual([170, 171])
})

test('a snooze past the state deadline is refused and writes nothing', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const due = new Date(
    (await api.db.query('select statutory_due_at from rx_authorization')).rows[0].statutory_due_at as string,
  ).getTime()
  api.clock.move(due - api.clock.now().getTime() - 24 * HOUR)
  const adjuster = await api.signIn('adj.aaa')
  const refused = await adjuster.ask(clock.snooze, { id, value: 48 })
  expect(refused.body.status).toMatchObject({
    code: 'SNOOZE_PAST_DUE',
    message: expect.stringMatching(/^Snooze would pass the state deadline of /),
  })
  expect((await api.db.query('select count(*)::int as n from authorization_event')).rows[0].n).toBe(1)
  expect((await adjuster.ask(clock.snooze, { id, value: 4 })).status).toBe(200)
  expect((await adjuster.ask(clock.unsnooze, { id })).body).toMatchObject({ success: true, snoozedUntil: null })
  expect((await adjuster.ask(decision.approve, { id, version: 3 })).status).toBe(200)
  expect((await adjuster.ask(clock.snooze, { id, value: 1 })).body.status.code).toBe('ALREADY_DECIDED')
})

test('a carrier counts in its own hours and settings, and a new owner gets new reminders', async () => {
  const api = await startFixtureApi()
  const wednesday = new Date(api.clock.now())
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7 || 7))
  wednesday.setUTCHours(15, 0, 0, 0)
  api.clock.move(wednesday.getTime() - api.clock.now().getTime())
  // Open on Sundays only: steps in working hours wait for it.
  await api.db.query(`
    insert into carrier_setting (mc, sub_carrier, key, value) values
      ('AAA', '*', 'businessCalendar', '{"days": [1], "opens": "09:00", "closes": "10:00", "federalHolidays": false, "daysOff": []}'),
      ('AAA', 'AAA1', 'businessCalendar', '{"days": [0], "opens": "09:00", "closes": "10:00", "federalHolidays": false, "daysOff": []}'),
      ('AAA', '*', 'ladder', '{"reminderHours": 0.5}')`)
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  // A distant legal clock, so that none of its shares is due before Sunday.
  await api.db.query(`update rx_authorization set statutory_due_at = statutory_due_at + interval '60 days'`)
  const jobs = await withJobs(api)
  const row = async () =>
    (await api.db.query(`select next_clock_at, clock_state from rx_authorization where id = $1`, [id])).rows[0]
  await jobs.tick()
  const counter = (await row()).next_clock_at.getTime() - api.clock.now().getTime()
  expect(counter).toBeLessThanOrEqual(15 * 60_000) // The pharmacy reminder counts clock time.
  api.clock.move(20 * 60_000)
  await jobs.tick()
  const { time_zone: zone, other } = (
    await api.db.query(
      `select u.time_zone, (select email from app_user where username = 'super.aaa') as other from rx_authorization a join app_user u on u.id = a.owner_id`,
    )
  ).rows[0]
  const wall = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const sunday = (await row()).next_clock_at as Date
  expect(wall.format(sunday)).toBe('Sun 09:30')
  api.clock.move(sunday.getTime() - api.clock.now().getTime())
  await jobs.tick()
  expect((await row()).clock_state).toMatchObject({ reminded: true })
  const supervisor = await api.signIn('super.aaa')
  const before = api.clock.now().getTime()
  expect((await supervisor.ask(owners.assign, { id, version: 1, userEmails: other })).status).toBe(200)
  const { clock_state: restarted } = await row()
  expect(restarted.reminded).toBe(false)
  expect(Date.parse(restarted.remindFrom)).toBeGreaterThanOrEqual(before)
})
