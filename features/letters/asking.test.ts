import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { ORIGIN, type Refusal } from '#testing/api.ts'
import { worklist } from '#features/worklist/contract.ts'
import { letters } from './contract.ts'
import { fax, office, startLetterApi, type LetterApi } from '#testing/letters.ts'

let api: LetterApi['api']
let adjuster: LetterApi['adjuster']
let query: LetterApi['query']
let request: LetterApi['request']
let one: LetterApi['one']
let mailed: LetterApi['mailed']
beforeAll(async () => {
  ;({ api, adjuster, query, request, one, mailed } = await startLetterApi())
})
afterAll(() => api.close())

describe('requesting a letter', () => {
  const send = (id: string, more: object = {}, by = adjuster) =>
    by.ask(letters.email, { authorizationId: id, version: 1, to: [office], ...more } as never)
  const faxTo = (id: string, more: object = {}, by = adjuster) =>
    by.ask(letters.fax, { authorizationId: id, version: 1, faxNumber: fax, ...more } as never)

  test('a letter can be requested while the authorization is open, also a second time, but not after a decision or with a reviewer', async () => {
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
    await adjuster.ask(decision.rejectThisFill, { id: decided, version: 1, reasonId: 3, note: 'Not for this injury' })
    expect((await send(decided)).body.status).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'Authorization is already Rejected, no PA.',
    })
  })

  test('the list says since when a request waits for the letter, and until when it should be answered', async () => {
    const id = await request()
    await send(id)
    const asked = { mc: 'AAA', authStatuses: [21], size: 50 }
    const { content } = (await adjuster.ask(worklist.list, asked)).body
    const row = content.find((found) => found.id === id)!
    const [letter] = await query<{ at: Date; due: Date }>(
      `select l.requested_at as at, (l.answer_by + 1)::timestamp at time zone m.time_zone as due
         from lomn_request l join master_carrier m on m.mc = l.mc where l.authorization_id = $1`,
      [id],
    )
    expect(row.pharmacist!.map((at) => Date.parse(at))).toEqual([
      Math.floor(letter!.at.getTime() / 1000) * 1000,
      letter!.due.getTime(),
    ])
  })

  test('An adjuster who does not say which version of the request they saw sends no letter', async () => {
    const id = await request()
    for (const answer of [await send(id, { version: undefined }), await faxTo(id, { version: undefined })])
      expect([answer.status, answer.body.status.code, answer.body.fields[0]?.path]).toEqual([
        428,
        'PRECONDITION_REQUIRED',
        'version',
      ])
    expect((await one(id)).lomn).toEqual([])
  })

  test('there is one open letter for a prescriber, and one letter a minute for an authorization', async () => {
    const id = await request()
    const first = await mailed(id)
    expect((await send(id, { version: 2 })).body).toMatchObject({
      status: { code: 'DUPLICATE', message: expect.stringContaining(first.referenceNumber) },
      data: { id: first.lomnId },
    })
    const other = {
      version: 2,
      prescriberId: '1999999984',
      to: ['second@clinic.example'],
      confirmTo: ['second@clinic.example'],
    }
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
    // Of two at the same moment one wins.
    const both = await request()
    const answers = await Promise.all([send(both), send(both)])
    expect(answers.map(({ body }) => body.status.code ?? body.status).sort()).toEqual(['CONFLICT', 'QUEUED'])
  })

  test('a letter is sent only to an address on file or typed twice, never to a premium or blocked number', async () => {
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
    // No mail names the person or the drug; a copy has no link for people without an account.
    for (const { channel, body } of messages) {
      expect(body).not.toMatch(/Ortega|Maria|pregabalin/i)
      if (channel === 'MAIL') expect(body).not.toContain('/letter#')
    }
  })

  test('a letter without a required question is refused by name and not sent', async () => {
    const id = await request()
    const { body } = await send(id, { template: 'opioid', questions: ['diagnosis', 'exam', 'plan'] })
    expect(body.status).toMatchObject({
      code: 'RULE',
      message:
        'This letter is not complete. Missing: the question "Screening for misuse", the question "Plan to lower the dose, with dates".',
    })
    expect(body.fields.map(({ path }) => path)).toEqual(['questions', 'questions'])
    expect((await send(id, { template: 'compound', questions: ['ingredients'] })).body.status.message).toContain(
      'the question "Route and directions"',
    )
    await query(`update practitioner set fax = null, email = null, city = null where npi = '1999999984'`)
    expect((await faxTo(id, { prescriberId: '1999999984', autoFax: false })).body).toMatchObject({
      status: { code: 'RULE', message: 'This letter is not complete. Missing: an address of the prescriber.' },
      fields: [{ path: 'prescriberId' }],
    })
    expect((await one(id)).authorizationStatusId).toBe(20)
    expect((await send(id, { template: 'opioid', questions: ['exam', 'plan', 'screening', 'taper'] })).status).toBe(200)
  })

  test('a change between preview and sending is reported, and nothing is sent', async () => {
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

  test('a preview is a PDF for this user in this carrier for ten minutes, and changes nothing', async () => {
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

  test('letters can be switched off for a carrier; without faxes a letter is mailed, or printed and still waited for', async () => {
    const id = await request()
    const flag = (key: string, enabled: boolean) =>
      query(
        `insert into feature_flag_override (mc, key, enabled) values ('AAA', $1, $2) on conflict (mc, sub_carrier, key) do update set enabled = $2`,
        [key, enabled],
      )
    await query(`update feature_flag set enabled = false where key = 'patient_request_lomn_disabled'`)
    await flag('patient_request_lomn_disabled', true)
    expect((await send(id)).body.status).toMatchObject({
      code: 'FEATURE_OFF',
      message: 'Letters are not available for this carrier.',
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
