import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { onePixelPng, pdfWithPackedScript, samplePdf } from '#testing/pdf-documents.ts'
import { documents } from './contract.ts'

// Documents of a claim over HTTP, on the fixture data.

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claimOf = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const pdf = (words = 'Office note') => ({ name: 'note.pdf', type: 'application/pdf', bytes: samplePdf(words) })
const upload = (by: Visitor, more: Record<string, unknown> = {}) =>
  by.ask(documents.add, { claimId: claimOf(1), typeId: 7, file: pdf(), ...more } as never)
const list = (by: Visitor, claimId: string, more: Record<string, unknown> = {}) =>
  by.ask(documents.ofPatient, { masterCarrier: 'AAA', subCarrier: 'AAA1', claimId, ...more } as never)
const countOf = async (claimId: string): Promise<number> =>
  (await api.db.query('select count(*)::int as n from document where stratus_claim_id = $1', [claimId])).rows[0].n
/** Files a document past the calls, as archive and scanner do. */
const filed = async (of: {
  claim?: string
  type: number
  name: string
  mime?: string
  bytes: Uint8Array
  transaction?: string
  receivedAt?: string
  mc?: string
  sub?: string
}): Promise<string> =>
  (
    await api.db.query(
      `with kept as (insert into document (mc, id, sub_carrier, stratus_claim_id, transaction_id, type_id, group_id, file_name, mime, bytes, sha256,
          source, created_at, received_at)
        values ($1, gen_random_uuid(), $2, $3, $4, $5, 3, $6, $7, length($8::bytea), sha256($8::bytea), 'FILENET', now(), coalesce($9, now()))
        returning mc, id),
       content as (insert into document_content select mc, id, $8::bytea from kept) select id from kept`,
      [
        of.mc ?? 'AAA',
        of.sub ?? 'AAA1',
        of.claim ?? claimOf(1),
        of.transaction ?? null,
        of.type,
        of.name,
        of.mime ?? 'application/pdf',
        Buffer.from(of.bytes),
        of.receivedAt ?? null,
      ],
    )
  ).rows[0].id
/** A transaction of a channel with its twelve digits. */
const transaction = async (channel: number, reference: string, claim = claimOf(1)): Promise<string> =>
  (
    await api.db.query(
      `insert into rx_transaction (mc, id, tcn, reference_number, sub_carrier, stratus_claim_id, status, claim_channel_type, rx_number, fill_number,
        fill_date, submitted_at, adjudicated_at, ndc, gpi, drug_name, generic_or_brand, quantity, days_supply, pharmacy_nabp, prescriber_npi)
       values ('AAA', gen_random_uuid(), '90' || $1, $1, 'AAA1', $2, 'P', $3, '1', 0, '2026-01-02', now(), now(), '00000000000', '72600057000110',
        'Pregabalin', 'G', 60, 30, '1043391', '1932102084') returning id`,
      [reference, claim, channel],
    )
  ).rows[0].id

describe('an adjuster uploads a document', () => {
  test('and finds it in the list, opens it, and the request it belongs to says so', async () => {
    const { status, body } = await upload(adjuster, { typeId: 9, receivedOn: '2026-01-02' })
    expect(status).toBe(200)
    expect(body.document).toMatchObject({
      typeId: 9,
      typeName: 'Board or court order',
      fileName: 'note.pdf',
      mime: 'application/pdf',
      pages: 1,
      source: 'PORTAL',
      fileNet: false,
      uploadedBy: 'Adj aaa',
      receivedAt: '2026-01-02T17:00:00.000Z', // noon in New York
    })
    const { documentId } = body.document
    const found = await list(adjuster, claimOf(1))
    expect(found.body.content).toEqual([body.document])
    const file = await adjuster.ask(documents.file, { id: documentId, x: 9 })
    expect(file.text).toBe(Buffer.from(samplePdf('Office note')).toString('utf8'))
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="note\.pdf"/),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    const { rows } = await api.db.query(
      `select call from access_audit where claim_ids = $1 and user_id = $2 order by id`,
      [[claimOf(1)], idOf('adj.aaa')],
    )
    expect(rows.map((row) => row.call)).toEqual(['documents.add', 'documents.ofPatient', 'documents.file'])
  })

  test('twice by accident: the second is refused with the name it has on file', async () => {
    await upload(adjuster, { claimId: claimOf(2), file: pdf('Twice') })
    const again = await upload(adjuster, { claimId: claimOf(2), file: { ...pdf('Twice'), name: 'other name.pdf' } })
    expect([again.status, again.body.status.code, again.body.status.message]).toEqual([
      409,
      'DUPLICATE',
      'This file is on file already as note.pdf.',
    ])
    expect(await countOf(claimOf(2))).toBe(1)
  })

  test('by several at once: exactly one is stored, and the others learn its name, in every round', async () => {
    const other = await api.signIn('adj.aaa2')
    for (let round = 0; round < 6; round += 1) {
      const before = await countOf(claimOf(2))
      const answers = await Promise.all(
        [adjuster, other, adjuster, other].map((by, at) =>
          upload(by, { claimId: claimOf(2), file: { ...pdf(`Round ${round}`), name: `copy ${at}.pdf` } }),
        ),
      )
      const stored = answers.filter(({ status }) => status === 200)
      expect(stored.length).toBe(1)
      const message = `This file is on file already as ${stored[0]!.body.document.fileName}.`
      expect(answers.filter((one) => one !== stored[0]).map(({ body }) => body.status)).toEqual(
        Array.from({ length: 3 }, () => ({ code: 'DUPLICATE', message })),
      )
      expect(await countOf(claimOf(2))).toBe(before + 1)
    }
  })

  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const bomb = (width: number, height: number): Buffer => {
    const png = Buffer.from(onePixelPng)
    png.writeUInt32BE(width, 16)
    png.writeUInt32BE(height, 20)
    return png
  }
  test.each([
    ['a page of HTML that says it is a PDF', { name: 'a.pdf', bytes: html }, 'This file is not one we can take.'],
    [
      'an SVG',
      { name: 'a.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      'not one we can take',
    ],
    [
      'a page of HTML with a PDF behind it',
      { name: 'a.pdf', bytes: Buffer.concat([html, samplePdf('x')]) },
      'not one we can take',
    ],
    ['a ZIP', { name: 'a.zip', bytes: Buffer.from('PK\u0003\u0004aaaa') }, 'not one we can take'],
    ['a program', { name: 'a.exe', bytes: Buffer.from('MZ\u0090\u0000') }, 'not one we can take'],
    [
      'a PDF with a script in a packed object',
      { name: 'a.pdf', bytes: pdfWithPackedScript() },
      'This PDF holds a script',
    ],
    ['a PDF that breaks off', { name: 'a.pdf', bytes: samplePdf('x').subarray(0, 200) }, 'damaged or incomplete'],
    [
      'a picture that unpacks to gigabytes',
      { name: 'a.png', bytes: bomb(60_000, 60_000) },
      'This picture is too large',
    ],
    ['an empty file', { name: 'a.pdf', bytes: new Uint8Array() }, 'This file is empty.'],
  ])('%s is refused at the field, and nothing is kept', async (_, file, message) => {
    const { status, body } = await upload(adjuster, { claimId: claimOf(3), file: { type: 'application/pdf', ...file } })
    expect([status, body.fields?.[0]?.path]).toEqual([422, 'file'])
    expect(body.fields[0]!.message).toContain(message)
    expect(await countOf(claimOf(3))).toBe(0)
  })

  test('larger than the limit is refused before it is read', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024 + 200 * 1024)
    const { status, body } = await upload(adjuster, { claimId: claimOf(3), file: { ...pdf(), bytes: large } })
    expect([status, body.status.code]).toEqual([413, 'TOO_LARGE'])
    expect(await countOf(claimOf(3))).toBe(0)
  })

  test.each([
    [
      '../../etc/passwd\r\nSet-Cookie: a=b.exe',
      /^attachment; filename="passwd Set-Cookie a=b\.pdf"; filename\*=UTF-8''/,
    ],
    [
      'Łukasz "Bo" 🙂.html',
      /^attachment; filename="_ukasz Bo __?\.pdf"; filename\*=UTF-8''%C5%81ukasz%20Bo%20%F0%9F%99%82\.pdf$/,
    ],
    ['\u202Efdp.exe', /^attachment; filename="fdp\.pdf"/],
    ['...', /^attachment; filename="Medical record or office note\.pdf"/],
    [`${'x'.repeat(400)}.pdf`, /^attachment; filename="x{80}\.pdf"/],
    ['=HYPERLINK("http://evil").pdf', /^attachment; filename="evil\)\.pdf"/],
  ])('named %j is kept under a harmless name', async (name, header) => {
    const { status, body } = await upload(adjuster, { claimId: claimOf(4), file: { ...pdf(name), name } })
    expect(status).toBe(200)
    const file = await adjuster.ask(documents.file, { id: body.document.documentId, x: 7 })
    expect(file.headers['content-disposition']).toMatch(header)
    expect(String(file.headers['content-type'])).toBe('application/pdf')
  })

  test.each([
    [{ typeId: 4 }, 'typeId', 'Choose one of 7 Medical record'],
    [{ typeId: 16 }, 'typeId', 'Choose one of'],
    [{ typeId: 17 }, 'typeId', ''],
    [{ typeId: 8 }, 'authorizationId', 'A review report belongs to a request'],
    [{ receivedOn: '2199-01-01' }, 'receivedOn', 'This day has not come yet.'],
    [{ receivedOn: '2026-02-30' }, 'receivedOn', 'This day does not exist.'],
    [{ file: 'text' }, 'file', 'Attach a file.'],
  ])('with %j is refused at its field', async (more, path, message) => {
    const { status, body } = await upload(adjuster, { claimId: claimOf(3), ...more })
    expect([status, body.fields?.[0]?.path]).toEqual([400, path])
    expect(body.fields[0]!.message).toContain(message)
    expect(await countOf(claimOf(3))).toBe(0)
  })

  test('only about a claim and a request of it that they may see; restricted roles upload nothing', async () => {
    const request = idOf('no request')
    expect((await upload(adjuster, { claimId: claimOf(1, 'BBB1', 'BBB') })).status).toBe(404)
    expect((await upload(await api.signIn('adj.sub1'), { claimId: claimOf(1, 'AAA2') })).status).toBe(404)
    expect((await upload(adjuster, { claimId: claimOf(3), authorizationId: request })).status).toBe(404)
    for (const who of ['read.only', 'prog.spec', 'both']) {
      const { status, body } = await upload(await api.signIn(who), { claimId: claimOf(3) })
      expect([who, status, body.status.code]).toEqual([who, 403, 'UPDATE_BLOCKED'])
    }
    expect(await countOf(claimOf(3))).toBe(0)
  })
})

describe('the documents of a claim', () => {
  test('are found by type, day and part of a name, by page, and newest first', async () => {
    const claim = claimOf(5)
    const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T23:30:00Z`
    for (let day = 1; day <= 6; day += 1)
      await filed({
        claim,
        type: day % 2 ? 7 : 15,
        name: `Paper ${day}.pdf`,
        bytes: samplePdf(`${day}`),
        receivedAt: at(day),
      })
    await filed({ claim, type: 16, name: 'Internal.pdf', bytes: samplePdf('internal') })
    const names = async (more: Record<string, unknown>) =>
      (await list(adjuster, claim, more)).body.content.map((one) => one.fileName)
    expect(await names({})).toEqual([6, 5, 4, 3, 2, 1].map((day) => `Paper ${day}.pdf`))
    expect(await names({ typeIds: [15] })).toEqual(['Paper 6.pdf', 'Paper 4.pdf', 'Paper 2.pdf'])
    expect(await names({ typeIds: [16] })).toEqual([])
    // Half past seven in the evening in New York, where the carrier is.
    expect(await names({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['Paper 3.pdf', 'Paper 2.pdf'])
    expect(await names({ text: 'PAPER 4' })).toEqual(['Paper 4.pdf'])
    expect(await names({ text: '%' })).toEqual([])
    const seen: string[] = []
    let after: string | null = null
    do {
      const { body }: Awaited<ReturnType<typeof list>> = await list(adjuster, claim, {
        size: 4,
        ...(after && { after }),
      })
      seen.push(...body.content.map((one) => one.fileName))
      after = body.next
    } while (after !== null)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1].map((day) => `Paper ${day}.pdf`))
    expect((await list(adjuster, claim, { after: '00.00' })).body.fields).toMatchObject([{ path: 'after' }])
    expect((await list(adjuster, claim, { from: '2026-03-03', to: '2026-03-02' })).body.fields).toMatchObject([
      { path: 'to' },
    ])
  })

  test('are hidden where the carrier switched them off, and from everybody who may not see the claim', async () => {
    expect((await list(await api.signIn('adj.bbb'), claimOf(5), { masterCarrier: 'BBB' })).status).toBe(404)
    expect((await list(adjuster, claimOf(5), { subCarrier: 'AAA2' })).status).toBe(404)
    await api.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'patient_show_filecab', false)`,
    )
    for (const answer of [await list(adjuster, claimOf(5)), await upload(adjuster, { claimId: claimOf(5) })])
      expect([answer.status, answer.body.status.code]).toEqual([403, 'FEATURE_OFF'])
    await api.db.query(`delete from feature_flag_override where key = 'patient_show_filecab'`)
  })

  test('have types by group; an unknown group is not found', async () => {
    const { body } = await adjuster.ask(documents.types, { id: 3 })
    expect(body.map((type) => type.typeId)).toEqual([4, 5, 6, 12])
    expect(body[0]).toEqual({ typeId: 4, name: 'Explanation of benefits', groupId: 3 })
    expect((await adjuster.ask(documents.types, { id: 4 })).status).toBe(404)
  })
})

describe('the archive', () => {
  test('calls an explanation of benefits .txt: a PDF is handed out as the PDF it is', async () => {
    const bytes = samplePdf('Paid')
    const id = await filed({ type: 4, name: 'EOB 2026-01.txt', mime: 'text/plain', bytes })
    const file = await adjuster.ask(documents.fileNet, { id, x: 4 })
    expect(file.text).toBe(Buffer.from(bytes).toString('utf8'))
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="EOB 2026-01.pdf"'),
    })
  })

  test('and a text, even one that looks like a page, is printed as a PDF: never sent as text under another name', async () => {
    const bytes = Buffer.from('PLAN PAID      12.50\n<script>alert(1)</script>\f\tPAGE TWO')
    const id = await filed({ type: 4, name: 'EOB.txt', mime: 'text/plain', bytes })
    const file = await adjuster.ask(documents.fileNet, { id, x: 4 })
    expect(file.text.slice(0, 5)).toBe('%PDF-')
    expect(file.text).not.toContain('<script>')
    expect(file.text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="EOB.pdf"'),
      'x-content-type-options': 'nosniff',
    })
  })

  test('opens types 4 and 5 alone, and its address opens no other type', async () => {
    const archived = await filed({ type: 5, name: 'EOBR.pdf', bytes: samplePdf('5') })
    const record = await filed({ type: 7, name: 'Note.pdf', bytes: samplePdf('7') })
    const foreign = await filed({
      mc: 'BBB',
      sub: 'BBB1',
      claim: claimOf(1, 'BBB1', 'BBB'),
      type: 4,
      name: 'a.pdf',
      bytes: samplePdf('b'),
    })
    const status = async (call: typeof documents.file | typeof documents.fileNet, id: string, x: number) =>
      (await adjuster.ask(call, { id, x })).status
    expect(await status(documents.fileNet, archived, 5)).toBe(200)
    expect(await status(documents.fileNet, archived, 4)).toBe(404)
    expect(await status(documents.file, archived, 5)).toBe(404)
    expect(await status(documents.fileNet, record, 7)).toBe(404)
    expect(await status(documents.file, record, 7)).toBe(200)
    expect(await status(documents.fileNet, foreign, 4)).toBe(404)
    expect(await status(documents.file, idOf('nothing'), 7)).toBe(404)
    for (const id of ['../../etc/passwd', '%2e%2e%2f', '..%5c..', 'C:\\a', 'x'.repeat(200)]) {
      const { status: answer } = await adjuster.raw({
        method: 'GET',
        url: `/api/fileNetDocument/${encodeURIComponent(id)}/4`,
      })
      expect([400, 404, 414]).toContain(answer)
    }
  })
})

describe('a transaction', () => {
  test('has its explanations of benefits and of bill review, for who may see its claim', async () => {
    const id = await transaction(1, '100000000001')
    await transaction(1, '100000000002')
    await filed({ type: 4, name: 'EOB.txt', mime: 'text/plain', bytes: Buffer.from('paid'), transaction: id })
    await filed({ type: 6, name: 'Bill.pdf', bytes: samplePdf('bill'), transaction: id })
    const of = (more: Record<string, unknown> = {}, by = adjuster) =>
      by.ask(documents.ofTransaction, { a: 'AAA', b: 'AAA1', c: claimOf(1), d: '100000000001', ...more } as never)
    expect((await of()).body).toMatchObject([
      { typeId: 4, fileNet: true, referenceNumber: '100000000001', drug: 'Pregabalin' },
    ])
    expect((await of({ d: '100000000002' })).body).toEqual([])
    expect((await of({ d: '100000000009' })).status).toBe(404)
    expect((await of({ c: claimOf(2) })).status).toBe(404)
    expect((await of({ b: 'AAA2' })).status).toBe(404)
    expect((await of({ a: 'BBB' }, await api.signIn('adj.bbb'))).status).toBe(404)
  })

  test.each([
    [1, 'No paper bill image for this transaction.'],
    [3, 'No paper bill image for this transaction.'],
    [2, null],
    [7, null],
    [8, null],
    [9, null],
  ])('of channel %i: the image of its bill is %s', async (channel, message) => {
    const reference = `20000000000${channel}`
    const id = await transaction(channel, reference)
    const bytes = samplePdf(`bill ${channel}`)
    await filed({ type: channel === 7 ? 12 : 6, name: 'Bill.pdf', bytes, transaction: id })
    const answer = await adjuster.ask(documents.billImage, { a: reference, b: 'AAA' })
    if (message === null) expect(answer.text).toBe(Buffer.from(bytes).toString('utf8'))
    else expect([answer.status, answer.body.status.message]).toEqual([404, message])
    const unknown = await adjuster.ask(documents.billImage, { a: '999999999999', b: 'AAA' })
    const foreign = await (await api.signIn('adj.bbb')).ask(documents.billImage, { a: reference, b: 'BBB' })
    expect([unknown.status, foreign.status]).toEqual([404, 404])
  })
})

test('A page of a document is a picture with its words; of another carrier, and of another type, it is not found', async () => {
  const id = await filed({ type: 7, name: 'two.pdf', bytes: samplePdf('Knee pain', { pages: 2 }) })
  const pageOf = async (by: Visitor, page: number, x = 7) => {
    const { status, body } = await by.ask(documents.page, { id, x, page })
    return status === 200 ? (body as unknown) : status
  }
  expect(await pageOf(adjuster, 2)).toMatchObject({
    pages: 2,
    text: 'Knee pain, page 2',
    picture: expect.stringMatching(/^iVBOR/),
  })
  expect(await pageOf(adjuster, 3)).toEqual({ pages: 2, picture: null, text: '' })
  expect([await pageOf(adjuster, 1, 9), await pageOf(await api.signIn('adj.bbb'), 1)]).toEqual([404, 404])
  const text = await filed({ type: 4, name: 'EOB 1.txt', mime: 'text/plain', bytes: Buffer.from('Paid 12.34') })
  const { body } = await adjuster.ask(documents.page, { id: text, x: 4, page: 1 })
  expect(JSON.stringify(body)).toContain('Paid 12.34')
})
