import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#features/documents/contract.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { cards } from './contract.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  await api.db.query(
    `update claimant set email = 'maria@mail.example', address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where id = $1`,
    [idOf('AAA AAA1 claim 1 person')],
  )
})
afterAll(() => api.close())

const claimOf = (at: number) => idOf(`AAA AAA1 claim ${at}`)
let number = 0
const request = (channel: string, at = 1, more: Record<string, unknown> = {}, by = adjuster) =>
  by.ask(cards.request, { claimId: claimOf(at), channel, ...more } as never, {
    key: `a-card-${(number += 1)}-of-this-test`,
  })
const sentTo = async (channel: string) =>
  (await api.db.query('select address, body, document_id from outside_message where channel = $1', [channel])).rows

describe('a pharmacy card', () => {
  test('is shown as a PDF with what a pharmacy types, and its view is audited', async () => {
    const { body } = await adjuster.ask(cards.view, { claimId: claimOf(1) })
    expect(body).toMatchObject({
      bin: '610014',
      pcn: 'WCPBM',
      group: 'AAA1GRP',
      subscriber: 'SUBAAA11',
      name: 'Maria Ortega1',
      covered: true,
    })
    const text = pagesOf(Buffer.from(body.pdf, 'base64')).join(' ')
    for (const word of ['610014', 'WCPBM', 'AAA1GRP', 'SUBAAA11', 'Maria Ortega1']) expect(text).toContain(word)
    expect(text).not.toContain('1120')
    const { rows } = await api.db.query(
      `select count(*)::int as n from access_audit where call = 'cards.view' and claim_ids = $1`,
      [[claimOf(1)]],
    )
    expect(rows).toEqual([{ n: 1 }])
    expect((await (await api.signIn('adj.bbb')).ask(cards.view, { claimId: claimOf(1) })).status).toBe(404)
  })

  test.each([
    ['PRINT', null, undefined],
    ['EMAIL', 'm•••@mail.example', 'MAIL'],
    ['MAIL', 'the mailing address on file', 'POST'],
  ] as const)('by %s is stored as a document and sent to what is on file', async (channel, masked, gateway) => {
    const { status, body } = await request(channel)
    expect([status, body.sentTo]).toEqual([200, masked])
    expect((await adjuster.ask(documents.file, { id: body.documentId, x: 10 })).text.slice(0, 5)).toBe('%PDF-')
    if (gateway) expect((await sentTo(gateway)).at(-1)).toMatchObject({ document_id: body.documentId })
    const found = await adjuster.ask(eligibility.of, { id: claimOf(1) })
    expect(found.body.card).toMatchObject({ cardId: body.cardId, channel, requestedBy: 'Adj aaa' })
  })

  test('shows each way with where it would go, and why it cannot go there', async () => {
    const { body } = await adjuster.ask(cards.view, { claimId: claimOf(1) })
    expect(body.ways).toEqual([
      { channel: 'MAIL', sentTo: 'the mailing address on file', whyNot: null },
      { channel: 'EMAIL', sentTo: 'm•••@mail.example', whyNot: null },
      {
        channel: 'TEXT',
        sentTo: null,
        whyNot: 'The patient was not asked yet whether they want text messages.',
      },
      { channel: 'PRINT', sentTo: null, whyNot: null },
    ])
  })

  test('voids the one before: a claim has one card', async () => {
    const { rows } = await api.db.query(
      'select status, count(*)::int as n from id_card where stratus_claim_id = $1 group by 1 order by 1',
      [claimOf(1)],
    )
    expect(rows).toEqual([
      { status: 'REQUESTED', n: 1 },
      { status: 'VOID', n: 2 },
    ])
  })

  test('by text needs consent, names no drug, and is not sent to who said STOP meanwhile', async () => {
    expect((await request('TEXT', 2)).body.fields).toMatchObject([
      { path: 'channel', message: 'The patient was not asked yet whether they want text messages.' },
    ])
    await giveTextConsent(api.db, '8135550144')
    expect((await request('TEXT', 2)).status).toBe(200)
    const [text] = await sentTo('SMS')
    expect(text.body).toMatch(
      /^Alder Mutual: your pharmacy card\. BIN 610014 PCN WCPBM Group AAA1GRP Member SUBAAA12\./,
    )
    expect(text.body.length).toBeLessThanOrEqual(160)
    await api.db.query('update sms_campaign set state = 3, opted_out_at = now()')
    await runJobsUntilIdle(api)
    const { rows } = await api.db.query(`select status, error from outside_message where channel = 'SMS'`)
    expect(rows).toEqual([
      {
        status: 'BLOCKED',
        error: 'The patient opted out of text messages. Only they can opt in again, by texting START.',
      },
    ])
    const { body } = await adjuster.ask(eligibility.of, { id: claimOf(2) })
    expect(body.card).toMatchObject({ channel: 'TEXT', status: 'NOT_SENT', error: rows[0].error })
    const summary = { claimId: claimOf(2), masterCarrier: 'AAA', subCarrier: 'AAA1' }
    expect((await adjuster.ask(eligibility.summary, summary)).body.cardStatus).toBe('NOT_SENT')
  })

  test('asked for several times at once is one card and one letter, in every round', async () => {
    const count = async () =>
      (
        await api.db.query(
          `select (select count(*)::int from id_card) as cards, (select count(*)::int from document) as documents,
             (select count(*)::int from outside_message) as messages`,
        )
      ).rows[0]
    for (const channel of ['EMAIL', 'PRINT', 'MAIL']) {
      const before = await count()
      const answers = await Promise.all(Array.from({ length: 4 }, () => request(channel)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => `${body.cardId} ${body.documentId} ${body.sentTo}`)).size).toBe(1)
      expect(await count()).toEqual({
        cards: before.cards + 1,
        documents: before.documents + 1,
        messages: before.messages + (channel === 'PRINT' ? 0 : 1),
      })
    }
  })

  test('asked for by text at night waits until 8 AM in both zones of Florida, as the ZIP code is not known', async () => {
    const night = new Date(instantOf(day(1), '22:30', 'America/New_York'))
    const moved = night.getTime() - api.clock.now().getTime()
    api.clock.move(moved)
    await api.db.query(`update sms_campaign set state = 2, opted_out_at = null`)
    const { body } = await request('TEXT', 2, {}, await api.signIn('adj.aaa'))
    await runJobsUntilIdle(api)
    const { rows } = await api.db.query(
      `select m.status, m.sent_at, (select max(o.available_at) from outbox o where o.payload ->> 'messageId' = m.id::text) as leaves
         from id_card k join outside_message m on m.mc = k.mc and m.id = k.message_id where k.id = $1`,
      [body.cardId],
    )
    expect(rows).toEqual([
      { status: 'QUEUED', sent_at: null, leaves: new Date(instantOf(day(2), '08:00', 'America/Chicago')) },
    ])
    api.clock.move(-moved)
  })

  test('is refused for a group that has no BIN and PCN', async () => {
    await api.db.query(`delete from pharmacy_route where mc = 'AAA' and group_code = 'AAA1GRP'`)
    const { body } = await request('PRINT', 1)
    expect(body.fields).toMatchObject([{ path: 'claimId', message: 'The group of this claim has no BIN and PCN yet.' }])
    await api.db.query(`insert into pharmacy_route values ('610014', 'WCPBM', 'AAA1GRP', 'AAA')`)
  })

  test('is refused without coverage today, to another address, without one, and where the carrier switched it off', async () => {
    expect((await request('EMAIL', 1, { destination: 'somebody@else.example' })).body.fields).toMatchObject([
      { path: 'destination' },
    ])
    expect((await request('EMAIL', 3)).body.fields).toMatchObject([
      { path: 'channel', message: 'The patient has no e-mail address on file.' },
    ])
    await api.db.query('update eligibility_span set term_date = $2 where stratus_claim_id = $1', [claimOf(4), day(-1)])
    expect((await request('PRINT', 4)).body.fields).toMatchObject([
      { path: 'claimId', message: 'A card needs coverage that is in force today.' },
    ])
    expect((await request('PRINT', 1, {}, await api.signIn('read.only'))).status).toBe(403)
    for (const [key, call] of [
      ['patient_send_card_disabled', () => request('PRINT', 1)],
      ['patient_text_card_disabled', () => request('TEXT', 1)],
      ['patient_view_card_disabled', () => adjuster.ask(cards.view, { claimId: claimOf(1) })],
    ] as const) {
      await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', $1, true)`, [key])
      expect([key, (await call()).body.status.code]).toEqual([key, 'FEATURE_OFF'])
    }
  })
})
