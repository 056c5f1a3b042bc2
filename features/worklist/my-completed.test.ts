import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { worklist } from './contract.ts'

test('an adjuster’s completed requests follow what is decided and taken back, newest first, once each, with their total and count', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const raised: string[] = []
  for (const at of [1, 2, 3] as const) raised.push(await raiseAuthorization(api, { sub: 'AAA1', at }))
  const mine = async (more: Record<string, unknown> = {}) => {
    const { body } = await adjuster.ask(worklist.search, {
      mc: 'AAA',
      page: 0,
      size: 25,
      authStatuses: [...completeStatuses],
      caseOwners: ['me'],
      ...more,
    })
    const found = body as { content: { authorizationId: string }[]; totalElements: number }
    expect(found.totalElements).toBe(found.content.length)
    return found.content.map(({ authorizationId }) => authorizationId)
  }
  const today = async () => (await adjuster.ask(worklist.counts, { mc: 'AAA' })).body.completeTodayCount
  expect([await mine(), await today()]).toEqual([[], 0])
  for (const id of raised) {
    expect((await adjuster.ask(decision.approve, { id, version: 1 })).status).toBe(200)
    api.clock.move(1000)
  }
  expect([await mine(), await today()]).toEqual([raised.toReversed(), 3])
  expect(await mine({ sort: 'completedAt,asc' })).toEqual(raised)
  // Somebody who owns the same requests shows none of them twice.
  const own = (user: string, id: string) =>
    api.db.query(
      `insert into authorization_owner (mc, authorization_id, user_id, position, open) select mc, id, $1, 2, false from rx_authorization where id = $2`,
      [idOf(user), id],
    )
  await own('super.aaa', raised[0]!)
  expect(await mine({ caseOwners: ['me', idOf('super.aaa')] })).toEqual(raised.toReversed())
  expect(await mine({ caseOwners: [idOf('super.aaa')] })).toEqual([raised[0]])
  expect((await adjuster.ask(decision.undo, { id: raised[2]! })).status).toBe(200)
  expect([await mine(), await today()]).toEqual([[raised[1], raised[0]], 2])
  expect((await adjuster.ask(decision.rejectThisFill, { id: raised[2]!, version: 3, reasonId: 3 })).status).toBe(200)
  expect([await mine(), await today()]).toEqual([raised.toReversed(), 3])
  expect(await mine({ authStatuses: [41] })).toEqual([raised[2]])
  // Of another program nothing is listed or counted.
  const elsewhere = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  await own('adj.aaa', elsewhere)
  expect((await adjuster.ask(decision.approve, { id: elsewhere, version: 1 })).status).toBe(200)
  expect(await mine()).toHaveLength(4)
  const scoped = await api.signIn('adj.sub1')
  const seen = { mc: 'AAA', page: 0, size: 25, authStatuses: [...completeStatuses], caseOwners: [idOf('adj.aaa')] }
  expect((await scoped.ask(worklist.search, seen)).body).toMatchObject({ totalElements: 3 })
})
