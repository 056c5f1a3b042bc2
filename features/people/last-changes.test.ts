import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportList } from '#features/exports/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { accessReview, people } from './contract.ts'
import type { KeptRights } from './fields.ts'
import { changeWords } from './user-words.ts'

// What account managers read of how a user came to their rights, and what they take along of the list.

let api: TestApi
let admin: Visitor
let second: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.aaa2'), idOf('adj.bbb')],
  ])
  admin = await api.signIn('super.aaa')
  second = await api.signIn('adj.aaa2')
})
afterAll(() => api.close())

const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]
const changesOf = async (username: string) =>
  (await admin.ask(people.changes, { id: idOf(username) })).body.changes.map((one) => ({
    what: changeWords(one.before, one.after),
    by: one.by,
    askedBy: one.askedBy,
    reason: one.reason,
  }))
const changeBy = async (by: Visitor, username: string, change: object) => {
  const { rows } = await api.db.query(`select version from user_carrier where user_id = $1 and mc = 'AAA'`, [
    idOf(username),
  ])
  expect((await by.ask(people.change, { id: idOf(username), version: rows[0].version, ...change })).status).toBe(200)
}

const rights: KeptRights = {
  active: true,
  roles: ['adjuster'],
  subCarriers: null,
  dataExtractSubCarriers: [],
  licenseStates: ['FL'],
  approvalLimit: 1000,
}
test.each<[Partial<KeptRights>, string[]]>([
  [{}, []],
  [{ active: false }, ['Access removed']],
  [{ roles: ['supervisor'] }, ['Role added: Supervisor', 'Role taken away: Adjuster']],
  [{ approvalLimit: 2500 }, ['Limit raised to $2,500']],
  [{ approvalLimit: 500 }, ['Limit lowered to $500']],
  [{ approvalLimit: null }, ['Limit removed']],
  [{ subCarriers: ['AAA1'] }, ['Programs: AAA1']],
  [{ dataExtractSubCarriers: ['AAA1'] }, ['Data extracts added: AAA1']],
  [{ licenseStates: ['FL', 'TX'], approvalLimit: 2500 }, ['Limit raised to $2,500', 'License added: TX']],
  [{ licenseStates: [] }, ['License taken away: FL']],
])('a change of %j is said as %j', (to, words) => expect(changeWords(rights, { ...rights, ...to })).toEqual(words))
test('the first rights, a first limit, and programs from some to others are said', () => {
  expect(changeWords(null, rights)).toEqual(['Access given: Adjuster, up to $1,000'])
  expect(changeWords({ ...rights, approvalLimit: null }, rights)).toEqual(['Limit set to $1,000'])
  const of = (subCarriers: string[]) => ({ ...rights, subCarriers })
  expect(changeWords(of(['AAA1']), of(['AAA2']))).toEqual(['Program added: AAA2', 'Program taken away: AAA1'])
  expect(changeWords(of(['AAA1']), rights)).toEqual(['Programs: All programs'])
})

test('an account manager reads the last changes of a user, newest first: what, by whom, who asked, and why', async () => {
  expect(await changesOf('adj.aaa')).toEqual([])
  await changeBy(admin, 'adj.aaa', { approvalLimit: 4000, reason: 'New authority level' })
  await changeBy(second, 'adj.aaa', { licenseStates: ['TX'] })
  // Saved without a difference: nothing changed.
  await changeBy(second, 'adj.aaa', { licenseStates: ['TX'], reason: 'Again' })
  await changeBy(admin, 'adj.aaa', { roles: ['adjuster', 'account_admin'], reason: 'Takes over' })
  await changeBy(second, 'adj.aaa', { roles: ['adjuster', 'account_admin'] })
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  const line = (await admin.ask(accessReview.lines, { reviewId, size: 100 })).body.content.find(
    (one) => one.userId === idOf('adj.aaa'),
  )!
  const removed = {
    reviewId,
    userId: line.userId,
    version: line.version,
    answer: 'REMOVE' as const,
    note: 'Left in May',
  }
  expect((await admin.ask(accessReview.change, removed)).status).toBe(200)
  expect(await changesOf('adj.aaa')).toEqual([
    { what: ['Access removed'], by: 'Super aaa', askedBy: null, reason: 'Left in May' },
    { what: ['Role added: Account manager'], by: 'Adj aaa2', askedBy: 'Super aaa', reason: null },
    { what: ['License added: TX'], by: 'Adj aaa2', askedBy: null, reason: null },
    { what: ['Limit raised to $4,000'], by: 'Super aaa', askedBy: null, reason: 'New authority level' },
  ])
})

test('a change made at the database is among them, and no role of the portal changes what is on record', async () => {
  await api.db.query(`update user_carrier set approval_limit = 7 where user_id = $1 and mc = 'AAA'`, [
    idOf('pharm.aaa'),
  ])
  expect(await changesOf('pharm.aaa')).toMatchObject([{ by: 'An operator', reason: null }])
  const { rows } = await api.db.query(
    `select string_agg(distinct privilege_type, ',') as may from information_schema.role_table_grants
      where table_name = 'rights_change' and grantee in ('rxdocket_reader', 'rxdocket_app')`,
  )
  expect(rows).toEqual([{ may: 'SELECT' }])
})

test('nobody but account managers of the carrier reads them', async () => {
  const adjuster = await api.signIn('clin.aaa')
  expect(codeOf(await adjuster.ask(people.changes, { id: idOf('pharm.aaa') }))).toEqual([403, 'NOT_ALLOWED'])
  const foreign = await api.signIn('adj.bbb')
  for (const id of [idOf('pharm.aaa'), randomUUID()])
    expect(codeOf(await foreign.ask(people.changes, { id }))).toEqual([404, 'NOT_FOUND'])
})

test('an account manager takes the list along as a spreadsheet in which no name is a formula, and that is on record', async () => {
  await api.db.query(`update app_user set first_name = '=1+1' where id = $1`, [idOf('ext.aaa')])
  const file = await admin.ask(people.export, { timeZone: 'America/New_York' })
  expect(file.headers['content-disposition']).toMatch(/filename="users-\d{8}\.csv"/)
  const lines = file.text.split('\r\n')
  const { totalElements } = (await admin.ask(people.list, {})).body
  expect(lines).toHaveLength(totalElements + 3) // heads, the remark, and the end of the last line
  expect(lines.find((one) => one.includes('"ext.aaa"'))).toMatch(/^"'=1\+1 /)
  expect(lines.find((one) => one.includes('"super.aaa"'))).toMatch(/"Active","Account manager"/)
  expect(lines.at(-2)).toMatch(/^"\d+ users\. Exported by Super aaa \d\d\//)
  const narrow = await admin.ask(people.export, { search: 'ext.aaa', role: 'read_only', state: 'ACTIVE' })
  expect(narrow.text).toContain('"0 users. Search: ext.aaa; Role: Read only; Status: Active. Exported by ')
  const { content } = (await admin.ask(exportList.list, {})).body
  expect(content.map(({ what, name, rows, state, filters }) => ({ what, name, rows, state, filters }))).toEqual([
    {
      what: 'Users',
      name: 'Super aaa',
      rows: 0,
      state: 'FINISHED',
      filters: ['Search', 'Role: Read only', 'Status: Active'],
    },
    { what: 'Users', name: 'Super aaa', rows: totalElements, state: 'FINISHED', filters: [] },
  ])
  expect(codeOf(await (await api.signIn('clin.aaa')).ask(people.export, {}))).toEqual([403, 'NOT_ALLOWED'])
})
