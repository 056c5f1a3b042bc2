import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { clock } from '#features/clock/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { openSession } from '#platform/session/sessions.ts'
import { legalText, textHash } from '#reference/legal.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { bound } from '#testing/bounds.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { session } from './contract.ts'
import { ticks } from './jobs.ts'

// Session limits on the server's own clock, through HTTP.

let api: TestApi
beforeEach(async () => {
  api = await startFixtureApi()
})

const seconds = (count: number) => api.clock.move(count * 1000)
const counts = (visitor: Visitor, headers: Record<string, string> = {}) =>
  visitor.ask(worklist.counts, { mc: 'AAA' }, { headers })
const codeOf = ({ status, body }: Awaited<ReturnType<typeof counts>>) => [
  status,
  status === 200 ? undefined : body.status.code,
]
const active = { 'x-user-activity': '1' }

/** A session as the sign-in creates it, with its own limits. */
async function open(username: string, { idle = 900, minutes = 720, limited = false } = {}): Promise<Visitor> {
  await api.db.query(`update app_user set idp_issuer = 'test' where username = $1`, [username])
  const visitor = await api.signIn(username)
  const token = visitor.cookie!.split('=')[1]!
  await api.db.query('delete from session where token_hash = $1', [createHash('sha256').update(token).digest()])
  const { text, values } = openSession({
    id: idOf(`${username} session ${api.clock.now().getTime()}`),
    hash: createHash('sha256').update(token).digest(),
    issuer: 'test',
    subject: username,
    idleSeconds: idle,
    minutes,
    limited,
    sid: null,
    idTokenEncrypted: null,
    refreshTokenEncrypted: null,
    renewAt: null,
    authTime: null,
    acr: null,
    amr: [],
    secondFactor: null,
    held: undefined,
    samePerson: false,
    once: undefined,
    requestId: idOf('request'),
    ip: '127.0.0.1',
    userAgent: 'test',
    failures: 0,
    now: api.clock.now().toISOString(),
  })
  await api.db.query(text, values as unknown[])
  return visitor
}

describe('idle limit', () => {
  test.each([
    ['usual', 900, 899, 916],
    ['limited', 600, 599, 616],
    ['test mode', 90, 89, 106],
  ])('%s, %i s in all: alive at %i s, SESSION_IDLE at %i s', async (_name, idle, alive, dead) => {
    const early = await open('adj.aaa', { idle })
    const late = await open('adj.aaa2', { idle })
    seconds(alive)
    expect(codeOf(await counts(early))).toEqual([200, undefined])
    seconds(dead - alive)
    expect(codeOf(await counts(early))).toEqual([401, 'SESSION_IDLE'])
    expect(codeOf(await counts(late))).toEqual([401, 'SESSION_IDLE'])
    // Nothing restores it.
    expect(codeOf(await counts(late, active))).toEqual([401, 'SESSION_IDLE'])
    expect((await late.ask(session.refresh, {}, { headers: active })).status).toBe(401)
  })
})

describe('polls are not activity', () => {
  test('a session with twenty minutes of polling ends on time, whatever the page polls', async () => {
    const visitor = await open('adj.aaa')
    const polls = [
      () => counts(visitor),
      () => visitor.ask(session.details, {}),
      () => visitor.ask(session.refresh, {}),
      // Another site cannot report activity, whatever it sends.
      () => visitor.ask(session.details, {}, { headers: { ...active, 'sec-fetch-site': 'cross-site' } }),
    ]
    const answers: (number | string | undefined)[][] = []
    const step = bound(60, 20)
    for (let passed = step; passed <= 1200; passed += step) {
      seconds(step)
      for (const poll of polls) {
        const { status, body } = await poll()
        answers.push([passed, status, (body as { status?: { code?: string } }).status?.code])
      }
    }
    const first = answers.find(([, status]) => status !== 200)
    expect(first).toEqual([900, 401, 'SESSION_IDLE'])
    expect(answers.filter(([passed]) => Number(passed) >= 900)).toEqual(
      answers.filter(([, status, code]) => status === 401 && code === 'SESSION_IDLE'),
    )
  })

  test('one report of activity at 890 s adds another 15 minutes, and says so', async () => {
    const visitor = await open('adj.aaa')
    seconds(890)
    expect((await visitor.ask(session.refresh, {})).body.idleRemainingSeconds).toBeLessThanOrEqual(10)
    const refreshed = await visitor.ask(session.refresh, {}, { headers: active })
    expect(refreshed.body.idleRemainingSeconds).toBeGreaterThan(895)
    seconds(880)
    expect(codeOf(await counts(visitor))).toEqual([200, undefined])
    seconds(30)
    expect(codeOf(await counts(visitor))).toEqual([401, 'SESSION_IDLE'])
  })

  test('any call may include the report; a second one within half a minute is not written', async () => {
    const visitor = await open('adj.aaa')
    const last = async () =>
      (await api.db.query('select last_activity_at from session')).rows[0].last_activity_at.getTime() as number
    const first = await last()
    seconds(20)
    await counts(visitor, active)
    expect(await last()).toBe(first)
    seconds(20)
    await counts(visitor, active)
    expect(await last()).toBeGreaterThan(first)
  })
})

describe('absolute limit', () => {
  test('with activity every 10 minutes the session still ends after 12 hours, and the remaining time only falls', async () => {
    const visitor = await open('adj.aaa')
    let before = Infinity
    for (let passed = 0; passed < 43_200 - 600; passed += 600) {
      seconds(600)
      const { status, body } = await visitor.ask(session.refresh, {}, { headers: active })
      expect(status).toBe(200)
      expect(body.secondsToExpiration).toBeLessThan(before)
      expect(body.secondsToExpiration).toBeLessThanOrEqual(43_200 - passed - 600 + 1)
      before = body.secondsToExpiration
    }
    seconds(601)
    expect(codeOf(await counts(visitor))).toEqual([401, 'SESSION_EXPIRED'])
  })
})

describe('every call checks that the user is still active', () => {
  test('a disabled user is refused from the next request on', async () => {
    const visitor = await open('adj.aaa')
    expect((await counts(visitor)).status).toBe(200)
    await api.db.query(`update app_user set status = 'DISABLED' where username = 'adj.aaa'`)
    expect(codeOf(await counts(visitor))).toEqual([401, 'SESSION_REVOKED'])
  })

  test('a removed carrier is refused from the next request on, and another has to be chosen', async () => {
    const visitor = await open('adj.aaa')
    await api.db.query(`update user_carrier set active = false where mc = 'AAA' and user_id = $1`, [idOf('adj.aaa')])
    expect(codeOf(await counts(visitor))).toEqual([403, 'CARRIER_REQUIRED'])
    expect((await visitor.ask(session.details, {}, { carrier: null })).body).toMatchObject({
      masterCarrier: null,
      selectMasterCarrier: false,
      carriers: [],
    })
  })

  test('a user whose role becomes read-only can change nothing any more', async () => {
    const visitor = await open('super.aaa')
    expect((await visitor.ask(clock.unsnooze, { id: idOf('nothing') })).status).toBe(404)
    await api.db.query(`update user_carrier set roles = '{read_only}' where mc = 'AAA' and user_id = $1`, [
      idOf('super.aaa'),
    ])
    const blocked = await visitor.ask(clock.unsnooze, { id: idOf('nothing') })
    expect([blocked.status, blocked.body.status.code]).toEqual([403, 'UPDATE_BLOCKED'])
    expect((await counts(visitor)).status).toBe(200)
  })
})

describe('choosing a carrier', () => {
  test('the last used one and the number of programs of each are known before one is chosen', async () => {
    const before = await api.signIn('multi', 'AAA')
    const chosen = await before.ask(session.chooseCarrier, { masterCarrierCode: 'BBB' })
    expect(chosen.status).toBe(200)
    const visitor = await api.signIn('multi', null)
    const details = await visitor.ask(session.details, {})
    expect(details.body).toMatchObject({ masterCarrier: null, previousMasterCarrier: 'BBB' })
    const { rows } = await api.db.query(
      `select mc as code, count(*)::int as programs from sub_carrier where status = 'ACTIVE' and mc in ('AAA', 'BBB') group by mc order by mc`,
    )
    const programs = (details.body.carriers as { code: string; programs: number }[]).map((one) => ({
      code: one.code,
      programs: one.programs,
    }))
    expect(programs.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual(rows)
    expect(rows.every((row: { programs: number }) => row.programs > 0)).toBe(true)
    await api.db.query(
      `update sub_carrier set status = 'ENDED' where mc = 'AAA' and sub_carrier = (select min(sub_carrier) from sub_carrier where mc = 'AAA')`,
    )
    await api.db.query(`update user_carrier set sub_carriers = '{BBB1}' where mc = 'BBB' and user_id = $1`, [
      idOf('multi'),
    ])
    const after = await visitor.ask(session.details, {})
    expect(
      Object.fromEntries(
        (after.body.carriers as { code: string; programs: number }[]).map((one) => [one.code, one.programs]),
      ),
    ).toEqual({ AAA: rows[0].programs - 1, BBB: 1 })
    await api.db.query(`update sub_carrier set status = 'ACTIVE' where mc = 'AAA'`)
    await api.db.query(`update user_carrier set sub_carriers = null where mc = 'BBB' and user_id = $1`, [idOf('multi')])
  })

  test('rotates the cookie; the old one is invalid at once, the new one works in the other carrier only', async () => {
    const visitor = await api.signIn('multi', 'AAA')
    const chosen = await visitor.ask(session.chooseCarrier, { masterCarrierCode: 'BBB' })
    expect(chosen.body).toMatchObject({ masterCarrier: { code: 'BBB' }, previousMasterCarrier: 'AAA' })
    const next = String(chosen.headers['set-cookie']).split(';')[0]!
    expect(next).not.toBe(visitor.cookie)
    expect(codeOf(await counts(visitor))).toEqual([401, 'SESSION_REQUIRED'])
    const details = await visitor.raw({
      method: 'GET',
      url: '/api/user/details',
      headers: { cookie: next, 'x-portal-request': '1' },
    })
    expect(details.body).toMatchObject({ masterCarrier: { code: 'BBB' } })
    const stale = await visitor.raw({
      method: 'GET',
      url: '/api/user/details',
      headers: { cookie: next, 'x-portal-request': '1', 'x-master-carrier': 'AAA' },
    })
    expect([stale.status, (stale.body as { status: { code: string } }).status.code]).toEqual([409, 'CARRIER_CHANGED'])
  })

  test('a carrier of another user and a missing one are not found; the session stays as it was', async () => {
    const visitor = await api.signIn('adj.aaa')
    for (const masterCarrierCode of ['BBB', 'ZZZ']) {
      const answer = await visitor.ask(session.chooseCarrier, { masterCarrierCode })
      expect([answer.status, answer.body.status.code, answer.headers['set-cookie']]).toEqual([
        404,
        'NOT_FOUND',
        undefined,
      ])
    }
    expect((await counts(visitor)).status).toBe(200)
  })
})

test('the sixth session of a user ends the first, with a notice', async () => {
  const visitors: Visitor[] = []
  for (let at = 0; at < 6; at += 1) {
    seconds(1)
    visitors.push(await open('adj.aaa'))
  }
  const answers = await Promise.all(visitors.map((visitor) => counts(visitor)))
  expect(answers.map(codeOf)).toEqual([[401, 'SESSION_REVOKED'], ...Array.from({ length: 5 }, () => [200, undefined])])
})

test('the job deletes expired sessions, used one-time values and answers that were not fetched', async () => {
  const [early, late, done] = [await open('adj.aaa'), await open('adj.aaa2'), await open('adj.bbb')]
  await api.db.query(`update session set id_token_sealed = 'sealed', refresh_token_sealed = 'sealed', renew_at = now()`)
  const ended = async (of: Visitor) => {
    const { rows } = await api.db.query(
      `select ended_reason as reason, id_token_sealed is null and refresh_token_sealed is null and renew_at is null as forgotten
         from session where token_hash = sha256($1::bytea)`,
      [Buffer.from(of.cookie!.split('=')[1]!)],
    )
    return rows[0] as { reason: string | null; forgotten: boolean } | undefined
  }
  await api.db.query(
    `insert into one_time values ('\\x01', now() - interval '2 hours'), ('\\x02', now() + interval '1 minute')`,
  )
  await api.db.query(`select keep_sso_relay('id', '\\x00', 'signed', 'state', 'https://hub.example', false, now())`)
  const jobs = await startJobs(api.built.portal, api.url, {}, { signIn: ticks['signIn.leftovers']! }, 3_600_000)
  try {
    expect(await jobs.tick()).toBe(1) // The one-time values of two hours ago alone are enough.
    expect(await ended(early)).toEqual({ reason: null, forgotten: false })
    expect((await api.db.query('select key_hash from one_time')).rows).toHaveLength(1)
    expect(await jobs.tick()).toBe(0)
    await done.ask(session.logout, {})
    seconds(890)
    await counts(late, active)
    seconds(620) // Ten minutes after the first one's time.
    expect(await jobs.tick()).toBe(1)
    expect(await ended(early)).toEqual({ reason: 'idle', forgotten: true })
    expect(await ended(late)).toEqual({ reason: null, forgotten: false })
    expect(await ended(done)).toEqual({ reason: 'user', forgotten: true })
    expect((await api.db.query('select from sso_relay')).rows).toHaveLength(0)
    seconds(31 * 86_400)
    expect(await jobs.tick()).toBe(1)
    expect([await ended(early), await ended(late), await ended(done)]).toEqual([undefined, undefined, undefined])
  } finally {
    await jobs.stop()
  }
})

test('a user sees and ends their own sessions elsewhere, and no other user’s', async () => {
  const [here, there, other] = [await open('adj.aaa'), await open('adj.aaa'), await open('adj.aaa2')]
  const list = async (of: Visitor) => (await of.ask(session.list, {})).body.sessions
  const mine = await list(here)
  expect(mine).toHaveLength(2)
  expect(mine.filter(({ current }) => current)).toHaveLength(1)
  const elsewhere = mine.find(({ current }) => !current)!
  expect(elsewhere).toMatchObject({ ip: '127.0.0.1', userAgent: 'test', startedAt: expect.stringMatching(/Z$/) })
  const foreign = (await list(other))[0]!
  for (const sessionId of [foreign.sessionId, idOf('no session')]) {
    const refused = await here.ask(session.end, { sessionId })
    expect([refused.status, refused.body.status.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect((await here.ask(session.end, { sessionId: elsewhere.sessionId })).status).toBe(200)
  expect((await here.ask(session.end, { sessionId: elsewhere.sessionId })).status).toBe(404)
  expect(codeOf(await counts(there))).toEqual([401, 'SESSION_REVOKED'])
  expect([codeOf(await counts(here)), codeOf(await counts(other))]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  expect((await list(here)).map(({ current }) => current)).toEqual([true])
})

test('a session token in the address or a header identifies nobody', async () => {
  const visitor = await api.signIn('adj.aaa')
  const token = visitor.cookie!.split('=')[1]!
  const tries: [url: string, headers: Record<string, string>][] = [
    [`/api/user/details?session=${token}`, {}],
    ['/api/user/details', { authorization: `Bearer ${token}` }],
    ['/api/user/details', { 'x-session': token }],
    ['/api/user/details', { cookie: `other=${token}` }],
  ]
  for (const [url, headers] of tries) {
    const answer = await api.anonymous.raw({ method: 'GET', url, headers: { 'x-portal-request': '1', ...headers } })
    expect([400, 401]).toContain(answer.status)
  }
})

test('accepting the terms opens the working pages, once for each double press', async () => {
  const visitor = await api.signIn('terms.old')
  expect((await visitor.ask(session.details, {})).body.termsAcceptedStatus).toBe('updatedTermsNotAccepted')
  expect(codeOf(await counts(visitor))).toEqual([403, 'TERMS_REQUIRED'])
  expect((await visitor.ask(session.acceptTerms, { userId: 'adj.aaa' })).status).toBe(404)
  const two = await Promise.all(
    [1, 2].map(() => visitor.ask(session.acceptTerms, { userId: 'terms.old' }, { key: 'press-once-0001' })),
  )
  expect(two.some(({ status }) => status === 200)).toBe(true)
  // Terms and privacy, each with the hash of its exact text.
  expect((await api.db.query('select kind, version, text_hash from terms_acceptance order by kind')).rows).toEqual([
    { kind: 'PRIVACY', version: '6.0', text_hash: await textHash(legalText('privacy')!) },
    { kind: 'TOU', version: '3.0', text_hash: await textHash(legalText('tou')!) },
  ])
  // The session continues with another cookie; the old one is invalid at once.
  expect(codeOf(await counts(visitor))).toEqual([401, 'SESSION_REQUIRED'])
  const given = two.flatMap(({ headers }) => (headers['set-cookie'] ?? []) as string | string[])
  expect(given).toHaveLength(1)
  const cookie = given[0]!.split(';')[0]!
  expect(codeOf(await counts(visitor, { cookie }))).toEqual([200, undefined])
})
