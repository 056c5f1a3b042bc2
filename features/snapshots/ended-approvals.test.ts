import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { decision } from '#features/decisions/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'

// An approval that was ended covers the days of service it ran for, however late the bill comes.

const DAY = 24 * 3_600_000
const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!

const grant = async (who: Visitor, at: number, startDate: string) => {
  const { body } = await who.ask(priorAuths.save, {
    stratusClaimId: idOf(`AAA AAA1 claim ${at}`),
    ndc: pregabalin.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    reasonId: 1,
    startDate,
    authorizationExpirationDate: day(60),
  })
  expect(body.success).toBe(true)
  return body.priorAuth.priorAuthOverrideRef
}
const ends = async (who: Visitor, priorAuthOverrideRef: string) =>
  expect(
    (await who.ask(priorAuths.end, { priorAuthOverrideRef, version: 1, terminate: true, reason: 'Therapy stopped' }))
      .status,
  ).toBe(200)
const billed = async (api: TestApi, at: number, date: string, drug = 'Pregabalin 75 mg') =>
  (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, date, drug }))).body

test.each([
  ['a fill three days before', -3, 'P'],
  ['a fill of yesterday', -1, 'P'],
  ['a fill of today', 0, 'R'],
  ['a fill before it began', -6, 'R'],
] as const)('An approval that was ended today, and %s: %s %s', async (_words, date, status) => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ref = await grant(adjuster, 1, day(-5))
  await ends(adjuster, ref)
  const answer = await billed(api, 1, day(date))
  expect(answer.status).toBe(status)
  if (status === 'P') expect(answer.priorAuthRef).toBe(ref)
})

test('Days later it still pays a fill of before its end, and none of that day or after', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  for (const at of [1, 2, 3]) await ends(adjuster, await grant(adjuster, at, day(-5)))
  api.clock.move(3 * DAY)
  for (const [at, date, status] of [
    [1, -1, 'P'],
    [2, 0, 'R'],
    [3, 2, 'R'],
  ] as const)
    expect((await billed(api, at, day(date))).status).toBe(status)
})

test('One that was ended before it began, or whose decision was undone, pays nothing', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  await ends(adjuster, await grant(adjuster, 1, day(2)))
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  await adjuster.ask(decision.approve, { id, version: 1 })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect((await billed(api, 2, day(0))).status).toBe('R')
  api.clock.move(3 * DAY)
  for (const date of [2, 3]) expect((await billed(api, 1, day(date))).status).toBe('R')
})

test('One that a new approval replaced pays fills of the days before, not of that day', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const old = await grant(adjuster, 1, day(-5))
  const { body } = await adjuster.ask(priorAuths.save, {
    stratusClaimId: idOf('AAA AAA1 claim 1'),
    ndc: pregabalin.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    reasonId: 1,
    maxDays: 10,
    startDate: day(0),
    authorizationExpirationDate: day(60),
    supersede: true,
  })
  const today = await billed(api, 1, day(0))
  expect(today.status).toBe('R')
  expect(today.rejects.map(({ code }) => code)).toContain('64')
  expect((await billed(api, 1, day(-2))).priorAuthRef).toBe(old)
  expect(body.priorAuth.priorAuthOverrideRef).not.toBe(old)
})
