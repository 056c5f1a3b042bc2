import SCIMMY from 'scimmy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import { people } from '#features/people/contract.ts'
import { filterOf } from '#platform/scim/filter.ts'
import { patched } from '#platform/scim/protocol.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { scim } from './contract.ts'
import { invitedWith, roleOfGroup, rolesAfter, stepOf } from './rules.ts'

// A carrier's directory creates, changes and ends users by SCIM 2.0, in the requests Okta and Microsoft Entra ID send.

let api: TestApi
let admin: Visitor
let token: string
let theirs: string
const tokenOf = async (by: Visitor, name: string): Promise<string> => (await by.ask(scim.makeToken, { name })).text
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.bbb')],
  ])
  admin = await api.signIn('super.aaa')
  token = await tokenOf(admin, 'Okta')
  theirs = await tokenOf(await api.signIn('adj.bbb'), 'Entra ID')
})
afterAll(() => api.close())

type Json = any
type Said = { status: number; body: Json; headers: Record<string, unknown> }
async function send(method: string, path: string, payload?: object, more: Record<string, string> = {}): Promise<Said> {
  const answer = await api.anonymous.raw({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...more },
    ...(payload && { payload: JSON.stringify(payload) }),
  })
  return {
    status: answer.status,
    body: answer.text === '' ? undefined : JSON.parse(answer.text),
    headers: answer.headers,
  }
}
const error = (status: number, scimType?: string) => ({
  status,
  body: expect.objectContaining({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
  }),
})
const patch = (Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const invitationOf = async (email: string) =>
  (
    await api.db.query(
      `select roles, approval_limit, outcome from invitation where mc = 'AAA' and email = $1 order by created_at desc limit 1`,
      [email],
    )
  ).rows[0]
const memberOf = async (name: string) =>
  (await api.db.query(`select active, roles from user_carrier where mc = 'AAA' and user_id = $1`, [idOf(name)])).rows[0]
const emailOf = async (name: string): Promise<string> =>
  (await api.db.query('select email from app_user where id = $1', [idOf(name)])).rows[0].email

describe('rules', () => {
  test.each([
    ['RxDocket Adjuster', 'adjuster'],
    ['rxdocket-ur_reviewer', 'ur_reviewer'],
    ['Clinical pharmacist', 'clinical_pharmacist'],
    ['Account manager', null],
    ['all_access', null],
    ['Senior pharmacist', null],
    ['Engineering', null],
  ])('a group %s gives %s', (name, role) => expect(roleOfGroup(name)).toBe(role))
  test('a directory never gives the role of an account manager, and never takes what was given by hand', () => {
    expect(rolesAfter(['adjuster', 'account_admin', 'all_access'], ['supervisor', 'account_admin'])).toEqual([
      'adjuster',
      'account_admin',
    ])
  })
  test('roles that need two account managers are left out of an invitation, which has one all the same', () => {
    expect(invitedWith(['adjuster', 'clinical_pharmacist'], ['clinical_pharmacist'])).toEqual(['adjuster'])
    expect(invitedWith(['clinical_pharmacist'], ['clinical_pharmacist'])).toEqual(['read_only'])
  })
  const now = { active: true, granted: ['adjuster'], member: null, invited: null }
  const member = { active: true, roles: ['adjuster'] }
  test.each([
    ['somebody new with a role is invited', now, { do: 'invite', roles: ['adjuster'] }],
    ['somebody new without one waits', { ...now, granted: [] }, { do: 'nothing' }],
    ['an invitation that fits stays', { ...now, invited: ['adjuster'] }, { do: 'nothing' }],
    ['an invitation ends with the user', { ...now, active: false, invited: ['adjuster'] }, { do: 'withdraw' }],
    ['a member that fits stays', { ...now, member }, { do: 'nothing' }],
    ['a member gets other roles', { ...now, granted: ['supervisor'], member }, { do: 'give', roles: ['supervisor'] }],
    ['a member without a role has no access', { ...now, granted: [], member }, { do: 'end' }],
    [
      'a member that is off stays off',
      { ...now, active: false, member: { ...member, active: false } },
      { do: 'nothing' },
    ],
    [
      'who comes back gets nothing that was given by hand',
      { ...now, member: { active: false, roles: ['account_admin'] } },
      { do: 'give', roles: ['adjuster'] },
    ],
  ])('%s', (_, of, step) => expect(stepOf(of)).toEqual(step))
  test.each([
    [{ op: 'replace', path: 'name.__proto__.polluted', value: 1 }],
    [{ op: 'add', path: 'name', value: JSON.parse('{"__proto__":{"polluted":1}}') }],
    [{ op: 'add', value: { 'name.constructor.prototype.polluted': 1 } }],
  ])('a PATCH reaches no prototype: %j', (operation) => {
    expect(() => patched({ name: {} }, { Operations: [operation] }, ['name'])).toThrow('cannot be changed')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('a filter or a path keeps this process from nothing else', () => {
  const far = `${'.'.repeat(100_000)}x`
  test.each([
    ['line feeds in a quote', `userName eq "${'\n'.repeat(200)}`],
    ['a quote without an end', `userName eq "${'\\'.repeat(7000)}`],
    ['more comparisons than a directory asks', Array.from({ length: 21 }, () => 'id pr').join(' or ')],
  ])('%s', (_, filter) => expect(() => filterOf(filter)).toThrow('Enter a filter'))
  test.each([
    ['a path of dots', { op: 'replace', path: `members${far}`, value: 1 }],
    ['a name of dots', { op: 'replace', value: { [`members${far}`]: 1 } }],
    ['line feeds in the filter of a path', { op: 'remove', path: `members[value eq "${'\n'.repeat(200)}"]` }],
  ])('%s', (_, operation) =>
    expect(() => patched({ members: [] }, { Operations: [operation] }, ['members'])).toThrow('cannot be changed'),
  )
  test('more values than a directory has', () => {
    const value = Array.from({ length: 100_000 }, (_, at) => at)
    const Operations = [
      { op: 'replace', path: 'members', value },
      { op: 'add', path: 'members', value },
    ]
    expect(() => patched({ members: [] }, { Operations }, ['members'])).toThrow('at most 2000 values')
  })
  test('a thousand members at once are taken', () => {
    const members = Array.from({ length: 1000 }, (_, at) => ({
      value: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    }))
    const Operations = [{ op: 'Add', path: 'members', value: members }]
    expect(patched({ members: [] }, { Operations }, ['members'])).toEqual({ members })
  })
})

test('a directory learns what is supported, and answers fit the schemas of an independent implementation', async () => {
  const config = (await send('GET', '/ServiceProviderConfig')).body
  expect([config.patch.supported, config.filter.maxResults, config.etag.supported]).toEqual([true, 200, true])
  expect((await send('GET', '/ResourceTypes')).body.Resources.map((one: Json) => one.endpoint)).toEqual([
    '/Users',
    '/Groups',
  ])
  expect((await send('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body.name).toBe('User')
  expect(await send('GET', '/Schemas/x')).toMatchObject(error(404))
})

test('Okta creates a user, pushes a group that gives the role, and deactivates the user again', async () => {
  // Okta looks first.
  const none = await send(
    'GET',
    '/Users?filter=userName%20eq%20%22ines.vega%40carrier.example%22&startIndex=1&count=100',
  )
  expect(none.body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 })
  const sent = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'ines.vega@carrier.example',
    name: { givenName: 'Ines', familyName: 'Vega' },
    emails: [{ primary: true, value: 'ines.vega@carrier.example', type: 'work' }],
    displayName: 'Ines Vega',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const created = await send('POST', '/Users', sent)
  expect([created.status, created.headers['content-type'], created.headers['etag']]).toEqual([
    201,
    'application/scim+json; charset=utf-8',
    'W/"1"',
  ])
  expect(created.headers['location']).toBe(created.body.meta.location)
  expect(created.body).not.toHaveProperty('password')
  const { id } = created.body
  expect(await send('POST', '/Users', sent)).toMatchObject(error(409, 'uniqueness'))
  // Without a role nobody is invited.
  expect(await invitationOf('ines.vega@carrier.example')).toBeUndefined()

  const pushed = await send('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'RxDocket Adjuster',
    members: [{ value: id, display: 'ines.vega@carrier.example' }],
  })
  expect(pushed.status).toBe(201)
  expect(await invitationOf('ines.vega@carrier.example')).toEqual({
    roles: ['adjuster'],
    approval_limit: '0.00',
    outcome: null,
  })
  const { rows: mails } = await api.db.query(
    `select recipient, body from outside_message where address = 'ines.vega@carrier.example'`,
  )
  expect(mails).toEqual([{ recipient: 'Ines Vega', body: expect.stringContaining('Your organization invited you') }])
  const read = await send('GET', `/Users/${id}`)
  expect(read.body.groups).toEqual([{ value: pushed.body.id, display: 'RxDocket Adjuster' }])
  // What another implementation reads is what was sent: no attribute of another type, none it does not know.
  const base = (kind: string) => read.body.meta.location.replace(/Users.*/, kind)
  expect(JSON.parse(JSON.stringify(new SCIMMY.Schemas.User(read.body, 'out', base('Users'))))).toEqual(read.body)
  expect(JSON.parse(JSON.stringify(new SCIMMY.Schemas.Group(pushed.body, 'out', base('Groups'))))).toEqual(pushed.body)

  // Another group is another version of the user.
  const known = await send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })
  expect([known.status, known.headers['etag']]).toEqual([200, 'W/"2"'])

  const off = await send('PATCH', `/Users/${id}`, patch([{ op: 'replace', value: { active: false } }]))
  expect([off.status, off.body.active, off.headers['etag']]).toEqual([200, false, 'W/"3"'])
  expect((await invitationOf('ines.vega@carrier.example')).outcome).toBe('WITHDRAWN')
  // Another version than the one that was seen is not overwritten; the same one is not sent again.
  expect(await send('PUT', `/Users/${id}`, sent, { 'if-match': 'W/"1"' })).toMatchObject(error(412))
  expect((await send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"3"' })).status).toBe(304)
  // What is left out stays; access comes back only where that is said.
  const { active: _, ...silent } = sent
  expect((await send('PUT', `/Users/${id}`, silent, { 'if-match': 'W/"3"' })).body.active).toBe(false)
  expect((await send('PUT', `/Users/${id}`, sent, { 'if-match': 'W/"4"' })).body.active).toBe(true)
  expect((await invitationOf('ines.vega@carrier.example')).outcome).toBeNull()
})

test('Entra ID finds a user who works here by address, changes roles by groups and ends access with all sessions', async () => {
  const [email, adminMail] = [await emailOf('adj.aaa2'), await emailOf('super.aaa')]
  const { body: user } = await send('POST', '/Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'adj2@corp.example',
    active: 'True',
    displayName: 'Adj aaa2',
    emails: [{ primary: true, type: 'work', value: email }],
    name: { formatted: 'Adj aaa2', familyName: 'aaa2', givenName: 'Adj' },
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Claims' },
  })
  // In no group of a role: no access by the directory.
  expect((await memberOf('adj.aaa2')).active).toBe(false)
  const group = (await send('POST', '/Groups', { displayName: 'Supervisor', externalId: '8aa1a0c0' })).body
  expect(group.members).toEqual([])
  const add = await send(
    'PATCH',
    `/Groups/${group.id}`,
    patch([{ op: 'Add', path: 'members', value: [{ value: user.id }] }]),
  )
  expect(add.status).toBe(200)
  expect(await memberOf('adj.aaa2')).toEqual({ active: true, roles: ['supervisor'] })
  expect((await send('GET', `/Groups/${group.id}?excludedAttributes=members`)).body).not.toHaveProperty('members')
  const found = await send(
    'GET',
    '/Users?filter=externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"'.replaceAll(' ', '%20'),
  )
  expect(found.body.Resources.map((one: Json) => one.userName)).toEqual(['adj2@corp.example'])

  const here = await api.signIn('adj.aaa2')
  const off = await send(
    'PATCH',
    `/Users/${user.id}`,
    patch([
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Replace', path: 'name.givenName', value: 'Ada' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Audit' },
    ]),
  )
  expect([off.body.active, off.body.name]).toEqual([false, { givenName: 'Ada', familyName: 'aaa2' }])
  expect(await here.ask(session.details, {})).toMatchObject({ body: { status: { code: 'SESSION_REVOKED' } } })
  expect((await memberOf('adj.aaa2')).active).toBe(false)
  await send('PATCH', `/Users/${user.id}`, patch([{ op: 'Replace', path: 'active', value: 'True' }]))
  await send('PATCH', `/Groups/${group.id}`, patch([{ op: 'Remove', path: 'members', value: [{ value: user.id }] }]))
  expect((await memberOf('adj.aaa2')).active).toBe(false)
  expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(204)
  expect(await send('GET', `/Users/${user.id}`)).toMatchObject(error(404))

  // The last account manager stays, whatever the directory says.
  expect(
    await send('POST', '/Users', { userName: 'boss', emails: [{ value: adminMail }], active: false }),
  ).toMatchObject(error(409, 'mutability'))
  expect((await memberOf('super.aaa')).active).toBe(true)
  const { rows } = await api.db.query(
    `select distinct actor, call, user_id from access_audit where object_type like 'scim\\_%' and actor = 'Directory' order by call`,
  )
  expect(rows.map((row) => row.call)).toEqual([
    'scim.changeGroups',
    'scim.changeUsers',
    'scim.createGroups',
    'scim.createUsers',
    'scim.removeUsers',
    'scim.replaceUsers',
  ])
})

test('lists are paged, and what is not understood is refused in the form of SCIM', async () => {
  for (const name of ['a.one', 'b.two', 'c.three'])
    expect((await send('POST', '/Users', { userName: `${name}@page.example` })).status).toBe(201)
  const all = (await send('GET', '/Users')).body
  const second = (await send('GET', '/Users?startIndex=2&count=1')).body
  expect([second.totalResults, second.startIndex, second.Resources]).toEqual([all.totalResults, 2, [all.Resources[1]]])
  expect((await send('GET', '/Users?count=0')).body.Resources).toEqual([])
  const [{ id }] = all.Resources
  for (const odd of ['x', '%00', `${id}%00`, '..%2F'])
    expect([odd, await send('GET', `/Users/${odd}`)]).toMatchObject([odd, error(404)])
  expect(await send('POST', '/Users', { userName: 'nul\0@page.example' })).toMatchObject(error(400))
  expect(await send('GET', '/Users?startIndex=x')).toMatchObject(error(400, 'invalidValue'))
  for (const filter of [
    'active gt true',
    'userName eq 5',
    'meta.created eq "soon"',
    'title eq "x"',
    'userName eq',
    ')(',
    'userName eq "a\0"',
  ])
    expect([filter, await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)]).toMatchObject([
      filter,
      error(400, 'invalidFilter'),
    ])
  for (const body of [
    {},
    { userName: '' },
    { userName: 'no-address' },
    { userName: 'x@y.example', active: 'maybe' },
    [],
  ])
    expect([body, await send('POST', '/Users', body)]).toMatchObject([body, error(400, 'invalidValue')])
  for (const operations of [[], [{ op: 'grow', path: 'active', value: 1 }], [{ path: 'active' }], 'x'])
    expect(await send('PATCH', `/Users/${id}`, patch(operations as never))).toMatchObject(error(400, 'invalidSyntax'))
  expect(await send('PATCH', `/Users/${id}`, patch([{ op: 'replace', path: '__proto__.x', value: 1 }]))).toMatchObject(
    error(400, 'invalidPath'),
  )
  expect(await send('POST', '/Groups', { displayName: 'G', members: [{ value: idOf('nobody') }] })).toMatchObject(
    error(400, 'invalidValue'),
  )
  const raw = await api.anonymous.raw({
    method: 'POST',
    url: '/scim/v2/Users',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    payload: '{"userName"',
  })
  expect([raw.status, JSON.parse(raw.text).scimType]).toEqual([400, 'invalidSyntax'])
})

test('a token opens its own carrier alone, until it is revoked; nobody but account managers makes one', async () => {
  const mine = (await send('GET', '/Users')).body.Resources
  const ours = token
  token = theirs
  expect((await send('GET', '/Users')).body.totalResults).toBe(0)
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expect([
      method,
      await send(
        method,
        `/Users/${mine[0].id}`,
        method === 'PATCH'
          ? patch([{ op: 'replace', value: { active: false } }])
          : method === 'PUT'
            ? { userName: 'x@y.example' }
            : undefined,
      ),
    ]).toMatchObject([method, error(404)])
  expect(await send('POST', '/Groups', { displayName: 'Adjuster', members: [{ value: mine[0].id }] })).toMatchObject(
    error(400, 'invalidValue'),
  )
  token = ours
  for (const authorization of ['', 'Bearer', `Bearer ${'x'.repeat(43)}`, `Basic ${token}`]) {
    const refused = await send('GET', '/Users', undefined, { authorization })
    expect([refused.status, refused.headers['www-authenticate'], refused.body.status]).toEqual([
      401,
      'Bearer realm="scim"',
      '401',
    ])
  }
  // A session is no token, and the token no session.
  expect((await admin.raw({ method: 'GET', url: '/scim/v2/Users' })).status).toBe(401)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(scim.tokens, {})).status).toBe(403)
  const { tokens, groups, address } = (await admin.ask(scim.tokens, {})).body
  expect(address).toMatch(/\/scim\/v2$/)
  expect(tokens).toMatchObject([{ name: 'Okta', madeBy: 'Super aaa', lastUsedAt: expect.any(String), revokedAt: null }])
  expect(groups.map(({ name, role }) => [name, role])).toEqual([
    ['RxDocket Adjuster', 'adjuster'],
    ['Supervisor', 'supervisor'],
  ])
  expect(await tokenOf(admin, 'Next')).toMatch(/^[\w-]{43}$/)
  const third = await admin.ask(scim.makeToken, { name: 'Third' })
  expect(third.status).toBe(422)
  const { rows } = await api.db.query(`select row_to_json(t)::text as row from scim_token t`)
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  expect((await admin.ask(scim.revokeToken, { tokenId: tokens[0]!.tokenId })).status).toBe(200)
  expect((await send('GET', '/Users')).status).toBe(401)
  expect((await admin.ask(people.list, {})).status).toBe(200)
})
