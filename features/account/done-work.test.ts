import { beforeAll, expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { carrierSettings } from '#features/carrier-settings/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { people } from '#features/people/contract.ts'
import type { Role } from '#features/permissions/roles.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'

// A notice leaves the lists of all who have it when its work is done, by anyone.

let api: TestApi
let adjuster: Visitor
let pharmacist: Visitor
let manager: Visitor
let second: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await api.db.query(`update user_carrier set roles = '{supervisor,account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.aaa2')],
  ])
  await api.db.query(`insert into feature_flag_override values ('AAA', '*', 'dbClientSetupEnabled', true)`)
  adjuster = await api.signIn('adj.aaa')
  pharmacist = await api.signIn('pharm.aaa')
  manager = await api.signIn('super.aaa')
  second = await api.signIn('adj.aaa2')
  return () => api.close()
})

const kinds = async (who: Visitor, which: InputOf<typeof notifications.list> = {}) => {
  const { content, unread } = (await who.ask(notifications.list, which)).body
  return [content.map(({ kind }) => kind).toSorted(), unread] as const
}
const of = async (who: Visitor, group: string) =>
  (await who.ask(notifications.listGroups, {})).body.groups.find((one) => one.group === group)

test('what waits for a pharmacist leaves their list once it is pulled back, what waits for the owner with the decision; undone, it is back', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const version = async () =>
    (await api.db.query('select version from rx_authorization where id = $1', [id])).rows[0].version as number
  await runJobsUntilIdle(api)
  const note = 'May it be taken?'
  const sent = await adjuster.ask(decision.move, { id, version: await version(), status: 'clinical', note })
  expect([sent.status, sent.body]).toMatchObject([200, { authorizationStatusId: status.PENDING_CLINICAL }])
  await runJobsUntilIdle(api)
  expect(await kinds(pharmacist)).toEqual([['clinicalNeeded'], 1])
  expect(await kinds(adjuster)).toEqual([['raised'], 1])
  expect(await of(pharmacist, 'REQUESTS')).toMatchObject({ label: 'New and assigned requests', all: 1, unread: 1 })

  await adjuster.ask(decision.move, { id, version: await version(), status: 'pending' })
  expect(await kinds(pharmacist)).toEqual([[], 0])
  expect(await kinds(pharmacist, { done: true })).toEqual([['clinicalNeeded'], 0])
  expect(await kinds(adjuster)).toEqual([['raised'], 1])

  expect((await adjuster.ask(decision.approve, { id, version: await version() })).status).toBe(200)
  expect(await kinds(adjuster)).toEqual([[], 0])
  expect(await kinds(adjuster, { done: true })).toEqual([['raised'], 0])
  expect(await of(adjuster, 'REQUESTS')).toMatchObject({ all: 0, unread: 0 })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await kinds(adjuster)).toEqual([['raised'], 1])
  expect(await kinds(pharmacist)).toEqual([[], 0])
})

test('the list is narrowed to a group, and only those of the group are marked', async () => {
  const give = (kind: string, minutesAgo: number) =>
    api.db.query(
      `insert into user_notification (mc, id, user_id, kind, title, at) values ('AAA', gen_random_uuid(), $1, $2, $2, now() - make_interval(mins => $3))`,
      [idOf('adj.sub1'), kind, minutesAgo],
    )
  const who = await api.signIn('adj.sub1')
  await give('letterReceived', 1)
  await give('overdue', 2)
  await give('letterSent', 3)
  await give('of a newer release', 4)
  expect(await kinds(who, { group: 'LETTERS' })).toEqual([['letterReceived', 'letterSent'], 4])
  expect(await kinds(who, { group: 'DEADLINES' })).toEqual([['of a newer release', 'overdue'], 4])
  expect(await kinds(who, { group: 'ACCESS' })).toEqual([[], 4])
  const page = (await who.ask(notifications.list, { group: 'LETTERS', size: 1 })).body
  expect(await kinds(who, { group: 'LETTERS', size: 1, after: page.next! })).toEqual([['letterSent'], 4])
  expect((await who.ask(notifications.list, { group: 'FILES', after: page.next! })).status).toBe(400)
  const newest = page.content[0]!.notificationId
  await who.ask(notifications.markRead, { notificationId: newest, andOlder: true, group: 'LETTERS' })
  expect(await kinds(who, { unread: true })).toEqual([['of a newer release', 'overdue'], 2])
  expect((await who.ask(notifications.list, { group: 'NONE' as never })).status).toBe(400)
})

test('a setting and a role that wait for a second account manager leave all lists once one of them decided', async () => {
  const { body } = await manager.ask(carrierSettings.setUp, { settings: { safetyOverrides: true } })
  expect(await kinds(second, { group: 'ACCESS' })).toEqual([['carrier_setting'], 1])
  const { changeId } = body.changes[0]!
  expect((await second.ask(carrierSettings.decide, { changeId, approve: true })).status).toBe(200)
  expect(await kinds(second, { group: 'ACCESS' })).toEqual([[], 0])

  const change = async (by: Visitor, roles: Role[]) => {
    const found = (await by.ask(people.list, { search: 'clin.aaa' })).body.content[0]!
    return by.ask(people.change, { id: idOf('clin.aaa'), version: found.version, roles })
  }
  expect((await change(manager, ['account_admin', 'clinical_pharmacist'])).body).toMatchObject({ waitsForSecond: true })
  expect(await kinds(second, { group: 'ACCESS' })).toEqual([['admin_grant'], 1])
  expect((await change(second, ['clinical_pharmacist'])).status).toBe(200)
  expect(await kinds(second, { group: 'ACCESS' })).toEqual([[], 0])
  expect(await kinds(second, { group: 'ACCESS', done: true })).toEqual([['admin_grant', 'carrier_setting'], 0])
})
