import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { claimFacts } from './contract.ts'

const claimId = idOf('AAA AAA1 claim 1')

/** A claim that is denied from the day after tomorrow on. */
async function world() {
  const api = await startFixtureApi()
  const owner = await api.signIn('adj.aaa')
  const supervisor = await api.signIn('super.aaa')
  const day = (days: number) => dayAt(api.clock.now(), days)
  const of = async (who = owner) => (await who.ask(claimFacts.of, { claimId })).body
  type Change = Omit<InputOf<typeof claimFacts.change>, 'claimId' | 'version' | 'reason'>
  const change = async (input: Change) => {
    const { version } = await of()
    return (await owner.ask(claimFacts.change, { claimId, version, reason: 'As the feed says', ...input })).body.factId
  }
  const from = day(2)
  const factId = await change({ kind: 'COMPENSABILITY', value: 'DENIED', from })
  const hold = async (who = owner, more: { until?: string; factId?: string; version?: number } = {}) =>
    who.ask(claimFacts.hold, { factId, reason: 'An appeal is pending', version: (await of()).version, ...more })
  const codes = async (date: string, rx: string) =>
    (
      await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', date, rx }))
    ).body.rejects.map(({ code }) => code)
  return { api, owner, supervisor, day, of, change, factId, from, hold, codes }
}

test('One person asks, a second agrees: what holds stays for these days, and then the change begins', async () => {
  const { api, supervisor, day, of, from, hold, codes } = await world()
  const until = day(4)
  expect((await hold(undefined, { until })).body).toMatchObject({ success: true, agreed: false, until })
  // Nobody agreed yet: it takes effect on its day.
  expect((await of()).waiting).toMatchObject([{ from, hold: { until, by: 'Adj aaa', mayAgree: false } }])
  expect((await of(supervisor)).waiting).toMatchObject([{ hold: { mayAgree: true } }])
  expect((await hold(supervisor)).body).toMatchObject({ success: true, agreed: true, until })
  expect((await of()).waiting).toMatchObject([{ after: 'Denied', from: day(5), hold: null }])
  api.clock.move(3 * 86_400_000)
  await runJobsUntilIdle(api)
  expect(await codes(dayAt(api.clock.now()), '8300001')).not.toContain('65')
  api.clock.move(2 * 86_400_000)
  await runJobsUntilIdle(api)
  expect(await codes(dayAt(api.clock.now()), '8300002')).toContain('65')
  const owner = await api.signIn('adj.aaa')
  const { claim, history } = (await owner.ask(claimFacts.of, { claimId })).body
  expect(claim.compensability).toBe('DENIED')
  expect(history.slice(0, 2).map(({ reason }) => reason)).toEqual(
    Array.from(
      { length: 2 },
      () =>
        `Held until ${usDate(until)}: An appeal is pending (asked by Adj aaa, agreed by Super aaa: An appeal is pending)`,
    ),
  )
})

test('A hold that nobody agrees to holds nothing', async () => {
  const { api, day, hold, codes } = await world()
  expect((await hold(undefined, { until: day(4) })).status).toBe(200)
  api.clock.move(2 * 86_400_000)
  await runJobsUntilIdle(api)
  expect(await codes(dayAt(api.clock.now()), '8300011')).toContain('65')
})

test('A hold lasts ten days at most, is not agreed to by who asked, and is of a change that waits', async () => {
  const { api, supervisor, day, from, of, change, hold } = await world()
  for (const until of [day(1), day(12), undefined])
    expect((await hold(undefined, until === undefined ? {} : { until })).body).toMatchObject({
      status: { code: 'VALIDATION' },
      fields: [{ path: 'until' }],
    })
  expect((await hold(undefined, { until: day(11) })).status).toBe(200)
  expect((await hold(undefined, { until: day(11) })).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('second person'),
  })
  const { version } = await of()
  const two = await Promise.all([hold(supervisor, { version }), hold(supervisor, { version })])
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // It is held already, and does not wait any more.
  expect((await hold(supervisor)).body.status).toMatchObject({ code: 'RULE' })
  const provider = await change({ kind: 'PROVIDER', subject: '1932102084', value: 'ALLOWED', from })
  expect((await hold(undefined, { factId: provider, until: from })).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('treating provider'),
  })
  for (const [who, status] of [
    ['adj.aaa2', 403],
    ['read.only', 403],
    ['adj.bbb', 404],
  ] as const)
    expect((await hold(await api.signIn(who), { until: from })).status).toBe(status)
})
