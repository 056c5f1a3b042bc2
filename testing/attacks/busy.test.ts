import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi } from '../api.ts'
import { longTimeouts } from '../database.ts'
import { startFixtureApi, raiseAuthorization } from '../fixture-api.ts'

// The connections are used up, one statement is stuck.

const lockWaits = async ({ db }: TestApi): Promise<number> =>
  (
    await db.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]!.n

test('a caller who finds every connection taken is refused quickly, the others are served, and a retry with the same key succeeds', async () => {
  const api = await startFixtureApi({ database: { ...longTimeouts, readers: 1, writers: 1 } })
  const [stuck, turnedAway] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  const approve = (id: string) => adjuster.ask(decision.approve, { id, version: 1 }, { key: `approve-${id}` })
  await api.db.query('begin')
  await api.db.query('select from rx_authorization where id = $1 for update', [stuck])
  const waiting = approve(stuck)
  await expect.poll(() => lockWaits(api)).toBe(1)
  // However short the wait is: the only connection stays taken.
  const { options } = api.built.portal.pools.app
  options.connectionTimeoutMillis = 300
  const busy = await approve(turnedAway)
  options.connectionTimeoutMillis = longTimeouts.waitMs
  expect([busy.status, busy.body.status.code, busy.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
  expect((await adjuster.ask(authorizations.one, { id: turnedAway })).status).toBe(200)
  expect((await api.anonymous.raw({ method: 'GET', url: '/livez' })).status).toBe(200)
  await api.db.query('commit')
  expect((await waiting).status).toBe(200)
  expect((await approve(turnedAway)).status).toBe(200)
  expect(api.logged.filter((line) => line.includes('timeout exceeded when trying to connect'))).toHaveLength(1)
})
