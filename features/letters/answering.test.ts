import { documents } from '#features/documents/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { documentCheck } from '#platform/gateways/document-check.ts'
import { documentWork } from '#platform/gateways/document-work.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pdfWithPackedScript, samplePdf, onePixelPng, sampleTiff } from '#testing/pdf-documents.ts'
import { letters } from './contract.ts'
import { fax, office, startLetterApi, type LetterApi } from '#testing/letters.ts'

let api: LetterApi['api']
let adjuster: LetterApi['adjuster']
let query: LetterApi['query']
let request: LetterApi['request']
let one: LetterApi['one']
let codeOf: LetterApi['codeOf']
let mailed: LetterApi['mailed']
let answer: LetterApi['answer']
beforeAll(async () => {
  ;({ api, adjuster, query, request, one, codeOf, mailed, answer } = await startLetterApi())
})
afterAll(() => api.close())

describe('answering a letter', () => {
  test('an unknown, foreign or used code opens nothing; a valid code works however it is typed', async () => {
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

    // Two identical answers at once and a third later: one is stored.
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

  test('an attachment is accepted by its content, not by its name; active or infected files are refused', async () => {
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

    // An unreachable scanner refuses the file.
    const { checkDocument } = api.built.portal
    Object.assign(api.built.portal, {
      checkDocument: documentCheck(() => Promise.reject(new Error('away')), documentWork.inspect),
    })
    expect((await answer(code)).body.status).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('malware'),
    })
    Object.assign(api.built.portal, { checkDocument })
    // A picture is stored with its real type and a safe name.
    expect((await answer(code, { file: file('..\\..\\x/evil\u202e"\r\n.pdf', onePixelPng) })).status).toBe(200)
    const [document] = (await one(id)).lomn[0]!.documents.filter(({ typeId }) => typeId === 1)
    expect(document).toMatchObject({ mime: 'image/png', fileName: expect.stringMatching(/^[\w .-]+\.png$/) })
  })

  test('typed answers are stored as a letter too, with the signer', async () => {
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
    expect((await adjuster.ask(documents.file, { id: document!.documentId, x: 1 })).text.slice(0, 5)).toBe('%PDF-')
  })

  test('support enters a faxed answer by its reference; an authorization that was moved meanwhile keeps its status', async () => {
    await query(
      `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
    )
    const support = await api.signIn('ext.aaa')
    const file = { name: 'fax.tif', type: 'image/tiff', bytes: sampleTiff([[8, 8]]) }
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

  test('typed answers without a required answer are refused by question, and the code stays valid', async () => {
    const id = await request()
    const sent = await adjuster.ask(letters.email, {
      authorizationId: id,
      version: 1,
      to: [office],
      template: 'compound',
    })
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

  test('an incomplete paper answer is returned: the letter is still waited for, the prescriber is notified of what it lacks', async () => {
    const support = await api.signIn('ext.aaa')
    const file = { name: 'fax.pdf', type: 'application/pdf', bytes: samplePdf('Half of it') }
    const id = await request()
    const sent = await adjuster.ask(letters.fax, {
      authorizationId: id,
      version: 1,
      faxNumber: fax,
      template: 'opioid',
    })
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
    // Twice more at once, each with a key of its own: nobody is notified twice, nothing is stored twice.
    const again = () => enter({ missing: ['signature', 'exam', 'taper'] })
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([200, 200])
    const messages = await query<{ channel: string; address: string; body: string }>(
      `select channel, address, body from outside_message where authorization_id = $1 and subject like '%not complete%'`,
      [id],
    )
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(message).toMatchObject({ channel: 'FAX', address: '8135550151' })
    expect(message!.body).toContain('- Plan to lower the dose, with dates')
    expect(message!.body).toMatch(/^Patient: \S.+, born \d\d\/\d\d\/\d{4}\nDrug: .*\d.*, \d+ for \d+ days$/m)
    const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
    expect(log.map(({ eventCode }) => eventCode).toReversed()).toEqual([100, 150, 221])
    expect(log[0]!.eventText).toBe(
      'Document letter of medical necessity arrived incomplete and was returned; missing: Last examination and findings; Plan to lower the dose, with dates; The signature, with its date',
    )
    expect(
      await query(
        `select u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'letterReturned' and n.authorization_id = $1`,
        [id],
      ),
    ).toEqual([{ username: 'adj.aaa' }])
    // The complete one is accepted, and both papers stay with the letter.
    expect((await enter({ complete: true, signedOn: dayAt(api.clock.now()) })).body).toMatchObject({
      status: 'RECEIVED',
    })
    const papers = (await one(id)).lomn[0]!.documents.filter(({ typeId }) => typeId === 1)
    expect(papers.map(({ fileName }) => fileName).toSorted()).toEqual(['Incomplete fax.pdf', 'fax.pdf'])

    // The e-mail names questions by number: their text may reveal the drug.
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

  test('a received letter ends a snooze and never moves the legal clock', async () => {
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
