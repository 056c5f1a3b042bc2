import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { dataExtracts } from '#features/data-extracts/contract.ts'
import { pharmacies } from '#features/pharmacies/contract.ts'
import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { instantOf } from '#platform/dates/zone.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { everyCall } from '#registry'
import { addClaimant } from '#features/worklist/testing-requests.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day as dayFromNow } from '#testing/new-york-day.ts'
import { exportList } from './contract.ts'
import { aboutOnePatient, columnWords, exportNames, whyMarked } from './rules.ts'

// What is unusual about files that left, and what an entry of the list says more.

let api: TestApi
let user: Visitor
let manager: Visitor
const monday = (() => {
  const today = dayFromNow(0)
  return addDays(today, -((weekdayOf(today) + 6) % 7))
})()

/** A file of a user that ended well, at a time of day in New York. */
async function taken(day: string, time: string, of: { rows?: number; call?: string; by?: string | null } = {}) {
  const { rows = 10, call = 'worklist.export', by = 'ext.aaa' } = of
  const id = randomUUID()
  await api.db.query(
    `insert into export_record (mc, id, at, user_id, actor, call, rows, state, ended_at) values ('AAA', $1, $2, $3, 'x', $4, $5, 'FINISHED', $2)`,
    [id, new Date(instantOf(day, time, 'America/New_York')), by && idOf(by), call, rows],
  )
  return id
}

beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('adj.aaa')])
  user = await api.signIn('ext.aaa')
  manager = await api.signIn('adj.aaa')
  return () => api.close()
})

test('a file is marked that is large, the largest of its user in a year, about one patient, or taken after hours', async () => {
  const tuesday = addDays(monday, -20)
  const usual = [
    await taken(addDays(tuesday, -7), '10:00', { rows: 2000 }),
    await taken(tuesday, '06:00', { rows: 2000 }),
    await taken(tuesday, '19:59:59', { rows: 1000 }),
    await taken(tuesday, '10:00', { rows: 1999, by: 'adj.sub1' }),
    await taken(addDays(tuesday, 4), '10:00', { call: 'job dataExtracts.deliver', by: null }),
  ]
  const marked = {
    early: await taken(tuesday, '05:59:59'),
    late: await taken(tuesday, '20:00'),
    saturday: await taken(addDays(tuesday, 4), '12:00'),
    large: await taken(addDays(tuesday, 1), '12:00', { rows: 100_001, by: 'adj.sub1' }),
    largest: await taken(addDays(tuesday, 1), '12:00', { rows: 2001 }),
    patient: await taken(addDays(tuesday, 1), '12:00', { call: 'texts.export' }),
  }
  const { content } = (await manager.ask(exportList.list, { size: 100 })).body
  const marksOf = (id: string) => content.find(({ exportId }) => exportId === id)?.marks
  expect(usual.map(marksOf)).toEqual([[], [], [], [], []])
  expect(Object.fromEntries(Object.entries(marked).map(([name, id]) => [name, marksOf(id)]))).toEqual({
    early: ['AFTER_HOURS'],
    late: ['AFTER_HOURS'],
    saturday: ['AFTER_HOURS'],
    large: ['LARGE', 'LARGEST'],
    largest: ['LARGEST'],
    patient: ['ONE_PATIENT'],
  })
  const only = async (mark: 'LARGE' | 'AFTER_HOURS' | 'LARGEST' | 'ONE_PATIENT') =>
    (await manager.ask(exportList.list, { mark })).body.content.map(({ exportId }) => exportId).toSorted()
  expect(await only('AFTER_HOURS')).toEqual([marked.early, marked.late, marked.saturday].toSorted())
  expect(await only('LARGEST')).toEqual([marked.large, marked.largest].toSorted())
  expect([await only('LARGE'), await only('ONE_PATIENT')]).toEqual([[marked.large], [marked.patient]])
  const page = (await manager.ask(exportList.list, { mark: 'LARGEST', size: 1 })).body
  expect((await manager.ask(exportList.list, { mark: 'LARGE', after: page.next! })).status).toBe(400)
  expect((await manager.ask(exportList.one, { exportId: marked.largest })).body.why).toEqual([
    'It has more rows than the largest file Ext aaa took in the year before, which has 2,000 rows.',
  ])
})

test('an entry says its columns, its claims and the check sum of what left', async () => {
  for (const claimNumber of ['00201', '00202'])
    await addClaimant(api.db, { first: 'Ada', last: 'Zander', normalizeForSearch: ['zander', 'ada'], claimNumber })
  const made = await user.ask(dataExtracts.extract, {
    mc: 'AAA',
    selectedSubCarriers: ['AAA1'],
    subjectAreaId: 'patients',
    fieldList: ['patientLastName', 'claimNumber'],
    reportFilters: [{ fieldName: 'patientLastName', value: 'Zander' }],
  })
  const sheet = await user.ask(pharmacies.export, { name: 'pharm' })
  const [second, first] = (await manager.ask(exportList.list, { size: 2 })).body.content
  expect((await manager.ask(exportList.one, { exportId: first!.exportId })).body).toEqual({
    columns: ['Patient last name', 'Claim number'],
    claims: 2,
    sha256: createHash('sha256').update(made.text).digest('hex'),
    why: expect.any(Array),
  })
  expect((await manager.ask(exportList.one, { exportId: second!.exportId })).body).toMatchObject({
    columns: null,
    claims: 0,
    sha256: createHash('sha256').update(sheet.text).digest('hex'),
  })
  expect((await user.ask(exportList.one, { exportId: first!.exportId })).status).toBe(403)
  expect((await manager.ask(exportList.one, { exportId: randomUUID() })).status).toBe(404)
})

test('files are counted by week from Monday on, in the time zone of the carrier', async () => {
  await api.db.query('delete from export_record')
  await taken(addDays(monday, -7), '00:00:01', { rows: 5 })
  await taken(addDays(monday, -1), '23:59:59', { rows: 7 })
  await taken(monday, '00:00:00', { rows: 200_000 })
  await taken(addDays(monday, -84), '12:00')
  const { weeks } = (await manager.ask(exportList.weeks, {})).body
  expect(weeks).toHaveLength(12)
  expect(weeks.slice(-2)).toEqual([
    { from: addDays(monday, -7), files: 2, rows: 12, marked: 2 },
    { from: monday, files: 1, rows: 200_000, marked: 1 },
  ])
  expect(weeks.slice(0, -2).every(({ files }) => files === 0)).toBe(true)
  expect((await user.ask(exportList.weeks, {})).status).toBe(403)
})

test('every file of one claim or request is about one patient', () => {
  const exporting = everyCall.filter(({ limit, file }) => limit === 'export' && file !== undefined)
  const ofOne = exporting.filter(({ ids }) =>
    Object.values(ids).some((one) => ['wc_claim', 'rx_authorization'].includes(one)),
  )
  expect(ofOne.map(({ name }) => name).filter((name) => !aboutOnePatient.includes(name))).toEqual([])
  expect(aboutOnePatient.filter((name) => exportNames[name] === undefined)).toEqual([])
})

test.each([
  [
    { rows: 40_000, largestBefore: 2000 },
    'It has 20 times the rows of the largest file Ada took in the year before, which has 2,000 rows.',
  ],
  [
    { rows: 2100, largestBefore: 2000 },
    'It has more rows than the largest file Ada took in the year before, which has 2,000 rows.',
  ],
])('why a file is the largest: %o', (of, words) => {
  expect(whyMarked('LARGEST', { name: 'Ada', ...of })).toBe(words)
  expect(whyMarked('LARGE', { name: 'Ada', ...of })).toBe('It has more than 100,000 rows.')
})
test.each([
  ['patientLastName', 'Patient last name'],
  ['ndc', 'Ndc'],
  ['clientClaimId', 'Client claim id'],
])('the column %s is called %s', (key, words) => expect(columnWords(key)).toBe(words))
