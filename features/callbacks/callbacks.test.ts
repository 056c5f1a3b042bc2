import { idOf } from '#testing/fixtures.ts'
import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { everyJob, everyTick } from '#registry'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { keying } from '#features/keying/contract.ts'
import { eventually } from '#testing/eventually.ts'
import { untilNoon } from '#testing/new-york-day.ts'
import { callbacks } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const
const counter = () => ({
  bin: '610014',
  pcn: 'WCPBM',
  insurance: { groupCode: 'AAA1GRP' },
  nabp: pharmacyClaim(one).pharmacyNabp!,
})

/** Runs the outbox and the jobs until the message to the pharmacy is sent. */
async function sendQueued(api: TestApi): Promise<void> {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await eventually(async () => {
    await jobs.relay()
    const { rows } = await api.db.query('select count(*)::int as n from pharmacy_callback where status_id = 2')
    expect(rows[0].n).toBe(1)
  })
}

test('A pharmacy gets one message about an approval once it can no longer be undone, and acknowledges it by reading', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  expect((await api.service.ask(callbacks.take, counter())).body.messages).toEqual([])
  api.clock.move(11_000)
  await sendQueued(api)
  const { body } = await api.service.ask(callbacks.take, counter())
  expect(body.messages).toMatchObject([
    {
      outcome: 'APPROVED',
      oneTime: true,
      priorAuthRef: expect.stringMatching(/^PA\d{10}$/),
      text: expect.stringMatching(/^Approved: \d+ \w+ for \d+ days\. Submit the claim again, once/),
    },
  ])
  expect((await api.service.ask(callbacks.take, counter())).body.messages).toEqual([])
  expect((await api.db.query('select status_id from pharmacy_callback')).rows).toEqual([{ status_id: 3 }])
  // Sent and read, and nobody was reached by telephone.
  const log = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  // The mail to the owner may leave before it or after it.
  const ofMessage = log.body.events.map((line) => line.eventText).filter((text) => text.startsWith('Message'))
  expect(ofMessage.slice(0, 2)).toEqual([
    expect.stringMatching(/^Message read by /),
    expect.stringMatching(/^Message to .+ sent$/),
  ])
  expect(log.body.events.map((line) => line.eventCode)).not.toContain(301)
})

test('Another pharmacy gets no messages, and a call without the token gets none', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  api.clock.move(11_000)
  await sendQueued(api)
  expect((await api.service.ask(callbacks.take, { ...counter(), nabp: '9999999' })).body.messages).toEqual([])
  expect((await api.anonymous.ask(callbacks.take, counter())).status).toBe(401)
  expect((await api.service.ask(callbacks.take, counter())).body.messages).toHaveLength(1)
})

test('Where approvals are keyed, the pharmacy is asked to resubmit only when the prior authorization is in force', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await api.db.query('update rx_authorization set auto_pa = false')
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body.priorAuth).toMatchObject({ statusId: 1 })
  api.clock.move(11_000)
  await sendQueued(api)
  expect((await api.db.query('select status_id from prior_auth')).rows).toEqual([{ status_id: 3 }])
  const log = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map((line) => line.eventCode)).toEqual(expect.arrayContaining([130, 195, 304]))
  expect((await api.service.ask(transactions.intake, pharmacyClaim(one))).body.status).toBe('P')
})

const support = async (api: TestApi) => {
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  return api.signIn('ext.aaa')
}

test('An unread message becomes a call, tried five times in opening hours; a second caller sees who called first', async () => {
  const api = await startFixtureApi()
  // 10:00 on the East Coast: pharmacies are open.
  const morning = new Date(api.clock.now())
  morning.setUTCDate(morning.getUTCDate() + 1)
  morning.setUTCHours(15, 0, 0, 0)
  api.clock.move(morning.getTime() - api.clock.now().getTime())
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  api.clock.move(11_000)
  await sendQueued(api)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const status = async () =>
    (await api.db.query('select status_id, attempts, next_try_at, called_by_name from pharmacy_callback')).rows[0]
  await jobs.tick()
  expect(await status()).toMatchObject({ status_id: 2 })
  api.clock.move(16 * 60_000)
  await jobs.tick()
  await jobs.tick()
  expect(await status()).toMatchObject({ status_id: 5, attempts: 1 })

  const agent = await support(api)
  const queue = (await agent.ask(callbacks.queue, {})).body.calls
  expect(queue).toMatchObject([
    {
      authorizationId: id,
      status: 'Call needed',
      outcome: 'APPROVED',
      attempts: 1,
      text: expect.stringMatching(/^Approved: \d+ \w+ for \d+ days\. Submit the claim again, once/),
    },
  ])
  const callbackId = queue[0]!.callbackId
  const call = (result: 'REACHED' | 'NOT_REACHED', attempts: number) =>
    agent.ask(callbacks.called, {
      id: callbackId,
      result,
      attempts,
      spokeWith: 'Kim',
      ...(result === 'REACHED' && { callerChecked: true, patient: 'AT_COUNTER' as const, talkSeconds: 134 }),
    })
  expect((await (await api.signIn('adj.aaa')).ask(callbacks.queue, {})).status).not.toBe(200)

  const delays: number[] = []
  for (let attempts = 1; attempts < 4; attempts += 1) {
    const { body } = await call('NOT_REACHED', attempts)
    expect(body.status).toBe('Called, not reached')
    delays.push(Date.parse(body.nextTryAt!) - api.clock.now().getTime())
  }
  const minutes = delays.map((ms) => Math.round(ms / 60_000))
  expect(minutes.slice(0, 2)).toEqual([30, 60])
  expect(minutes[2]).toBeGreaterThan(12 * 60) // the next morning
  const late = await call('NOT_REACHED', 2)
  expect(late.body.status).toMatchObject({ code: 'CONFLICT' })
  expect(late.body).toMatchObject({ data: { attempts: 4, by: expect.stringContaining('aaa') } })

  expect((await call('REACHED', 4)).body).toMatchObject({ status: 'Called, reached', nextTryAt: null })
  expect((await call('REACHED', 5)).body.status).toMatchObject({
    code: 'ALREADY_DECIDED',
    message: 'This callback is already called, reached.',
  })
  expect((await agent.ask(callbacks.queue, {})).body.calls).toEqual([])
  // The pharmacy resubmits and is paid: the callback is closed as filled.
  expect((await api.service.ask(transactions.intake, pharmacyClaim(one))).body.status).toBe('P')
  expect(await status()).toMatchObject({ status_id: 4 })
  const log = await agent.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map((line) => line.eventText)).toEqual(
    expect.arrayContaining([expect.stringContaining('Kim'), 'Callback not reached (4)']),
  )
})

test('The fifth failed attempt closes a callback, and a message read late still counts as acknowledged', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, one)
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  api.clock.move(11_000)
  await sendQueued(api)
  await api.db.query(`update pharmacy_callback set status_id = 7, attempts = 4`)
  const agent = await support(api)
  const callbackId = (await agent.ask(callbacks.queue, {})).body.calls[0]!.callbackId
  expect((await api.service.ask(callbacks.take, counter())).body.messages).toHaveLength(1)
  expect((await api.db.query('select status_id from pharmacy_callback')).rows).toEqual([{ status_id: 3 }])
  await api.db.query(`update pharmacy_callback set status_id = 7`)
  const last = await agent.ask(callbacks.called, { id: callbackId, result: 'NOT_REACHED', attempts: 4 })
  expect(last.body).toMatchObject({ status: 'Closed', nextTryAt: null })
  // Nobody calls it again by itself: its case owner is notified.
  const { rows } = await api.db.query(`select user_id as to, title from user_notification where kind = 'notDelivered'`)
  expect(rows).toEqual([
    {
      to: idOf('adj.aaa'),
      title: expect.stringMatching(/ was not notified about request \d{12}: nobody was reached in 5 calls\./),
    },
  ])
})

test('Where staff key approvals, the pharmacy is notified only after keying is accepted, not when it is refused', async () => {
  const api = await startFixtureApi()
  api.built.portal.settings.keyedByPeople = true
  const id = await raiseAuthorization(api, one)
  await api.db.query('update rx_authorization set auto_pa = false')
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  api.clock.move(11_000)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  await eventually(async () => {
    await jobs.relay()
    const { rows } = await api.db.query(
      `select count(*)::int as n from outbox where topic = 'pharmacy.callback' and dispatched_at is not null`,
    )
    expect(rows[0].n).toBe(1)
  })
  const agent = await support(api)
  const waiting = (await agent.ask(keying.queue, {})).body.waiting
  expect(waiting).toMatchObject([{ authorizationId: id, attempts: 0, lastError: null, oneTime: true }])
  const key = (accepted: boolean, error?: string) =>
    agent.ask(keying.keyed, { id: waiting[0]!.priorAuthId, accepted, ...(error && { error }) })
  expect((await key(false)).body).toMatchObject({ fields: [{ path: 'error' }] })
  expect((await key(false, 'Member not on file')).body).toMatchObject({ statusId: 1, status: 'Queued' })
  expect((await agent.ask(keying.queue, {})).body.waiting).toMatchObject([
    { attempts: 1, lastError: 'Member not on file' },
  ])
  expect((await api.db.query('select status_id from pharmacy_callback')).rows).toEqual([{ status_id: 1 }])

  expect((await key(true)).body).toMatchObject({ statusId: 3, status: 'Active' })
  expect((await key(true)).body.status).toMatchObject({ code: 'ALREADY_DECIDED' })
  await jobs.stop()
  await sendQueued(api)
  expect((await api.service.ask(callbacks.take, counter())).body.messages).toMatchObject([{ outcome: 'APPROVED' }])
  const log = await agent.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map((line) => line.eventCode)).toEqual(expect.arrayContaining([195, 196, 304, 305]))
})

test('When an approval ends, its callback is replaced by one message that it ended, whether or not the pharmacy had read it', async () => {
  const api = await startFixtureApi()
  // Of a fill of yesterday that was given out nothing ends any more.
  api.clock.move(untilNoon())
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const left = (count: number) =>
    eventually(async () => {
      await jobs.relay()
      const { rows } = await api.db.query('select count(*)::int as n from pharmacy_message')
      expect(rows[0].n).toBe(count)
    })
  let messages = 0
  for (const [at, before, after] of [
    [1, 5, 8],
    [2, 6, 6],
    [3, 7, 8],
    [4, 2, 8],
  ] as const) {
    const id = await raiseAuthorization(api, at === 4 ? one : { sub: 'AAA2', at })
    const owner = await api.signIn(at === 4 ? 'adj.aaa' : 'adj.aaa2')
    const { body } = await owner.ask(decision.approve, { id, version: 1 })
    api.clock.move(11_000)
    await left((messages += 1))
    // The message was not read; a call is needed, was made, or the job has not run yet.
    await api.db.query('update pharmacy_callback set status_id = $1 where authorization_id = $2', [before, id])
    const ended = await owner.ask(priorAuths.end, {
      priorAuthOverrideRef: body.priorAuth!.priorAuthOverrideRef,
      version: 1,
      terminate: true,
      reason: 'Therapy stopped',
    })
    expect(ended.body).toMatchObject({ warnings: ['The pharmacy is notified that the drug is no longer covered.'] })
    await left((messages += 1))
    // After 15 minutes neither message was read.
    api.clock.move(16 * 60_000)
    await jobs.tick()
    await jobs.tick()
    const { rows } = await api.db.query(
      'select outcome, status_id from pharmacy_callback where authorization_id = $1 order by created_at',
      [id],
    )
    expect(rows).toEqual([
      { outcome: 'APPROVED', status_id: after },
      { outcome: 'NOT_COVERED_THIS_FILL', status_id: 5 },
    ])
  }
  const agent = await support(api)
  expect((await agent.ask(callbacks.queue, {})).body.calls.map((call) => call.text)).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/^The approval has ended: .+ is no longer covered\./)),
  )
})
