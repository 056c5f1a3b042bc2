import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownNotifications } from '#features/notifications/list-contract.ts'
import { people } from '#features/people/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { eventually } from '#testing/eventually.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { scim } from './contract.ts'

// A directory's token reaches what its maker may reach, and no further.

let api: TestApi
beforeAll(async () => void (api = await startFixtureApi({ keep: true })))
afterAll(() => api.close())

const set = (name: string, roles: string[], subs: string[] | null = null, active = true) =>
  api.db.query(`update user_carrier set roles = $2, sub_carriers = $3, active = $4 where mc = 'AAA' and user_id = $1`, [
    idOf(name),
    roles,
    subs,
    active,
  ])
beforeEach(async () => {
  await set('super.aaa', ['account_admin'])
  await set('clin.aaa', ['account_admin'])
  await set('adj.aaa', ['adjuster'])
  await api.db.query('delete from scim_token')
})

const MANAGER = 'Clin aaa is no account manager of all programs any more'
const tokenOf = async (by: Visitor) => (await by.ask(scim.makeToken, { name: 'Okta' })).text
const send = (token: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  api.anonymous.raw({
    method,
    url: '/scim/v2/Users',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(payload && { payload: JSON.stringify(payload) }),
  })
const versionOf = async (name: string): Promise<number> =>
  (await api.db.query(`select version from user_carrier where mc = 'AAA' and user_id = $1`, [idOf(name)])).rows[0]
    .version
const changeBy = async (by: Visitor, name: string, change: object) =>
  expect((await by.ask(people.change, { id: idOf(name), version: await versionOf(name), ...change })).status).toBe(200)
const emailOf = async (name: string): Promise<string> =>
  (await api.db.query('select email from app_user where id = $1', [idOf(name)])).rows[0].email

describe('a token of an account manager', () => {
  test.each<[string, object]>([
    ['the role', { roles: ['adjuster'] }],
    ['the access', { active: false }],
    ['a program', { subCarriers: ['AAA1'] }],
    ['everything but reading', { roles: ['account_admin', 'read_only'] }],
  ])('ends when its maker loses %s: the page says so, and the others are notified', async (_what, taken) => {
    const [boss, maker] = [await api.signIn('super.aaa', 'AAA'), await api.signIn('clin.aaa', 'AAA')]
    const [theirs, ours] = [await tokenOf(maker), await tokenOf(boss)]
    await changeBy(boss, 'clin.aaa', { approvalLimit: 7 })
    expect([(await send(theirs)).status, (await send(ours)).status]).toEqual([200, 200])
    await changeBy(boss, 'clin.aaa', taken)
    const refused = await send(theirs)
    expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
      401,
      'Send a token that is in force as Authorization: Bearer.',
    ])
    expect((await send(ours)).status).toBe(200)
    const { tokens } = (await boss.ask(scim.tokens, {})).body
    expect(tokens.map((one) => [one.madeBy, one.endedAt !== null, one.revokedAt])).toEqual([
      ['Super aaa', false, null],
      ['Clin aaa', true, null],
    ])
    const { content } = (await boss.ask(ownNotifications.list, {})).body
    expect(content.filter(({ kind }) => kind === 'directory_token')[0]!.title).toContain(MANAGER)

    // It does not come back with the right, and its place is free.
    await set('clin.aaa', ['account_admin'])
    expect((await send(theirs)).status).toBe(401)
    expect((await boss.ask(scim.makeToken, { name: 'Next' })).status).toBe(200)
    expect((await boss.ask(scim.makeToken, { name: 'Third' })).status).toBe(422)
  })

  test('ends with the account, and not with a lock of it', async () => {
    const theirs = await tokenOf(await api.signIn('clin.aaa', 'AAA'))
    const statusOf = async (status: string) => {
      await api.db.query('update app_user set status = $2 where id = $1', [idOf('clin.aaa'), status])
      return (await send(theirs)).status
    }
    expect([await statusOf('LOCKED'), await statusOf('DISABLED'), await statusOf('ACTIVE')]).toEqual([200, 401, 200])
  })

  test('ends with what it does: a directory that ends the access of its maker writes nothing after it', async () => {
    const token = await tokenOf(await api.signIn('clin.aaa', 'AAA'))
    const leaves = { userName: 'clin@corp.example', emails: [{ value: await emailOf('clin.aaa') }], active: false }
    expect((await send(token, 'POST', leaves)).status).toBe(201)
    const before = await api.db.query('select count(*)::int as many from scim_user')
    expect((await send(token, 'POST', { userName: 'after@corp.example' })).status).toBe(401)
    expect(await api.db.query('select count(*)::int as many from scim_user')).toMatchObject({ rows: before.rows })
  })

  test('writes nothing that waited while its maker lost the right', async () => {
    const token = await tokenOf(await api.signIn('clin.aaa', 'AAA'))
    const key = `select pg_advisory_xact_lock(hashtextextended('AAA administrators', 0))`
    await api.db.query('begin')
    await api.db.query(key)
    const waiting = send(token, 'POST', { userName: 'late@corp.example' })
    const waits = `select count(*)::int as many from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await eventually(async () => expect((await api.db.query(waits)).rows[0].many).toBe(1))
    await api.db.query(`update user_carrier set roles = '{adjuster}' where mc = 'AAA' and user_id = $1`, [
      idOf('clin.aaa'),
    ])
    await api.db.query('commit')
    expect((await waiting).status).toBe(401)
    expect((await api.db.query(`select from scim_user where user_name = 'late@corp.example'`)).rowCount).toBe(0)
  })
})
