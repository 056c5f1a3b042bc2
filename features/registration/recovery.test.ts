import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { AccountsFailure } from '#platform/identity/accounts-at-provider/accounts.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { ORIGIN, type TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { eventually } from '#testing/eventually.ts'
import { withoutSupportId } from '../../testing/attacks/attempt.ts'
import { registration } from './contract.ts'

// The answer reveals nothing; the mail is sent later.

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update app_user set sso_user = true where username = 'adj.aaa2'`)
})
beforeEach(() => api.db.query('delete from attempt; delete from recovery_request'))
afterAll(() => api.close())

const ask = (userId: string, rxGroupNumber = 'AAA1GRP') =>
  api.anonymous.ask(registration.recover, { userId, rxGroupNumber })
/** Names an attacker might try, and whether a mail follows. */
const tries: [what: string, userId: string, group: string, mail: boolean][] = [
  ['known and right', 'adj.aaa', 'AAA1GRP', true],
  ['known, in another case and with blanks', ' ADJ.Aaa ', ' aaa2grp', true],
  ['known, group of another carrier', 'adj.aaa', 'BBB1GRP', false],
  ['known, no group', 'adj.aaa', '', false],
  ['of another carrier, with its group', 'adj.bbb', 'BBB1GRP', true],
  ['unknown', 'nobody.here', 'AAA1GRP', false],
  ['disabled', 'gone.aaa', 'AAA1GRP', false],
  ['single sign-on', 'adj.aaa2', 'AAA1GRP', false],
  ['empty', '', '', false],
]

test('every answer is the same byte for byte, and so is the row written for it', async () => {
  const answers = []
  for (const [, userId, group] of tries) answers.push(await ask(userId, group))
  expect(
    new Set(
      answers.map(({ status, text, headers }) =>
        JSON.stringify([status, text, Object.keys(headers).toSorted(), headers['content-length']]),
      ),
    ).size,
  ).toBe(1)
  expect([answers[0]!.status, answers[0]!.body.valid]).toEqual([200, true])
  const { rows } = await api.db.query('select user_id is not null as found from recovery_request order by at, id')
  expect(rows.map(({ found }) => found)).toEqual(tries.map(([, , , mail]) => mail))
})

test("the job sends each recovery mail once, to the account's own address", async () => {
  const mailed: string[] = []
  Object.assign(api.built.portal, {
    accounts: { expirePassword: async () => {}, sendRecovery: async (subject: string) => void mailed.push(subject) },
  })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  for (const [, userId, group] of tries) await ask(userId, group)
  expect(mailed).toEqual([])
  await jobs.tick()
  await jobs.tick()
  await jobs.relay()
  await eventually(() => expect(mailed.toSorted()).toEqual(['adj.aaa', 'adj.aaa', 'adj.bbb']))
  await jobs.tick()
  expect(await jobs.relay()).toBe(0)
})

test('the job retries a provider that is down, not one that refuses, and drops requests of yesterday', async () => {
  const asked: string[] = []
  let answer: () => void = () => {
    throw new AccountsFailure('unreachable', 'away')
  }
  const sendRecovery = async (subject: string) => {
    asked.push(subject)
    answer()
  }
  Object.assign(api.built.portal, { accounts: { expirePassword: async () => {}, sendRecovery } })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await ask('adj.aaa')
  await jobs.tick()
  await jobs.relay()
  await eventually(() => expect(asked).toEqual(['adj.aaa']))
  answer = () => {
    throw new AccountsFailure('refused', 'answered 404')
  }
  await eventually(() => expect(asked).toEqual(['adj.aaa', 'adj.aaa']))
  await eventually(() => expect(api.logged.join('')).toContain('the provider sent no recovery mail'))
  await ask('adj.bbb', 'BBB1GRP')
  await api.db.query(`update recovery_request set at = at - interval '61 minutes' where taken_at is null`)
  expect(await jobs.tick()).toBe(0)
  expect(asked).toHaveLength(2)
})

test('limits are five an hour for a name, known or not, and twenty from one address; others are not affected', async () => {
  const codes = async (userId: string, times: number) => {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push(await ask(userId))
    return answers.map(({ status }) => status)
  }
  expect(await codes('adj.aaa', 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await codes(' ADJ.AAA', 1)).toEqual([429])
  expect(await codes('nobody.here', 6)).toEqual([200, 200, 200, 200, 200, 429])
  const [known, unknown] = [await ask('adj.aaa'), await ask('nobody.here')]
  expect(withoutSupportId(known)).toBe(withoutSupportId(unknown))
  // Ten of the twenty of this address are left: a refused one does not count.
  const rest: number[] = []
  for (let name = 0; name < 12; name += 1) rest.push((await ask(`somebody.${name}`)).status)
  expect(rest).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  api.clock.move(61 * 60_000)
  expect((await ask('adj.aaa')).status).toBe(200)
})

test('a network has one budget, whichever of its addresses asks', async () => {
  const from = async (address: string, name: string) => {
    const { method, url, body } = toRequest(registration.recover, { userId: name, rxGroupNumber: 'AAA1GRP' })
    const reply = await api.built.app.inject({
      method,
      url,
      remoteAddress: address,
      headers: { 'x-portal-request': '1', origin: ORIGIN, 'content-type': 'application/json' },
      payload: body as string,
    })
    return reply.statusCode
  }
  const answers: number[] = []
  for (let at = 1; at <= 22; at += 1) answers.push(await from(`2001:db8:1:2::${at}`, `somebody.${at}`))
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
  expect(await from('2001:db8:1:3::1', 'somebody.else')).toBe(200)
  for (let at = 1; at <= 20; at += 1) await from('192.0.2.7', `somebody.${at}`)
  expect(await from('::ffff:192.0.2.7', 'somebody.else')).toBe(429)
})

test('a recovery request does the same work for known and unknown usernames: the same statements, one row written', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  /** The texts of all statements, and the rows that are there afterwards. */
  const workOf = async (userId: string, group: string) => {
    await api.db.query('delete from recovery_request')
    sent.mockClear()
    expect((await ask(userId, group)).status).toBe(200)
    const texts = sent.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    const { rows } = await api.db.query('select from recovery_request')
    return { texts, rows: rows.length }
  }
  await workOf('somebody.else', 'AAA1GRP') // the first call of a process prepares what later ones use
  const unknown = await workOf('nobody.here', 'AAA1GRP')
  expect([unknown.texts.length > 0, unknown.rows]).toEqual([true, 1])
  for (const [what, userId, group] of tries.slice(0, -1))
    expect([what, await workOf(userId, group)]).toEqual([what, unknown])
})

test('a recovery request writes no typed username to the log', () => {
  expect(api.logged.join('\n')).not.toMatch(/nobody\.here|somebody\.\d|AAA1GRP/)
})
