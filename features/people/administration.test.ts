import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { people } from './contract.ts'
import { userStates, type UserState } from './rules.ts'

// What account managers do with users beyond a change of rights: find, sign out, make and unmake each other.

let api: TestApi
let admin: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.bbb')],
  ])
  admin = await api.signIn('super.aaa')
})
afterAll(() => api.close())

const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]
const versionOf = async (username: string) =>
  (await api.db.query(`select version from user_carrier where user_id = $1 and mc = 'AAA'`, [idOf(username)])).rows[0]
    .version as number
const rolesOf = async (username: string) =>
  (await api.db.query(`select roles from user_carrier where user_id = $1 and mc = 'AAA'`, [idOf(username)])).rows[0]
    .roles as string[]
const changeBy = async (by: Visitor, username: string, change: object) =>
  by.ask(people.change, { id: idOf(username), version: await versionOf(username), ...change })

describe('the list of users', () => {
  const found = async (filter: object) =>
    (await admin.ask(people.list, { size: 100, ...filter })).body.content.map(({ username }) => username)

  test('is searched by name, username and mail, and filtered by role and state', async () => {
    expect(await found({ search: 'ADJ.AAA2' })).toEqual(['adj.aaa2'])
    expect(await found({ search: '100%' })).toEqual([])
    expect(await found({ role: 'account_admin' })).toEqual(['super.aaa'])
    expect(await found({ state: 'OFF' })).toContain('gone.aaa')
    expect(await found({ state: 'ACTIVE' })).not.toContain('gone.aaa')
    const spoil = (set: string) => api.db.query(`update app_user set ${set} where id = $1`, [idOf('ext.aaa')])
    const stateOf = async () =>
      (await admin.ask(people.list, { search: 'ext.aaa' })).body.content.map(({ state }) => state)
    const states: UserState[] = []
    await spoil(`last_login_at = now() - interval '91 days'`)
    states.push(...(await stateOf()))
    await spoil(`last_login_at = now(), status = 'LOCKED'`)
    states.push(...(await stateOf()))
    await spoil(`status = 'ACTIVE'`)
    await api.db.query(
      `insert into out_of_office (mc, id, user_id, start_at, end_at, created_by_name)
        values ('AAA', $1, $2, now() - interval '1 day', now() + interval '1 day', 'x')`,
      [randomUUID(), idOf('ext.aaa')],
    )
    states.push(...(await stateOf()))
    expect(states).toEqual(['UNUSED', 'LOCKED', 'AWAY'])
    expect(await found({ state: 'AWAY' })).toEqual(['ext.aaa'])
  })

  test('counts users by state and open invitations, for the words and the role asked for, whichever state is shown', async () => {
    const list = async (filter: object) => (await admin.ask(people.list, { size: 100, ...filter })).body
    await admin.ask(people.invite, {
      email: 'nia@elsewhere.example',
      firstName: 'Nia',
      lastName: 'Haddad',
      roles: ['read_only'],
    })
    const all = await list({})
    const states = all.content.map(({ state }) => state)
    for (const state of userStates) {
      expect(all.counts[state]).toBe(states.filter((one) => one === state).length)
      const only = await list({ state })
      expect([only.totalElements, only.content.length, only.counts]).toEqual([
        all.counts[state],
        all.counts[state],
        all.counts,
      ])
      expect(only.invitations).toEqual([])
    }
    expect([all.totalElements, all.counts.INVITED]).toEqual([states.length, 1])
    const invited = await list({ state: 'INVITED' })
    expect([invited.content, invited.totalElements, invited.next]).toEqual([[], 0, null])
    expect(invited.invitations.map(({ name }) => name)).toEqual(['Nia Haddad'])
    for (const [filter, counted] of [
      [{ search: 'nia h' }, 1],
      [{ search: 'nobody' }, 0],
      [{ role: 'read_only' }, 1],
      [{ role: 'adjuster' }, 0],
    ] as const) {
      const found = await list(filter)
      expect([found.counts.INVITED, found.invitations.length]).toEqual([counted, counted])
    }
  })

  test('says who leads a user, how many a user leads, and until when somebody is away', async () => {
    await api.db.query(`insert into user_supervision values ('AAA', $1, $2)`, [idOf('super.aaa'), idOf('clin.aaa')])
    const one = async (search: string) => (await admin.ask(people.list, { search })).body.content[0]!
    expect(await one('clin.aaa')).toMatchObject({ ledBy: ['Super aaa'], leads: 0, awayUntil: null })
    expect(await one('super.aaa')).toMatchObject({ leads: expect.any(Number) })
    expect((await one('super.aaa')).leads).toBeGreaterThan(0)
    expect((await one('ext.aaa')).awayUntil).toMatch(/^2.*Z$/)
  })

  test('refuses a place of another list', async () => {
    const { next } = (await admin.ask(people.list, { size: 2 })).body
    expect(next).not.toBeNull()
    const answer = await admin.ask(people.list, { size: 2, role: 'adjuster', after: next! })
    expect([...codeOf(answer), answer.body.fields.map(({ path }) => path)]).toEqual([400, 'VALIDATION', ['after']])
  })
})

describe('an account manager', () => {
  test('signs a user out everywhere at this carrier, and nowhere else; the end is on record', async () => {
    const [here, there] = [await api.signIn('multi', 'AAA'), await api.signIn('multi', 'BBB')]
    expect((await admin.ask(people.work, { id: idOf('multi') })).body).toMatchObject({ sessions: 1 })
    const answer = await admin.ask(people.signOut, { id: idOf('multi') })
    expect([answer.status, answer.body]).toEqual([200, { success: true, sessions: 1 }])
    expect(codeOf(await here.ask(session.details, {}))).toEqual([401, 'SESSION_REVOKED'])
    expect((await there.ask(session.details, {})).status).toBe(200)
    const { rows } = await api.db.query(
      `select object_id, user_id, detail from access_audit where call = 'people.signOut'`,
    )
    expect(rows).toEqual([{ object_id: idOf('multi'), user_id: idOf('super.aaa'), detail: { sessions: 1 } }])
  })

  test("cannot sign out or look up another carrier's user, and nobody else can sign out anybody", async () => {
    for (const id of [idOf('adj.bbb'), randomUUID()]) {
      expect(codeOf(await admin.ask(people.signOut, { id }))).toEqual([404, 'NOT_FOUND'])
      expect(codeOf(await admin.ask(people.work, { id }))).toEqual([404, 'NOT_FOUND'])
    }
    const adjuster = await api.signIn('adj.aaa')
    expect(codeOf(await adjuster.ask(people.signOut, { id: idOf('adj.aaa2') }))).toEqual([403, 'NOT_ALLOWED'])
    expect(codeOf(await adjuster.ask(people.work, { id: idOf('adj.aaa2') }))).toEqual([403, 'NOT_ALLOWED'])
  })

  test('sees the open requests of a user before taking access, the most urgent first', async () => {
    const first = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
    const { rows } = await api.db.query(
      `select user_id from authorization_owner where mc = 'AAA' and open and authorization_id = $1 limit 1`,
      [first],
    )
    const { body } = await admin.ask(people.work, { id: rows[0].user_id })
    expect(body.requests.map(({ authorizationId }) => authorizationId)).toContain(first)
    expect(body.requests).toHaveLength(body.openRequests)
    const due = body.requests.flatMap(({ dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt)]))
    expect(due).toEqual(due.toSorted((a, b) => a - b))
  })

  test('gives programs for data extracts, of the carrier and of their own only', async () => {
    const answer = await changeBy(admin, 'adj.aaa2', { dataExtractSubCarriers: ['AAA1'] })
    expect(answer.status).toBe(200)
    const [listed] = (await admin.ask(people.list, { search: 'adj.aaa2' })).body.content
    expect(listed!.dataExtractSubCarriers).toEqual(['AAA1'])
    const foreign = await changeBy(admin, 'adj.aaa2', { dataExtractSubCarriers: ['BBB1'] })
    expect([...codeOf(foreign), foreign.body.fields.map(({ path }) => path)]).toEqual([
      400,
      'VALIDATION',
      ['dataExtractSubCarriers'],
    ])
  })
})

describe('the role of an account manager', () => {
  const wanted = { roles: ['supervisor', 'account_admin'] }

  test('is given by the only account manager alone, then only by two; each loses it while another stays', async () => {
    expect((await changeBy(admin, 'adj.aaa', wanted)).body.waitsForSecond).toBe(false)
    const second = await api.signIn('adj.aaa')
    // By one of two: the other role is given, this one waits, and asking again confirms nothing.
    for (const _time of [1, 2]) expect((await changeBy(admin, 'adj.aaa2', wanted)).body.waitsForSecond).toBe(true)
    expect(await rolesOf('adj.aaa2')).toEqual(['supervisor'])
    // Who could confirm it has a notice, one however often it was asked for.
    const { rows: notices } = await api.db.query(
      `select user_id, title from user_notification where mc = 'AAA' and kind = 'admin_grant'`,
    )
    expect(notices).toEqual([
      {
        user_id: idOf('adj.aaa'),
        title: 'Super aaa asked for Account manager for adj.aaa2. It waits for a second account manager.',
      },
    ])
    const waiting = (await second.ask(people.list, { search: 'adj.aaa2' })).body.content[0]!
    expect(waiting.asked).toMatchObject({ userId: idOf('super.aaa'), name: 'Super aaa', roles: ['account_admin'] })
    expect(codeOf(await (await api.signIn('adj.aaa2')).ask(people.list, {}))).toEqual([403, 'NOT_ALLOWED'])
    // Declined by the second: the next one has to ask once more.
    expect((await changeBy(second, 'adj.aaa2', { roles: ['supervisor'] })).status).toBe(200)
    expect((await changeBy(second, 'adj.aaa2', wanted)).body.waitsForSecond).toBe(true)
    expect((await changeBy(admin, 'adj.aaa2', wanted)).body.waitsForSecond).toBe(false)
    expect(await rolesOf('adj.aaa2')).toEqual(['supervisor', 'account_admin'])
    expect((await api.db.query('select from admin_grant')).rowCount).toBe(0)
    // What was asked more than a week ago is not confirmed any more.
    expect((await changeBy(admin, 'clin.aaa', wanted)).body.waitsForSecond).toBe(true)
    await api.db.query(`update admin_grant set asked_at = asked_at - interval '8 days'`)
    expect((await changeBy(second, 'clin.aaa', wanted)).body.waitsForSecond).toBe(true)
    expect((await changeBy(admin, 'adj.aaa2', { active: false })).status).toBe(200)
  })

  test('cannot be given by invitation once there are two', async () => {
    const answer = await admin.ask(people.invite, {
      email: 'boss@elsewhere.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      roles: ['account_admin'],
    })
    expect([...codeOf(answer), answer.body.fields.map(({ path }) => path)]).toEqual([422, 'RULE', ['roles']])
  })

  test('stays with one of two who take it from each other at the same time', async () => {
    const second = await api.signIn('adj.aaa')
    const answers = await Promise.all([
      changeBy(admin, 'adj.aaa', { roles: ['adjuster'] }),
      changeBy(second, 'super.aaa', { roles: ['adjuster'] }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await api.db.query(
      `select user_id from user_carrier where mc = 'AAA' and active and roles @> '{account_admin}'`,
    )
    expect(rows).toHaveLength(1)
  })
})
