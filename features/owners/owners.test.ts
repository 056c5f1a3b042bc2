import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addRequests, hoursFrom, openWorklist } from '#features/worklist/testing-requests.ts'
import { owners } from './contract.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
let email: Record<string, string>
const id = idOf('request')

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  const { rows } = await api.db.query<{ username: string; email: string }>('select username, email from app_user')
  email = Object.fromEntries(rows.map((row) => [row.username, row.email]))
  adjuster = await api.signIn('adj.aaa')
})
beforeEach(async () => {
  await api.db.query('delete from outbox')
  await api.db.query('delete from authorization_event')
  await api.db.query('delete from authorization_owner')
  await api.db.query('delete from rx_authorization')
  await api.db.query('delete from out_of_office')
  await api.db.query('delete from carrier_setting')
  await addRequests(
    api.db,
    [
      { name: 'request', owners: ['adj.aaa'] },
      { name: 'second', owners: ['adj.aaa2'] },
      { name: 'third', owners: ['adj.aaa2'], sub: 'AAA2' },
      { name: 'done', status: 30 },
      { name: 'south', sub: 'AAA2' },
      { name: 'theirs', mc: 'BBB', owners: ['adj.bbb'] },
    ],
    now,
  )
})
afterAll(() => close())

const assign = (who: Visitor, usernames: string[], more: object = {}) =>
  who.ask(owners.assign, { id, version: 1, userEmails: usernames.map((name) => email[name] ?? name), ...more })
const row = async (request = id) =>
  (
    await api.db.query(
      `select owner_id, version, next_clock_at, clock_state, escalation_level, statutory_due_at from rx_authorization where id = $1`,
      [request],
    )
  ).rows[0]
const owned = async () =>
  (
    await api.db.query(
      `select user_id, position, open, assigned_by from authorization_owner where authorization_id = $1 order by position`,
      [id],
    )
  ).rows
const events = async () =>
  (
    await api.db.query(
      `select event_code, event_text from authorization_event where authorization_id = $1 order by id`,
      [id],
    )
  ).rows.map((one) => [one.event_code, one.event_text])

test('a request goes to the named users in order: owners, version, log, message and reminder clock', async () => {
  const before = await row()
  const asked = api.clock.now()
  const answer = await assign(adjuster, ['adj.aaa2', 'adj.aaa'])
  const answered = api.clock.now()
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    success: true,
    authorizationId: id,
    version: 2,
    warnings: [],
    formerUserEmails: [email['adj.aaa']],
  })
  expect(answer.body.caseOwners.map((one) => [one.name, one.roleName, one.outOfOffice, one.openCount])).toEqual([
    ['Adj aaa2', 'Adjuster', false, 3],
    ['Adj aaa', 'Adjuster', false, 2],
  ])
  expect(await owned()).toEqual([
    { user_id: idOf('adj.aaa2'), position: 1, open: true, assigned_by: 'Adj aaa' },
    { user_id: idOf('adj.aaa'), position: 2, open: true, assigned_by: 'Adj aaa' },
  ])
  const after = await row()
  expect(after).toMatchObject({
    owner_id: idOf('adj.aaa2'),
    version: 2,
    escalation_level: before.escalation_level,
    statutory_due_at: before.statutory_due_at,
  })
  // The next clock run reminds the new owner during their own working hours.
  expect(after.clock_state).toMatchObject({ reminded: false, remindFrom: after.next_clock_at.toISOString() })
  expect(after.next_clock_at >= asked && after.next_clock_at <= answered).toBe(true)
  expect(await events()).toEqual([[180, 'Assigned to Adj aaa2, Adj aaa by Adj aaa']])
  const { rows } = await api.db.query(`select topic, payload from outbox`)
  expect(rows).toEqual([
    { topic: 'notify', payload: expect.objectContaining({ happening: 'assigned', authorizationId: id }) },
  ])
  const audit = (
    await api.db.query(
      `select claim_ids, object_id, detail from access_audit where call = 'owners.assign' order by id desc limit 1`,
    )
  ).rows[0]
  expect(audit).toEqual({
    claim_ids: [idOf('AAA AAA1 claim 1')],
    object_id: id,
    detail: { from: [idOf('adj.aaa')], to: [idOf('adj.aaa2'), idOf('adj.aaa')] },
  })
})

test('assigning the owners a request has already changes nothing', async () => {
  expect((await assign(adjuster, ['adj.aaa'])).body).toMatchObject({ success: true, version: 1 })
  expect((await row()).version).toBe(1)
  expect(await events()).toEqual([])
})

test('an absent owner’s delegate is added, and the answer and the log say so', async () => {
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates) values ('AAA', $1, $2, $3, '2031-05-20T02:00:00Z', $4)`,
    [idOf('leave'), idOf('adj.aaa2'), hoursFrom(now, -1), [idOf('super.aaa')]],
  )
  const { body } = await assign(adjuster, ['adj.aaa2'])
  expect(body.warnings).toEqual(['Adj aaa2 is out of office until 05/19/2031. Super aaa was added.'])
  expect(body.caseOwners.map((one) => [one.name, one.outOfOffice, one.outOfOfficeUntil])).toEqual([
    ['Adj aaa2', true, '2031-05-20T02:00:00.000Z'],
    ['Super aaa', false, null],
  ])
  expect(await events()).toEqual([
    [180, 'Assigned to Adj aaa2, Super aaa by Adj aaa'],
    [181, 'Rerouted: Adj aaa2 is out of office until 05/19/2031'],
  ])
})

test.each([
  [['nobody@carrier.example'], 400, 'VALIDATION', 'Unknown e-mail: nobody@carrier.example.'],
  [['adj.bbb'], 400, 'VALIDATION', 'Unknown e-mail: '],
  [['gone.aaa'], 422, 'RULE', 'Gone aaa is not active.'],
  [['read.only'], 422, 'RULE', 'Read only cannot work on this group.'],
  [['adj.aaa2', 'prog.spec'], 422, 'RULE', 'Prog spec cannot work on this group.'],
  [['no.role'], 422, 'RULE', 'No role cannot work on this group.'],
])('%j cannot own a request', async (names, status, code, words) => {
  const answer = await assign(adjuster, names)
  expect([answer.status, answer.body.status.code]).toEqual([status, code])
  expect(answer.body.status.message + (answer.body.fields[0]?.message ?? '')).toContain(words)
  expect((await row()).version).toBe(1)
})

test('support is offered for no request, and can be given none', async () => {
  const roles = (to: string) =>
    api.db.query(`update user_carrier set roles = array[$2] where mc = 'AAA' and user_id = $1`, [idOf('adj.aaa2'), to])
  const offered = async () =>
    JSON.stringify((await adjuster.ask(owners.byName, { id, name: 'Adj' })).body).includes(email['adj.aaa2']!)
  expect(await offered()).toBe(true)
  await roles('pbm_support')
  const answer = await assign(adjuster, ['adj.aaa2'])
  const seen = await offered()
  await roles('adjuster')
  expect([answer.status, answer.body.status.message]).toEqual([422, 'Adj aaa2 cannot work on this group.'])
  expect(seen).toBe(false)
  expect((await owned()).map(({ user_id: userId }) => userId)).toEqual([idOf('adj.aaa')])
})

test('a user outside the sub-carrier is outside the group', async () => {
  const answer = await adjuster.ask(owners.assign, { id: idOf('south'), version: 1, userEmails: [email['adj.sub1']!] })
  expect([answer.status, answer.body.status.message]).toEqual([422, 'Adj sub1 cannot work on this group.'])
})

test('a late caller gets the first change, its author and its time', async () => {
  expect((await assign(adjuster, ['adj.aaa2'], { version: 1 })).status).toBe(200)
  const late = await assign(await api.signIn('super.aaa'), ['super.aaa'], { version: 1 })
  expect(late.status).toBe(409)
  expect(late.body.status.code).toBe('CONFLICT')
  expect(late.body.data).toEqual({
    authorizationId: id,
    version: 2,
    by: 'Adj aaa',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    what: 'Assigned to Adj aaa2 by Adj aaa',
  })
  expect((await row()).owner_id).toBe(idOf('adj.aaa2'))
})

test('An adjuster who does not say which version of the request they saw cannot assign it', async () => {
  const answer = await assign(adjuster, ['adj.aaa2'], { version: undefined })
  expect([answer.status, answer.body.status.code, answer.body.fields]).toEqual([
    428,
    'PRECONDITION_REQUIRED',
    [expect.objectContaining({ path: 'version' })],
  ])
  expect((await row()).version).toBe(1)
})

test('of two assignments at the same moment one wins and the other gets the conflict', async () => {
  const both = await Promise.all(['adj.aaa2', 'super.aaa'].map((name) => assign(adjuster, [name], { version: 1 })))
  expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await owned()).toHaveLength(1)
  expect((await row()).version).toBe(2)
})

test('a completed request, another carrier’s or a missing one cannot be assigned', async () => {
  const to = { version: 1, userEmails: [email['adj.aaa2']!] }
  const done = await adjuster.ask(owners.assign, { id: idOf('done'), ...to })
  expect([done.status, done.body.status]).toEqual([
    409,
    { code: 'ALREADY_DECIDED', message: 'Authorization is already Approved.' },
  ])
  const [theirs, nothing, scoped] = await Promise.all([
    adjuster.ask(owners.assign, { id: idOf('theirs'), ...to }),
    adjuster.ask(owners.assign, { id: idOf('nothing'), ...to }),
    (await api.signIn('adj.sub1')).ask(owners.assign, { id: idOf('south'), ...to }),
  ])
  const bytes = (one: typeof theirs) => [one.status, one.text.replace(one.body.supportId, '')]
  expect(bytes(theirs)[0]).toBe(404)
  expect(bytes(theirs)).toEqual(bytes(nothing))
  expect(bytes(scoped)).toEqual(bytes(nothing))
})

test('readers may not assign; requests of others only where the carrier shares them, or as a supervisor', async () => {
  expect((await assign(await api.signIn('read.only'), ['adj.aaa2'])).body.status).toEqual({
    code: 'UPDATE_BLOCKED',
    message: 'Update functionality is blocked for user',
  })
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'anyoneInGroupMayDecide', 'false')`)
  const stranger = await api.signIn('ext.aaa')
  expect((await assign(stranger, ['ext.aaa'])).body.status.message).toBe(
    'Only its case owner, a backup or a supervisor may assign this request.',
  )
  expect((await assign(await api.signIn('super.aaa'), ['ext.aaa'])).status).toBe(200)
})

test('an assignment sent twice with one idempotency key is made once', async () => {
  const first = await adjuster.ask(
    owners.assign,
    { id, version: 1, userEmails: [email['adj.aaa2']!] },
    { key: 'key-12345678' },
  )
  const second = await adjuster.ask(
    owners.assign,
    { id, version: 1, userEmails: [email['adj.aaa2']!] },
    { key: 'key-12345678' },
  )
  expect(second.body).toEqual(first.body)
  expect((await row()).version).toBe(2)
})

test('an assignment takes two round trips to the database', async () => {
  await assign(adjuster, ['adj.aaa2'])
  const before = trips.count
  await assign(adjuster, ['adj.aaa'])
  expect(trips.count - before).toBe(2)
})

const suggest = async (chars: string, who = adjuster, authId = id) =>
  (await who.ask(owners.typeAhead, { authId, chars })).body.map((one) => one.name)

test('two letters find the users who may own it and do not yet, the caller first', async () => {
  expect(await suggest('adj')).toEqual(['Adj aaa2', 'Adj sub1'])
  expect(await suggest('aaa')).toEqual(['Clin aaa', 'Ext aaa', 'Pharm aaa', 'Super aaa', 'Ur aaa', 'Adj aaa2'])
  expect(await suggest('aaa', await api.signIn('ur.aaa'))).toEqual([
    'Ur aaa',
    'Clin aaa',
    'Ext aaa',
    'Pharm aaa',
    'Super aaa',
    'Adj aaa2',
  ])
  expect(await suggest('ÁÁÁ, cl')).toEqual(['Clin aaa'])
  expect(await suggest('clin aaa')).toEqual(['Clin aaa'])
  expect(await suggest(email['adj.aaa2']!.slice(0, 6).toUpperCase())).toContain('Adj aaa2')
  expect(await suggest('adj', adjuster, idOf('south'))).toEqual(['Adj aaa2'])
  for (const none of ['bbb', 'read', 'prog', 'gone', 'no role', '%%', '__', "' or"])
    expect(await suggest(none), none).toEqual([])
})

test('a suggestion counts a user’s open requests among those the caller may see', async () => {
  const count = async (who: Visitor) =>
    (await who.ask(owners.typeAhead, { authId: id, chars: 'aaa2' })).body[0]!.openCount
  expect(await count(adjuster)).toBe(2)
  expect(await count(await api.signIn('adj.sub1'))).toBe(1)
})

test('suggestions for a request the caller may not see are not found, and one letter is refused', async () => {
  expect((await adjuster.ask(owners.typeAhead, { authId: idOf('theirs'), chars: 'adj' })).status).toBe(404)
  const one = await adjuster.ask(owners.typeAhead, { authId: id, chars: 'a' })
  expect([one.status, one.body.fields[0]!.message]).toEqual([400, 'Enter at least 2 characters'])
})

test('the users of a group are those who may work on it', async () => {
  const group = async (mc: string, sc: string, g: string, who = adjuster) => who.ask(owners.ofGroup, { mc, sc, g })
  expect((await group('AAA', 'AAA2', 'AAA2GRP')).body.map((one) => one.name)).not.toContain('Adj sub1')
  expect((await group('AAA', 'AAA1', 'AAA1GRP')).body.map((one) => one.name)).toContain('Adj sub1')
  for (const [mc, sc, g] of [
    ['AAA', 'AAA1', 'AAA2GRP'],
    ['AAA', 'BBB1', 'BBB1GRP'],
    ['BBB', 'BBB1', 'BBB1GRP'],
  ] as const)
    expect((await group(mc, sc, g)).status).toBe(404)
  expect((await group('AAA', 'AAA2', 'AAA2GRP', await api.signIn('adj.sub1'))).status).toBe(404)
})
