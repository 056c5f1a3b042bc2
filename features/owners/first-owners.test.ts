import { expect, onTestFinished, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { history } from '#features/history/contract.ts'
import { eventually } from '#testing/eventually.ts'
import { owners } from './contract.ts'
import { everyJob, everyTick } from '#registry'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'

const claim = (at: number) => idOf(`AAA AAA2 claim ${at}`)
const ownersOf = async (api: TestApi, id: string): Promise<string[]> =>
  (
    await api.db.query(
      `select u.username from authorization_owner o join app_user u on u.id = o.user_id where o.authorization_id = $1 order by o.position`,
      [id],
    )
  ).rows.map((row) => row.username)
const give = (api: TestApi, at: number, owner: string) =>
  api.db.query('update wc_claim set owner_id = $2 where id = $1', [claim(at), idOf(owner)])

test('a new request goes to a user who can open it: users of other sub-carriers and readers are passed over', async () => {
  const api = await startFixtureApi()
  const owner = await api.signIn('adj.aaa2')
  const hour = 3_600_000
  // Away until 02:00 on the 9th in London, which is the evening of the 8th at the carrier.
  await api.db.query(`update master_carrier set time_zone = 'America/New_York' where mc = 'AAA'`)
  const until = new Date(api.clock.now().getTime() + 5 * 24 * hour)
  until.setUTCHours(2, 0, 0, 0)
  const away = await owner.ask(outOfOffice.set, {
    startAt: api.clock.now().toISOString(),
    endAt: until.toISOString(),
    delegates: [idOf('adj.sub1'), idOf('super.aaa')],
  })
  expect(away).toMatchObject({ status: 200, body: { warnings: ['Adj sub1 does not work for AAA2.'] } })
  const passed = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  expect(await ownersOf(api, passed)).toEqual(['super.aaa', 'adj.aaa2'])
  const first = await api.signIn('super.aaa')
  expect((await first.ask(authorizations.one, { id: passed })).status).toBe(200)
  expect((await (await api.signIn('adj.sub1')).ask(authorizations.one, { id: passed })).status).toBe(404)
  const evening = new Date(until.getTime() - 12 * hour).toISOString()
  const day = `${evening.slice(5, 7)}/${evening.slice(8, 10)}/${evening.slice(0, 4)}`
  const log = (await first.ask(history.eventLog, { stratusAuthId: passed })).body.events
  expect(log.find(({ eventCode }) => eventCode === 181)?.eventText).toBe(
    `Rerouted: Adj aaa2 is out of office until ${day}`,
  )

  // An owner who only reads, and one of another sub-carrier: the next owner of the claim.
  for (const [at, name] of [
    [2, 'read.only'],
    [3, 'adj.sub1'],
  ] as const) {
    await give(api, at, name)
    await api.db.query(
      `insert into claim_case_owner (mc, stratus_claim_id, user_id, kind, position) values ('AAA', $1, $2, 'SECONDARY', 1)`,
      [claim(at), idOf('adj.aaa')],
    )
    expect(await ownersOf(api, await raiseAuthorization(api, { sub: 'AAA2', at }))).toEqual(['adj.aaa'])
  }

  // The sub-carrier's default users are the fifth step: those who can work here, least busy first.
  await give(api, 4, 'read.mess')
  await give(api, 5, 'read.mess')
  expect(await ownersOf(api, await raiseAuthorization(api, { sub: 'AAA2', at: 4 }))).toEqual([])
  const people = ['adj.sub1', 'adj.aaa', 'clin.aaa'].map((name) => idOf(name))
  await api.db.query(
    `insert into carrier_setting (mc, sub_carrier, key, value) values ('AAA', 'AAA2', 'subCarrierDesk', $1)`,
    [JSON.stringify([...people, 'nobody'])],
  )
  const fifth = await raiseAuthorization(api, { sub: 'AAA2', at: 5 })
  expect(await ownersOf(api, fifth)).toEqual(['clin.aaa'])
  // A request prepared in the portal is offered to the same users: now both have one.
  const { ndc } = (await api.db.query('select ndc from rx_authorization where id = $1', [fifth])).rows[0]
  const built = await first.ask(newAuthorization.build, {
    stratusClaimId: claim(4),
    ndc,
    quantity: 30,
    daysSupply: 30,
  })
  expect(built.body).toMatchObject({ success: true, caseOwners: [{ userId: expect.anything() }] })
  expect(built.body.caseOwners.map(({ userId }) => userId)).toEqual([idOf('clin.aaa')])
})

test('a request without an owner is reported to support after fifteen minutes, once, unless it was assigned meanwhile', async () => {
  const api = await startFixtureApi()
  await api.db.query(`update user_carrier set roles = '{pbm_support}' where user_id = $1`, [idOf('ur.aaa')])
  await give(api, 1, 'read.only')
  await give(api, 2, 'read.only')
  // Away, without a delegate or a supervisor: still on their list, but nobody sees it.
  await api.db.query('delete from user_supervision')
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at) values ('AAA', gen_random_uuid(), $1, now() - interval '1 day', now() + interval '9 days')`,
    [idOf('adj.aaa2')],
  )
  const nobody = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  const given = await raiseAuthorization(api, { sub: 'AAA2', at: 2 })
  const away = await raiseAuthorization(api, { sub: 'AAA2', at: 3 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect([await ownersOf(api, nobody), await ownersOf(api, given), await ownersOf(api, away)]).toEqual([
    [],
    [],
    ['adj.aaa2'],
  ])
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const alarms = async () =>
    (
      await api.db.query(
        `select payload ->> 'authorizationId' as id from outbox where payload ->> 'happening' = 'unassigned' order by created_at, id`,
      )
    ).rows.map((row) => row.id)
  await jobs.tick()
  const { rows } = await api.db.query(`select email from app_user where username = 'adj.aaa'`)
  const supervisor = await api.signIn('super.aaa')
  expect((await supervisor.ask(owners.assign, { id: given, version: 1, userEmails: rows[0].email })).status).toBe(200)
  api.clock.move(14 * 60_000)
  await jobs.tick()
  expect(await alarms()).toEqual([])
  api.clock.move(61_000)
  await Promise.all([jobs.tick(), jobs.tick()])
  for (let hours = 0; hours < 12; hours += 1) {
    api.clock.move(3_600_000)
    await jobs.tick()
  }
  // Each once; the reassigned and the normal request never.
  expect(new Set(await alarms())).toEqual(new Set([nobody, away]))
  expect(await alarms()).toHaveLength(2)
  const notified = () =>
    api.db.query(
      `select n.title, o.subject from user_notification n
        join outside_message o on o.authorization_id = n.authorization_id and o.subject like '%no owner who can%'
        where n.kind = 'unassigned' and n.user_id = $1 and o.address = (select email from app_user where id = $1)`,
      [idOf('ur.aaa')],
    )
  await eventually(async () => {
    await jobs.relay()
    expect((await notified()).rows).toHaveLength(2)
  })
  expect((await notified()).rows[0]).toEqual({
    title: expect.stringMatching(/^Request [0-9]{12} has no owner who can decide it: assign it\.$/),
    subject: expect.stringMatching(/^Request [0-9]{12} has no owner who can decide it: assign it$/),
  })
})
