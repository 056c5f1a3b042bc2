import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { flags } from './contract.ts'
import { flagTable } from './flag-table.ts'

let api: TestApi
/** Works in AAA1 alone. */
let adjuster: Visitor
let colleague: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.sub1')
  colleague = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const variation = async (who: Visitor, flagName = 'mn_mac') =>
  (await who.ask(flags.ofUser, { flagName })).body.variation

test('a flag is as the user has it, else as the sub-carrier, the carrier and everybody have it', async () => {
  const seen = [await variation(adjuster)]
  const say = async (statement: string) => {
    await api.db.query(statement)
    seen.push(await variation(adjuster))
  }
  await say(`insert into feature_flag_override (mc, sub_carrier, key, enabled) values ('AAA', '*', 'mn_mac', true)`)
  await say(`insert into feature_flag_override (mc, sub_carrier, key, enabled) values ('AAA', 'AAA1', 'mn_mac', false)`)
  await say(`insert into feature_flag_user values ('AAA', '${idOf('adj.sub1')}', 'mn_mac', true)`)
  expect(seen).toEqual([false, true, false, true])
  expect((await adjuster.ask(settings.features, { f: ['mn_mac'] })).body.enabled).toBe(true)
  await api.db.query(`update feature_flag_user set enabled = false`)
  expect([await variation(adjuster), await variation(colleague)]).toEqual([false, true])
})

test('an unknown flag is off, and the answer names the user by id and a hash of the address alone', async () => {
  const { body } = await adjuster.ask(flags.ofUser, { flagName: 'moon' })
  const { rows } = await api.db.query(`select email from app_user where username = 'adj.sub1'`)
  expect(body).toEqual({
    flagName: 'moon',
    variation: false,
    context: {
      key: idOf('adj.sub1'),
      emailHash: createHash('sha256').update(rows[0].email.toLowerCase()).digest('hex'),
      mc: 'AAA',
    },
  })
})

const refused = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { status: { code: string; message: string } }).status.message,
]

test('an account manager sets a flag for the carrier, a program and a user with a reason, and takes it away; all is on record', async () => {
  const key = 'careRiskScoreDisabled'
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('ext.aaa'), idOf('ur.aaa')],
  ])
  const manager = await api.signIn('ext.aaa')
  const set = (more: object, who = manager) =>
    who.ask(flags.set, { key, enabled: true, reason: 'Not used here.', ...more })
  const seen = async () => [await variation(adjuster, key), await variation(colleague, key)]
  expect((await set({})).body).toEqual({ success: true, before: null, after: true })
  expect(await seen()).toEqual([true, true])
  await set({ subCarrier: 'AAA1', enabled: false })
  expect(await seen()).toEqual([false, true])
  await set({ username: 'ADJ.sub1' })
  expect(await seen()).toEqual([true, true])
  const tried = async (username: string) => (await manager.ask(flags.tried, { key, username })).body
  expect(await tried('adj.sub1')).toEqual({ enabled: true, level: 'USER', subCarrier: null })
  expect(await tried('adj.aaa')).toEqual({ enabled: true, level: 'CARRIER', subCarrier: null })

  const { body: list } = await manager.ask(flags.list, {})
  expect(list.content.map((one) => one.key).filter((one) => !(one in flagTable))).toEqual([])
  expect(list.content.find((one) => one.key === key)).toMatchObject({
    default: false,
    carrier: true,
    subCarriers: [{ code: 'AAA1', enabled: false }],
    users: [{ username: 'adj.sub1', enabled: true }],
    changed: { by: 'Ext aaa' },
    whyNot: null,
  })

  await set({ username: 'adj.sub1', enabled: null, reason: 'No longer.' })
  expect(await tried('adj.sub1')).toEqual({ enabled: false, level: 'SUB_CARRIER', subCarrier: 'AAA1' })
  await set({ subCarrier: 'AAA1', enabled: null })
  await set({ enabled: null })
  expect(await tried('adj.sub1')).toEqual({ enabled: false, level: 'DEFAULT', subCarrier: null })
  const { body: history } = await manager.ask(flags.changes, { key })
  expect(history.content).toHaveLength(6)
  expect(history.content[2]).toMatchObject({ user: 'Adj sub1', before: true, after: null, reason: 'No longer.' })
  expect(
    (
      await api.db.query(`select count(*)::int as n from access_audit where call = 'flags.set' and object_id = $1`, [
        key,
      ])
    ).rows[0].n,
  ).toBe(6)

  expect((await set({ subCarrier: 'BBB1' })).status).toBe(404)
  expect((await set({ username: 'adj.bbb' })).status).toBe(404)
  expect((await set({ key: 'moon' })).status).toBe(404)
  expect((await manager.ask(flags.tried, { key, username: 'adj.bbb' })).status).toBe(404)
  expect(refused(await set({ key: 'safetyRejectEnabled' }))).toEqual([
    403,
    'Operators set this flag. It is about safety codes.',
  ])
  expect(refused(await set({ key: 'patient_send_card_disabled' }))[1]).toContain('Outside a demonstration')
  expect((await set({ reason: ' ' })).status).toBe(400)
  expect((await set({ subCarrier: 'AAA1', username: 'adj.sub1' })).status).toBe(400)
  expect(refused(await set({}, adjuster))).toEqual([403, 'Your role does not include this.'])
  await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = $1`, [idOf('ur.aaa')])
  const ofOffice = await api.signIn('ur.aaa')
  expect(refused(await set({}, ofOffice))).toEqual([403, 'You can only set flags of sub-carriers that you work in.'])
  expect((await set({ subCarrier: 'AAA2' }, ofOffice)).status).toBe(404)
  expect((await set({ subCarrier: 'AAA1' }, ofOffice)).status).toBe(200)
})

test('the value of a user without access stays visible as such and is taken away, and none is given', async () => {
  const key = 'lomnAutoFax'
  await api.db.query(`update user_carrier set roles = '{account_admin}', sub_carriers = null where user_id = $1`, [
    idOf('ext.aaa'),
  ])
  const manager = await api.signIn('ext.aaa')
  const set = async (enabled: boolean | null) =>
    (await manager.ask(flags.set, { key, username: 'clin.aaa', enabled, reason: 'Left the team.' })).status
  const users = async () =>
    (await manager.ask(flags.list, {})).body.content
      .find((one) => one.key === key)!
      .users.map(({ username, enabled, access }) => [username, enabled, access])
  expect(await set(false)).toBe(200)
  expect(await users()).toEqual([['clin.aaa', false, true]])
  await api.db.query('update user_carrier set active = false where user_id = $1', [idOf('clin.aaa')])
  expect(await users()).toEqual([['clin.aaa', false, false]])
  expect([await set(true), await set(null), await users()]).toEqual([404, 200, []])
  await api.db.query('update user_carrier set active = true where user_id = $1', [idOf('clin.aaa')])
})

test('an account manager of one program sees no users of others: neither their flags, nor the changes of them', async () => {
  const key = 'bulkActs'
  await api.db.query(`update user_carrier set roles = '{account_admin}', sub_carriers = null where user_id = $1`, [
    idOf('ext.aaa'),
  ])
  await api.db.query(
    `update user_carrier set roles = '{account_admin}', sub_carriers = '{AAA1}', data_extract_sub_carriers = '{}' where user_id = $1`,
    [idOf('ur.aaa')],
  )
  const [whole, small] = [await api.signIn('ext.aaa'), await api.signIn('ur.aaa')]
  for (const username of ['adj.sub1', 'adj.aaa'])
    expect((await whole.ask(flags.set, { key, username, enabled: false, reason: 'Not for them.' })).status).toBe(200)
  const seen = async (who: Visitor) => {
    const { content } = (await who.ask(flags.list, {})).body
    const changes = (await who.ask(flags.changes, { key })).body.content
    return [content.find((one) => one.key === key)!.users.map((one) => one.username), changes.map((one) => one.user)]
  }
  expect(await seen(whole)).toEqual([
    ['adj.aaa', 'adj.sub1'],
    ['Adj aaa', 'Adj sub1'],
  ])
  expect(await seen(small)).toEqual([['adj.sub1'], ['Adj sub1']])
  const tried = async (username: string) => (await small.ask(flags.tried, { key, username })).status
  expect([await tried('adj.sub1'), await tried('adj.aaa')]).toEqual([200, 404])
})
