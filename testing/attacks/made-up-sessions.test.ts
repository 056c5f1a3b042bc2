import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { session } from '#features/sign-in/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { budgets } from '#platform/portal/limits.ts'
import { startApi, type TestApi } from '../api.ts'
import { attempt, codeOf, send, type Attempt } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// Session cookies that nobody was given: each costs a trip to the database, so an address may try only so many.

let prepared: Prepared
const asked: [line: string, sent: Attempt][] = []
const madeUp = () => `rxdocket=${randomBytes(32).toString('base64url')}`
const withCookie = (sent: Attempt, cookie: string): Attempt => ({ ...sent, headers: { ...sent.headers, cookie } })

beforeAll(async () => {
  prepared = await openPrepared()
  for (const call of everyCall)
    if (call.gate === 'session' || call.gate === 'carrier')
      asked.push([
        call.line,
        attempt(call, await sampleOf(call, prepared.same('AAA1')), { cookie: madeUp(), carrier: 'AAA' }),
      ])
  asked.push(['GET /changes', { method: 'GET', url: '/api/changes', headers: {}, payload: undefined }])
})
afterAll(() => prepared.close())

/** A portal whose budgets are a sixtieth: ten made-up sessions a minute. */
async function withBudgets<T>(run: (api: TestApi) => Promise<T>): Promise<T> {
  const api = await startApi({ url: prepared.api.url, limitFactor: 1 / 60, keep: true })
  try {
    return await run(api)
  } finally {
    await api.close()
  }
}
const allowed = budgets.madeUpSessions.calls / 60

describe('a client with a new made-up cookie for each request', () => {
  test('reaches the database so often as the budget of its address allows, whatever it asks for', () =>
    withBudgets(async (api) => {
      const before = trips.count
      const statuses: number[] = []
      for (const [, sent] of asked) statuses.push((await send(api, withCookie(sent, madeUp()))).status)
      expect(statuses.slice(0, allowed)).toEqual(Array.from({ length: allowed }, () => 401))
      const passed = asked.slice(allowed).filter((_, at) => statuses[allowed + at] !== 429)
      expect(passed.map(([line]) => line)).toEqual([])
      // An act sends its authentication together with its first statements, and takes them back: two trips.
      expect(trips.count - before).toBeLessThanOrEqual(allowed * 2)
    }))

  test('takes nothing from the signed-in users of the same address, and gets its budget again a minute later', () =>
    withBudgets(async (api) => {
      const user = await api.signIn('adj.aaa')
      expect((await user.ask(session.details, {})).status).toBe(200)
      const tryOne = async () => {
        const answer = await api.anonymous.raw({
          method: 'GET',
          url: '/api/user/details',
          headers: { cookie: madeUp() },
        })
        return [answer.status, codeOf(answer)]
      }
      for (let at = 0; at < allowed; at += 1) expect(await tryOne()).toEqual([401, 'SESSION_REQUIRED'])
      expect(await tryOne()).toEqual([429, 'RATE_LIMIT'])
      expect((await user.ask(session.details, {})).status).toBe(200)
      api.clock.move(60_000)
      expect(await tryOne()).toEqual([401, 'SESSION_REQUIRED'])
    }))

  test('does not count sessions that are or were real: an office signs in and comes back the next morning', () =>
    withBudgets(async (api) => {
      const statuses = new Set<number>()
      for (let at = 0; at < allowed * 2; at += 1) {
        const user = await api.signIn('adj.aaa')
        statuses.add((await user.ask(session.details, {})).status)
        if (at % 5 === 4) api.clock.move(60_000) // the budget of the user's own calls
      }
      expect([...statuses]).toEqual([200])
      const last = await api.signIn('adj.aaa2')
      await api.db.query(`update session set ended_at = now(), ended_reason = 'idle' where ended_at is null`)
      for (let at = 0; at < budgets.read.calls / 60; at += 1)
        expect(codeOf(await last.ask(session.details, {}))).toBe('SESSION_IDLE')
    }))
})
