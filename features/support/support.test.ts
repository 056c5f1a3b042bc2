import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { support } from './contract.ts'
import { countWords } from './rules.ts'

let api: TestApi
afterAll(() => api.close())
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'adj.bbb'))`,
  )
})

const queuesFor = async (who: string) => {
  const { body } = await (await api.signIn(who)).ask(support.queues, {})
  return Object.fromEntries(body.queues.map(({ queue, ...rest }) => [queue, rest]))
}
const nothing = { waiting: 0, taken: 0, since: null }

test.each([
  [0, '0'],
  [1000, '1,000'],
  [1001, '1,000+'],
])('a queue of %i says %s', (count, words) => {
  expect(countWords(count)).toBe(words)
})

test('support reads how much waits in each queue and since when, and who took it; another carrier reads nothing of it', async () => {
  const empty = { calls: nothing, keying: nothing, 'follow-ups': nothing, chats: nothing, eligibility: nothing }
  expect(await queuesFor('ext.aaa')).toEqual(empty)

  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  await api.db.query(
    `update pharmacy_callback set status_id = 5, attempts = 1, sent_at = '2026-01-05T15:00:00Z' where authorization_id = $1`,
    [id],
  )
  await api.db.query('update prior_auth set status_id = 1 where authorization_id = $1', [id])
  expect(await queuesFor('ext.aaa')).toEqual({
    ...empty,
    calls: { waiting: 1, taken: 0, since: '2026-01-05T15:00:00.000Z' },
    keying: { waiting: 1, taken: 0, since: expect.stringMatching(/Z$/) },
  })
  expect(await queuesFor('adj.bbb')).toEqual(empty)

  const support = await api.signIn('ext.aaa')
  const { callbackId } = (await support.ask(callbacks.queue, {})).body.calls[0]!
  await support.ask(callbacks.assign, { id: callbackId, mine: true })
  expect((await queuesFor('ext.aaa'))['calls']).toMatchObject({ waiting: 1, taken: 1 })
})

test('the numbers are for support alone, and reading them shows no patient: no audit line', async () => {
  expect((await (await api.signIn('adj.aaa')).ask(support.queues, {})).body.status).toMatchObject({
    code: 'NOT_ALLOWED',
  })
  const lines = () => api.db.query(`select count(*)::int as n from access_audit`)
  const before = (await lines()).rows[0].n
  await (await api.signIn('ext.aaa')).ask(support.queues, {})
  expect((await lines()).rows[0].n).toBe(before)
})

test('an agent of two carriers sees what waits at the other one, by its name; one without the role there sees nothing of it', async () => {
  const elsewhere = async (who: string, mc: string) =>
    (await (await api.signIn(who, mc)).ask(support.elsewhere, {})).body.carriers
  await api.db.query(`update user_carrier set roles = '{pbm_support}', active = true where user_id = $1`, [
    idOf('multi'),
  ])
  const names = Object.fromEntries(
    (await api.db.query(`select mc, name from master_carrier`)).rows.map(({ mc, name }) => [mc, name]),
  )
  expect(await elsewhere('multi', 'BBB')).toMatchObject([
    { code: 'AAA', name: names['AAA'], queues: [{ queue: 'calls', waiting: 1 }, { queue: 'keying' }] },
  ])
  expect(await elsewhere('multi', 'AAA')).toMatchObject([{ code: 'BBB', name: names['BBB'], queues: [] }])
  // The next call is of the carrier of the session again.
  const agent = await api.signIn('multi', 'BBB')
  await agent.ask(support.elsewhere, {})
  expect((await agent.ask(support.queues, {})).body.queues.every(({ waiting }) => waiting === 0)).toBe(true)
  for (const roles of ['{adjuster}', '{pbm_support,read_only}']) {
    await api.db.query(`update user_carrier set roles = $2 where user_id = $1 and mc = 'AAA'`, [idOf('multi'), roles])
    expect([roles, (await elsewhere('multi', 'BBB'))[0]!.queues]).toEqual([roles, []])
  }
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}', sub_carriers = '{AAA2}' where user_id = $1 and mc = 'AAA'`,
    [idOf('multi')],
  )
  expect((await elsewhere('multi', 'BBB'))[0]!.queues).toEqual([])
  expect((await (await api.signIn('adj.aaa', 'AAA')).ask(support.elsewhere, {})).status).toBe(403)
})
