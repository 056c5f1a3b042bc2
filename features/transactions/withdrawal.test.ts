import { expect, onTestFinished, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { BIN, PCN } from '#testing/fixtures.ts'
import { eventually } from '#testing/eventually.ts'
import { transactions } from './contract.ts'

const send = async (api: TestApi, of: ClaimOptions) =>
  (await api.service.ask(transactions.intake, pharmacyClaim(of))).body
const takeBack = async (api: TestApi, tcn: string) =>
  (
    await api.service.ask(transactions.reverse, {
      tcn,
      bin: BIN,
      pcn: PCN,
      insurance: { groupCode: 'AAA1GRP' },
    })
  ).body
const row = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      `select a.status_id, a.snoozed_until, a.escalated, a.pharmacy_waiting, a.completed_by_name,
         (select count(*)::int from authorization_owner o where o.authorization_id = a.id and o.open) as owners,
         (select count(*)::int from authorization_decision e where e.authorization_id = a.id) as decisions,
         (select count(*)::int from outbox x where x.authorization_id = a.id and x.payload ->> 'happening' = 'withdrawn') as "notificationCount"
       from rx_authorization a where a.id = $1`,
      [id],
    )
  ).rows[0]
const withdrawn = {
  status_id: 51,
  snoozed_until: null,
  escalated: false,
  pharmacy_waiting: false,
  completed_by_name: 'RxDocket',
  owners: 0,
  decisions: 0,
  notificationCount: 1,
}
const lastLine = async (visitor: Visitor, id: string) =>
  (await visitor.ask(history.eventLog, { stratusAuthId: id })).body.events[0]

test('A request is withdrawn when its prescription is paid under another prior authorization: its owner is notified and it is not deemed approved', async () => {
  const api = await startFixtureApi()
  const own = { sub: 'AAA1', at: 5, rx: '7005001' } as const // in New York
  const small = { sub: 'AAA1', at: 1, rx: '7001001' } as const
  const id = await raiseAuthorization(api, own)
  const elsewhere = await raiseAuthorization(api, { ...own, nabp: '1043409' })
  const waiting = await raiseAuthorization(api, small)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(clock.snooze, { id, value: 4 })).status).toBe(200)
  await api.db.query('update rx_authorization set escalated = true, escalation_level = 1 where id = $1', [id])
  const permitted = async (of: ClaimOptions) => {
    const given = await adjuster.ask(decision.approve, {
      id: await raiseAuthorization(api, of),
      version: 1,
      startDate: day(0),
      endDate: day(60),
      oneTimeFill: false,
    })
    expect(given).toMatchObject({ status: 200 })
    return given.body.priorAuth!.priorAuthOverrideRef
  }
  const ref = await permitted({ ...own, rx: '7005002' })
  await permitted({ ...small, rx: '7001002' })

  // A fill for one week does not withdraw the request for more.
  expect(await send(api, { ...small, quantity: 14, days: 7 })).toMatchObject({ status: 'P' })
  expect(await row(api, waiting)).toMatchObject({ status_id: 20, notificationCount: 0 })
  const paid = await send(api, own)
  expect(paid).toMatchObject({ status: 'P', authorizationNumber: ref })
  expect(await row(api, id)).toEqual(withdrawn)
  expect(await lastLine(adjuster, id)).toMatchObject({
    eventCode: 212,
    eventText: `Withdrawn: the prescription was paid under prior authorization ${ref} (transaction ${paid.tcn})`,
  })
  // Another pharmacy's request for the same drug stays open.
  expect((await row(api, elsewhere)).status_id).toBe(20)
  const late = await adjuster.ask(decision.approve, { id, version: 9 })
  expect(late.body.status).toMatchObject({ code: 'ALREADY_DECIDED', message: 'Authorization is already Withdrawn.' })
  await send(api, own)
  expect(await row(api, id)).toEqual(withdrawn)

  const due = Date.parse((await adjuster.ask(authorizations.one, { id })).body.statutoryDueAt)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const notices = () => api.db.query(`select title from user_notification where kind = 'withdrawn'`)
  await eventually(async () => {
    await jobs.relay()
    expect((await notices()).rows).toHaveLength(1)
  })
  expect((await notices()).rows).toEqual([
    { title: expect.stringMatching(/^Request [0-9]{12} was withdrawn and no longer needs a decision\.$/) },
  ])
  api.clock.move(due - api.clock.now().getTime() + 3_600_000)
  await jobs.tick()
  expect(await row(api, id)).toEqual(withdrawn)
  expect((await row(api, elsewhere)).status_id).toBe(33)
})

test('A pharmacy reverses its last claim before a decision: the request is withdrawn', async () => {
  const api = await startFixtureApi()
  const own = { sub: 'AAA1', at: 1 } as const
  const first = await send(api, own)
  const second = await send(api, own)
  const id = first.authorizationId!
  expect(second.authorizationId).toBe(id)
  const nothing = { status: 'R', restoredFills: 0, reversalReference: null, rejects: [{ code: '31' }] }
  expect(await takeBack(api, first.tcn)).toMatchObject(nothing)
  expect((await row(api, id)).status_id).toBe(20)
  expect(await takeBack(api, second.tcn)).toMatchObject({ status: 'A', restoredFills: 0, rejects: [] })
  expect(await row(api, id)).toEqual(withdrawn)
  const adjuster = await api.signIn('adj.aaa')
  expect(await lastLine(adjuster, id)).toMatchObject({
    eventText: 'Withdrawn: the pharmacy took its claim back',
    actorName: 'Meridian Pharmacy #112',
  })
  expect(await takeBack(api, second.tcn)).toMatchObject(nothing)
  // A decided request stays decided.
  const again = await send(api, own)
  expect(again.authorizationId).not.toBe(id)
  const version = (await adjuster.ask(authorizations.one, { id: again.authorizationId! })).body.version
  expect((await adjuster.ask(decision.approve, { id: again.authorizationId!, version })).status).toBe(200)
  expect(await takeBack(api, again.tcn)).toMatchObject(nothing)
  expect((await row(api, again.authorizationId!)).status_id).toBe(30)
})
