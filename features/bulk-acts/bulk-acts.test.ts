import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { copyClaim } from '#testing/attacks/copy-claim.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { bulkActs } from './contract.ts'
import { whyNotThisInput, whyNotThisMany, whyNotTogether } from './rules.ts'

let api: TestApi
let dana: Visitor
let supervisor: Visitor
let stranger: Visitor
let at = 100
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  dana = await api.signIn('adj.aaa')
  supervisor = await api.signIn('super.aaa')
  stranger = await api.signIn('adj.bbb')
})
afterAll(() => api.close())

/** A request of a worker of its own. */
async function raise(): Promise<string> {
  at += 1
  await copyClaim(api.db, 'AAA AAA1 claim 1', `AAA AAA1 claim ${at}`, { key: `AAA1${at}`, lastName: `Ortega${at}` })
  return raiseAuthorization(api, { sub: 'AAA1', at })
}
const many = async (count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await raise())
  return ids
}
const start = (who: Visitor, input: object) =>
  who.ask(bulkActs.start, { what: 'SNOOZE', hours: 1, ...input } as never, { key: randomUUID() })
const named = (ids: readonly string[]) => ({
  requests: ids.map((authorizationId) => ({ authorizationId, version: 1 })),
})
const started = async (who: Visitor, input: object): Promise<string> => {
  const { status, body } = await start(who, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.bulkId
}
const became = async (who: Visitor, bulkId: string) => (await who.ask(bulkActs.of, { bulkId })).body
const events = async (ids: readonly string[]) =>
  (
    await api.db.query(
      `select authorization_id as id, event_code as code from authorization_event where authorization_id = any($1) order by 1, 2`,
      [ids],
    )
  ).rows

test('each request of a bulk act goes through the single act, with its event and its audit row in the name of who asked', async () => {
  const ids = await many(2)
  const bulkId = await started(dana, named(ids))
  expect(await became(dana, bulkId)).toMatchObject({ total: 2, waiting: 2, done: 0 })
  await runJobsUntilIdle(api)
  const after = await became(dana, bulkId)
  expect(after).toMatchObject({ total: 2, waiting: 0, done: 2, refused: 0 })
  expect(after.items.map(({ state, claimant }) => [state, claimant.split(' ')[0]])).toEqual(
    Array(2).fill(['DONE', 'Maria']),
  )
  expect((await events(ids)).filter(({ code }) => code === 170)).toHaveLength(2)
  const { rows } = await api.db.query(
    `select user_id, call, object_id from access_audit where object_id = any($1) and call = 'clock.snooze'`,
    [ids],
  )
  expect(rows.map((row) => row.user_id)).toEqual(Array(2).fill(idOf('adj.aaa')))
})

test('a request that changed since it was chosen, and one whose state refuses, are left with the reason; the others are done', async () => {
  const [fine, changed, late] = (await many(3)) as [string, string, string]
  await api.db.query(`update rx_authorization set version = 2 where id = $1`, [changed])
  await api.db.query(`update rx_authorization set status_id = 50, completed_at = now() where id = $1`, [late])
  const bulkId = await started(supervisor, {
    what: 'ASSIGN',
    hours: undefined,
    userEmails: [(await api.db.query(`select email from app_user where username = 'adj.aaa'`)).rows[0].email],
    ...named([fine, changed]),
  })
  await runJobsUntilIdle(api)
  const { items } = await became(supervisor, bulkId)
  expect(items.map(({ authorizationId, state, code }) => [authorizationId, state, code])).toEqual([
    [fine, 'DONE', null],
    [changed, 'REFUSED', 'CONFLICT'],
  ])
  expect(items[1]!.message).toBe('This was changed by somebody else in the meantime.')
  expect((await start(dana, named([late]))).body).toMatchObject({ status: { code: 'RULE' } })
})

test('a whole search is acted on, and refused when it finds more than the user was shown', async () => {
  await api.db.query(`update rx_authorization set juris_state = 'OR' where id = any($1)`, [await many(3)])
  const search = { authStatuses: [20], pendingAuthFilterParams: { jurisState: ['OR'] } }
  expect((await start(dana, { search, count: 2 })).body).toMatchObject({
    status: { code: 'CONFLICT', message: expect.stringContaining('3 requests now') },
  })
  const bulkId = await started(dana, { search, count: 3 })
  await runJobsUntilIdle(api)
  expect(await became(dana, bulkId)).toMatchObject({ total: 3, done: 3 })
  expect((await dana.ask(bulkActs.mine, {})).body.content[0]).toMatchObject({ bulkId, done: 3 })
})

test('nothing is done twice when a job runs again or begins twice at the same time', async () => {
  const ids = await many(2)
  const bulkId = await started(dana, named(ids))
  await api.db.query(
    `insert into outbox (mc, id, topic, payload, available_at) select mc, gen_random_uuid(), topic, payload, available_at
       from outbox, generate_series(1, 3) where topic = 'bulk.item' and payload ->> 'bulkId' = $1`,
    [bulkId],
  )
  await runJobsUntilIdle(api)
  expect((await events(ids)).filter(({ code }) => code === 170)).toHaveLength(2)
  expect(await became(dana, bulkId)).toMatchObject({ done: 2, waiting: 0 })
})

test('what is canceled before its turn is not done', async () => {
  const ids = await many(2)
  const bulkId = await started(dana, named(ids))
  expect((await dana.ask(bulkActs.cancel, { bulkId })).status).toBe(200)
  await runJobsUntilIdle(api)
  expect(await became(dana, bulkId)).toMatchObject({ done: 0, canceled: 2 })
  expect((await events(ids)).filter(({ code }) => code === 170)).toEqual([])
})

test('the rights of who asked are those of the moment each request is acted on', async () => {
  const bulkId = await started(dana, named(await many(1)))
  const roles = `update user_carrier set roles = $2 where user_id = $1`
  await api.db.query(roles, [idOf('adj.aaa'), ['adjuster', 'read_only']])
  await runJobsUntilIdle(api)
  await api.db.query(roles, [idOf('adj.aaa'), ['adjuster']])
  expect((await became(dana, bulkId)).items).toMatchObject([{ state: 'REFUSED', code: 'UPDATE_BLOCKED' }])
})

test('requests of another carrier and bulk acts of another user do not exist', async () => {
  const ids = await many(1)
  const bulkId = await started(dana, named(ids))
  expect((await start(stranger, named(ids))).status).toBe(404)
  for (const who of [stranger, supervisor]) {
    expect((await who.ask(bulkActs.of, { bulkId })).status).toBe(404)
    expect((await who.ask(bulkActs.cancel, { bulkId })).status).toBe(404)
  }
  expect((await stranger.ask(bulkActs.mine, {})).body.content).toEqual([])
})

test('a carrier that has acts on many requests switched off begins none', async () => {
  const set = `update feature_flag set enabled = $1 where key = 'bulkActs'`
  await api.db.query(set, [false])
  expect((await start(dana, named([idOf('no request')]))).body).toMatchObject({ status: { code: 'FEATURE_OFF' } })
  await api.db.query(set, [true])
})

test('letters go to the prescriber on file; without an address the request is left', async () => {
  const [reached, unreached] = (await many(2)) as [string, string]
  await api.db.query(`update rx_authorization set prescriber_npi = '1000000000' where id = $1`, [unreached])
  const bulkId = await started(dana, { what: 'LETTER', hours: undefined, ...named([reached, unreached]) })
  await runJobsUntilIdle(api)
  const { items } = await became(dana, bulkId)
  expect(items.map(({ state }) => state)).toEqual(['DONE', 'REFUSED'])
  const { rows } = await api.db.query('select authorization_id from lomn_request where authorization_id = any($1)', [
    [reached, unreached],
  ])
  expect(rows).toEqual([{ authorization_id: reached }])
})

test('approval in bulk takes what has nothing to choose, on the terms of the form; a safety code is left to a person', async () => {
  const [plain, safety] = (await many(2)) as [string, string]
  await api.db.query(
    `update rx_authorization set rejects = jsonb_build_array(rejects -> 0, (rejects -> 0) || '{"rejectCode": "88", "safety": true}'),
       reject_codes = reject_codes || '{88}' where id = $1`,
    [safety],
  )
  const bulkId = await started(dana, { what: 'APPROVE', hours: undefined, ...named([plain, safety]) })
  await runJobsUntilIdle(api)
  const { items } = await became(dana, bulkId)
  expect(items.map(({ state, message }) => [state, message])).toEqual([
    ['DONE', null],
    ['REFUSED', 'It has safety codes (88). Open it to decide it.'],
  ])
  const { rows } = await api.db.query(
    'select max_qty_per_fill::float, max_days_per_fill, max_fills from prior_auth where authorization_id = $1',
    [plain],
  )
  expect(rows).toMatchObject([{ max_qty_per_fill: 60, max_days_per_fill: 30, max_fills: 1 }])
})

test('the rules of a bulk act say why not in words', () => {
  expect([
    whyNotThisInput({ what: 'SNOOZE' })?.field,
    whyNotThisInput({ what: 'SNOOZE', requests: [], userEmails: ['a'] })?.field,
    whyNotThisInput({ what: 'ASSIGN', requests: [] })?.field,
    whyNotThisInput({ what: 'LETTER', search: {} })?.field,
    whyNotThisInput({ what: 'LETTER', search: {}, count: 3 })?.field,
  ]).toEqual(['requests', 'userEmails', 'userEmails', 'count', undefined])
  expect([whyNotThisMany('APPROVE', 101, 101)?.message, whyNotThisMany('ASSIGN', 101, 101)]).toEqual([
    'Approve at most 100 requests at once. Narrow the list with a filter.',
    undefined,
  ])
  const fine = {
    uncleared: [{ rejectCode: '75', safety: false }],
    halfway: false,
    waits: false,
    left: [],
    reason: 'Related',
  }
  expect([
    whyNotTogether(fine),
    whyNotTogether({ ...fine, halfway: true })?.code,
    whyNotTogether({ ...fine, waits: true })?.code,
    whyNotTogether({ ...fine, reason: '' })?.code,
  ]).toEqual([undefined, 'RULE', 'RULE', 'RULE'])
})
