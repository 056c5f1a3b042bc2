import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { notifications } from './contract.ts'

// A user's own notifications over HTTP, on the fixture data.

let api: TestApi
let adjuster: Visitor
let colleague: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  colleague = await api.signIn('adj.sub1')
})
afterAll(() => api.close())

const given = async (username: string, title: string, minutesAgo: number): Promise<string> => {
  const id = randomUUID()
  await api.db.query(
    `insert into user_notification (mc, id, user_id, kind, title, at) values ('AAA', $1, $2, 'assigned', $3, now() - make_interval(mins => $4))`,
    [id, idOf(username), title, minutesAgo],
  )
  return id
}
const titles = async (who: Visitor, input: Parameters<typeof list>[1] = {}) => {
  const { body } = await list(who, input)
  return { titles: body.content.map((one) => one.title), unread: body.unread }
}
const list = (who: Visitor, input: { unread?: boolean; size?: number; after?: string }) =>
  who.ask(notifications.list, input)

test('A user reads their own notifications, newest first and page by page, and marks them as read', async () => {
  const [third, second, first] = [
    await given('adj.aaa', 'third', 1),
    await given('adj.aaa', 'second', 2),
    await given('adj.aaa', 'first', 3),
  ]
  const foreign = await given('adj.sub1', 'of a colleague', 1)
  expect(await titles(adjuster)).toEqual({ titles: ['third', 'second', 'first'], unread: 3 })
  const page = (await list(adjuster, { size: 2 })).body
  expect(page.content.map(({ notificationId }) => notificationId)).toEqual([third, second])
  expect(await titles(adjuster, { size: 2, after: page.next! })).toEqual({ titles: ['first'], unread: 3 })
  // A place of the one list is none of the other, and none of another user.
  expect((await list(adjuster, { unread: true, after: page.next! })).status).toBe(400)
  expect((await list(colleague, { after: page.next! })).status).toBe(400)

  expect((await adjuster.ask(notifications.markRead, { notificationId: third })).status).toBe(200)
  expect((await adjuster.ask(notifications.markRead, { notificationId: foreign, andOlder: true })).status).toBe(404)
  expect(await titles(adjuster, { unread: true })).toEqual({ titles: ['second', 'first'], unread: 2 })
  expect(await titles(colleague)).toEqual({ titles: ['of a colleague'], unread: 1 })
  // All that were there: what came meanwhile stays unread.
  await given('adj.aaa', 'newer', 0)
  await adjuster.ask(notifications.markRead, { notificationId: second, andOlder: true })
  expect(await titles(adjuster, { unread: true })).toEqual({ titles: ['newer'], unread: 1 })
  const { body } = await list(adjuster, {})
  expect(body.content.find(({ notificationId }) => notificationId === first)!.readAt).not.toBeNull()
})

test('One notice is unread again, or all that were read with it', async () => {
  const ids = [await given('clin.aaa', 'b', 1), await given('clin.aaa', 'a', 2)]
  const foreign = await given('adj.sub1', 'foreign', 1)
  const clinical = await api.signIn('clin.aaa')
  const mark = (notificationId: string, andTogether?: true) =>
    clinical.ask(notifications.markUnread, { notificationId, ...(andTogether && { andTogether }) })
  const unread = async () => (await titles(clinical, { unread: true })).titles
  await clinical.ask(notifications.markRead, { notificationId: ids[0]!, andOlder: true })
  expect(await unread()).toEqual([])
  expect((await mark(ids[1]!)).status).toBe(200)
  expect(await unread()).toEqual(['a'])
  await clinical.ask(notifications.markRead, { notificationId: ids[0]!, andOlder: true })
  await mark(ids[0]!, true)
  expect(await unread()).toEqual(['b'])
  await clinical.ask(notifications.markRead, { notificationId: ids[0]!, andOlder: true })
  await clinical.ask(notifications.markRead, { notificationId: ids[1]! })
  expect((await mark(foreign)).status).toBe(404)
})

test('Notices are kept for 90 days, read or not', async () => {
  const [kept, over] = [
    await given('read.only', 'kept', 89 * 24 * 60),
    await given('read.only', 'over', 90 * 24 * 60 + 1),
  ]
  await api.db.query(`update user_notification set read_at = now() where id = any($1)`, [[kept]])
  await runJobsUntilIdle(api, { ticks: 1 })
  const { rows } = await api.db.query(`select id from user_notification where id = any($1)`, [[kept, over]])
  expect(rows).toEqual([{ id: kept }])
})

test('A carrier sets how many days its notices are kept', async () => {
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'noticeDays', '30')`)
  const [kept, over] = [
    await given('read.only', 'kept', 29 * 24 * 60),
    await given('read.only', 'over', 30 * 24 * 60 + 1),
  ]
  await runJobsUntilIdle(api, { ticks: 1 })
  const { rows } = await api.db.query(`select id from user_notification where id = any($1)`, [[kept, over]])
  expect(rows).toEqual([{ id: kept }])
})

test('Where the carrier switched notifications off, there is no list', async () => {
  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'notifications', false)`)
  const id = await given('adj.aaa', 'unseen', 0)
  expect((await list(adjuster, {})).status).toBe(404)
  expect((await adjuster.ask(notifications.markRead, { notificationId: id })).status).toBe(404)
})

test('Where the carrier has it, users choose how they are notified, those who only look too; elsewhere there is nothing to choose', async () => {
  const reader = await api.signIn('read.only')
  const choose = (of: Partial<Parameters<typeof kept>[0]> = {}) => reader.ask(notifications.choose, kept(of))
  const kept = (of: object) => ({
    groups: [{ group: 'LETTERS' as const, portal: false, mail: 'DAILY' as const }],
    quietFrom: '20:00',
    quietUntil: '07:00',
    dailyAt: '06:30',
    ...of,
  })
  expect([(await reader.ask(notifications.choices, {})).status, (await choose()).status]).toEqual([404, 404])
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'notificationSettings', true)`,
  )
  const { body } = await reader.ask(notifications.choices, {})
  expect(body).toMatchObject({ quietFrom: null, quietUntil: null, dailyAt: '08:00' })
  expect(body.groups.map(({ portal, mail, fixed }) => [portal, mail, fixed])).toEqual([
    [true, 'NOW', 'A legal deadline depends on it.'],
    ...Array.from({ length: 5 }, () => [true, 'NOW', null]),
    [true, 'NOW', 'It says who may see or decide what.'],
  ])
  expect([(await choose({ quietUntil: null })).status, (await choose({ dailyAt: '25:00' })).status]).toEqual([400, 400])
  expect((await choose()).status).toBe(200)
  const chosen = (await reader.ask(notifications.choices, {})).body
  expect(chosen).toMatchObject({ quietFrom: '20:00', quietUntil: '07:00', dailyAt: '06:30' })
  expect(chosen.groups.find(({ group }) => group === 'LETTERS')).toMatchObject({ portal: false, mail: 'DAILY' })
  expect((await colleague.ask(notifications.choices, {})).body.dailyAt).toBe('08:00')
})
