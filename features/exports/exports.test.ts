import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { dataExtracts } from '#features/data-extracts/contract.ts'
import { pharmacies } from '#features/pharmacies/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { addRequests, hoursFrom } from '#features/worklist/testing-requests.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { exportList } from './contract.ts'
import { withoutNames } from './filter-words.ts'
import { exportNames, stateOf } from './rules.ts'

let api: TestApi
let manager: Visitor
let user: Visitor
const now = new Date()

beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await addRequests(api.db, [{ name: 'open', received: hoursFrom(now, -100) }, { name: 'second' }], now)
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('adj.aaa')])
  manager = await api.signIn('adj.aaa')
  user = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

const listed = async (of: InputOf<typeof exportList.list> = {}) => (await manager.ask(exportList.list, of)).body

test('every call that exports a file has words in the list', () => {
  const exporting = everyCall.filter(({ limit, file }) => limit === 'export' && file !== undefined)
  expect(exporting.map(({ name }) => name).filter((name) => exportNames[name] === undefined)).toEqual([])
})

test('what leaves as a file is on the list with who, what, rows and end, and no value that names a patient', async () => {
  const sheet = await user.ask(worklist.export, { type: 'CSV' })
  expect([sheet.status, sheet.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  const extract = await user.ask(dataExtracts.extract, {
    mc: 'AAA',
    selectedSubCarriers: ['AAA1'],
    subjectAreaId: 'patients',
    fieldList: ['patientLastName', 'claimStatus'],
    reportFilters: [
      { fieldName: 'patientLastName', value: 'Secretname' },
      { fieldName: 'claimStatus', selectedOptions: ['OPEN'] },
    ],
  })
  expect(extract.status).toBe(200)
  const { content, next } = await listed()
  expect(next).toBeNull()
  expect(content).toMatchObject([
    {
      name: 'Ext aaa',
      username: 'ext.aaa',
      what: 'Data extract',
      about: 'Patients',
      subCarrier: 'AAA1',
      filters: ['Patient last name', 'Claim status: Open'],
      state: 'FINISHED',
      rows: 0,
      bytes: Buffer.byteLength(extract.text),
    },
    {
      username: 'ext.aaa',
      what: 'Worklist',
      state: 'FINISHED',
      rows: expect.any(Number),
      bytes: Buffer.byteLength(sheet.text),
    },
  ])
  expect(JSON.stringify(content).toLowerCase()).not.toContain('secretname')
  // Its user asks how it ended; nobody else's export is there.
  const { exportId } = content[0]!
  expect((await user.ask(exportList.job, { id: exportId })).body).toMatchObject({
    state: 'FINISHED',
    what: 'Data extract',
  })
  expect((await manager.ask(exportList.job, { id: exportId })).status).toBe(404)
  const kept = await api.db.query(`select string_agg(to_jsonb(e)::text, ' ') as all from export_record e`)
  expect(kept.rows[0].all.toLowerCase()).not.toContain('secretname')
  // The audit has what it had before, no more.
  const noted = await api.db.query(`select detail from access_audit where detail ? 'exported'`)
  expect(noted.rows).toEqual([])
})

test('a file of one statement is recorded once it is made, a refused one never', async () => {
  const before = (await listed()).content.length
  const file = await user.ask(pharmacies.export, { name: 'pharm' })
  expect(file.status).toBe(200)
  expect((await listed()).content[0]).toMatchObject({
    what: 'Pharmacies',
    state: 'FINISHED',
    username: 'ext.aaa',
    bytes: Buffer.byteLength(file.text),
  })
  expect((await user.ask(worklist.export, { type: 'TXT' })).body).toMatchObject({
    status: { message: 'Unknown export type. Allowed types CSV or PDF' },
  })
  expect((await listed()).content).toHaveLength(before + 1)
})

test('the list is read by cursor, by user and by how it ended', async () => {
  const whole = (await listed()).content
  const first = await listed({ size: 1 })
  const rest = await listed({ size: 100, after: first.next! } as never)
  expect(first.content).toEqual(whole.slice(0, 1))
  const other = await manager.ask(exportList.list, { size: 1, username: 'ext.aaa', after: first.next! })
  expect(other.status).toBe(400)
  expect([...first.content, ...rest.content]).toEqual(whole)
  expect((await listed({ username: 'nobody' })).content).toEqual([])
  await api.db.query(
    `insert into export_record (mc, id, at, actor, call, state)
     values ('AAA', gen_random_uuid(), now() - interval '2 hours', 'x', 'worklist.export', 'RUNNING')`,
  )
  expect((await listed({ state: 'FAILED' })).content).toMatchObject([
    { name: 'x', what: 'Worklist', state: 'FAILED', bytes: null },
  ])
})

test('the list is searched by subject and by days of the zone of who reads it', async () => {
  const whats = async (of: Parameters<typeof listed>[0]) => new Set((await listed(of)).content.map(({ what }) => what))
  expect(await whats({ subject: 'data ex' })).toEqual(new Set(['Data extract']))
  expect(await whats({ subject: 'PATIENTS' })).toEqual(new Set(['Data extract']))
  expect(await whats({ subject: '%' })).toEqual(new Set())
  await api.db.query(
    `insert into export_record (mc, id, at, actor, call, state, ended_at) values
      ('AAA', gen_random_uuid(), '2020-03-11T03:59:59Z', 'before', 'people.export', 'FINISHED', now()),
      ('AAA', gen_random_uuid(), '2020-03-11T04:00:00Z', 'first', 'people.export', 'FINISHED', now()),
      ('AAA', gen_random_uuid(), '2020-03-12T03:59:59Z', 'last', 'people.export', 'FINISHED', now()),
      ('AAA', gen_random_uuid(), '2020-03-12T04:00:00Z', 'after', 'people.export', 'FINISHED', now())`,
  )
  const of = async (days: Parameters<typeof listed>[0]) => (await listed(days)).content.map(({ name }) => name)
  expect(await of({ from: '2020-03-11', to: '2020-03-11' })).toEqual(['last', 'first'])
  expect(await of({ to: '2020-03-10' })).toEqual(['before'])
  expect(await of({ from: '2020-03-12', to: '2020-03-13', subject: 'users' })).toEqual(['after'])
  for (const from of ['2020-02-30', '0000-01-01'])
    expect((await manager.ask(exportList.list, { from })).status).toBe(400)
})

test('a file is made again from its entry, as a new entry of who makes it and with their rights', async () => {
  const [extract] = (await listed({ subject: 'patients' })).content
  const [sheet] = (await listed({ subject: 'worklist', state: 'FINISHED' })).content
  expect([extract!.again, sheet!.again]).toEqual([true, true])
  const again = (id: string, by = manager) => by.ask(exportList.again, { exportId: id })
  const { body: made } = await again(sheet!.exportId)
  expect(made).toEqual({ line: worklist.export.line, input: expect.objectContaining({ type: 'CSV' }) })
  expect((await manager.ask(worklist.export, made.input as never)).status).toBe(200)
  expect((await listed()).content[0]).toMatchObject({ username: 'adj.aaa', what: 'Worklist', again: true })
  // Filters with names come back to who makes it again, and to nobody else; an entry of before cannot be made again.
  expect((await again(extract!.exportId)).body).toMatchObject({
    line: dataExtracts.extract.line,
    input: { subjectAreaId: 'patients', reportFilters: [{ value: 'Secretname' }, {}] },
  })
  expect((await again(extract!.exportId, user)).status).toBe(403)
  expect((await again(randomUUID())).status).toBe(404)
  const [before] = (await listed({ subject: 'users' })).content
  expect(before!.again).toBe(false)
  expect(await again(before!.exportId)).toMatchObject({ status: 422, body: { status: { code: 'RULE' } } })
})

test('only account managers see the list, and only that of their carrier', async () => {
  expect((await user.ask(exportList.list, {})).status).toBe(403)
  await api.db.query(
    `insert into export_record (mc, id, at, actor, call, state, ended_at)
     values ('BBB', gen_random_uuid(), now(), 'theirs', 'worklist.export', 'FINISHED', now())`,
  )
  expect((await listed()).content.map(({ name }) => name)).not.toContain('theirs')
})

test('an account manager of some programs sees exports of these, and of users who have no others', async () => {
  const of = (who: string, programs: string | null, extracts = programs ?? '{}') =>
    api.db.query(
      `update user_carrier set sub_carriers = $2, data_extract_sub_carriers = $3 where user_id = $1 and mc = 'AAA'`,
      [idOf(who), programs, extracts],
    )
  const names = async () => new Set((await listed({ username: 'ext.aaa' })).content.map(({ what }) => what))
  await of('adj.aaa', '{AAA1}')
  expect(await names()).toEqual(new Set(['Data extract']))
  await of('ext.aaa', '{AAA1}')
  expect(await names()).toEqual(new Set(['Data extract', 'Pharmacies', 'Worklist']))
  await of('adj.aaa', null)
  await of('ext.aaa', null, '{AAA1,AAA2}')
})

test('an export without an end counts as cut off after an hour', () => {
  const at = '2026-05-13T12:00:00.000Z'
  expect(stateOf('RUNNING', at, new Date('2026-05-13T13:00:00Z'))).toBe('RUNNING')
  expect(stateOf('RUNNING', at, new Date('2026-05-13T13:00:01Z'))).toBe('FAILED')
  expect(stateOf('FINISHED', at, new Date('2027-05-13T13:00:01Z'))).toBe('FINISHED')
})

test('filters keep codes and days in words, and lose what may name somebody', () => {
  expect(
    withoutNames(['Status: Pending', 'Claim number: 123', 'Last name begins with: Li', 'Escalated only', 'State: FL']),
  ).toEqual(['Status: Pending', 'Claim number', 'Last name begins with', 'Escalated only', 'State: FL'])
})
