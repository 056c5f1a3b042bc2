import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { documentCheck } from '#platform/gateways/document-check.ts'
import { transactions } from '#features/transactions/contract.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { ORIGIN, type TestApi, type Refusal, type Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { pdfWithPackedScript, samplePdf, onePixelPng } from '#testing/pdf-documents.ts'
import { letters } from './contract.ts'

let api: TestApi
let adjuster: Visitor
let at = 200
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const query = async <T = Record<string, never>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await api.db.query(text, values)).rows as T[]
const office = 'office@clinic.example'
const fax = '(813) 555-0151'
/** A request nobody has touched, of a worker of its own. */
const request = async (sub: 'AAA1' | 'AAA2' | 'BBB1' = 'AAA1') =>
  raiseAuthorization(api, await anotherWorker(api, sub, (at += 1)))
const one = async (id: string, by = adjuster) => (await by.ask(authorizations.one, { id })).body
const mailed = async (id: string) => {
  const answer = await adjuster.ask(letters.email, { authorizationId: id, to: [office] })
  expect(answer.body).toMatchObject({ success: true, status: 'QUEUED', authorizationStatusId: 21 })
  return { ...answer.body, code: await codeOf(answer.body.lomnId) }
}
/** The code as it stands in the message that goes out. */
const codeOf = async (lomnId: string): Promise<string> => {
  const [message] = await query<{ body: string }>(
    'select o.body from outside_message o join lomn_request l on l.message_id = o.id where l.id = $1',
    [lomnId],
  )
  return /letter#([0-9A-Z-]+)/.exec(message!.body)?.[1] ?? /code ([0-9A-Z-]{24})/.exec(message!.body)![1]!
}
const answer = (token: string, more: object = {}) =>
  api.anonymous.ask(letters.respond, {
    token,
    file: { name: 'letter.pdf', type: 'application/pdf', bytes: samplePdf('Needed', { pages: 2 }) },
    signedBy: 'Ansel Hawthorne, MD',
    attested: true,
    ...more,
  } as never)

test('a letter is asked for by e-mail, answered by the prescriber, read, and the request is decided with it', async () => {
  const id = await request()
  const before = await one(id)
  const sent = await mailed(id)
  expect(sent.referenceNumber).toMatch(/^LM\d{10}$/)
  const waiting = await one(id)
  expect(waiting).toMatchObject({
    authorizationStatusId: 21,
    statutoryDueAt: before.statutoryDueAt,
    lomnStatus: 'QUEUED',
    lomn: [{ status: 'QUEUED', channel: 'EMAIL', to: [office], documents: [{ typeId: 2, mime: 'application/pdf' }] }],
  })
  expect(waiting.allowedActions).toContain('approve')

  const asked = await api.anonymous.ask(letters.open, { token: sent.code })
  expect(asked.body).toMatchObject({ state: 'OPEN', referenceNumber: sent.referenceNumber, carrier: 'Alder Mutual' })
  expect(JSON.stringify(asked.body.letter)).toMatch(/Maria Ortega201, born 03\/14\/1979.*Pregabalin/is)
  expect(JSON.stringify(asked.body)).not.toMatch(/(?<![\w-])1120(?![\w-])|ssn/i) // as a word: ids are random digits

  const came = await answer(sent.code)
  expect(came.body).toMatchObject({ success: true, referenceNumber: sent.referenceNumber })
  const arrived = await one(id)
  expect(arrived).toMatchObject({
    authorizationStatusId: 20,
    statutoryDueAt: before.statutoryDueAt,
    lomnStatus: 'RECEIVED',
    lomn: [{ status: 'RECEIVED', answeredBy: 'Ansel Hawthorne, MD' }],
  })
  const letter = arrived.lomn[0]!.documents.find(({ typeId }) => typeId === 1)!
  expect(letter).toMatchObject({ fileName: 'letter.pdf', mime: 'application/pdf', pages: 2 })
  const file = await adjuster.ask(letters.file, { id: letter.documentId, x: 1 })
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="letter\.pdf"/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  })
  expect(file.text).toBe(Buffer.from(samplePdf('Needed', { pages: 2 })).toString('utf8'))

  const read = await adjuster.ask(letters.review, { lomnId: sent.lomnId, supports: true })
  expect(read.body).toMatchObject({ success: true, status: 'REVIEWED', authorizationStatusId: 20 })
  expect((await adjuster.ask(decision.approve, { id, version: arrived.version })).status).toBe(200)
  const codes = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events.map(
    ({ eventCode }) => eventCode,
  )
  expect(codes.toReversed().slice(0, 4)).toEqual([100, 150, 152, 221])
})

describe('asking', () => {
  const send = (id: string, more: object = {}, by = adjuster) =>
    by.ask(letters.email, { authorizationId: id, to: [office], ...more } as never)
  const faxTo = (id: string, more: object = {}, by = adjuster) =>
    by.ask(letters.fax, { authorizationId: id, faxNumber: fax, ...more } as never)

  test('is possible while a request waits for a decision, also a second time, and not once it is decided or with a reviewer', async () => {
    const statuses: [status: number, code: string][] = [
      [20, 'OK'],
      [21, 'OK'],
      [22, 'OK'],
      [23, 'ALREADY_DECIDED'],
      [24, 'OK'],
      [25, 'ALREADY_DECIDED'],
    ]
    for (const [status, code] of statuses) {
      const id = await request()
      await query('update rx_authorization set status_id = $2 where id = $1', [id, status])
      const { body } = await send(id)
      expect([status, 'success' in body ? 'OK' : (body as Refusal).status.code]).toEqual([status, code])
      expect([status, (await one(id)).authorizationStatusId]).toEqual([status, code === 'OK' ? 21 : status])
    }
    const decided = await request()
    await adjuster.ask(decision.rejectThisFill, { id: decided, version: 1, reasonId: 10, note: 'no' })
    expect((await send(decided)).body.status).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'Authorization is already Rejected, no PA.',
    })
  })

  test('is one at a time for a prescriber, and one a minute for a request', async () => {
    const id = await request()
    const first = await mailed(id)
    expect((await send(id)).body).toMatchObject({
      status: { code: 'DUPLICATE', message: expect.stringContaining(first.referenceNumber) },
      data: { id: first.lomnId },
    })
    const other = { prescriberId: '1999999984', to: ['second@clinic.example'], confirmTo: ['second@clinic.example'] }
    expect((await send(id, other)).body.status.code).toBe('RATE_LIMIT')
    await query(
      "update lomn_request set requested_at = requested_at - interval '61 seconds' where authorization_id = $1",
      [id],
    )
    expect((await send(id, other)).body).toMatchObject({ success: true })
    expect((await one(id)).lomn.map(({ prescriber }) => prescriber)).toEqual([
      'Lucinda Brightwater, MD',
      'Ansel Hawthorne, MD',
    ])
    // Of two at the same moment one wins, whichever it is: the database itself says so.
    const both = await request()
    const answers = await Promise.all([send(both), send(both)])
    expect(answers.map(({ body }) => body.status.code ?? body.status).sort()).toEqual(['DUPLICATE', 'QUEUED'])
  })

  test('goes where the prescriber is known to be, or where somebody typed twice, never to a number that costs or is blocked', async () => {
    const id = await request()
    await query(`insert into carrier_setting (mc, key, value) values ('AAA', 'blockedFaxNumbers', '["813-555-0177"]')`)
    const tries: [input: object, code: string, field: string][] = [
      [{ faxNumber: '8135550199' }, 'RULE', 'confirmFaxNumber'],
      [{ faxNumber: '8135550199', confirmFaxNumber: '8135550198' }, 'RULE', 'confirmFaxNumber'],
      [{ faxNumber: '813 555 019' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '+44 20 7946 0000' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '900-555-0151', confirmFaxNumber: '900-555-0151' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '813-976-0151', confirmFaxNumber: '813-976-0151' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '0000000000', confirmFaxNumber: '0000000000' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '911-555-0151', confirmFaxNumber: '911-555-0151' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '813-555-0177', confirmFaxNumber: '813-555-0177' }, 'VALIDATION', 'faxNumber'],
      [{ faxNumber: '8135550151\r\nBcc: x' }, 'VALIDATION', 'faxNumber'],
    ]
    for (const [input, code, field] of tries) {
      const { body } = await faxTo(id, input)
      expect([input, body.status.code, body.fields.map(({ path }) => path)]).toEqual([input, code, [field]])
    }
    for (const to of [
      'x',
      'a@b',
      `a@b.example\r\nBcc: x@evil.example`,
      'a@b.example\u0000',
      `${'x'.repeat(250)}@b.example`,
    ])
      expect([to, (await send(id, { to: [to], confirmTo: [to] })).body.status.code]).toEqual([to, 'VALIDATION'])
    expect((await send(id, { to: ['other@clinic.example'] })).body).toMatchObject({
      status: { code: 'RULE', message: expect.stringContaining('Ansel Hawthorne') },
      fields: [{ path: 'confirmTo' }],
    })
    expect((await send(id, { cc: ['somebody@elsewhere.example'] })).body.fields[0]!.path).toBe('cc')
    expect(await query('select id from outside_message where authorization_id = $1', [id])).toEqual([])
    expect((await one(id)).authorizationStatusId).toBe(20)
    const [colleague] = await query<{ email: string }>(`select email from app_user where username = 'super.aaa'`)
    const sent = await faxTo(id, {
      faxNumber: '1 (813) 555-0199',
      confirmFaxNumber: '813.555.0199',
      cc: [colleague!.email],
      coverNote: 'Please be quick',
    })
    expect(sent.body).toMatchObject({ success: true, status: 'QUEUED', faxJobId: expect.any(String) })
    const messages = await query<{ channel: string; address: string; body: string; document_id: string | null }>(
      'select channel, address, body, document_id from outside_message where authorization_id = $1 order by channel',
      [id],
    )
    expect(messages.map(({ channel, address, document_id }) => [channel, address, document_id !== null])).toEqual([
      ['FAX', '8135550199', true],
      ['MAIL', colleague!.email, false],
    ])
    expect(messages[0]!.body).toContain('Please be quick')
    // No mail names the person or the drug; a copy has no way in for strangers.
    for (const { channel, body } of messages) {
      expect(body).not.toMatch(/Ortega|Maria|pregabalin/i)
      if (channel === 'MAIL') expect(body).not.toContain('/letter#')
    }
  })

  test('needs the questions its template cannot do without; one that lacks them is refused by name and not sent', async () => {
    const id = await request()
    const { body } = await send(id, { template: 'opioid', questions: ['diagnosis', 'exam', 'plan'] })
    expect(body.status).toMatchObject({
      code: 'RULE',
      message:
        'This letter is not complete. It lacks the question "Screening for misuse", the question "Plan to lower the dose, with dates".',
    })
    expect(body.fields.map(({ path }) => path)).toEqual(['questions', 'questions'])
    expect((await send(id, { template: 'compound', questions: ['ingredients'] })).body.status.message).toContain(
      'the question "Route and directions"',
    )
    await query(`update practitioner set fax = null, email = null, city = null where npi = '1999999984'`)
    expect((await faxTo(id, { prescriberId: '1999999984', autoFax: false })).body).toMatchObject({
      status: { code: 'RULE', message: 'This letter is not complete. It lacks an address of the prescriber.' },
      fields: [{ path: 'prescriberId' }],
    })
    expect((await one(id)).authorizationStatusId).toBe(20)
    expect((await send(id, { template: 'opioid', questions: ['exam', 'plan', 'screening', 'taper'] })).status).toBe(200)
  })

  test('what changed between the preview and the sending is told, and nothing is sent', async () => {
    const id = await request()
    const { referenceNumber } = await one(id)
    const preview = (await adjuster.ask(letters.preview, { referenceNumber })).body
    expect(preview).toMatchObject({
      template: 'general',
      prescriber: { npi: '1932102084', fax: '8135550151', email: office },
      autoFax: true,
    })
    await query(`update practitioner set fax = '8135550188' where npi = '1932102084'`)
    expect((await faxTo(id, { documentId: preview.documentId })).body).toMatchObject({
      status: { code: 'CONFLICT' },
      data: { fax: '8135550188' },
    })
    await query(`update practitioner set fax = '8135550151' where npi = '1932102084'`)
    expect((await faxTo(id, { documentId: preview.documentId, version: 2 })).body.status.code).toBe('CONFLICT')
    expect((await faxTo(id, { documentId: preview.documentId, version: 1 })).status).toBe(200)
  })

  test('a preview is a PDF for this person in this carrier for ten minutes, and changes nothing', async () => {
    const id = await request()
    const { referenceNumber } = await one(id)
    const counted = () =>
      query(
        'select (select count(*) from lomn_request) as letters, (select count(*) from document) as documents, (select count(*) from outbox) as outbox',
      )
    const before = await counted()
    const { body } = await adjuster.ask(letters.preview, {
      referenceNumber,
      template: 'opioid',
      prescriberId: '1999999984',
    })
    expect(body).toMatchObject({ template: 'opioid', prescriber: { name: 'Lucinda Brightwater, MD', fax: null } })
    expect(body.previewUrl).toMatch(new RegExp(`^${ORIGIN}/api/authorizations/previewLomn/`))
    expect(Date.parse(body.expiresAt) - api.clock.now().getTime()).toBeLessThanOrEqual(600_000)
    const preview = body.previewUrl.split('/').at(-1)!
    const file = await adjuster.ask(letters.previewFile, { preview })
    expect([file.status, file.headers['content-type'], file.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const theirs = await Promise.all(
      [api.signIn('adj.aaa2'), api.signIn('adj.bbb')].map(async (by) =>
        (await by).ask(letters.previewFile, { preview }),
      ),
    )
    expect(theirs.map(({ status }) => status)).toEqual([404, 404])
    for (const bent of [
      `${preview.slice(0, -1)}${preview.endsWith('0') ? '1' : '0'}`,
      preview.slice(1),
      'x',
      '0000.0000',
    ])
      expect([bent, (await adjuster.ask(letters.previewFile, { preview: bent })).status]).toEqual([bent, 404])
    expect((await (await api.signIn('read.only')).ask(letters.preview, { referenceNumber })).body.status.code).toBe(
      'UPDATE_BLOCKED',
    )
    expect(await counted()).toEqual(before)
    api.clock.move(601_000)
    expect((await adjuster.ask(letters.previewFile, { preview })).status).toBe(404)
  })

  test('is off where the carrier says so; without faxes a letter is mailed, or printed and waited for all the same', async () => {
    const id = await request()
    const flag = (key: string, enabled: boolean) =>
      query(
        `insert into feature_flag_override (mc, key, enabled) values ('AAA', $1, $2) on conflict (mc, sub_carrier, key) do update set enabled = $2`,
        [key, enabled],
      )
    await query(
      `insert into feature_flag values ('patient_request_lomn_disabled', false, 'No letters') on conflict do nothing`,
    )
    await flag('patient_request_lomn_disabled', true)
    expect((await send(id)).body.status).toMatchObject({
      code: 'FEATURE_OFF',
      message: 'Letters are switched off for this carrier.',
    })
    expect((await one(id)).blockedReasons).toContainEqual(
      expect.objectContaining({ action: 'lomn', code: 'FEATURE_OFF' }),
    )
    await flag('patient_request_lomn_disabled', false)
    await flag('lomnAutoFax', false)
    expect((await faxTo(id)).body.status.code).toBe('FEATURE_OFF')
    const printed = await faxTo(id, { autoFax: false })
    expect(printed.body).toMatchObject({ success: true, status: 'SENT', faxJobId: null, authorizationStatusId: 21 })
    expect((await one(id)).lomn[0]).toMatchObject({ channel: 'PRINT', to: [], documents: [{ typeId: 2 }] })
    await flag('lomnAutoFax', true)
  })
})

describe('answering', () => {
  test('a code that is none, of nobody or spent opens nothing; the right one is read as it was typed', async () => {
    const id = await request()
    const { code } = await mailed(id)
    const strangers = [
      'x',
      '0'.repeat(20),
      code.replaceAll('-', '').slice(1),
      `${code}0`,
      code.replace(/^./, 'U'),
      '../../x',
      "' or 1=1",
    ]
    const same = new Set<string>()
    for (const token of strangers) {
      for (const given of [await api.anonymous.ask(letters.open, { token }), await answer(token)]) {
        expect([token, given.status, given.body.status?.code]).toEqual([token, 404, 'NOT_FOUND'])
        same.add(given.text.replace(given.body.supportId, ''))
      }
    }
    expect(same.size).toBe(1)
    const typed = [code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('0', 'o').replaceAll('1', 'l')]
    for (const token of typed) expect((await api.anonymous.ask(letters.open, { token })).body.state).toBe('OPEN')
    expect((await one(id)).lomn[0]!.openedAt).not.toBeNull()

    // Twice at the same moment, and once more later: it came once.
    const both = await Promise.all([answer(code), answer(code)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await answer(code)).body.status).toMatchObject({
      code: 'CONFLICT',
      message: 'This letter was answered already.',
    })
    const closed = (await api.anonymous.ask(letters.open, { token: code })).body
    expect(closed).toMatchObject({ state: 'ANSWERED', letter: null, answeredAt: expect.any(String) })
    expect(JSON.stringify(closed)).not.toMatch(/Ortega|pregabalin/i)
    const count = await query<{ n: number }>(
      'select count(*)::int as n from document where authorization_id = $1 and type_id = 1',
      [id],
    )
    expect(count).toEqual([{ n: 1 }])
    const actors = await query<{ actor: string; call: string }>(
      `select actor, call from access_audit
        where object_type = 'lomn_request' and actor = 'Prescriber'
          and claim_ids = array[(select stratus_claim_id from rx_authorization where id = $1)]
        order by id`,
      [id],
    )
    expect(actors.map(({ call }) => call)).toEqual([
      ...typed.map(() => 'letters.open'),
      'letters.respond',
      'letters.open',
    ])
  })

  test('only papers are taken, by what they are and not by what they are called; nothing that acts, nothing infected', async () => {
    const id = await request()
    const { code } = await mailed(id)
    const file = (name: string, bytes: Uint8Array | string, type = 'application/pdf') => ({
      name,
      type,
      bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    })
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
    const whole = Buffer.from(samplePdf('x'))
    const refused: [string, ReturnType<typeof file>, RegExp][] = [
      ['a page', file('letter.pdf', '<!doctype html><script>alert(1)</script>'), /not one we can take/],
      [
        'a drawing with a script',
        file('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml'),
        /not one we can take/,
      ],
      ['a program', file('letter.pdf', 'MZ\x90\x00'), /not one we can take/],
      ['an archive', file('letter.pdf', 'PK\x03\x04'), /not one we can take/],
      ['words', file('letter.txt', 'It is needed', 'text/plain'), /not one we can take/],
      [
        'a PDF behind something else',
        file('letter.pdf', Buffer.concat([Buffer.from('<html>'), whole])),
        /not one we can take/,
      ],
      ['half a PDF', file('letter.pdf', whole.subarray(0, 300)), /damaged or incomplete/],
      ['half a picture', file('a.png', onePixelPng.subarray(0, 30), 'image/png'), /damaged or incomplete/],
      [
        'a PDF with a script',
        file('letter.pdf', samplePdf('x', { extra: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })),
        /holds a script/,
      ],
      [
        'the same, spelled otherwise',
        file('letter.pdf', samplePdf('x', { extra: '/OpenAction << /S /J#61va#53cript >>' })),
        /holds a script/,
      ],
      [
        'a PDF that starts a program',
        file('letter.pdf', samplePdf('x', { extra: '/OpenAction << /S /Launch /F (a.exe) >>' })),
        /holds a script/,
      ],
      ['a PDF with a script in a packed object', file('letter.pdf', pdfWithPackedScript()), /holds a script/],
      ['the test file of scanners', file('letter.pdf', eicar), /malware/],
      ['the test file inside a PDF', file('letter.pdf', Buffer.concat([whole, Buffer.from(eicar)])), /malware/],
    ]
    for (const [what, given, words] of refused) {
      const { status, body } = await answer(code, { file: given })
      expect([what, status, body.status.code, body.fields[0]?.path]).toEqual([what, 422, 'RULE', 'file'])
      expect([what, body.status.message]).toEqual([what, expect.stringMatching(words)])
    }
    const large = Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024 + 200 * 1024)])
    expect((await answer(code, { file: file('letter.pdf', large) })).body.status.code).toBe('TOO_LARGE')
    expect((await answer(code, { file: undefined })).body.fields[0]!.path).toBe('answers')
    expect((await answer(code, { file: undefined, answers: ['', ' '] })).body.fields[0]!.path).toBe('answers')
    expect((await answer(code, { attested: false })).body.fields[0]!.path).toBe('attested')
    expect((await answer(code, { signedBy: ' ' })).body.fields[0]!.path).toBe('signedBy')
    expect((await one(id)).authorizationStatusId).toBe(21)
    expect(await query('select id from document where authorization_id = $1 and type_id = 1', [id])).toEqual([])

    // A scanner that cannot be asked lets nothing through.
    const { checkDocument } = api.built.portal
    Object.assign(api.built.portal, { checkDocument: documentCheck(() => Promise.reject(new Error('away'))) })
    expect((await answer(code)).body.status).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('malware'),
    })
    Object.assign(api.built.portal, { checkDocument })
    // A picture is called what it is, its name made harmless.
    expect((await answer(code, { file: file('..\\..\\x/evil\u202e"\r\n.pdf', onePixelPng) })).status).toBe(200)
    const [document] = (await one(id)).lomn[0]!.documents.filter(({ typeId }) => typeId === 1)
    expect(document).toMatchObject({ mime: 'image/png', fileName: expect.stringMatching(/^[\w .-]+\.png$/) })
  })

  test('answers that were typed are kept as a letter too, with who signed it', async () => {
    const id = await request()
    const { code } = await mailed(id)
    const asked = (await api.anonymous.ask(letters.open, { token: code })).body.letter!
    const answers = asked.questions.map((_, index) => (index === 4 ? '' : `Because of <b>reason</b> ${index} =1+1`))
    expect((await answer(code, { file: undefined, answers: [...answers, 'one more'] })).status).toBe(400)
    expect((await answer(code, { file: undefined, answers })).status).toBe(200)
    const [letter] = (await one(id)).lomn
    expect(letter!.answers.map(({ question }) => question)).toEqual(asked.questions.map(({ text }) => text))
    expect(letter!.answers[0]!.answer).toBe('Because of <b>reason</b> 0 =1+1')
    const [document] = letter!.documents.filter(({ typeId }) => typeId === 1)
    expect(document).toMatchObject({ mime: 'application/pdf', fileName: `Answer to ${letter!.referenceNumber}.pdf` })
    expect((await adjuster.ask(letters.file, { id: document!.documentId, x: 1 })).text.slice(0, 5)).toBe('%PDF-')
  })

  test('one that comes by fax is entered by support by its reference; a request that was moved meanwhile stays where it is', async () => {
    await query(
      `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
    )
    const support = await api.signIn('ext.aaa')
    const file = { name: 'fax.tif', type: 'image/tiff', bytes: Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(40)]) }
    const byHand = await request()
    const moved = await adjuster.ask(decision.move, { id: byHand, status: 'lomn', version: 1 })
    expect(moved.body).toMatchObject({ success: true, authorizationStatusId: 21 })
    const [printed] = (await one(byHand)).lomn
    expect(printed).toMatchObject({ channel: 'PRINT', status: 'SENT', prescriber: 'Ansel Hawthorne, MD' })
    const { referenceNumber } = printed!
    const whole = { source: 'FAX', file, complete: true, signedOn: dayAt(api.clock.now(), -3) } as const
    const enter = (input: object, by = support) =>
      by.ask(letters.enter, { referenceNumber, ...whole, ...input } as never)
    expect((await enter({}, adjuster)).body.status.code).toBe('NOT_ALLOWED')
    expect((await enter({ referenceNumber: 'LM0000000000' })).status).toBe(404)
    for (const [signedOn, code] of [
      [undefined, 'RULE'],
      [dayAt(api.clock.now(), 1), 'RULE'],
      [dayAt(api.clock.now(), -366), 'RULE'],
      ['2026-02-30', 'VALIDATION'],
      ['2026-13-45', 'VALIDATION'],
    ] as const) {
      const { body } = await enter({ signedOn })
      expect([signedOn, body.status.code, body.fields[0]?.path]).toEqual([signedOn, code, 'signedOn'])
    }
    expect((await enter({})).body).toMatchObject({ success: true, status: 'RECEIVED', authorizationStatusId: 20 })
    expect((await enter({})).body.status.code).toBe('CONFLICT')
    expect((await one(byHand)).lomn[0]).toMatchObject({ signedOn: whole.signedOn, returnedAt: null, missing: [] })
    const log = (await adjuster.ask(history.eventLog, { stratusAuthId: byHand })).body.events
    expect(log.find(({ eventCode }) => eventCode === 152)!.eventText).toContain(
      `signed ${whole.signedOn.slice(5, 7)}/${whole.signedOn.slice(8)}/${whole.signedOn.slice(0, 4)}`,
    )

    const elsewhere = await request()
    const { code } = await mailed(elsewhere)
    await adjuster.ask(decision.move, { id: elsewhere, status: 'clinical', version: 2 })
    await answer(code)
    expect(await one(elsewhere)).toMatchObject({
      authorizationStatusId: 22,
      lomnStatus: 'RECEIVED',
      lomn: [{ signedOn: dayAt(api.clock.now()) }],
    })
  })

  test('typed answers without what the template needs are refused by question, and nothing is spent by it', async () => {
    const id = await request()
    const sent = await adjuster.ask(letters.email, { authorizationId: id, to: [office], template: 'compound' })
    const code = await codeOf(sent.body.lomnId)
    const asked = (await api.anonymous.ask(letters.open, { token: code })).body.letter!
    expect(asked).toMatchObject({ today: dayAt(api.clock.now()) })
    expect(asked.questions.filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'ingredients',
      'route',
      'readyMade',
      'length',
    ])
    const typed = (answers: string[]) => answer(code, { file: undefined, answers })
    const first = (await typed(['Ketamine 10%', '', 'Neuropathy', ' ', 'some weeks'])).body
    expect(first.status).toMatchObject({
      code: 'VALIDATION',
      message: 'Your letter is not complete. Answer question 2. Answer question 4. Question 5: Say 30, 60 or 90 days.',
    })
    expect(first.fields.map(({ path }) => path)).toEqual(['answers.1', 'answers.3', 'answers.4'])
    expect((await one(id)).lomnStatus).toBe('QUEUED')
    expect((await typed(['Ketamine 10%', 'On the knee', '', 'Lidocaine patch', '60 days'])).status).toBe(200)
    expect((await one(id)).lomn[0]).toMatchObject({ status: 'RECEIVED', signedOn: dayAt(api.clock.now()) })
  })

  test('a paper answer that is not complete goes back: the letter is waited for as before, the prescriber hears what it lacks', async () => {
    const support = await api.signIn('ext.aaa')
    const file = { name: 'fax.pdf', type: 'application/pdf', bytes: samplePdf('Half of it') }
    const id = await request()
    const sent = await adjuster.ask(letters.fax, { authorizationId: id, faxNumber: fax, template: 'opioid' })
    await query('update lomn_request set status = 3, sent_at = requested_at where id = $1', [sent.body.lomnId])
    const { referenceNumber } = sent.body
    const enter = (more: object) =>
      support.ask(letters.enter, { referenceNumber, source: 'FAX', file, complete: false, ...more } as never)
    for (const missing of [undefined, ['diagnosis'], ['exam', 'nothing'], ['readyMade']])
      expect([missing, (await enter({ missing })).body.fields[0]?.path]).toEqual([missing, 'missing'])
    expect((await enter({ missing: ['exam', 'taper', 'signature'] })).body).toMatchObject({
      success: true,
      status: 'SENT',
      authorizationStatusId: 21,
    })
    expect(await one(id)).toMatchObject({
      authorizationStatusId: 21,
      lomnStatus: 'SENT',
      lomn: [
        {
          receivedAt: null,
          signedOn: null,
          returnedAt: expect.any(String),
          missing: [
            'Last examination and findings',
            'Plan to lower the dose, with dates',
            'The signature, with its date',
          ],
        },
      ],
    })
    const [message] = await query<{ channel: string; address: string; body: string }>(
      `select channel, address, body from outside_message where authorization_id = $1 and subject like '%not complete%'`,
      [id],
    )
    expect(message).toMatchObject({ channel: 'FAX', address: '8135550151' })
    expect(message!.body).toContain('- Plan to lower the dose, with dates')
    const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
    expect(log.map(({ eventCode }) => eventCode).toReversed()).toEqual([100, 150, 221])
    expect(log[0]!.eventText).toBe(
      'Document letter of medical necessity came incomplete and goes back unprocessed; missing: Last examination and findings; Plan to lower the dose, with dates; The signature, with its date',
    )
    expect(
      await query(
        `select u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'letterReturned' and n.authorization_id = $1`,
        [id],
      ),
    ).toEqual([{ username: 'adj.aaa' }])
    // The whole one is taken, and both papers stay with the letter.
    expect((await enter({ complete: true, signedOn: dayAt(api.clock.now()) })).body).toMatchObject({
      status: 'RECEIVED',
    })
    const papers = (await one(id)).lomn[0]!.documents.filter(({ typeId }) => typeId === 1)
    expect(papers.map(({ fileName }) => fileName).toSorted()).toEqual(['Incomplete fax.pdf', 'fax.pdf'])

    // By mail the questions are numbers: their words may tell of the drug.
    const byMail = await request()
    const mail = await mailed(byMail)
    const lacking = {
      referenceNumber: mail.referenceNumber,
      source: 'POST' as const,
      file,
      complete: false,
      missing: ['why'],
    }
    expect((await support.ask(letters.enter, lacking)).status).toBe(200)
    const [other] = await query<{ body: string }>(
      `select body from outside_message where authorization_id = $1 and channel = 'MAIL' and address = $2 and subject like '%not complete%'`,
      [byMail, office],
    )
    expect(other!.body).toContain('- The answer to question 3 of the letter')
    expect(other!.body).not.toMatch(/Why this drug|pregabalin|Ortega/i)
  })

  test('a snooze ends when the letter comes, and the legal clock never moved', async () => {
    const id = await request()
    const { statutoryDueAt } = await one(id)
    const { code } = await mailed(id)
    expect((await adjuster.ask(clock.snooze, { id, value: 8 })).status).toBe(200)
    await answer(code)
    expect(await one(id)).toMatchObject({ snoozedUntil: null, statutoryDueAt })
    const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
    expect(log.map(({ eventCode }) => eventCode).toReversed()).toEqual([100, 150, 170, 152, 171])
    expect(log.find(({ eventCode }) => eventCode === 152)).toMatchObject({
      eventText: 'Letter received (letter of medical necessity, 2 pages)',
      actorType: 'prescriber',
    })
  })
})

test('a document is shown to who may see its claim, under its own kind, and each showing is on record', async () => {
  const id = await request()
  const { code } = await mailed(id)
  await answer(code)
  const [sent, came] = (await one(id)).lomn[0]!.documents.toSorted((a, b) => b.typeId - a.typeId)
  const tries: [who: string, id: string, x: number, status: number][] = [
    ['adj.aaa', came!.documentId, 1, 200],
    ['adj.aaa', sent!.documentId, 2, 200],
    ['adj.sub1', came!.documentId, 1, 200],
    ['read.only', came!.documentId, 1, 200],
    ['adj.aaa', came!.documentId, 2, 404],
    ['adj.aaa', came!.documentId, 4, 404],
    ['adj.bbb', came!.documentId, 1, 404],
  ]
  for (const [who, document, x, status] of tries)
    expect([who, x, (await (await api.signIn(who)).ask(letters.file, { id: document, x })).status]).toEqual([
      who,
      x,
      status,
    ])
  await query('update document set type_id = 16 where id = $1', [came!.documentId])
  expect((await adjuster.ask(letters.file, { id: came!.documentId, x: 16 })).status).toBe(404)
  const seen = await query<{ n: number }>(
    `select count(*)::int as n from access_audit
      where call = 'letters.file' and claim_ids = array[(select stratus_claim_id from rx_authorization where id = $1)]`,
    [id],
  )
  expect(seen).toEqual([{ n: 4 }])
  const [row] = await query<{ same: boolean }>(
    'select d.sha256 = sha256(f.content) and d.bytes = length(f.content) as same from document d join document_content f on f.document_id = d.id where d.id = $1',
    [sent!.documentId],
  )
  expect(row).toEqual({ same: true })
})

test('opioids beyond the days the plan pays need a letter: a pharmacist clears it with the letter that came, and once it was read the engine asks no more', async () => {
  await query(`insert into carrier_setting (mc, key, value) values ('AAA', 'opioidLetterAfterDays', '5')`)
  const worker = await anotherWorker(api, 'AAA1', (at += 1))
  const days = (ago: number) => new Date(api.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const fill = async (ago: number, rx: string) =>
    (
      await api.service.ask(
        transactions.intake,
        pharmacyClaim({ ...worker, drug: 'oxycodone 5 mg', quantity: 28, days: 7, rx, date: days(ago) }),
      )
    ).body
  const first = await fill(8, '8000001')
  if (first.authorizationId) {
    expect(
      (await adjuster.ask(decision.approve, { id: first.authorizationId, version: 1, oneTimeFill: true })).status,
    ).toBe(200)
    expect((await fill(8, '8000001')).status).toBe('P')
  }
  const id = (await fill(0, '8000002')).authorizationId!
  const raiseAuthorization = await one(id)
  expect(raiseAuthorization.rejects.map(({ rejectCode, dur }) => `${rejectCode} ${dur ?? ''}`.trim())).toEqual(
    expect.arrayContaining(['75', '88 MX']),
  )
  const pharmacist = await api.signIn('pharm.aaa')
  const cleared = async () => {
    const { rejects } = await one(id, pharmacist)
    return rejects.filter(({ sourceRule }) => sourceRule === 'R35').map(({ canCallerOverride }) => canCallerOverride)
  }
  expect(await cleared()).toEqual([false, false])
  const { code, lomnId } = await mailed(id)
  expect((await one(id)).lomn[0]!.template).toBe('opioid')
  await answer(code)
  expect(await cleared()).toEqual([true, true])
  // Signed so long ago that it counts no more, it is no letter; signed today it is one.
  await query('update lomn_request set signed_on = signed_on - 366 where id = $1', [lomnId])
  // The machine believes no letter that nobody has read.
  const stops = async (rx: string) => {
    const { status, rejects } = await fill(0, rx)
    return status === 'R' && rejects.some(({ code: reject }) => reject === '88')
  }
  expect(await stops('8000002')).toBe(true)
  expect((await adjuster.ask(letters.review, { lomnId, supports: true })).status).toBe(200)
  expect(await stops('8000002')).toBe(true)
  await query('update lomn_request set signed_on = signed_on + 366 where id = $1', [lomnId])
  expect(await stops('8000002')).toBe(false)
  expect((await adjuster.ask(letters.review, { lomnId, supports: true })).body.status.code).toBe('CONFLICT')
  await query(`delete from carrier_setting where key = 'opioidLetterAfterDays'`)
})
