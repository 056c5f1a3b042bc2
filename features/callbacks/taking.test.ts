import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { keying } from '#features/keying/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { callbacks } from './contract.ts'
import { TAKEN_MINUTES } from './rules.ts'

let api: TestApi
let first: Visitor
let second: Visitor
let callbackId: string
let priorAuthId: string
afterAll(() => api.close())

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'ur.aaa'))`,
  )
  await api.db.query('update pharmacy_callback set status_id = 5, attempts = 1 where authorization_id = $1', [id])
  await api.db.query('update prior_auth set status_id = 1 where authorization_id = $1', [id])
  first = await api.signIn('ext.aaa')
  second = await api.signIn('ur.aaa')
  callbackId = (await first.ask(callbacks.queue, {})).body.calls[0]!.callbackId
  priorAuthId = (await first.ask(keying.queue, {})).body.waiting[0]!.priorAuthId
})

const queues = {
  call: {
    left: `update pharmacy_callback set taken_at = taken_at - $1 * interval '1 minute'`,
    take: (who: Visitor, mine: boolean) => who.ask(callbacks.assign, { id: callbackId, mine }),
    finish: (who: Visitor) => who.ask(callbacks.called, { id: callbackId, result: 'NOT_REACHED', attempts: 1 }),
    seen: async (who: Visitor) => (await who.ask(callbacks.queue, {})).body.calls[0]!.takenBy,
  },
  keying: {
    left: `update prior_auth set keying_at = keying_at - $1 * interval '1 minute'`,
    take: (who: Visitor, mine: boolean) => who.ask(keying.assign, { id: priorAuthId, mine }),
    finish: (who: Visitor) => who.ask(keying.keyed, { id: priorAuthId, accepted: false, error: 'Member not on file' }),
    seen: async (who: Visitor) => (await who.ask(keying.queue, {})).body.waiting[0]!.takenBy,
  },
}

test.each(['call', 'keying'] as const)(
  'Two support users take one item (%s): one has it, the other learns who and when, and cannot finish it',
  async (kind) => {
    const { take, finish, seen, left } = queues[kind]
    const answers = await Promise.all([take(first, true), take(second, true)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [winner, loser] = answers[0].status === 200 ? [first, second] : [second, first]
    const lost = answers.find(({ status }) => status === 409)!
    expect(lost.body).toMatchObject({
      status: { code: 'CONFLICT', message: expect.stringMatching(/ aaa took this at \d+:\d\d [AP]M\.$/) },
      data: { by: expect.stringContaining('aaa'), at: expect.any(String) },
    })
    expect(await seen(winner)).toMatchObject({ mine: true })
    expect(await seen(loser)).toMatchObject({ mine: false, name: expect.stringContaining('aaa') })
    expect((await finish(loser)).body.status).toMatchObject({ code: 'CONFLICT' })
    expect((await take(loser, false)).status).toBe(409)

    // Given back, the other takes it.
    expect((await take(winner, false)).body).toMatchObject({ takenBy: null })
    expect((await take(loser, true)).body).toMatchObject({ takenBy: { mine: true } })
    // Left for the longest time, it is free again.
    await api.db.query(left, [TAKEN_MINUTES])
    expect(await seen(winner)).toBeNull()
    expect((await take(winner, true)).status).toBe(200)
    // The outcome ends the taking: the next try is for anybody.
    expect((await finish(winner)).status).toBe(200)
    expect(await seen(loser)).toBeNull()
  },
)

test('A user outside support cannot take an item, and another carrier does not find it', async () => {
  const adjuster = await api.signIn('adj.aaa')
  const other = await api.signIn('adj.bbb')
  for (const { take } of Object.values(queues)) {
    expect((await take(adjuster, true)).body.status).toMatchObject({ code: 'NOT_ALLOWED' })
    expect((await take(other, true)).status).toBe(404)
  }
})
