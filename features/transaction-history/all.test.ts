import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { addFills, claimId } from '#testing/fills.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { transactionHistory } from './contract.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await addFills(
    api,
    Array.from({ length: 60 }, (_, at) => ({ ago: 5 + at * 10 })),
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claim = { masterCarrier: 'AAA', subCarrier: 'AAA1', claimId: claimId() }

test('an adjuster reads all transactions of a claim of the last 13 months, or of the days asked for, by cursor', async () => {
  const year = (await adjuster.ask(transactionHistory.all, claim)).body
  expect(year).toMatchObject({ count: 40, moreData: false, nextDataKey: null })
  const all = (await adjuster.ask(transactionHistory.all, { ...claim, subCarrier: 'ALL', days: 3660 })).body
  expect([all.transactions.length, all.moreData]).toEqual([50, true])
  const rest = { ...claim, subCarrier: 'ALL', days: 3660, nextDataKey: all.nextDataKey! }
  expect((await adjuster.ask(transactionHistory.all, rest)).body.transactions).toHaveLength(10)
  expect((await adjuster.ask(transactionHistory.all, { ...rest, days: 30 })).status).toBe(400)
})

test.each([
  ['another sub-carrier than the claim’s', { subCarrier: 'AAA2' }, 'adj.aaa'],
  ['a user of another carrier', {}, 'adj.bbb'],
])('it is not found for %s', async (_, of, who) => {
  expect((await (await api.signIn(who)).ask(transactionHistory.all, { ...claim, ...of })).status).toBe(404)
})
