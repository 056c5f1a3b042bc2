import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { claimRequests } from './contract.ts'

test('requests of some claims: the pending ones with what may be done, the completed ones with what was decided', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ids = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 1 }),
    await raiseAuthorization(api, { sub: 'BBB1', at: 1 }),
  ]
  const { rows } = await api.db.query<{ id: string; number: string }>(
    `select a.id, c.claim_number as number from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id`,
  )
  // The number of another carrier's claim among them changes nothing.
  const claimNumbers = [...new Set(rows.map(({ number }) => number))]
  const denied = { id: ids[1]!, version: 1, reasonId: 1, note: 'Not for this injury' }
  expect((await adjuster.ask(decision.rejectThisFill, denied)).status).toBe(200)
  const of = { mc: 'AAA', sc: 'AAA1', claimNumbers }
  const pending = await adjuster.ask(claimRequests.pending, of)
  expect(pending.body.map(({ authorizationId }) => authorizationId)).toEqual([ids[0]])
  const one = await adjuster.ask(authorizations.one, { id: ids[0]! })
  expect(pending.body[0]!.allowedActions).toEqual(one.body.allowedActions)
  const completed = await adjuster.ask(claimRequests.completed, of)
  expect(completed.body).toMatchObject([
    { authorizationId: ids[1], decidedBy: 'Adj aaa', decision: { note: 'Not for this injury' }, priorAuth: null },
  ])
  await api.db.query(`update rx_authorization set completed_at = completed_at - interval '25 months' where id = $1`, [
    ids[1],
  ])
  expect((await adjuster.ask(claimRequests.completed, of)).body).toEqual([])
  const office = await api.signIn('adj.sub1')
  for (const sc of ['AAA2', 'BBB1']) expect((await office.ask(claimRequests.pending, { ...of, sc })).body).toEqual([])
})

test('each sub-carrier of the caller has its numbers of pending requests, and none of another', async () => {
  const api = await startFixtureApi()
  const ids = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 1 }),
    await raiseAuthorization(api, { sub: 'BBB1', at: 1 }),
  ]
  await api.db.query(
    `update rx_authorization set escalated = true, escalation_level = 1, request_received_at = request_received_at - interval '5 hours' where id = $1`,
    [ids[1]],
  )
  await api.db.query(`update rx_authorization set statutory_due_at = now() - interval '1 minute' where id = $1`, [
    ids[2],
  ])
  const { body } = await (await api.signIn('super.aaa')).ask(claimRequests.bySubCarrier, { mc: 'AAA' })
  expect(body.filter(({ pendingCount }) => pendingCount > 0)).toEqual([
    {
      subCarrier: 'AAA1',
      subCarrierName: expect.any(String),
      pendingCount: 2,
      escalatedCount: 1,
      overdueCount: 0,
      oldestHours: 5,
    },
    {
      subCarrier: 'AAA2',
      subCarrierName: expect.any(String),
      pendingCount: 1,
      escalatedCount: 0,
      overdueCount: 1,
      oldestHours: 0,
    },
  ])
  const office = await (await api.signIn('adj.sub1')).ask(claimRequests.bySubCarrier, { mc: 'AAA' })
  expect(office.body.map(({ subCarrier }) => subCarrier)).toEqual(['AAA1'])
})

test('how many requests wait for a user is one number, the same as on Home, and of others only for those who may see theirs', async () => {
  const api = await startFixtureApi()
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const adjuster = await api.signIn('adj.aaa')
  const home = (await adjuster.ask(worklist.counts, { mc: 'AAA' })).body
  const own = await adjuster.ask(claimRequests.pendingCount, { mc: 'AAA' })
  expect(own.body).toEqual({ pendingAuthCount: home.pendingAuthCount })
  expect(home.pendingAuthCount).toBe(2)
  const { rows } = await api.db.query<{ email: string }>(`select email from app_user where username = 'adj.aaa'`)
  const { email } = rows[0]!
  expect((await adjuster.ask(claimRequests.pendingCount, { mc: 'AAA', email })).body).toEqual(own.body)
  const stranger = await api.signIn('adj.sub1')
  const asked = { mc: 'AAA', email }
  expect((await stranger.ask(claimRequests.pendingCount, asked)).status).toBe(
    (await stranger.ask(worklist.counts, asked)).status,
  )
  expect((await stranger.ask(claimRequests.pendingCount, asked)).status).toBe(403)
})
