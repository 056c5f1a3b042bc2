import { expect, test } from 'vitest'
import { authorizations, type AuthDetail } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'

test('undoing the approval that replaced a prior authorization does not bring it back once its own approval was undone', async () => {
  const api = await startFixtureApi({ undoSeconds: 3600 })
  const [first, second] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '901' }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '902' }),
  ]
  const adjuster = await api.signIn('adj.aaa')
  const approve = async (id: string, version: number) =>
    (await adjuster.ask(decision.approve, { id, version, supersede: true, reasonId: 1 })).status
  expect([await approve(first, 1), await approve(second, 1)]).toEqual([200, 200])
  for (const id of [first, second]) expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  const { rows } = await api.db.query(
    `select terminated_reason as reason from prior_auth where authorization_id = any($1) order by created_at`,
    [[first, second]],
  )
  expect(rows).toEqual([{ reason: 'Decision undone' }, { reason: 'Decision undone' }])
})

test('A supervisor is offered to undo what an adjuster of the team decided, and may; a colleague is not', async () => {
  const api = await startFixtureApi({ undoSeconds: 3600 })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  const approval = { id, version: 1, reasonId: 1 }
  expect((await adjuster.ask(decision.approve, approval)).status).toBe(200)
  const offered = async (name: string) =>
    ((await (await api.signIn(name)).ask(authorizations.one, { id })).body as AuthDetail).allowedActions.includes(
      'undo',
    )
  expect([await offered('adj.aaa'), await offered('super.aaa'), await offered('adj.aaa2')]).toEqual([true, true, false])
  const undo = async (name: string) => (await (await api.signIn(name)).ask(decision.undo, { id })).status
  expect([await undo('adj.aaa2'), await undo('super.aaa')]).toEqual([403, 200])
})
