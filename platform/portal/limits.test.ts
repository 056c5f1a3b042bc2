import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { oneInstant } from '#testing/one-instant.ts'
import { movedClock } from '../dates/clock.ts'
import { startApi, type TestApi, type Visitor } from '#testing/api.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { budgets, limits, UNKNOWN_SESSIONS, waitWords } from './limits.ts'
import { Refused } from '../calls/refusal.ts'

// A caller over a limit is answered with the time to try again; no other caller is affected.

describe('over HTTP', () => {
  let url: string
  let api: TestApi
  beforeAll(async () => {
    url = await freshDatabase(true, 'fixtures')
    return () => dropDatabase(url)
  })
  const open = async () => {
    api = await startApi({ url, limitFactor: 1, keep: true })
    onTestFinished(() => api.close())
  }
  const search = (of: Visitor) => of.ask(worklist.search, { mc: 'AAA', masterCarrier: 'AAA', page: 0, size: 25 })
  const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
    const found: Record<number, number> = {}
    for (let at = 0; at < count; at += 1) {
      const { status } = await ask()
      found[status] = (found[status] ?? 0) + 1
    }
    return found
  }

  test('the one too many is 429, says what is allowed and when to come again, and then it goes on', async () => {
    await open()
    const [visitor, second, other] = [
      await api.signIn('adj.aaa'),
      await api.signIn('adj.aaa'),
      await api.signIn('adj.aaa2'),
    ]
    // A session is known by its first call; from then on it is its person's, and has no budget of its own.
    for (const of of [visitor, second]) await of.ask(session.details, {})
    const { keep, pass, holdNow } = oneInstant(api.clock)
    const searchNow = (of: Visitor) => (keep(), search(of))
    const first = await searchNow(visitor)
    expect(first.status).toBe(200)
    holdNow() // The first call began a window after the instant: the others are after that.
    const all = await statuses(budgets.search.calls - 1, () => searchNow(visitor))
    expect(Object.keys(all)).toEqual([String(first.status)])
    pass(20_500)
    const refused = await search(visitor)
    expect([refused.status, refused.body.status.code]).toEqual([429, 'RATE_LIMIT'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(40)
    expect(refused.body.status.message).toBe(`Too many requests. Try again in ${wait} seconds.`)
    expect(refused.headers['ratelimit']).toBe(`"search";r=0;t=${wait}`)
    expect(refused.headers['ratelimit-policy']).toBe('"search";q=120;w=60')
    expect((await searchNow(second)).status).toBe(429)
    expect((await searchNow(other)).status).toBe(first.status)
    // Another class is another budget.
    expect((await visitor.ask(session.details, {})).status).toBe(200)
    pass((wait - 2) * 1000)
    expect((await search(visitor)).status).toBe(429)
    pass(2000)
    expect((await search(visitor)).status).toBe(first.status)
    // On record once, not as often as somebody knocked.
    await expect
      .poll(
        async () =>
          (await api.db.query(`select call, detail from security_event where event = 'excess_rate_limit_exceeded'`))
            .rows,
      )
      .toEqual([{ call: 'worklist.search', detail: { limit: 'search' } }])
  })

  test('a user exports sixty files of a kind in an hour, one at a time; only files that were made count', async () => {
    await open()
    const [visitor, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
    const input = { type: 'CSV' as const, masterCarrier: 'AAA', complete: false, columns: ['drug' as const] }
    const output = (of: Visitor) => of.ask(worklist.export, input)
    for (const of of [visitor, other]) await of.ask(session.details, {})
    const { keep, pass, holdNow } = oneInstant(api.clock)
    const outputNow = (of: Visitor) => (keep(), output(of))
    expect((await outputNow(visitor)).status).toBe(200)
    holdNow() // The first call began a window after the instant: the others are after that.
    // Neither what cannot be read nor what is not the user's takes from what they may export.
    expect(await statuses(5, () => visitor.ask(worklist.export, { ...input, columns: ['nothing'] } as never))).toEqual({
      400: 5,
    })
    expect(await statuses(5, () => visitor.ask(worklist.export, { ...input, masterCarrier: 'BBB' }))).toEqual({
      404: 5,
    })
    expect(await statuses(budgets.export.calls - 1, () => outputNow(visitor))).toEqual({
      200: budgets.export.calls - 1,
    })
    pass(60_000)
    const refused = await output(visitor)
    expect(refused.status).toBe(429)
    expect(refused.headers['ratelimit-policy']).toBe('"export";q=60;w=3600')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(refused.body.status.message).toBe(
      'You have exported 60 files of this kind within an hour. Try again in 59 minutes.',
    )
    // Another kind of file is another budget.
    expect((await visitor.ask(history.export, { stratusAuthId: randomUUID() })).status).toBe(404)
    const both = await Promise.all([output(other), output(other)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    const second = both.find(({ status }) => status === 429)!
    expect(second.headers['retry-after']).toBe('5')
    expect(second.body.status.message).toBe('Another file is still being made for you. Try again when it is done.')
    expect((await output(other)).status).toBe(200)
  })
})

test('every kind of route refuses an address that brings a new cookie with each request', async () => {
  const { built } = await startApi({ from: 'fixtures', limitFactor: 1 / 600 })
  const found: [line: string, isRefused: boolean][] = []
  for (let at = 0; at < 10; at += 1)
    for (const url of ['/livez', '/api/session/details', '/nowhere']) {
      const cookie = `${built.portal.cookies.session}=${randomBytes(24).toString('hex')}`
      const { statusCode } = await built.app.inject({ method: 'GET', url, headers: { cookie } })
      found.push([url, statusCode === 429])
    }
  const allowed = budgets.address.calls / 600
  expect(found.slice(0, allowed).filter(([, isRefused]) => isRefused)).toEqual([])
  expect(found.slice(allowed).filter(([, isRefused]) => !isRefused)).toEqual([])
})

describe('the counting itself', () => {
  const asked = (ip: string) => ({ ip }) as FastifyRequest
  const refusal = (ask: () => void) => {
    try {
      ask()
      return undefined
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return error.why.limit
    }
  }
  const mine = randomBytes(32)

  test.each(Object.entries(budgets))(
    '%s: as many as it says, then none until the window is over',
    (name, { calls, seconds }) => {
      let now = Date.now()
      const brake = limits({ now: () => new Date(now) })
      const take = () =>
        name === 'signInOfOne'
          ? brake.takeSignIn('somebody', asked('1.1.1.1'))
          : name === 'address'
            ? brake.takeAddress(asked('1.1.1.1'), mine)
            : name === 'export'
              ? brake.enter(name, 'worklist.export', asked('1.1.1.1'), mine)('done')
              : brake.take(name as 'read', asked('1.1.1.1'), mine)
      for (let at = 0; at < calls; at += 1) expect(refusal(take)).toBeUndefined()
      now += 1000
      expect(refusal(take)).toMatchObject({ name, calls, seconds, first: true })
      const again = refusal(take)!
      expect(again.first).toBe(false)
      // No longer than it really takes, to the second, and then it does go through.
      expect(again.waitSeconds).toBeLessThanOrEqual(seconds)
      now += (again.waitSeconds - 1) * 1000 - 100
      expect(refusal(take)).toBeDefined()
      now += 1100
      expect(refusal(take)).toBeUndefined()
    },
  )

  test('sixty thousand made-up sessions take nobody’s count away, and share one of their own', () => {
    const brake = limits(movedClock())
    const take = (session: Buffer, ip = '1.1.1.1') => refusal(() => brake.take('write', asked(ip), session))
    for (let at = 0; at < budgets.write.calls; at += 1) expect(take(mine)).toBeUndefined()
    expect(take(mine)).toBeDefined()
    let refused = 0
    for (let at = 0; at < 60_000; at += 1) if (take(Buffer.from(`made up ${at}`), '6.6.6.6')) refused += 1
    expect(refused).toBeGreaterThan(9_000)
    expect(take(mine)).toBeDefined()
    // From elsewhere one still gets in.
    expect(take(randomBytes(32), '2.2.2.2')).toBeUndefined()
  })

  test.each(['read', 'search', 'write', 'telemetry', 'upload'] as const)(
    '%s: a new cookie for each call is no new budget, and a known user at the same address goes on',
    (name) => {
      const brake = limits(movedClock())
      brake.know(mine, 'somebody')
      let allowed = 0
      for (let at = 0; at < budgets[name].calls * UNKNOWN_SESSIONS + 500; at += 1)
        if (!refusal(() => brake.take(name, asked('6.6.6.6'), Buffer.from(`made up ${at}`)))) allowed += 1
      expect(allowed).toBe(budgets[name].calls * UNKNOWN_SESSIONS)
      expect(refusal(() => brake.take(name, asked('6.6.6.6'), mine))).toBeUndefined()
      expect(refusal(() => brake.take(name, asked('2.2.2.2'), Buffer.from('made up')))).toBeUndefined()
    },
  )

  test('an address has one budget for all its requests, and the users who are known do not spend it', () => {
    const brake = limits(movedClock())
    brake.know(mine, 'somebody')
    const take = (session: Uint8Array | undefined) => refusal(() => brake.takeAddress(asked('6.6.6.6'), session))
    for (let at = 0; at < budgets.address.calls; at += 1) {
      expect(take(at % 2 ? Buffer.from(`made up ${at}`) : undefined)).toBeUndefined()
      expect(take(mine)).toBeUndefined()
    }
    expect(take(Buffer.from('one more'))).toMatchObject({ name: 'address' })
    expect(take(undefined)).toMatchObject({ name: 'address' })
    expect(take(mine)).toBeUndefined()
  })

  test('an office of five hundred behind one address at eight in the morning: nobody is refused', () => {
    const brake = limits(movedClock())
    const office = asked('198.51.100.7')
    let calls = 0
    for (let at = 0; at < 500; at += 1) {
      const one = Buffer.from(`session ${at}`)
      brake.take('signIn', office, undefined)
      brake.take('signIn', office, undefined)
      brake.takeSignIn(`person ${at}`, office)
      brake.know(one, `person ${at}`)
      for (let page = 0; page < 30; page += 1) {
        brake.take('read', office, one)
        brake.take('search', office, one)
        calls += 2
      }
    }
    expect(calls).toBe(30_000) // the one too many would have thrown
  })

  test('one who is known is one, in however many sessions', () => {
    const brake = limits(movedClock())
    const two = randomBytes(32)
    brake.know(mine, 'somebody')
    brake.know(two, 'somebody')
    for (let at = 0; at < budgets.search.calls; at += 1) brake.take('search', asked('1.1.1.1'), at % 2 ? mine : two)
    expect(refusal(() => brake.take('search', asked('1.1.1.1'), mine))).toBeDefined()
    expect(refusal(() => brake.take('search', asked('1.1.1.1'), randomBytes(32)))).toBeUndefined()
  })

  test('each kind of file has a budget of its own; a refused call is given back, and is a try all the same', () => {
    const brake = limits(movedClock())
    const enter = (kind: string, how: 'done' | 'refused') =>
      refusal(() => brake.enter('export', kind, asked('1.1.1.1'), mine)(how))
    for (let at = 0; at < budgets.export.calls * 2; at += 1) expect(enter('worklist.export', 'refused')).toBeUndefined()
    for (let at = 0; at < budgets.export.calls; at += 1) expect(enter('worklist.export', 'done')).toBeUndefined()
    expect(enter('worklist.export', 'done')).toMatchObject({ name: 'export', first: true })
    expect(enter('dataExtracts.extract', 'done')).toBeUndefined()
    const attempt = () => refusal(() => brake.take('export', asked('1.1.1.1'), mine))
    for (let at = 0; at < budgets.search.calls; at += 1) expect(attempt()).toBeUndefined()
    expect(attempt()).toMatchObject({ name: 'search' })
  })

  test.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3600, '60 minutes'],
  ])('%i seconds are "%s", never less than it takes', (seconds, words) => expect(waitWords(seconds)).toBe(words))

  test('what runs long has one place, given back when it is done', () => {
    const brake = limits(movedClock())
    const done = brake.hold('export', asked('1.1.1.1'), mine)
    expect(refusal(() => brake.hold('export', asked('1.1.1.1'), mine))).toMatchObject({
      name: 'export',
      waitSeconds: 5,
    })
    brake.hold('export', asked('1.1.1.1'), randomBytes(32))
    brake.hold('read', asked('1.1.1.1'), mine)
    done()
    brake.hold('export', asked('1.1.1.1'), mine)()
  })
})
