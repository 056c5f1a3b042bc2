import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '#features/people/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { scim } from './contract.ts'

// What a carrier's directory gives that one account manager could not give alone.

let api: TestApi
let admin: Visitor
let token: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await rolesAs('super.aaa', ['account_admin'])
  admin = await api.signIn('super.aaa')
  token = (await admin.ask(scim.makeToken, { name: 'Okta' })).text
})
afterAll(() => api.close())

const rolesAs = (name: string, roles: string[]) =>
  api.db.query(`update user_carrier set roles = $2 where mc = 'AAA' and user_id = $1`, [idOf(name), roles])
async function send(method: string, path: string, payload: object): Promise<{ id: string }> {
  const answer = await api.anonymous.raw({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    payload: JSON.stringify(payload),
  })
  expect([path, answer.status < 300]).toEqual([path, true])
  return JSON.parse(answer.text)
}
const memberOf = async (name: string) =>
  (await api.db.query(`select active, roles from user_carrier where mc = 'AAA' and user_id = $1`, [idOf(name)])).rows[0]

test('a role that needs two account managers waits for another one than who made the token; somebody new is invited without it', async () => {
  await rolesAs('clin.aaa', ['account_admin'])
  const { rows: found } = await api.db.query('select email from app_user where id = $1', [idOf('ext.aaa')])
  const user = await send('POST', '/Users', { userName: 'ext@corp.example', emails: [{ value: found[0].email }] })
  const members = [{ value: user.id }]
  await send('POST', '/Groups', { displayName: 'Read only', members })
  const pharmacists = await send('POST', '/Groups', { displayName: 'Clinical pharmacist', members })
  expect(await memberOf('ext.aaa')).toEqual({ active: true, roles: ['read_only'] })
  const change = async (by: Visitor) => {
    const [listed] = (await by.ask(people.list, { search: 'ext.aaa' })).body.content
    const { id, version, asked } = listed!
    expect(asked).toMatchObject({ userId: idOf('super.aaa'), roles: ['clinical_pharmacist'] })
    return (await by.ask(people.change, { id, version, roles: ['clinical_pharmacist'] })).body.waitsFor
  }
  expect(await change(admin)).toEqual(['clinical_pharmacist'])
  expect(await change(await api.signIn('clin.aaa'))).toEqual([])
  expect((await memberOf('ext.aaa')).roles).toEqual(['clinical_pharmacist'])

  const address = 'new.pharmacist@corp.example'
  const newcomer = await send('POST', '/Users', { userName: address })
  const more = { Operations: [{ op: 'Add', path: 'members', value: [{ value: newcomer.id }] }] }
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  for (const _time of [1, 2]) await send('PATCH', `/Groups/${pharmacists.id}`, { schemas, ...more })
  const { rows } = await api.db.query(`select roles from invitation where mc = 'AAA' and email = $1`, [address])
  expect(rows).toEqual([{ roles: ['read_only'] }])
})

test('a token reaches users of every program: an account manager of one makes, sees and ends none', async () => {
  await rolesAs('adj.sub1', ['account_admin'])
  const small = await api.signIn('adj.sub1')
  expect((await small.ask(scim.tokens, {})).status).toBe(403)
  expect((await small.ask(scim.makeToken, { name: 'Mine' })).status).toBe(403)
  const { tokenId } = (await admin.ask(scim.tokens, {})).body.tokens[0]!
  expect((await small.ask(scim.revokeToken, { tokenId })).status).toBe(404)
})
