import { expect, onTestFinished, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { outOfOffice } from './contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const withJobs = async (api: TestApi) => {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  return jobs
}
const inDays = (api: TestApi, days: number): string => new Date(api.clock.now().getTime() + days * DAY).toISOString()
const ownersOf = async (api: TestApi, id: string): Promise<string[]> =>
  (
    await api.db.query(
      'select u.username from authorization_owner o join app_user u on u.id = o.user_id where o.authorization_id = $1 order by o.position',
      [id],
    )
  ).rows.map((row) => row.username)

test('when a leave begins, urgent requests go to the delegates; the legal clock does not move; at its end requests nobody opened return', async () => {
  const api = await startFixtureApi()
  const opened = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const unopened = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const decided = await raiseAuthorization(api, { sub: 'AAA1', at: 3 })
  const later = await raiseAuthorization(api, { sub: 'AAA1', at: 4 })
  await api.db.query(
    `update rx_authorization set next_clock_at = now() + interval '60 days', statutory_due_at = now() + interval '60 days' where id = $1`,
    [later],
  )
  const dues = async () => (await api.db.query('select id, statutory_due_at from rx_authorization order by id')).rows
  const before = await dues()
  const adjuster = await api.signIn('adj.aaa')
  const away = { startAt: inDays(api, 1), endAt: inDays(api, 6), delegates: [idOf('adj.aaa2')] }
  const foreseen = await adjuster.ask(outOfOffice.preview, away)
  expect(foreseen.body).toEqual({
    moves: [{ userId: idOf('adj.aaa2'), name: 'Adj aaa2', requests: 3 }],
    staying: 0,
    warnings: [],
  })
  const set = await adjuster.ask(outOfOffice.set, { ...away, message: 'Back on Friday' })
  expect(set).toMatchObject({
    status: 200,
    body: { leave: { status: 'SCHEDULED', delegates: [{ name: 'Adj aaa2', active: true }], moved: 0 }, warnings: [] },
  })
  // The delegate is notified, and reads it on Home and on Out of Office; nobody else does.
  const standIn = async (who: string) => (await (await api.signIn(who)).ask(outOfOffice.list, {})).body.delegateFor
  expect(await standIn('adj.aaa2')).toEqual([
    expect.objectContaining({ name: 'Adj aaa', startAt: away.startAt, endAt: away.endAt, message: 'Back on Friday' }),
  ])
  expect(await standIn('adj.aaa')).toEqual([])
  expect((await api.db.query("select user_id, title from user_notification where kind = 'standIn'")).rows).toEqual([
    { user_id: idOf('adj.aaa2'), title: expect.stringMatching(/^You are the delegate for Adj aaa from /) },
  ])
  const jobs = await withJobs(api)
  await jobs.tick()
  expect(await ownersOf(api, opened)).toEqual(['adj.aaa'])
  api.clock.move(DAY + 60_000)
  await Promise.all([jobs.tick(), jobs.tick()])
  await jobs.tick()
  for (const id of [opened, unopened, decided]) expect(await ownersOf(api, id)).toEqual(['adj.aaa2', 'adj.aaa'])
  expect(await ownersOf(api, later)).toEqual(['adj.aaa'])
  expect(await dues()).toEqual(before)
  const delegate = await api.signIn('adj.aaa2')
  const log = (await delegate.ask(history.eventLog, { stratusAuthId: opened })).body.events
  expect(log.filter(({ eventCode }) => eventCode === 181).map(({ eventText }) => eventText)).toEqual([
    expect.stringMatching(/^Rerouted: Adj aaa is out of office until \d\d\/\d\d\/\d{4}/),
  ])
  expect((await api.db.query("select user_id, title from user_notification where kind = 'rerouted'")).rows).toEqual([
    {
      user_id: idOf('adj.aaa2'),
      title: expect.stringMatching(/^3 requests came to you: Adj aaa is out of office until /),
    },
  ])
  // The delegate opens one and decides another.
  await delegate.ask(authorizations.one, { id: opened })
  await delegate.ask(history.story, { stratusAuthId: opened })
  const version = (await delegate.ask(authorizations.one, { id: decided })).body.version
  expect((await delegate.ask(decision.approve, { id: decided, version })).status).toBe(200)
  const back = await api.signIn('adj.aaa')
  expect((await back.ask(outOfOffice.list, {})).body.own).toMatchObject([{ status: 'ACTIVE', moved: 3 }])
  api.clock.move(6 * DAY)
  await jobs.tick()
  await jobs.tick()
  expect(await ownersOf(api, opened)).toEqual(['adj.aaa2', 'adj.aaa'])
  expect(await ownersOf(api, unopened)).toEqual(['adj.aaa'])
  expect(await ownersOf(api, decided)).toEqual(['adj.aaa2', 'adj.aaa'])
  expect(await dues()).toEqual(before)
  expect(
    (
      await api.db.query("select title from user_notification where kind = 'rerouted' and user_id = $1", [
        idOf('adj.aaa'),
      ])
    ).rows,
  ).toEqual([{ title: 'Welcome back: 1 request came back to you, 1 stayed with who opened it.' }])
  expect((await (await api.signIn('adj.aaa')).ask(outOfOffice.list, {})).body.own).toMatchObject([{ status: 'ENDED' }])
})

test('a user who ends their leave is back at once; a request a supervisor reassigned meanwhile stays with its new owner', async () => {
  const api = await startFixtureApi()
  const [first, second] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  const { body } = await adjuster.ask(outOfOffice.set, {
    startAt: inDays(api, 0),
    endAt: inDays(api, 5),
    delegates: [idOf('adj.aaa2')],
  })
  expect(body.leave.status).toBe('ACTIVE')
  const jobs = await withJobs(api)
  await jobs.tick()
  expect(await ownersOf(api, first)).toEqual(['adj.aaa2', 'adj.aaa'])
  await api.db.query(`update authorization_owner set user_id = $2 where authorization_id = $1 and position = 1`, [
    second,
    idOf('super.aaa'),
  ])
  api.clock.move(HOUR)
  const later = await api.signIn('adj.aaa')
  expect((await later.ask(outOfOffice.end, { leaveId: body.leave.leaveId })).body).toMatchObject({
    success: true,
    ended: true,
  })
  await jobs.tick()
  expect(await ownersOf(api, first)).toEqual(['adj.aaa'])
  expect(await ownersOf(api, second)).toEqual(['super.aaa', 'adj.aaa'])
  expect((await later.ask(outOfOffice.end, { leaveId: body.leave.leaveId })).body.status).toMatchObject({
    code: 'RULE',
    message: 'This time off has ended.',
  })
  // A leave that has not begun is deleted.
  const planned = await later.ask(outOfOffice.set, { startAt: inDays(api, 10), endAt: inDays(api, 12) })
  expect(planned.body.warnings).toEqual(['No delegate: requests go to the next case owner, then the group queue.'])
  expect((await later.ask(outOfOffice.end, { leaveId: planned.body.leave.leaveId })).body.ended).toBe(false)
  expect((await api.db.query('select count(*)::int as n from out_of_office')).rows[0].n).toBe(1)
})

test('two leaves of a user never overlap, also when set at the same time', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      adjuster.ask(outOfOffice.set, {
        startAt: inDays(api, 1 + index * 0.1),
        endAt: inDays(api, 4),
        delegates: [idOf('adj.aaa2')],
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ])
  const lost = answers.find(({ status }) => status === 409)!.body as unknown as {
    status: { code: string; message: string }
    data: { leaveId: string }
  }
  expect(lost.status).toMatchObject({
    code: 'DUPLICATE',
    message: expect.stringMatching(/^There is already time off from \d\d\/\d\d\/\d{4} .* to /),
  })
  // The database constraint refuses it too.
  await expect(
    api.db.query(
      `insert into out_of_office (mc, id, user_id, start_at, end_at)
        values ('AAA', gen_random_uuid(), $1, now() + interval '2 days', now() + interval '3 days')`,
      [idOf('adj.aaa')],
    ),
  ).rejects.toThrow(/out_of_office_once/)
  const [leave] = (await adjuster.ask(outOfOffice.list, {})).body.own
  expect(
    (await adjuster.ask(outOfOffice.change, { leaveId: leave!.leaveId, endAt: inDays(api, 9), version: 7 })).body.status
      .code,
  ).toBe('CONFLICT')
  expect(
    (await adjuster.ask(outOfOffice.change, { leaveId: leave!.leaveId, endAt: inDays(api, 9) })).body,
  ).toMatchObject({ status: { code: 'PRECONDITION_REQUIRED' }, fields: [{ path: 'version' }] })
  const changed = await adjuster.ask(outOfOffice.change, {
    leaveId: leave!.leaveId,
    endAt: inDays(api, 9),
    delegates: [idOf('super.aaa')],
    message: 'Longer',
    version: 1,
  })
  expect(changed.body.leave).toMatchObject({
    version: 2,
    message: 'Longer',
    delegates: [{ userId: idOf('super.aaa') }],
  })
})

test('users set their own leaves, supervisors their team’s; leaves of other users and other carriers are not found', async () => {
  const api = await startFixtureApi()
  const away = { startAt: inDays(api, 1), endAt: inDays(api, 2) }
  const supervisor = await api.signIn('super.aaa')
  const own = await supervisor.ask(outOfOffice.set, { ...away, userId: idOf('adj.aaa'), delegates: [idOf('adj.aaa2')] })
  expect(own.body.leave).toMatchObject({ name: 'Adj aaa', setBy: 'Super aaa' })
  expect((await supervisor.ask(outOfOffice.list, {})).body).toMatchObject({
    own: [],
    team: [{ name: 'Adj aaa' }],
    people: [{ name: 'Adj aaa' }, { name: 'Adj aaa2' }],
  })
  const { leaveId } = own.body.leave
  const other = await api.signIn('adj.aaa2')
  const before = await decisionRows(api)
  const code = async (asked: Promise<{ status: number; body: { status?: { code: string } } }>) => {
    const { status, body } = await asked
    return `${status} ${body.status?.code}`
  }
  expect(await code(other.ask(outOfOffice.set, { ...away, userId: idOf('adj.aaa') }))).toBe('403 NOT_ALLOWED')
  expect(await code(other.ask(outOfOffice.change, { leaveId, message: 'x' }))).toBe('404 NOT_FOUND')
  expect(await code(other.ask(outOfOffice.end, { leaveId }))).toBe('404 NOT_FOUND')
  expect(await code((await api.signIn('adj.bbb')).ask(outOfOffice.end, { leaveId }))).toBe('404 NOT_FOUND')
  expect(await code(supervisor.ask(outOfOffice.set, { ...away, userId: idOf('adj.bbb') }))).toBe('404 NOT_FOUND')
  expect(await code(supervisor.ask(outOfOffice.set, { ...away, delegates: [idOf('adj.bbb')] }))).toBe('404 NOT_FOUND')
  expect(await code(supervisor.ask(outOfOffice.set, { ...away, delegates: [idOf('super.aaa')] }))).toBe('422 RULE')
  expect(await code(supervisor.ask(outOfOffice.set, { ...away, delegates: [idOf('gone.aaa')] }))).toBe('422 RULE')
  expect(await code((await api.signIn('read.only')).ask(outOfOffice.set, away))).toBe('403 UPDATE_BLOCKED')
  expect(await decisionRows(api)).toBe(before)
  // A delegate who would delegate back.
  await other.ask(outOfOffice.set, { ...away, delegates: [] })
  const [theirs] = (await other.ask(outOfOffice.list, {})).body.own
  expect(
    (await other.ask(outOfOffice.change, { leaveId: theirs!.leaveId, version: 1, delegates: [idOf('adj.aaa')] })).body
      .status,
  ).toMatchObject({ code: 'RULE', message: 'Adj aaa is away too then, and the work would come back to you.' })
  const found = (await other.ask(outOfOffice.standIns, { chars: 'aaa' })).body
  expect(found.map(({ name }) => name)).not.toContain('Adj aaa2')
  expect(found.map(({ name }) => name)).toContain('Adj aaa')
  expect((await other.ask(outOfOffice.standIns, {})).body.length).toBeGreaterThan(3)
})

test('colleagues’ open work and absences are shown to those who may plan a leave: the person, their supervisor, managers', async () => {
  const api = await startFixtureApi()
  const away = { startAt: inDays(api, 1), endAt: inDays(api, 3), delegates: [idOf('adj.aaa2')] }
  const asked = async (who: string, userId?: string) => {
    const by = await api.signIn(who)
    const of = userId === undefined ? {} : { userId: idOf(userId) }
    const answers = [
      await by.ask(outOfOffice.preview, { ...away, ...of }),
      await by.ask(outOfOffice.standIns, { chars: 'aaa', ...of }),
    ]
    return answers.map(({ status, body }) => `${status} ${(body as { status?: { code?: string } }).status?.code ?? ''}`)
  }
  const shown = ['200 ', '200 ']
  expect(await asked('adj.aaa')).toEqual(shown)
  expect(await asked('super.aaa', 'adj.aaa')).toEqual(shown)
  const blocked = ['403 UPDATE_BLOCKED', '403 UPDATE_BLOCKED']
  expect(await asked('read.only')).toEqual(blocked)
  expect(await asked('read.only', 'adj.aaa')).toEqual(blocked)
  await api.db.query(`update user_carrier set roles = '{prog_special}' where user_id = $1`, [idOf('clin.aaa')])
  expect(await asked('clin.aaa', 'adj.aaa')).toEqual(blocked)
  expect(await asked('adj.aaa2', 'adj.aaa')).toEqual(['403 NOT_ALLOWED', '403 NOT_ALLOWED'])
  expect(await asked('adj.bbb', 'adj.aaa')).toEqual(['404 NOT_FOUND', '404 NOT_FOUND'])
})

test('an account manager of one program plans leaves of its users alone', async () => {
  const api = await startFixtureApi()
  await api.db.query(
    `update user_carrier set roles = '{account_admin}', sub_carriers = '{AAA1}', data_extract_sub_carriers = '{}' where user_id = $1`,
    [idOf('ext.aaa')],
  )
  const manager = await api.signIn('ext.aaa')
  const set = async (who: string) => {
    const { status, body } = await manager.ask(outOfOffice.set, {
      userId: idOf(who),
      startAt: inDays(api, 1),
      endAt: inDays(api, 3),
      delegates: [],
    })
    return [status, body.leave?.leaveId] as const
  }
  expect(await set('adj.aaa')).toEqual([403, undefined])
  expect(await set('adj.sub1')).toEqual([200, expect.any(String)])
  const own = await (
    await api.signIn('adj.aaa')
  ).ask(outOfOffice.set, {
    startAt: inDays(api, 1),
    endAt: inDays(api, 3),
    delegates: [],
  })
  expect((await manager.ask(outOfOffice.end, { leaveId: own.body.leave.leaveId })).status).toBe(404)
  const { team, people } = (await manager.ask(outOfOffice.list, {})).body
  expect(team.map(({ userId }) => userId)).toEqual([idOf('adj.sub1')])
  expect(people.map(({ userId }) => userId)).toContain(idOf('adj.sub1'))
  expect(people.map(({ userId }) => userId)).not.toContain(idOf('adj.aaa'))
})

test('requests of a closed account go to present users; where there is none, they stay and are retried hourly', async () => {
  const api = await startFixtureApi()
  const [first, second] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 1 }),
  ]
  await api.db.query(`update app_user set status = 'DISABLED' where username in ('adj.aaa', 'adj.aaa2')`)
  const jobs = await withJobs(api)
  await jobs.tick()
  expect(await ownersOf(api, first)).toEqual(['super.aaa'])
  expect(await ownersOf(api, second)).toEqual(['super.aaa'])
  const log = (await (await api.signIn('super.aaa')).ask(history.eventLog, { stratusAuthId: first })).body.events
  expect(log[0]).toMatchObject({ eventCode: 180, eventText: 'Assigned to Super aaa by RxDocket' })
  expect(
    (await api.db.query(`select count(*)::int as n from outbox where payload ->> 'happening' = 'assigned'`)).rows[0].n,
  ).toBe(2)
  await api.db.query(`update user_carrier set active = false where user_id = $1`, [idOf('super.aaa')])
  for (let turn = 0; turn < 3; turn += 1) await jobs.tick()
  expect(
    (await api.db.query('select count(*)::int as n from authorization_reroute where to_user is null')).rows[0].n,
  ).toBe(2)
  await api.db.query(`update user_carrier set active = true where user_id = $1`, [idOf('super.aaa')])
  api.clock.move(2 * HOUR)
  await jobs.tick()
  expect(await ownersOf(api, first)).toEqual(['super.aaa'])
})

test('a user who may not work on a request any more, by role or sub-carriers, does not keep it', async () => {
  const api = await startFixtureApi()
  const [near, far] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 1 }),
  ]
  const jobs = await withJobs(api)
  await jobs.tick()
  expect([await ownersOf(api, near), await ownersOf(api, far)]).toEqual([['adj.aaa'], ['adj.aaa2']])
  // Both work for the first sub-carrier only from now on: one keeps theirs, the other could not even open it.
  await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = any($1::uuid[])`, [
    [idOf('adj.aaa'), idOf('adj.aaa2')],
  ])
  await jobs.tick()
  expect([await ownersOf(api, near), await ownersOf(api, far)]).toEqual([['adj.aaa'], ['super.aaa']])
  await api.db.query(`update user_carrier set roles = '{adjuster, Read_Only }' where user_id = $1`, [idOf('adj.aaa')])
  await jobs.tick()
  expect(await ownersOf(api, near)).toEqual(['super.aaa'])
  // Without candidates it stays, logged once an hour; the sub-carrier's default users then get it.
  await api.db.query(`update user_carrier set sub_carriers = '{AAA2}' where user_id = $1`, [idOf('super.aaa')])
  await jobs.tick()
  await jobs.tick()
  expect(await ownersOf(api, near)).toEqual(['super.aaa'])
  const noted = `select count(*)::int as n from authorization_reroute where authorization_id = $1 and to_user is null`
  expect((await api.db.query(noted, [near])).rows).toEqual([{ n: 1 }])
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', 'AAA1', 'subCarrierDesk', $1)`,
    [JSON.stringify([idOf('clin.aaa')])],
  )
  api.clock.move(2 * HOUR)
  await jobs.tick()
  expect(await ownersOf(api, near)).toEqual(['clin.aaa'])
})

test.each([
  ['adj.aaa', ['set']],
  ['super.aaa', ['set']],
  ['read.only', []],
])('%s is offered what they may do with their own time off: %j', async (username, allowedActions) => {
  const api = await startFixtureApi()
  const { status, body } = await (await api.signIn(username)).ask(outOfOffice.list, {})
  expect([status, body.allowedActions]).toEqual([200, allowedActions])
})
