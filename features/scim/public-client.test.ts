import { writeFile } from 'node:fs/promises'
import SCIMMY from 'scimmy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { scim } from './contract.ts'

// The client is scimmy, a public library of SCIM 2.0: it writes the messages, reads every answer, and says itself what a filter finds
// and what a PATCH makes. With SCIM_PUBLIC_LOG=file it writes what was asked and what came, a line for each request.

type Json = Record<string, any>
const { ListResponse, PatchOp, ErrorResponse } = SCIMMY.Messages
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let api: TestApi
let token = ''
const log: string[] = []
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('super.aaa')])
  token = (await (await api.signIn('super.aaa', 'AAA')).ask(scim.makeToken, { name: 'A public client' })).text
})
afterAll(async () => {
  const file = process.env['SCIM_PUBLIC_LOG']
  if (file) await writeFile(file, `${log.join('\n')}\n`)
  await api.close()
})

/** The library reads a refusal by throwing it. */
const readError = (body: Json) =>
  expect(() => new ErrorResponse(body as never)).toThrow(expect.objectContaining({ status: body['status'] }))
async function request(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const { status, text, headers } = await api.anonymous.raw({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...more },
    ...(body && { payload: JSON.stringify(body) }),
  })
  const of = (text === '' ? {} : JSON.parse(text)) as Json
  const shown = decodeURIComponent(path).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
  const what = of['totalResults'] === undefined ? (of['scimType'] ?? '') : `${of['totalResults']} found`
  log.push([method, shown, body && JSON.stringify((body as Json)['Operations'] ?? ''), status, what].join(' ').trim())
  if (status >= 400) readError(of)
  return { status, headers, body: of }
}
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))
const list = async (path: string): Promise<Json[]> => {
  const { status, body } = await request('GET', path)
  expect([path, status]).toEqual([path, 200])
  return plain(new ListResponse(body as never))['Resources'] ?? []
}
const user = (name: string, more: object = {}) => ({
  ...plain(
    new SCIMMY.Schemas.User({
      userName: `${name}@public.example`,
      emails: [{ value: `${name}@public.example`, type: 'work', primary: true }],
    } as never),
  ),
  ...more,
})

let users: Json[]
let groups: Json[]
test('users and groups are created, and the library reads them back as they were sent', async () => {
  const made = [
    user('ada', { name: { givenName: 'ada', familyName: 'north' }, displayName: 'ada north', externalId: 'x-1' }),
    user('bea', { name: { givenName: 'bea' }, displayName: 'bea', active: false }),
    user('cleo', { externalId: 'x-3' }),
    user('dora', { name: { givenName: 'dora', familyName: 'south' }, displayName: 'dora south', active: true }),
  ]
  for (const one of made) {
    const { status, body } = await request('POST', '/Users', one)
    expect([status, body]).toMatchObject([201, { userName: one.userName }])
  }
  users = await list('/Users')
  expect(users.map(({ userName }) => userName)).toEqual(made.map(({ userName }) => userName))
  const crew = { displayName: 'crew', members: [{ value: users[0]!['id'] }, { value: users[2]!['id'] }] }
  for (const one of [crew, { displayName: 'nobody' }])
    expect((await request('POST', '/Groups', plain(new SCIMMY.Schemas.Group(one as never)))).status).toBe(201)
  users = await list('/Users')
  groups = await list('/Groups')
})

const userFilters = [
  'userName eq "ada@public.example"',
  'userName ne "ada@public.example"',
  'userName co "e"',
  'userName sw "b"',
  'userName ew "public.example"',
  'userName gt "bea@public.example"',
  'userName ge "bea@public.example"',
  'userName lt "bea@public.example"',
  'userName le "bea@public.example"',
  'displayName pr',
  'not (displayName pr)',
  'externalId eq "x-3"',
  'active eq true',
  'active ne true',
  'name.givenName sw "d" and name.familyName pr',
  'name.givenName eq "bea" or externalId pr',
  'not (active eq true) or (userName sw "a" and displayName co "north")',
  'emails.value co "cleo"',
  'emails[type eq "work" and value sw "dora"]',
  'emails[type eq "home"]',
  'emails[primary eq true]',
  'groups.display eq "crew"',
  'groups[display co "rew"]',
  'meta.resourceType eq "User"',
]
test.each(userFilters)('the filter %s finds the users whom the library finds', async (filter) => {
  const found = await list(`/Users?filter=${encodeURIComponent(filter)}`)
  const expected = new SCIMMY.Types.Filter(filter).match(users as never) as unknown as Json[]
  expect(found.map(({ userName }) => userName)).toEqual(expected.map(({ userName }) => userName))
})

test.each([
  'displayName sw "c"',
  'members.display co "ada"',
  'members[display sw "cleo" and value pr]',
  'members[display sw "bea"]',
])('the filter %s finds the groups that the library finds', async (filter) => {
  const found = await list(`/Groups?filter=${encodeURIComponent(filter)}`)
  const expected = new SCIMMY.Types.Filter(filter).match(groups as never) as unknown as Json[]
  expect(found.map(({ displayName }) => displayName)).toEqual(expected.map(({ displayName }) => displayName))
})

test('names are written in any case and with their schema; a list of values and a time are compared too', async () => {
  const urn = 'urn:ietf:params:scim:schemas:core:2.0:User'
  const of = async (filter: string) =>
    (await list(`/Users?filter=${encodeURIComponent(filter)}`)).map(({ userName }) => userName)
  const ada = ['ada@public.example']
  for (const filter of [
    `USERNAME EQ "ADA@public.example"`,
    `${urn}:userName eq "ada@public.example"`,
    'emails sw "ada"',
  ])
    expect([filter, await of(filter)]).toEqual([filter, ada])
  expect(await of(`meta.lastModified le "${users[0]!['meta'].lastModified}" and userName sw "ada"`)).toEqual(ada)
  expect(await of('meta.created gt "2100-01-01T00:00:00Z"')).toEqual([])
  for (const [filter, many] of [
    ['members pr', 1],
    ['not (members pr)', 1],
    ['members.value pr or displayName pr', 2],
  ] as const)
    expect([filter, (await list(`/Groups?filter=${encodeURIComponent(filter)}`)).length]).toEqual([filter, many])
  // What Entra ID asks of a group.
  const [crew] = groups as [Json]
  const asked = (id: string) =>
    list(`/Groups?filter=${encodeURIComponent(`id eq "${crew['id']}" and members eq "${id}"`)}`)
  expect([(await asked(users[0]!['id'])).length, (await asked(users[1]!['id'])).length]).toEqual([1, 0])
})

test('an answer has the attributes that were asked for, whole or in part', async () => {
  const [ada] = users as [Json]
  const keys = async (query: string) => (await request('GET', `/Users/${ada['id']}?${query}`)).body
  expect(Object.keys(await keys('attributes=userName'))).toEqual(['schemas', 'id', 'userName'])
  expect(await keys('attributes=name.givenName,meta.version')).toEqual({
    schemas: ada['schemas'],
    id: ada['id'],
    name: { givenName: 'ada' },
    meta: { version: ada['meta'].version },
  })
  expect(await keys('excludedAttributes=emails.type,meta')).toMatchObject({
    emails: [{ value: 'ada@public.example', primary: true }],
  })
  expect(await keys('excludedAttributes=emails.type,meta')).not.toHaveProperty('meta')
})

const patches: object[][] = [
  [{ op: 'replace', path: 'active', value: false }],
  [{ op: 'replace', path: 'active', value: true }],
  [{ op: 'add', path: 'name.familyName', value: 'West' }],
  [{ op: 'replace', path: 'name', value: { givenName: 'Ada', familyName: 'East' } }],
  [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'ada@elsewhere.example' }],
  [{ op: 'replace', value: { displayName: 'Ada E.', externalId: 'x-9' } }],
  [
    { op: 'remove', path: 'displayName' },
    { op: 'add', path: 'displayName', value: 'Ada' },
  ],
]
test.each(patches.map((operations) => [operations]))(
  'the PATCH %j makes what the library makes of it',
  async (Operations) => {
    const address = `/Users/${users[0]!['id']}`
    const before = (await request('GET', address)).body
    const message = plain(new PatchOp({ schemas: [patchOp], Operations } as never))
    const expected = new PatchOp(message as never).apply(
      new SCIMMY.Schemas.User(before as never, 'out') as never,
      async (of: unknown) => of as never,
    )
    const { status, body } = await request('PATCH', address, message, { 'if-match': before['meta'].version })
    const { meta, ...after } = body
    const { meta: _, ...made } = plain(await expected)
    expect([status, after]).toEqual([200, made])
    expect(meta.version).not.toBe(before['meta'].version)
  },
)

const urn = 'urn:ietf:params:scim:schemas:core:2.0:User'
test.each([
  [{ op: 'REPLACE', path: 'Active', value: false }],
  [{ op: 'replace', path: `${urn}:active`, value: 'False' }],
  [{ op: 'replace', path: `${urn.toUpperCase()}:ACTIVE`, value: false }],
  [{ op: 'replace', value: { ACTIVE: false } }],
  [{ op: 'add', value: { [`${urn}:active`]: false } }],
  [{ op: 'replace', value: { [urn]: { active: 'false' } } }],
])('the PATCH %j ends access, however the name is written', async (operation) => {
  const address = `/Users/${users[3]!['id']}`
  const patch = (...Operations: object[]) => request('PATCH', address, { schemas: [patchOp], Operations })
  expect((await patch(operation)).body['active']).toBe(false)
  // Nobody is active again because a word was left out.
  expect((await patch({ op: 'remove', path: 'active' })).body['active']).toBe(false)
  expect((await patch({ op: 'replace', path: 'active', value: true })).body['active']).toBe(true)
})

test.each([
  [{ op: 'add', path: 'userName.x', value: 'x' }],
  [{ op: 'replace', path: 'emails', value: null }],
  [{ op: 'add', path: 'name.givenName.x', value: 'x' }],
  [{ op: 'replace', path: 'members[value eq', value: 'x' }],
  [{ op: 'remove', path: 'emails[' }],
])('the PATCH %j leads nowhere: it is refused, and nothing changes', async (operation) => {
  const address = `/Users/${users[2]!['id']}`
  const before = (await request('GET', address)).body
  const { status } = await request('PATCH', address, { schemas: [patchOp], Operations: [operation] })
  expect([status === 200 || status === 400, (await request('GET', address)).body['emails']]).toEqual([
    true,
    before['emails'],
  ])
})

test('of two changes of one version one is made, and the other learns that it was not', async () => {
  const address = `/Users/${users[2]!['id']}`
  const { version } = (await request('GET', address)).body['meta']
  const change = (displayName: string) =>
    request(
      'PATCH',
      address,
      { schemas: [patchOp], Operations: [{ op: 'replace', path: 'displayName', value: displayName }] },
      { 'if-match': version },
    )
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map(change))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412])
})

test('a group that a user leaves is another version of both, and so is a user who is renamed', async () => {
  const [crew] = groups as [Json]
  const [ada] = users as [Json]
  const versions = async () =>
    Promise.all(
      [`/Users/${ada['id']}`, `/Groups/${crew['id']}`].map(async (one) => (await request('GET', one)).headers['etag']),
    )
  const before = await versions()
  await request('PATCH', `/Groups/${crew['id']}`, {
    schemas: [patchOp],
    Operations: [{ op: 'remove', path: `members[value eq "${ada['id']}"]` }],
  })
  const left = await versions()
  expect(left.every((one, at) => one !== before[at])).toBe(true)
  const cleo = users[2]!
  await request('PATCH', `/Users/${cleo['id']}`, {
    schemas: [patchOp],
    Operations: [{ op: 'replace', path: 'userName', value: 'cleopatra@public.example' }],
  })
  const [same, renamed] = await versions()
  expect([same === left[0], renamed === left[1]]).toEqual([true, false])
})
