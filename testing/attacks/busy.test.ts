import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { openWorld, stopped } from '../fixture.ts'

// The connections are used up, one statement is stuck.

test('who finds every connection taken is told so soon, the others are served, and asking again with the same key does it', async () => {
  const desk = await openWorld({ database: { readers: 1, writers: 1, waitMs: 300, statementTimeoutMs: 20_000 } })
  const [stuck, turnedAway] = [await stopped(desk, { sub: 'AAA1', at: 1 }), await stopped(desk, { sub: 'AAA1', at: 2 })]
  const adjuster = await desk.signIn('adj.aaa')
  const approve = (id: string) => adjuster.ask(decision.approve, { id, version: 1 }, { key: `approve-${id}` })
  await desk.db.query('begin')
  await desk.db.query('select from rx_authorization where id = $1 for update', [stuck])
  const waiting = approve(stuck)
  const busy = await approve(turnedAway)
  expect([busy.status, busy.body.status.code, busy.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
  expect((await adjuster.ask(authorizations.one, { id: turnedAway })).status).toBe(200)
  expect((await desk.anonymous.raw({ method: 'GET', url: '/livez' })).status).toBe(200)
  await desk.db.query('commit')
  expect((await waiting).status).toBe(200)
  expect((await approve(turnedAway)).status).toBe(200)
  expect(desk.logged.filter((line) => line.includes('timeout exceeded when trying to connect'))).toHaveLength(1)
})
