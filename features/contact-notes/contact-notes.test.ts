import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { contactNotes } from './contract.ts'
import { keptAddress, keptText, whyNotThen } from './rules.ts'

// Contact notes over HTTP, on the fixture data.

let api: TestApi
let support: Visitor
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  support = await api.signIn('ext.aaa')
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claimOf = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const about = (claimId: string, more: Record<string, unknown> = {}) => ({
  claimId,
  contactType: 'PHONE' as const,
  callerRole: 'PHARMACY' as const,
  callerName: 'Kim at the counter',
  reason: 'auth' as const,
  text: 'Why was it stopped?',
  ...more,
})
const list = (
  by: Visitor,
  claimId: string,
  more: { after?: string; size?: number; page?: number } = {},
  sub = 'AAA1',
) => by.ask(contactNotes.of, { masterCarrier: 'AAA', subCarrier: sub, claimId, ...more })
const mails = async (claimId: string) =>
  (
    await api.db.query(
      `select o.address, o.recipient, o.subject, o.body, n.survey_expires_at::text as ends, x.topic
        from claim_contact_note n join outside_message o on o.mc = n.mc and o.id = n.survey_message_id
         join outbox x on x.mc = n.mc and x.payload ->> 'claimContactNoteId' = n.id::text where n.stratus_claim_id = $1`,
      [claimId],
    )
  ).rows

test('The list says who may add a contact', async () => {
  const said = async (username: string) =>
    (await list(await api.signIn(username), claimOf(1))).body.whyNotAdd?.code ?? null
  expect([await said('ext.aaa'), await said('adj.aaa'), await said('pharm.aaa'), await said('read.only')]).toEqual([
    null,
    null,
    'NOT_ALLOWED',
    'UPDATE_BLOCKED',
  ])
})

describe('a contact note', () => {
  test('is written by support and by adjusters, stored as written, and followed by a survey e-mail', async () => {
    const claimId = claimOf(1)
    const { status, body } = await support.ask(
      contactNotes.add,
      about(claimId, { callerEmail: 'Kim@Counter.EXAMPLE', text: '  First line\r\nsecond\u0007 line\u0301  ' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      surveyGoesOut: true,
      note: {
        claimId,
        contactType: 'PHONE',
        callerRole: 'PHARMACY',
        reasonCode: 'auth',
        reason: 'Authorization Inquiry',
        text: 'First line\nsecond liné'.normalize('NFC'),
        agent: 'Ext aaa',
        survey: { surveyId: 1, sentAt: null, completedAt: null },
      },
    })
    const [mail] = await mails(claimId)
    expect(mail).toMatchObject({
      address: 'Kim@counter.example',
      recipient: 'Kim at the counter',
      subject: 'Alder Mutual: how did we do?',
      topic: 'survey.invite',
    })
    // A date and a link: the e-mail does not reveal the claim.
    expect(mail.body).toMatch(/\/survey#(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}\n/)
    expect(mail.body).not.toMatch(/Ortega|WC-0001|Maria|stopped/)
    const code = /survey#(\S+)/.exec(mail.body)![1]!.replaceAll('-', '')
    const { rows } = await api.db.query(
      `select encode(survey_token_hash, 'hex') = encode(sha256($2::bytea), 'hex') as kept from claim_contact_note where stratus_claim_id = $1`,
      [claimId, Buffer.from(code)],
    )
    expect(rows).toEqual([{ kept: true }])
    expect(api.logged.join('')).not.toContain(code)
    expect((await adjuster.ask(contactNotes.add, about(claimId, { contactType: 'EMAIL' }))).body).toMatchObject({
      surveyGoesOut: false,
      note: { contactType: 'EMAIL', survey: null },
    })
  })

  test('about a worker sends the survey to the address on file, unless they decline or the contact is days old', async () => {
    const claimId = claimOf(2)
    await api.db.query('update claimant set email = $1 where id = $2', [
      'maria@mail.example',
      idOf('AAA AAA1 claim 2 person'),
    ])
    const worker = { callerRole: 'WORKER', callerName: 'Maria' }
    const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * 86_400_000).toISOString()
    const said = async (more: Record<string, unknown>) =>
      (await adjuster.ask(contactNotes.add, about(claimId, more))).body.surveyGoesOut
    expect(await said({ ...worker, survey: false })).toBe(false)
    expect(await said({ ...worker, endedAt: daysAgo(4) })).toBe(false)
    expect(await said({ callerRole: 'OTHER' })).toBe(false) // No other user has the worker's address.
    expect(await said(worker)).toBe(true)
    expect((await mails(claimId)).map((mail) => mail.address)).toEqual(['maria@mail.example'])
    // Without an address a worker who takes texts gets one text with the link; a worker who ended texts nothing.
    await api.db.query(`update claimant set email = '' where id = $1`, [idOf('AAA AAA1 claim 2 person')])
    const which = `t.id = '${idOf('AAA AAA1 claim 2 person')}'`
    expect(await said(worker)).toBe(false)
    await giveTextConsent(api.db, '8135550144', { which })
    const { note } = (await adjuster.ask(contactNotes.add, about(claimId, worker))).body
    expect(note.survey).toMatchObject({ by: 'SMS', sentAt: null, failed: false })
    const [text] = (
      await api.db.query(`select address, body, template from outside_message where mc = 'AAA' and channel = 'SMS'`)
    ).rows
    expect(text).toMatchObject({ address: '8135550144', template: 'SURVEY' })
    expect(text.body).toMatch(/^Alder Mutual: how did we do\? Three questions: \S+\/survey#\S+ Reply STOP to end\.$/)
    expect(text.body.length).toBeLessThanOrEqual(160)
    const listed = async () => (await list(adjuster, claimId)).body.content.find((one) => one.survey?.by === 'SMS')!
    expect((await listed()).survey!.sentAt).toBe(null)
    await api.db.query(
      `update outside_message set status = 'SENT', sent_at = now() where mc = 'AAA' and channel = 'SMS'`,
    )
    expect((await listed()).survey).toMatchObject({ sentAt: expect.any(String), failed: false })
    await giveTextConsent(api.db, '8135550144', { which, state: 3 })
    expect((await listed()).whyNotSurvey?.message).toBe('No e-mail address was noted for this contact.')
  })

  test.each([
    [{ endedAt: '2199-01-01T00:00:00Z' }, 'endedAt', 'The contact has not ended yet.'],
    [{ startedAt: '2199-01-01T00:00:00Z' }, 'startedAt', 'The contact began after it ended.'],
    [
      { startedAt: '2020-01-01T00:00:00Z', endedAt: '2020-01-01T00:05:00Z' },
      'startedAt',
      'A contact can be added within 30 days.',
    ],
    [{ callerName: ' ' }, 'callerName', 'Enter the name of who called.'],
    [{ callerName: '\u0007\u0007' }, 'callerName', 'Enter the name of who called.'],
    [{ text: '\u0007' }, 'text', 'Write what it was about.'],
    [{ text: 'x'.repeat(4001) }, 'text', 'Write 4,000 characters at most.'],
    [{ callerEmail: 'nobody' }, 'callerEmail', 'Enter an e-mail address.'],
    [{ contactType: 'CHAT' }, 'contactType', 'Enter PHONE or EMAIL.'],
    [{ reason: 'weather' }, 'reason', 'Enter one of claim, auth, ptissue, portal, clinreq, billpay, gen.'],
  ])('with %j is refused at its field, and nothing is written', async (more, path, message) => {
    const { status, body } = await adjuster.ask(contactNotes.add, about(claimOf(3), more) as never)
    expect([status, body.fields]).toEqual([400, [expect.objectContaining({ path, message })]])
    expect((await list(adjuster, claimOf(3))).body.totalElements).toBe(0)
  })

  test('is refused for readers, reviewers and nurses; a foreign claim is not found', async () => {
    for (const [who, status, code] of [
      ['read.only', 403, 'UPDATE_BLOCKED'],
      ['ur.aaa', 403, 'NOT_ALLOWED'],
      ['pharm.aaa', 403, 'NOT_ALLOWED'],
    ] as const) {
      const answer = await (await api.signIn(who)).ask(contactNotes.add, about(claimOf(3)))
      expect([who, answer.status, answer.body.status?.code]).toEqual([who, status, code])
    }
    expect((await adjuster.ask(contactNotes.add, about(claimOf(1, 'BBB1', 'BBB')))).status).toBe(404)
    expect((await (await api.signIn('adj.sub1')).ask(contactNotes.add, about(claimOf(1, 'AAA2')))).status).toBe(404)
  })

  test('sent twice with one idempotency key is stored once', async () => {
    const claimId = claimOf(4)
    const said = about(claimId, { callerEmail: 'kim@counter.example' })
    const answers = []
    for (let times = 0; times < 2; times += 1)
      answers.push((await adjuster.ask(contactNotes.add, said, { key: 'one-contact' })).body)
    expect(answers[1]).toEqual(answers[0])
    expect((await mails(claimId)).length).toBe(1)
    expect((await list(adjuster, claimId)).body.totalElements).toBe(1)
  })
})

describe('the contact notes of a claim', () => {
  test('are listed newest first by page, and a note added meanwhile moves nothing', async () => {
    const claimId = claimOf(5)
    const minute = (at: number) => new Date(api.clock.now().getTime() - at * 60_000).toISOString()
    // Three at the same instant: the page cursor is exact.
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const [at, text] of texts.entries())
      await adjuster.ask(
        contactNotes.add,
        about(claimId, {
          text,
          endedAt: minute(10),
          startedAt: at < 3 ? minute(100).replace(/\d\d\.\d{3}Z/, '00.123Z') : minute(90 - at),
        }),
      )
    const seen: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await list(adjuster, claimId, { size: 2, ...(after !== undefined && { after }) })
      seen.push(...body.content.map((note) => note.text))
      expect([body.totalIsExact, body.sort]).toEqual([true, 'startedAt,desc'])
      if (pages === 0) await adjuster.ask(contactNotes.add, about(claimId, { text: 'in between' }))
      if (body.next === null) break
      after = body.next
    }
    expect(seen.slice(0, 4)).toEqual(['g', 'f', 'e', 'd'])
    expect(seen.slice(4).sort()).toEqual(['a', 'b', 'c'])
    const paged = await list(adjuster, claimId, { size: 3, page: 1 })
    expect(paged.body.content.map((note) => note.text)).toEqual(['e', 'd', expect.stringMatching(/^[abc]$/)])
    expect(paged.body).toMatchObject({ totalElements: 8, totalPages: 3, page: 1, size: 3 })
    // A cursor of another claim, or a forged one.
    for (const place of [after!, '00.00'])
      expect((await list(adjuster, claimOf(6), { after: place })).body).toMatchObject({ fields: [{ path: 'after' }] })
  })

  test('are shown only to users who may see the claim', async () => {
    expect((await list(await api.signIn('read.only'), claimOf(5))).status).toBe(200)
    expect((await list(adjuster, claimOf(5), {}, 'AAA2')).status).toBe(404)
    expect((await list(await api.signIn('adj.sub1'), claimOf(1, 'AAA2'), {}, 'AAA2')).status).toBe(404)
    const foreign = await (
      await api.signIn('adj.bbb')
    ).ask(contactNotes.of, { masterCarrier: 'BBB', subCarrier: 'AAA1', claimId: claimOf(5) })
    expect(foreign.status).toBe(404)
    const { rows } = await api.db.query(
      `select count(*)::int as n from access_audit where call = 'contactNotes.of' and claim_ids = $1 and user_id = $2`,
      [[claimOf(5)], idOf('read.only')],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('tell support whether the survey of a contact was answered', async () => {
    const { rows } = await api.db.query(
      'select id from claim_contact_note where stratus_claim_id = $1 and survey_id is not null',
      [claimOf(1)],
    )
    const ask = (by: Visitor) => by.ask(contactNotes.surveyed, { claimContactNoteId: rows[0].id as string })
    expect((await ask(adjuster)).body).toEqual({ completed: false, completedAt: null })
    expect((await ask(await api.signIn('adj.bbb'))).status).toBe(404)
    expect((await ask(api.anonymous)).status).toBe(401)
  })
})

describe('contact note rules', () => {
  const now = '2026-11-20T15:00:00.000Z'
  test.each([
    ['2026-11-20T14:50:00Z', '2026-11-20T15:00:00Z', undefined],
    ['2026-11-20T14:50:00Z', '2026-11-20T15:00:01Z', 'endedAt'],
    ['2026-11-20T14:50:00Z', '2026-11-20T14:49:59Z', 'startedAt'],
    ['2026-11-19T14:49:59Z', '2026-11-20T14:50:00Z', 'startedAt'],
    ['2026-10-21T15:00:00Z', '2026-10-21T15:10:00Z', undefined],
    ['2026-10-21T14:59:59Z', '2026-10-21T15:10:00Z', 'startedAt'],
  ])('a contact from %s to %s: %s', (from, to, field) => expect(whyNotThen(from, to, now)?.field).toBe(field))

  test('stored text has no control characters but line breaks and tabs, and does not change when stored again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const kept = keptText(text)
        expect(/[^\P{Cc}\n\t]/u.test(kept)).toBe(false)
        expect(keptText(kept)).toBe(kept)
      }),
    )
  })

  test.each([
    ['Kim@Counter.EXAMPLE', 'Kim@counter.example'],
    ['"a@B"@C.example', '"a@B"@c.example'],
  ])('the address %s is stored as %s', (given, kept) => expect(keptAddress(given)).toBe(kept))
})

test('A survey is sent by hand about a contact of the last 30 days, once more where nobody answered, and never otherwise', async () => {
  const claimId = claimOf(5)
  const ended = (days: number) => new Date(api.clock.now().getTime() - days * 86_400_000).toISOString()
  const noted = async (more: Record<string, unknown>) =>
    (await support.ask(contactNotes.add, about(claimId, more))).body.note.claimContactNoteId
  const old = await noted({ callerEmail: 'older@counter.example', endedAt: ended(10) })
  const nowhere = await noted({ endedAt: ended(1) })
  const send = (by: Visitor, id: string) => by.ask(contactNotes.survey, { claimContactNoteId: id })
  const { content } = (await list(support, claimId, { size: 50 })).body
  const said = (id: string) => content.find((one) => one.claimContactNoteId === id)!.whyNotSurvey?.message ?? null
  expect([said(nowhere), said(old)]).toEqual(['No e-mail address was noted for this contact.', null])
  expect((await send(support, old)).body).toMatchObject({ note: { survey: { surveyId: 1, sentAt: null } } })
  expect((await send(adjuster, old)).status).toBe(200)
  const sent = await mails(claimId)
  expect(new Set(sent.map((one) => one.address))).toEqual(new Set(['older@counter.example']))
  // Of the two e-mails the first, which waited still, is not sent: its link works no more.
  const { rows } = await api.db.query(
    `select status, error from outside_message where address = 'older@counter.example' and mc = 'AAA' order by created_at, id`,
  )
  expect(rows).toEqual([
    { status: 'FAILED', error: 'replaced by a later one' },
    { status: 'QUEUED', error: null },
  ])
  expect((await send(support, nowhere)).body.status).toMatchObject({
    code: 'RULE',
    message: 'No e-mail address was noted for this contact.',
  })
  expect((await send(await api.signIn('pharm.aaa'), old)).body.status.code).toBe('NOT_ALLOWED')
  expect((await send(await api.signIn('read.only'), old)).body.status.code).toBe('UPDATE_BLOCKED')
  expect((await send(await api.signIn('adj.bbb'), old)).status).toBe(404)
  await api.db.query('update claim_contact_note set survey_completed_at = now() where id = $1', [old])
  expect((await send(support, old)).body.status.message).toBe('The survey was answered.')
  await api.db.query(
    `update claim_contact_note set survey_completed_at = null, started_at = $2, ended_at = $2 where id = $1`,
    [old, ended(31)],
  )
  expect((await send(support, old)).body.status.message).toMatch(/^The contact was more than 30 days ago/)
})
