import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
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
