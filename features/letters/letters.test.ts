import { documents } from '#features/documents/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { letters } from './contract.ts'
import { office, startLetterApi, type LetterApi } from '#testing/letters.ts'

let api: LetterApi['api']
let adjuster: LetterApi['adjuster']
let query: LetterApi['query']
let request: LetterApi['request']
let one: LetterApi['one']
let mailed: LetterApi['mailed']
let answer: LetterApi['answer']
beforeAll(async () => {
  ;({ api, adjuster, query, request, one, mailed, answer } = await startLetterApi())
})
afterAll(() => api.close())

test('a letter is requested by e-mail, answered by the prescriber and reviewed, and the authorization is decided with it', async () => {
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
  const file = await adjuster.ask(documents.file, { id: letter.documentId, x: 1 })
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

test('a document is shown to users who may see its claim, under its own type, and each view is audited', async () => {
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
    expect([who, x, (await (await api.signIn(who)).ask(documents.file, { id: document, x })).status]).toEqual([
      who,
      x,
      status,
    ])
  await query('update document set type_id = 16 where id = $1', [came!.documentId])
  expect((await adjuster.ask(documents.file, { id: came!.documentId, x: 16 })).status).toBe(404)
  const seen = await query<{ n: number }>(
    `select count(*)::int as n from access_audit
      where call = 'documents.file' and claim_ids = array[(select stratus_claim_id from rx_authorization where id = $1)]`,
    [id],
  )
  expect(seen).toEqual([{ n: 4 }])
  const [row] = await query<{ same: boolean }>(
    `select d.sha256 = sha256(f.content) and d.bytes = length(f.content) as same
      from document d join document_content f on f.document_id = d.id where d.id = $1`,
    [sent!.documentId],
  )
  expect(row).toEqual({ same: true })
})

test('opioids beyond the plan’s days need a letter: a pharmacist clears the code once one was received, and the engine after its review', async () => {
  await query(`insert into carrier_setting (mc, key, value) values ('AAA', 'opioidLetterAfterDays', '5')`)
  const worker = await anotherWorker(api, 'AAA1', 260)
  const days = (ago: number) => dayAt(api.clock.now(), -ago)
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
  // A letter signed too long ago does not count; one signed today does.
  await query('update lomn_request set signed_on = signed_on - 366 where id = $1', [lomnId])
  // The engine ignores a letter that was not reviewed.
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
