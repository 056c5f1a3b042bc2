import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addDays } from '#platform/dates/day.ts'
import { accessReview, people } from './contract.ts'
import type { LatelyEntry } from './fields.ts'
import { endMeans } from './licenses.ts'
import { latelyWords } from './user-words.ts'

// What an account manager sees on Home: licenses that end, and what was last changed about users.

let api: TestApi
let admin: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('ext.aaa')],
  ])
  await api.db.query('delete from user_license')
  admin = await api.signIn('super.aaa')
})
afterAll(() => api.close())

const lately = async (visitor = admin) => (await visitor.ask(people.lately, {})).body
const license = (name: string, state: string, expiresOn: string | null, profession = 'NURSE') =>
  api.db.query(
    `insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
      values ('AAA', $1, $2, $3, 'N1', $4, 'Kit Moss', now())`,
    [idOf(name), profession, state, expiresOn],
  )

test('licenses that ended or end within sixty days are listed, the first end first; not where another one for the state lasts', async () => {
  const { today } = await lately()
  await license('adj.aaa', 'FL', addDays(today, 60))
  await license('adj.aaa', 'TX', addDays(today, 61))
  await license('clin.aaa', 'FL', addDays(today, -1))
  await license('ur.aaa', 'FL', addDays(today, 5))
  await license('ur.aaa', 'FL', null, 'PHYSICIAN')
  await license('ur.aaa', 'NJ', today)
  const found = await lately()
  expect(found.licenses.map(({ username, state, expiresOn }) => [username, state, expiresOn])).toEqual([
    ['clin.aaa', 'FL', addDays(today, -1)],
    ['ur.aaa', 'NJ', today],
    ['adj.aaa', 'FL', addDays(today, 60)],
  ])
  expect(found.licenseCount).toBe(3)
  expect(found.licenses.map((one) => endMeans(one, today))).toEqual([
    'No longer decides for FL',
    'Decides for NJ until then',
    'Decides for FL until then',
  ])
  // Access that was taken away decides nothing.
  await api.db.query('update user_carrier set active = false where user_id = $1', [idOf('clin.aaa')])
  expect((await lately()).licenses.map(({ username }) => username)).toEqual(['ur.aaa', 'adj.aaa'])
})

test('a change of rights, an answer of a review and invitations are there, the newest first', async () => {
  const version = (await admin.ask(people.list, { search: 'adj.aaa2', size: 100 })).body.content[0]!.version
  expect(
    (await admin.ask(people.change, { id: idOf('adj.aaa2'), version, approvalLimit: 750, reason: 'New' })).status,
  ).toBe(200)
  api.clock.move(1000)
  const { reviewId } = (await admin.ask(accessReview.open, {})).body
  const line = (await admin.ask(accessReview.lines, { reviewId, size: 100 })).body.content.find(
    ({ username }) => username === 'adj.aaa',
  )!
  expect((await admin.ask(accessReview.keep, { reviewId, userId: line.userId, version: line.version })).status).toBe(
    200,
  )
  api.clock.move(1000)
  const { invitationId } = (
    await admin.ask(people.invite, {
      email: 'noor@elsewhere.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      roles: ['adjuster'],
    })
  ).body
  api.clock.move(1000)
  await admin.ask(people.withdraw, { invitationId })
  const { entries } = await lately()
  expect(entries.slice(0, 4).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['WITHDRAWN', null],
    ['INVITED', null],
    ['KEPT', null],
    ['RIGHTS', 'New'],
  ])
  const by = entries[0]!.by
  expect(entries.slice(0, 4).map(latelyWords)).toEqual([
    `${by} withdrew the invitation of Noor Haddad`,
    `${by} invited Noor Haddad`,
    `${by} kept ${line.name} in the access review`,
    expect.stringMatching(new RegExp(`^${by} changed .+: Limit (set|raised|lowered) to \\$750$`)),
  ])
})

test('an account manager of some programs learns nothing of users of others, and nobody else is answered', async () => {
  await api.db.query(`update user_carrier set sub_carriers = '{AAA2}' where user_id = $1`, [idOf('ext.aaa')])
  const found = await lately(await api.signIn('ext.aaa'))
  expect(found.entries.filter(({ kind }: LatelyEntry) => kind !== 'RIGHTS')).toEqual([])
  expect(found.licenses.filter(({ username }) => username !== 'ext.aaa')).toEqual([])
  const refused = await (await api.signIn('adj.aaa')).ask(people.lately, {})
  expect([refused.status, refused.body.status.code]).toEqual([403, 'NOT_ALLOWED'])
})
