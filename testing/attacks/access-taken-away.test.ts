import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '#features/people/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { addRequests } from '#features/worklist/testing-requests.ts'
import { dropDatabase, freshDatabase } from '../database.ts'
import { startApi, ORIGIN, type TestApi, type Visitor } from '../api.ts'
import { idOf } from '../fixtures.ts'
import { portOf } from './raw-socket.ts'

// What is taken away from a person is gone with the next request, on every process, and from what is on its way.

let url: string
/** Two processes' worth of portal on one database. */
let here: TestApi
let there: TestApi
const MANY = 2500

beforeAll(async () => {
  url = await freshDatabase(true, 'fixtures')
  here = await startApi({ url, keep: true })
  there = await startApi({ url, keep: true })
  await addRequests(here.db, [{ name: 'one of many' }], new Date())
  // More than the machine's own buffers take of a file nobody reads.
  await here.db.query(
    `insert into rx_authorization select copy.* from rx_authorization a, generate_series(1, $1::int) n,
       jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'reference_number', lpad(n::text, 12, '0'),
         'drug_name', repeat('Oxycodone-acetaminophen ', 140))) copy`,
    [MANY],
  )
  await here.db.query('analyze rx_authorization')
})
afterAll(async () => {
  for (const api of [here, there]) {
    await api.close()
  }
  await dropDatabase(url)
})

/** Asks for the whole list as a browser does, over a socket that can stop reading. */
async function slowReader(api: TestApi, by: Visitor) {
  const socket = connect(await portOf(api), '127.0.0.1')
  await once(socket, 'connect')
  const reader = { got: 0, head: '', tail: '', ended: '', socket }
  socket.on('data', (part) => {
    if (reader.head === '') reader.head = part.toString('latin1').split('\r\n\r\n')[0]!
    if (reader.got === 0) socket.pause()
    reader.got += part.length
    reader.tail = (reader.tail + part.toString('latin1')).slice(-10)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => (reader.ended ||= error.code ?? 'error'))
  socket.on('end', () => (reader.ended ||= 'end'))
  const body = JSON.stringify({ masterCarrier: 'AAA', complete: false })
  const head = [
    'POST /api/authorizations/export/CSV HTTP/1.1',
    'host: localhost:3000',
    `origin: ${ORIGIN}`,
    'x-portal-request: 1',
    'x-master-carrier: AAA',
    'content-type: application/json',
    `cookie: ${by.cookie}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return reader
}

/** What takes a person's access away, each announced to the other portal, and how their next request is refused. */
const revocations: { who: string; away: (admin: Visitor, by: Visitor) => Promise<unknown>; hears: string }[] = [
  {
    who: 'adj.aaa',
    away: () => there.db.query(`update app_user set status = 'DISABLED' where username = 'adj.aaa'`),
    hears: 'SESSION_REVOKED',
  },
  {
    who: 'adj.aaa2',
    away: (admin) => admin.ask(people.change, { id: idOf('adj.aaa2'), version: 1, roles: ['read_only'] }),
    hears: 'read_only of all',
  },
  {
    who: 'clin.aaa',
    away: (admin) => admin.ask(people.change, { id: idOf('clin.aaa'), version: 1, subCarriers: ['AAA2'] }),
    hears: 'adjuster,override_all_edit_clinical of AAA2',
  },
  {
    who: 'ext.aaa',
    away: (admin) => admin.ask(people.change, { id: idOf('ext.aaa'), version: 1, active: false }),
    hears: 'SESSION_REVOKED',
  },
  {
    who: 'pharm.aaa',
    away: (_admin, { cookie }) => there.anonymous.ask(session.logout, {}, { headers: { cookie } }),
    hears: 'SESSION_REVOKED',
  },
]
const stopped = async () =>
  (
    await here.db.query(
      `select user_id from security_event where event = 'authz_fail' and detail ->> 'of' = 'a file under way'`,
    )
  ).rows

test('disabled, another role, a sub-carrier or the carrier less, logged out: it acts at once on both processes, and a file that is on its way breaks off', async () => {
  await here.db.query(`update user_carrier set roles = '{supervisor,account_admin}' where user_id = $1`, [
    idOf('super.aaa'),
  ])
  const admin = await there.signIn('super.aaa')
  const begun = async (who: string) => {
    const by = await here.signIn(who)
    const reader = await slowReader(here, by)
    await expect.poll(() => reader.got).toBeGreaterThan(0)
    expect(reader.head).toContain('HTTP/1.1 200')
    return { who, by, reader }
  }
  const bystander = await begun('ur.aaa')
  const under = []
  for (const { who } of revocations) under.push(await begun(who))
  expect(await stopped()).toEqual([])
  for (const [at, { away, hears }] of revocations.entries()) {
    const { by } = under[at]!
    await away(admin, by)
    for (const api of [here, there]) {
      const { body } = await api.anonymous.ask(session.details, {}, { headers: { cookie: by.cookie } })
      expect(body.status?.code ?? `${body.roles.map((role) => role.id).join()} of ${body.subCarrier ?? 'all'}`).toBe(
        hears,
      )
    }
  }
  // While nobody reads on: the files do not end by themselves.
  await expect.poll(stopped).toHaveLength(revocations.length)
  // The whole file: what comes in pieces ends with an empty one.
  bystander.reader.socket.resume()
  await expect.poll(() => bystander.reader.tail.endsWith('\r\n0\r\n\r\n')).toBe(true)
  for (const { reader } of under) {
    reader.socket.resume()
    await expect.poll(() => reader.ended).toBe('ECONNRESET')
    expect(reader.got).toBeLessThan(bystander.reader.got)
  }
  bystander.reader.socket.destroy()
})

test('a file that is still being made is not made: nothing of it leaves, and the audit knows of none', async () => {
  await here.db.query(`update app_user set status = 'ACTIVE'`)
  const by = await here.signIn('adj.aaa')
  // The same session listens at the same process: its ear closes in the same moment.
  let heard = ''
  const ear = connect(await portOf(here), '127.0.0.1')
  await once(ear, 'connect')
  ear.on('data', (part) => void (heard += part.toString()))
  ear.write(`GET /api/changes HTTP/1.1\r\nhost: localhost\r\ncookie: ${by.cookie}\r\n\r\n`)
  await once(ear, 'data')
  const blocker = there.db
  const audited = async () => (await here.db.query(`select from access_audit where call = 'worklist.export'`)).rowCount
  const before = await audited()
  await blocker.query('begin')
  await blocker.query('lock table rx_authorization in access exclusive mode')
  const asked = by.ask(worklist.export, { type: 'csv', masterCarrier: 'AAA' })
  const waits = async () =>
    (
      await here.db.query(
        `select from pg_locks where not granted and relation = 'rx_authorization'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount
  await expect.poll(waits).toBe(1)
  await here.db.query(`update app_user set status = 'DISABLED' where username = 'adj.aaa'`)
  while (!heard.endsWith('\r\n0\r\n\r\n')) await once(ear, 'data')
  ear.destroy()
  await blocker.query('rollback')
  const answer = await asked
  expect([answer.status, answer.body.status.code]).toEqual([401, 'SESSION_REVOKED'])
  expect(await audited()).toBe(before)
})
