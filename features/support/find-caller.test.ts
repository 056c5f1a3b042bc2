import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { readCaller } from './caller.ts'
import { support } from './contract.ts'

let api: TestApi
let agent: Visitor
afterAll(() => api.close())
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'adj.bbb'))`,
  )
  agent = await api.signIn('ext.aaa')
})

test.each([
  ['261001000017', { by: 'reference', reference: '261001000017' }],
  ['Ref. 2610 0100 0017', { by: 'reference', reference: '261001000017' }],
  ['(305) 555-0142', { by: 'phone', phone: '3055550142' }],
  ['+1 305.555.0142', { by: 'phone', phone: '3055550142' }],
  ['2251140', { by: 'number', numbers: ['2251140'] }],
  ['Rx# 0021140', { by: 'number', numbers: ['0021140', '21140'] }],
  ['123', undefined],
  ['x', undefined],
] as const)('%s is understood by its shape', (text, expected) => {
  const found = readCaller(text)
  expect(found && expected ? { ...found, ...expected } : expected).toEqual(found)
})

test('letters with digits are a claim number, letters alone a name', () => {
  expect(readCaller('demo-001')).toMatchObject({ by: 'claim', claims: expect.arrayContaining(['DEMO-001']) })
  expect(readCaller('Grovesend, Philippa')).toMatchObject({
    by: 'name',
    names: [{ last: 'grovesend', first: 'philippa' }],
  })
})

test('support finds a request by whatever the caller names, the open ones first, and it is on record', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const { rows } = await api.db.query(
    `select a.rx_number, a.reference_number, a.pharmacy_nabp, y.phone, c.claim_number, t.last_name, a.stratus_claim_id
       from rx_authorization a join pharmacy y on y.nabp = a.pharmacy_nabp join wc_claim c on c.id = a.stratus_claim_id
       join claimant t on t.id = c.claimant_id where a.id = $1`,
    [id],
  )
  const known = rows[0]!
  for (const [kind, text] of [
    ['number', `Rx ${known.rx_number}`],
    ['number', known.pharmacy_nabp],
    ['phone', known.phone],
    ['reference', known.reference_number],
    ['claim', String(known.claim_number).toLowerCase()],
    ['name', String(known.last_name).replaceAll(/\d/g, '')],
  ] as const) {
    const { status, body } = await agent.ask(support.find, { text: text as string })
    expect([text, status, body.kind]).toEqual([text, 200, kind])
    expect(
      body.content.map(({ authorizationId }) => authorizationId),
      text,
    ).toContain(id)
    expect(body.content.every(({ open }, at) => open || !body.content[at + 1]?.open)).toBe(true)
  }
  const { rows: seen } = await api.db.query(
    `select claim_ids from access_audit where call = 'support.find' order by at desc limit 1`,
  )
  expect(seen[0].claim_ids).toContain(known.stratus_claim_id)
})

test('nothing of another carrier is found, too short a text is refused with what to enter, and only support may ask', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const { rows } = await api.db.query(`select reference_number from rx_authorization where id = $1`, [id])
  const text = rows[0].reference_number as string
  expect((await (await api.signIn('adj.bbb')).ask(support.find, { text })).body).toEqual({
    kind: 'reference',
    content: [],
    more: false,
  })
  expect((await agent.ask(support.find, { text: '123' })).body.fields[0]).toMatchObject({
    path: 'text',
    message: 'Enter four digits or two letters.',
  })
  expect((await (await api.signIn('adj.aaa')).ask(support.find, { text })).body.status.code).toBe('NOT_ALLOWED')
})
