import { expect, test } from 'vitest'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'

// A person who clears a cost up to their own limit (78, "A up to limit, S above") clears none above it later.

const about = { sub: 'AAA1', at: 1, quantity: 60 } as const

/** A carrier that asks about every fill above forty dollars, an adjuster who may spend two hundred. */
async function dear(api: TestApi) {
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'costLimitPerFill', '40')`)
  await api.db.query(
    `update user_carrier set approval_limit = 200 where mc = 'AAA' and user_id = (select id from app_user where username = 'adj.aaa')`,
  )
  return await raiseAuthorization(api, about)
}
const submit = async (api: TestApi, quantity: number) =>
  (
    await api.service.ask(transactions.intake, {
      ...pharmacyClaim({ ...about, quantity, rx: '701777' }),
      pricing: { usualAndCustomary: 2 * quantity },
    })
  ).body
const granted = async (api: TestApi) =>
  (
    await api.db.query(
      'select codes_cleared, max_cost_per_fill::float8 as cap, override_ref as ref, version from prior_auth',
    )
  ).rows[0]

test('a cost an adjuster has cleared is cleared up to the adjuster’s own limit, and above it the next fill is asked about', async () => {
  const api = await startFixtureApi()
  const id = await dear(api)
  const adjuster = await api.signIn('adj.aaa')
  const { body } = await adjuster.ask(decision.approve, { id, version: 1, oneTimeFill: false, endDate: day(60) })
  expect(body).toMatchObject({ authorizationStatusId: 30, priorAuth: { maxCostPerFill: 200 } })
  expect(await granted(api)).toMatchObject({ codes_cleared: expect.arrayContaining(['75', '78']), cap: 200 })
  const more = await submit(api, 180)
  expect(more.status).toBe('R')
  expect(more.rejects.map(({ code }) => code)).toEqual(expect.arrayContaining(['64', '78']))
  expect(await submit(api, 60)).toMatchObject({ status: 'P' })
})

test('an approval by a supervisor, or one that clears no cost code, has no cost cap', async () => {
  const api = await startFixtureApi()
  const id = await dear(api)
  const supervisor = await api.signIn('super.aaa')
  await supervisor.ask(decision.approve, { id, version: 1, oneTimeFill: false, endDate: day(60) })
  expect(await granted(api)).toMatchObject({ cap: null })
  const other = await startFixtureApi()
  const plain = await raiseAuthorization(other, about)
  await (await other.signIn('adj.aaa')).ask(decision.approve, { id: plain, version: 1 })
  expect(await granted(other)).toMatchObject({ codes_cleared: ['75'], cap: null })
})

test('an approver with a cost limit cannot raise a prior authorization above it, nor remove its cost cap', async () => {
  const api = await startFixtureApi()
  const id = await dear(api)
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1, oneTimeFill: false, endDate: day(60) })
  const { ref, version } = await granted(api)
  for (const maxCost of [201, null])
    expect(
      (await adjuster.ask(priorAuths.save, { priorAuthOverrideRef: ref, version, maxCost, note: 'Dearer now' })).body,
    ).toMatchObject({
      status: {
        code: 'RULE',
        message: 'You clear costs up to $200.00 a fill: give that or less, or let a supervisor change it.',
      },
      fields: [{ path: 'maxCost' }],
    })
  const raised = await (
    await api.signIn('super.aaa')
  ).ask(priorAuths.save, { priorAuthOverrideRef: ref, version, maxCost: 500, note: 'Dearer now' })
  expect(raised.status).toBe(200)
  expect(await granted(api)).toMatchObject({ cap: 500 })
})
