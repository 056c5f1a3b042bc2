import { expect, test } from 'vitest'
import { trips } from '#platform/database.ts'
import { openWorld } from '../../testing/fixture.ts'
import { idOf } from '../../testing/world.ts'
import { account } from './contract.ts'
import { overridesAll } from './rules.ts'

const senior = {
  active: true,
  roles: ['adjuster', ' Override_All_Edit_Clinical '],
  licenseStates: ['NY'],
  safetyOverrides: true,
}

test.each<[string, Partial<typeof senior>, boolean]>([
  ['a senior pharmacist', {}, true],
  ['a disabled one', { active: false }, false],
  ['an ordinary pharmacist', { roles: ['clinical_pharmacist'] }, false],
  ['one who only reads', { roles: ['override_all_edit_clinical', 'read_only'] }, false],
  ['one without a licence', { licenseStates: [] }, false],
  ['one whose carrier allows none of it', { safetyOverrides: false }, false],
  ['nobody of note', { roles: [] }, false],
])('%s', (_, more, eligible) => expect(overridesAll({ ...senior, ...more }).eligible).toBe(eligible))

test('the answer is about a user of the same carrier, by id or username, and about no other', async () => {
  const desk = await openWorld()
  const adjuster = await desk.signIn('adj.aaa')
  const ask = async (userId: string, more: object = {}) =>
    await adjuster.ask(account.overridesAll, { mc: 'AAA', sc: 'AAA1', userId, ...more })
  await ask('clin.aaa')
  const before = trips.count
  expect((await ask('clin.aaa')).body).toEqual({
    eligible: false,
    reason: 'The carrier lets nobody clear safety codes.',
  })
  expect(trips.count - before).toBe(1)
  await desk.db.query(
    `insert into carrier_setting values ('AAA', '*', 'safetyOverrides', 'true'), ('AAA', 'AAA2', 'safetyOverrides', 'false')`,
  )
  expect((await ask('clin.aaa')).body).toEqual({ eligible: false, reason: 'No active licence is on file.' })
  await desk.db.query(`update user_carrier set license_states = '{NY}' where user_id = $1`, [idOf('clin.aaa')])
  expect((await ask(idOf('clin.aaa').toUpperCase())).body.eligible).toBe(true)
  expect((await ask('CLIN.AAA', { sc: 'ALL' })).body.eligible).toBe(true)
  expect((await ask('clin.aaa', { sc: 'AAA2' })).body.eligible).toBe(false)
  for (const [userId, more] of [
    ['adj.bbb', {}],
    ['nobody', {}],
    ['clin.aaa', { mc: 'BBB' }],
    ['clin.aaa', { sc: 'BBB1' }],
    ['adj.sub1', { sc: 'AAA2' }],
  ] as const)
    expect([userId, (await ask(userId, more)).status]).toEqual([userId, 404])
  const ofSub1 = await desk.signIn('adj.sub1')
  expect((await ofSub1.ask(account.overridesAll, { mc: 'AAA', sc: 'AAA2', userId: 'clin.aaa' })).status).toBe(404)
})
