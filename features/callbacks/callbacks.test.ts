import { expect, onTestFinished, test, vi } from 'vitest'
import { decision } from '#features/authorizations/decision/contract.ts'
import { history } from '#features/authorizations/history/contract.ts'
import { everyJob, everyTick } from '#features/jobs.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs.ts'
import type { Desk } from '../../testing/desk.ts'
import { bill } from '../../testing/bill.ts'
import { openWorld, stopped } from '../../testing/fixture.ts'
import { callbacks } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const
const counter = () => ({
  bin: '610014',
  pcn: 'WCPBM',
  insurance: { groupCode: 'AAA1GRP' },
  nabp: bill(one).pharmacyNabp!,
})

/** Runs the outbox and the jobs until the word to the pharmacy has left. */
async function told(desk: Desk): Promise<void> {
  const jobs = await startJobs(desk.built.portal, desk.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await vi.waitFor(
    async () => {
      await jobs.relay()
      const { rows } = await desk.db.query('select count(*)::int as n from pharmacy_callback where status_id = 2')
      expect(rows[0].n).toBe(1)
    },
    { timeout: 20_000, interval: 200 },
  )
}

test('the pharmacy hears of an approval when it can no longer be undone, once, and takes the message by reading it', async () => {
  const desk = await openWorld()
  const id = await stopped(desk, one)
  const adjuster = await desk.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  expect((await desk.service.ask(callbacks.take, counter())).body.messages).toEqual([])
  desk.clock.move(11_000)
  await told(desk)
  const { body } = await desk.service.ask(callbacks.take, counter())
  expect(body.messages).toMatchObject([
    {
      outcome: 'APPROVED',
      oneTime: true,
      priorAuthRef: expect.stringMatching(/^PA\d{10}$/),
      text: 'Approved. Please submit the claim again.',
    },
  ])
  expect((await desk.service.ask(callbacks.take, counter())).body.messages).toEqual([])
  expect((await desk.db.query('select status_id from pharmacy_callback')).rows).toEqual([{ status_id: 3 }])
})

test('another pharmacy is given nothing, and without the token nobody is', async () => {
  const desk = await openWorld()
  const id = await stopped(desk, one)
  await (await desk.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  desk.clock.move(11_000)
  await told(desk)
  expect((await desk.service.ask(callbacks.take, { ...counter(), nabp: '9999999' })).body.messages).toEqual([])
  expect((await desk.anonymous.ask(callbacks.take, counter())).status).toBe(401)
  expect((await desk.service.ask(callbacks.take, counter())).body.messages).toHaveLength(1)
})

test('where approvals are keyed, the pharmacy is asked to submit again only when the permission is in force', async () => {
  const desk = await openWorld()
  const id = await stopped(desk, one)
  await desk.db.query('update rx_authorization set auto_pa = false')
  const adjuster = await desk.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1 })).body.priorAuth).toMatchObject({ statusId: 1 })
  desk.clock.move(11_000)
  await told(desk)
  expect((await desk.db.query('select status_id from prior_auth')).rows).toEqual([{ status_id: 3 }])
  const log = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.map((line) => line.eventCode)).toEqual(expect.arrayContaining([130, 195, 301]))
  expect((await desk.service.ask(transactions.intake, bill(one))).body.status).toBe('P')
})
