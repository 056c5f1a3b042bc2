import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { flags } from './contract.ts'

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
