import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { delivery } from './contract.ts'

test('the page of a denial says who was informed, how, of what and whether it arrived; another carrier reads none of it', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  const informed = async () => (await adjuster.ask(delivery.informed, { id })).body.content
  // What left before the decision is not about it.
  await runJobsUntilIdle(api)
  expect((await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })).status).toBe(200)
  const before = await informed()
  expect(before.map(({ channel, outcome, state }) => [channel, outcome, state])).toEqual([
    ['PHARMACY', 'WAITING', 'Queued'],
  ])
  await runJobsUntilIdle(api)
  const after = await informed()
  expect(after.find(({ channel }) => channel === 'PHARMACY')).toMatchObject({
    outcome: 'SENT',
    state: 'Sent',
    about: expect.stringMatching(/\w{3,}/),
    stateAt: expect.stringMatching(/Z$/),
  })
  const messages = after.filter(({ channel }) => channel !== 'PHARMACY')
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.every(({ to, address, about, outcome }) => to && address && about && outcome === 'SENT')).toBe(true)
  // One arrived, one failed: the page says so of each.
  await api.db.query(`update outside_message set delivered_at = now() where id = $1`, [messages[0]!.id])
  await api.db.query(`update pharmacy_callback set status_id = 8 where authorization_id = $1`, [id])
  const then = await informed()
  expect(then.find((one) => one.id === messages[0]!.id)).toMatchObject({ outcome: 'ARRIVED', state: 'Delivered' })
  expect(then.find(({ channel }) => channel === 'PHARMACY')).toMatchObject({ outcome: 'FAILED', state: 'Closed' })
  await api.db.query(`update outside_message set status = 'FAILED', delivered_at = null where id = $1`, [
    messages[0]!.id,
  ])
  expect((await informed()).find((one) => one.id === messages[0]!.id)).toMatchObject({
    outcome: 'FAILED',
    state: 'Not delivered',
  })
  expect((await (await api.signIn('adj.bbb')).ask(delivery.informed, { id })).status).toBe(404)
})
