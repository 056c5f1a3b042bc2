import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'

const MINUTE = 60_000

test('A second request of the claim that falls due while silence approves the first is approved, too, before the denial is looked at', async () => {
  const api = await startFixtureApi()
  const now = api.clock.now
  const statusOf = async (id: string) =>
    (await api.db.query('select status_id from rx_authorization where id = $1', [id])).rows[0].status_id
  const turns = new Set<number>()
  // Due so many minutes after the first: one of them falls due between the turn of the clock and the act.
  for (const at of [1, 2, 3, 4, 5, 6]) {
    await api.db.query(`update wc_claim set juris_state = 'NY' where id = $1`, [idOf(`AAA AAA1 claim ${at}`)])
    const id = await raiseAuthorization(api, { sub: 'AAA1', at, rx: '701001' })
    const second = await raiseAuthorization(api, { sub: 'AAA1', at, rx: '701002' })
    const { rows } = await api.db.query('select statutory_due_at as due from rx_authorization where id = $1', [id])
    const due = rows[0].due.getTime()
    await api.db.query('update rx_authorization set statutory_due_at = $2 where id = $1', [
      second,
      new Date(due + at * MINUTE),
    ])
    api.clock.move(due + 1 - now().getTime())
    const adjuster = await api.signIn('adj.aaa')
    // Each look at the clock is a minute after the one before.
    let looks = 0
    api.clock.now = () => new Date(due + 1 + (looks++ - 1) * MINUTE)
    const answer = await adjuster.ask(decision.reject, { id: second, version: 1, reasonId: 22, note: 'Not related.' })
    api.clock.now = now
    expect(answer.body.status, `due ${at} minutes later`).toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await statusOf(second)).toBe(status.DEEMED_APPROVED)
    expect(await statusOf(id)).toBe(status.DEEMED_APPROVED)
    turns.add(looks)
  }
  // Some needed the clock once, some twice.
  expect(turns.size).toBe(2)
})
