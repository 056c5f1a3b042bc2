import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { scim } from './contract.ts'

// A client that knows RFC 7643 and 7644 and nothing of this portal: it reads what is supported and which attributes there are, and
// holds every answer against that. With SCIM_LOG=file it writes what it did, a line for each request.

type Json = Record<string, any>
type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex'
  multiValued: boolean
  required: boolean
  subAttributes?: Attribute[]
}
type Said = { status: number; body: Json; headers: Record<string, unknown> }

let api: TestApi
let token = ''
const log: string[] = []
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('super.aaa')])
  token = (await (await api.signIn('super.aaa', 'AAA')).ask(scim.makeToken, { name: 'Conformance' })).text
})
afterAll(async () => {
  const file = process.env['SCIM_LOG']
  if (file) await writeFile(file, `${log.join('\n')}\n`)
  await api.close()
})

async function request(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Said> {
  const { status, text, headers } = await api.anonymous.raw({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...more },
    ...(body && { payload: JSON.stringify(body) }),
  })
  log.push(`${method} ${path} ${status}`)
  return { status, headers, body: text === '' ? {} : JSON.parse(text) }
}

const typeFits = (type: Attribute['type'], value: unknown): boolean =>
  type === 'complex' ? typeof value === 'object' && value !== null : typeof value === type

/** What of these attributes does not fit what the server says of them (RFC 7643, section 2). */
function faultsIn(of: Json, attributes: readonly Attribute[], place: string): string[] {
  const faults = attributes
    .filter(({ name, required }) => required && of[name] === undefined)
    .map(({ name }) => `${place}.${name} is missing`)
  for (const [name, value] of Object.entries(of)) {
    const known = attributes.find((one) => one.name === name)
    if (!known) faults.push(`${place}.${name} is in no schema`)
    else if (known.multiValued !== Array.isArray(value))
      faults.push(`${place}.${name} is ${known.multiValued ? 'no list' : 'a list'}`)
    else
      for (const one of known.multiValued ? (value as unknown[]) : [value]) {
        if (!typeFits(known.type, one)) faults.push(`${place}.${name} is no ${known.type}`)
        else if (known.subAttributes) faults.push(...faultsIn(one as Json, known.subAttributes, `${place}.${name}`))
      }
  }
  return faults
}

test('a client that knows only the RFCs finds everything supported to be as the server says', async () => {
  // RFC 7644, section 4: discovery.
  const config = (await request('GET', '/ServiceProviderConfig')).body
  const types = (await request('GET', '/ResourceTypes')).body['Resources'] as Json[]
  const schemas = (await request('GET', '/Schemas')).body['Resources'] as Json[]
  expect(types.map(({ name, endpoint }) => [name, endpoint])).toEqual([
    ['User', '/Users'],
    ['Group', '/Groups'],
  ])
  const faults: string[] = []
  /** A whole resource, as section 3.1 of RFC 7643 wants one, with the headers of its answer. */
  const fits = ({ body, headers }: Said, kind: 'User' | 'Group') => {
    const type = types.find(({ name }) => name === kind)!
    const { schemas: named, id, meta, ...attributes } = body
    const schema = schemas.find((one) => one['id'] === type['schema'])!
    if (!named.includes(type['schema'])) faults.push(`${kind} does not name its schema`)
    if (typeof id !== 'string' || meta.resourceType !== kind) faults.push(`${kind} has no id or no resource type`)
    if (headers['location'] !== undefined && headers['location'] !== meta.location) faults.push(`${kind}: Location`)
    if (config['etag'].supported && headers['etag'] !== undefined && headers['etag'] !== meta.version)
      faults.push(`${kind}: ETag`)
    faults.push(...faultsIn(attributes, schema['attributes'], kind))
    return body
  }
  const address = (body: Json): string => String(body['meta'].location).replace(/^.*\/scim\/v2/, '')
  const core = (name: string) => ({ schemas: [types.find((one) => one['name'] === name)!['schema']] })

  // Section 3.3: creating, with the address of what was made.
  const users: Json[] = []
  for (const name of ['ada', 'bea', 'cleo']) {
    const made = await request('POST', '/Users', {
      ...core('User'),
      userName: `${name}@conformance.example`,
      externalId: `x-${name}`,
      name: { givenName: name, familyName: 'Test' },
      emails: [{ value: `${name}@conformance.example`, primary: true, type: 'work' }],
      active: true,
    })
    expect(made.status).toBe(201)
    expect(made.headers['location']).toBeDefined()
    users.push(fits(made, 'User'))
  }
  const [ada, bea] = users as [Json, Json]
  const twice = await request('POST', '/Users', { ...core('User'), userName: 'ADA@conformance.example' })
  expect([twice.status, twice.body['scimType']]).toEqual([409, 'uniqueness'])

  // Section 3.4: reading, filters, pages.
  expect(fits(await request('GET', address(ada)), 'User')['userName']).toBe('ada@conformance.example')
  const filtered = async (filter: string) => (await request('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body
  for (const filter of ['userName eq "BEA@conformance.example"', 'externalId eq "x-bea"', `id eq "${bea['id']}"`])
    expect([filter, (await filtered(filter))['Resources'].map((one: Json) => one['id'])]).toEqual([filter, [bea['id']]])
  const pages: string[] = []
  for (let start = 1; ;) {
    const { body } = await request('GET', `/Users?startIndex=${start}&count=2`)
    expect([body['startIndex'], body['itemsPerPage']]).toEqual([start, body['Resources'].length])
    pages.push(...body['Resources'].map((one: Json) => one['id']))
    start += body['itemsPerPage']
    if (start > body['totalResults']) break
  }
  expect(pages.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    users.map((one) => String(one['id'])).toSorted((a, b) => (a < b ? -1 : 1)),
  )

  // Section 3.14: versions.
  const version = { 'if-none-match': ada['meta'].version as string }
  expect((await request('GET', address(ada), undefined, version)).status).toBe(304)

  // Section 3.5.1: replacing; 3.5.2: the three operations, each as the RFC writes it.
  const replaced = await request(
    'PUT',
    address(ada),
    { ...core('User'), userName: 'ada@conformance.example', displayName: 'Ada T.', active: true },
    { 'if-match': ada['meta'].version },
  )
  expect(fits(replaced, 'User')['displayName']).toBe('Ada T.')
  const stale = await request(
    'PUT',
    address(ada),
    { ...core('User'), userName: 'x@y.example' },
    { 'if-match': ada['meta'].version },
  )
  expect(stale.status).toBe(412)
  const patch = (Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
  const steps: [object, (of: Json) => unknown, unknown][] = [
    [{ op: 'add', path: 'name.givenName', value: 'Ada' }, (of) => of['name'].givenName, 'Ada'],
    [{ op: 'replace', path: 'displayName', value: 'Ada Test' }, (of) => of['displayName'], 'Ada Test'],
    [{ op: 'replace', value: { active: false } }, (of) => of['active'], false],
    [{ op: 'remove', path: 'displayName' }, (of) => of['displayName'], undefined],
  ]
  for (const [operation, read, expected] of steps) {
    const answer = await request('PATCH', address(ada), patch([operation]))
    expect([answer.status, read(fits(answer, 'User'))]).toEqual([200, expected])
  }

  // Groups and their members (RFC 7643, section 4.2; RFC 7644, section 3.5.2).
  const made = await request('POST', '/Groups', {
    ...core('Group'),
    displayName: 'Crew',
    members: [{ value: ada['id'] }],
  })
  const group = fits(made, 'Group')
  const members = async (operation: object) =>
    fits(await request('PATCH', address(group), patch([operation])), 'Group')['members'].map(
      (one: Json) => one['value'],
    )
  expect(await members({ op: 'add', path: 'members', value: [{ value: bea['id'] }] })).toEqual([ada['id'], bea['id']])
  expect(await members({ op: 'remove', path: `members[value eq "${ada['id']}"]` })).toEqual([bea['id']])
  expect((await request('GET', address(bea))).body['groups']).toMatchObject([{ value: group['id'], display: 'Crew' }])

  // Section 3.6: deleting, and 3.12: errors in their form.
  for (const one of [group, ...users]) {
    expect((await request('DELETE', address(one))).status).toBe(204)
    const gone = await request('GET', address(one))
    expect(gone.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' })
  }
  expect(faults).toEqual([])
})
