import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { idOf } from '#testing/fixtures.ts'
import { texts } from './contract.ts'

// Replies of workers, and delivery reports of the texts they are sent.

let api: TestApi
let adjuster: Visitor
const shared = '8135550144'
const claim = (mc: string, sub: string, at = 1) => idOf(`${mc} ${sub} claim ${at}`)
const own = (mc: string, sub: string, at: number) =>
  `t.id = (select claimant_id from wc_claim where id = '${claim(mc, sub, at)}')`

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

let reports = 0
const texted = (text: string, from = shared, id = `SM${(reports += 1)}`) =>
  api.service.ask(texts.inbound, { id, from, text })
const states = async (mobile = shared) =>
  (
    await api.db.query(
      'select mc, count(*)::int as n, state from sms_campaign where until is null and mobile = $1 group by 1, 3 order by 1, 3',
      [mobile],
    )
  ).rows.map(({ mc, n, state }) => `${mc} ${n} at ${state}`)
const replies = async (mobile = shared) =>
  (
    await api.db.query(
      `select mc, template, body, status from outside_message where channel = 'SMS' and address = $1 and authorization_id is null order by created_at, id`,
      [mobile],
    )
  ).rows
const consent = async (at = 1) =>
  (await adjuster.ask(texts.campaign, { a: 'AAA', b: 'AAA1', c: claim('AAA', 'AAA1', at) })).body

test('STOP opts out every worker of every carrier with the number, is confirmed once, and no text is sent to it again', async () => {
  await giveTextConsent(api.db, shared, {
    which: `${own('AAA', 'AAA1', 1)} or ${own('AAA', 'AAA1', 2)} or ${own('BBB', 'BBB1', 1)}`,
  })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(1) })
  await runJobsUntilIdle(api)
  expect(await states()).toEqual(['AAA 2 at 2', 'BBB 1 at 2'])
  expect(await consent()).toMatchObject({ state: 'SUBSCRIBED', canSend: true, reason: null, mobile: '(***) ***-0144' })

  const { status, body } = await texted('Stop.', `+1${shared}`, 'SM-once')
  expect([status, body]).toEqual([200, { success: true, meaning: 'STOP', answered: true }])
  expect(await states()).toEqual(['AAA 2 at 3', 'BBB 1 at 3'])
  // The gateway repeats the report and the worker repeats the text: nothing more happens.
  expect((await texted('Stop.', shared, 'SM-once')).body).toEqual({ success: true, meaning: 'STOP', answered: false })
  expect((await texted('STOP')).body.answered).toBe(false)
  await runJobsUntilIdle(api)
  expect(await replies()).toEqual([
    { mc: 'AAA', template: 'stopped', body: expect.stringContaining('you get no more texts from us'), status: 'SENT' },
  ])
  const now = await consent()
  expect(now).toMatchObject({ state: 'OPTED_OUT', stateId: 3, canSend: false, optedOutAt: expect.any(String) })
  expect(now.reason).toContain('Only they can opt in again')
  // No text is written for them from now on.
  await raiseAuthorization(api, { sub: 'AAA1', at: 2, date: day(1) })
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query(
    `select count(*)::int as n from outside_message where channel = 'SMS' and authorization_id is not null`,
  )
  expect(rows[0].n).toBe(1)
  // Each carrier has its own audit line; without names, numbers or texts.
  const audit = await api.db.query(
    `select mc, actor, object_type, detail::text as detail from access_audit where call = 'texts.inbound' and object_id is not null order by mc`,
  )
  expect(audit.rows.filter((row) => row.mc === 'BBB')).toHaveLength(2)
  expect(new Set(audit.rows.map((row) => `${row.actor} ${row.object_type}`))).toEqual(new Set(['Gateway sms_inbound']))
  expect(JSON.stringify(audit.rows)).not.toMatch(/8135550144|Stop\./)
  expect(api.logged.join('')).not.toContain(shared)
  expect(id).toEqual(expect.any(String))
})

test('HELP is answered after STOP too; START subscribes again, YES does not; the history shows all of it', async () => {
  expect((await texted('HELP')).body).toMatchObject({ meaning: 'HELP', answered: true })
  expect((await texted('YES')).body.answered).toBe(false)
  expect(await states()).toEqual(['AAA 2 at 3', 'BBB 1 at 3'])
  expect((await texted('When do I get my medicine?')).body).toMatchObject({ meaning: 'OTHER', answered: false })
  // The owners read it, at each carrier, one notice until it is read; no text stands in it.
  expect((await texted('Hello?')).body).toMatchObject({ meaning: 'OTHER', answered: false })
  const notices = await api.db.query(
    `select n.mc, n.title, n.authorization_id is not null as linked from user_notification n where n.kind = 'workerTexted' order by n.mc, n.title`,
  )
  expect(new Set(notices.rows.map(({ mc, title }) => `${mc} ${title}`)).size).toBe(notices.rows.length)
  expect(notices.rows.filter(({ mc }) => mc === 'AAA').length).toBeGreaterThan(0)
  expect(notices.rows[0]).toMatchObject({
    mc: 'AAA',
    title: expect.stringMatching(
      /^The patient of claim \S+ texted something that is no keyword\. Read it under Texts\.$/,
    ),
    linked: true,
  })
  expect((await texted('UNSTOP')).body).toMatchObject({ meaning: 'JOIN', answered: true })
  expect(await states()).toEqual(['AAA 2 at 2', 'BBB 1 at 2'])
  await runJobsUntilIdle(api)
  expect((await replies()).map((row) => row.template)).toEqual(['stopped', 'helpStopped', 'welcome'])
  // The dates and signers of consent and withdrawal can be shown later.
  const { rows } = await api.db.query(
    `select g.state, g.consent_source, g.until is null as current from sms_campaign g
      join claimant t on t.mc = g.mc and t.id = g.claimant_id where ${own('AAA', 'AAA1', 1)}
      order by g.since, g.until nulls last`,
  )
  expect(rows.map((row) => [row.state, row.current])).toEqual([
    [2, false],
    [3, false],
    [2, true],
  ])
  const { body } = await adjuster.ask(texts.history, { mc: 'AAA', sc: 'AAA1', claimId: claim('AAA', 'AAA1'), size: 50 })
  expect(body.totalElements).toBe(body.content.length)
  const lines = body.content.map((line) => `${line.direction} ${line.template} ${line.state}`)
  expect(lines).toEqual(
    expect.arrayContaining([
      'OUT welcome SENT',
      'IN JOIN RECEIVED',
      'IN OTHER RECEIVED',
      'IN ACCEPT RECEIVED',
      'OUT helpStopped SENT',
      'IN STOP RECEIVED',
      'OUT raised SENT',
    ]),
  )
  expect(body.content.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map((line) => line.at)).toEqual(
    body.content.map((line) => line.at),
  )
  const second = await adjuster.ask(texts.history, {
    mc: 'AAA',
    sc: 'AAA1',
    claimId: claim('AAA', 'AAA1'),
    size: 2,
    page: 1,
  })
  expect(second.body).toMatchObject({ page: 1, size: 2, totalElements: body.totalElements })
  expect(second.body.content).toEqual(body.content.slice(2, 4))
})

test('YES accepts an invitation; a worker who reads or writes Spanish is answered in Spanish', async () => {
  const number = '8135550150'
  await giveTextConsent(api.db, number, { state: 1, which: own('AAA', 'AAA1', 3) })
  await api.db.query(`update claimant t set language = 'es' where ${own('AAA', 'AAA1', 3)}`)
  expect((await texted('Sí', number)).body).toEqual({ success: true, meaning: 'ACCEPT', answered: true })
  expect(await consent(3)).toMatchObject({ state: 'SUBSCRIBED', language: 'es', optedInAt: expect.any(String) })
  await texted('STOP', number)
  await api.db.query(`update claimant t set language = 'en' where ${own('AAA', 'AAA1', 3)}`)
  await texted('AYUDA', number)
  await texted('HELP', number)
  const said = (await replies(number)).map((row) => row.body)
  expect(said[0]).toContain('le avisaremos sobre sus recetas')
  expect(said[1]).toContain('no le enviaremos mas mensajes')
  expect(said[2]).toContain('Ayuda:')
  expect(said[3]).toContain('Help:')
})

test('a STOP before any invitation is stored; an unknown number is not found, and only the gateway may report', async () => {
  const number = '8135550151'
  await api.db.query(`update claimant t set mobile = '(813) 555-0151' where ${own('AAA', 'AAA1', 4)}`)
  expect((await texted('START', number)).body).toMatchObject({ answered: true })
  expect(await states(number)).toEqual([])
  expect((await replies(number)).map((row) => row.template)).toEqual(['notInvited'])
  await texted('STOP', number)
  expect(await states(number)).toEqual(['AAA 1 at 3'])
  expect((await texted('STOP', '8135550199')).status).toBe(404)
  expect((await texted('STOP', '555')).status).toBe(400)
  expect((await adjuster.ask(texts.inbound, { id: 'SMx', from: number, text: 'STOP' })).status).toBe(401)
})

test('a worker with another number or without an open claim is suspended; the carrier’s switch blocks all', async () => {
  const number = '8135550152'
  await giveTextConsent(api.db, number, { which: own('AAA', 'AAA1', 5) })
  expect((await consent(5)).state).toBe('SUBSCRIBED')
  await api.db.query(`update claimant t set mobile = '8135550153' where ${own('AAA', 'AAA1', 5)}`)
  expect(await consent(5)).toMatchObject({
    state: 'SUSPENDED',
    reason: 'The number on file is not the one the patient agreed to.',
  })
  // The new user of the old number cannot subscribe for the worker, but can stop the texts.
  await texted('START', number)
  expect((await consent(5)).state).toBe('SUSPENDED')
  await api.db.query(`update claimant t set mobile = $1 where ${own('AAA', 'AAA1', 5)}`, [number])
  await api.db.query(`update wc_claim set status = 'CLOSED' where id = $1`, [claim('AAA', 'AAA1', 5)])
  expect(await consent(5)).toMatchObject({ state: 'SUSPENDED', reason: 'The claim is closed.' })
  await api.db.query(`update wc_claim set status = 'OPEN' where id = $1`, [claim('AAA', 'AAA1', 5)])
  await api.db.query(`update feature_flag set enabled = false where key = 'textMessagesDisabled'`)
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'textMessagesDisabled', true)`,
  )
  expect(await consent(5)).toMatchObject({ state: 'BLOCKED', canSend: false })
  await raiseAuthorization(api, { sub: 'AAA1', at: 5, date: day(1) })
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query(
    `select 1 from outside_message where channel = 'SMS' and address = $1 and template = 'raised'`,
    [number],
  )
  expect(rows).toEqual([])
  // A STOP counts in that time too, and still counts when the switch is on again.
  await texted('STOP', number)
  await api.db.query(`delete from feature_flag_override where key = 'textMessagesDisabled'`)
  expect((await consent(5)).state).toBe('OPTED_OUT')
})

test('three hard failures in a row end the texts, a landline at once; a delivery resets the count', async () => {
  const number = '8135550154'
  await giveTextConsent(api.db, number, { which: own('AAA', 'AAA1', 6) })
  const send = async () => {
    const id = idOf(`text ${(reports += 1)}`)
    await api.db.query(
      `insert into outside_message (mc, id, channel, address, recipient, body, created_at, status, sent_at, claimant_id, template)
       select c.mc, $2, 'SMS', $3, 'the patient', 'Hello', now(), 'SENT', now(), c.claimant_id, 'welcome' from wc_claim c where c.id = $1`,
      [claim('AAA', 'AAA1', 6), id, number],
    )
    return id
  }
  const says = (
    messageId: string,
    status: 'sent' | 'delivered' | 'failed',
    failure?: 'HARD' | 'LANDLINE' | 'TEMPORARY',
  ) => api.service.ask(texts.status, { messageId, status, ...(failure && { failure }), reason: 'code 30003' })
  const failures = async () =>
    (await api.db.query('select state, failures from sms_campaign where mobile = $1 and until is null', [number]))
      .rows[0]
  const first = await send()
  expect((await says(first, 'failed')).body).toEqual({ success: true, status: 'failed' })
  expect((await says(first, 'failed')).body).toEqual({ success: true, status: 'failed' })
  expect(await failures()).toEqual({ state: 2, failures: 1 })
  await says(await send(), 'failed', 'TEMPORARY')
  await says(await send(), 'failed', 'HARD')
  expect(await failures()).toEqual({ state: 2, failures: 2 })
  const arrived = await send()
  await says(arrived, 'delivered')
  expect((await says(arrived, 'failed')).body.status).toBe('delivered')
  expect(await failures()).toEqual({ state: 2, failures: 0 })
  for (let turn = 0; turn < 3; turn += 1) await says(await send(), 'failed')
  expect(await failures()).toEqual({ state: 4, failures: 3 })
  expect(await consent(6)).toMatchObject({ state: 'UNDELIVERABLE', canSend: false })
  // A worker who texts from it can be reached again.
  await texted('START', number)
  expect(await failures()).toEqual({ state: 2, failures: 0 })
  await says(await send(), 'failed', 'LANDLINE')
  expect((await failures())!.state).toBe(4)
  const { content } = (
    await adjuster.ask(texts.history, { mc: 'AAA', sc: 'AAA1', claimId: claim('AAA', 'AAA1', 6), size: 50 })
  ).body
  expect(content.map((line) => line.state)).toEqual(expect.arrayContaining(['DELIVERED', 'FAILED']))
  expect(content.find((line) => line.state === 'FAILED')!.error).toBe('code 30003')
  expect((await says(idOf('no text'), 'failed')).status).toBe(404)
})

test('consent and texts of a claim are shown only to users who may see the claim', async () => {
  const asked = { a: 'AAA', b: 'AAA1', c: claim('AAA', 'AAA1') }
  expect((await (await api.signIn('adj.bbb')).ask(texts.campaign, asked)).status).toBe(404)
  expect((await adjuster.ask(texts.campaign, { ...asked, b: 'AAA2' })).status).toBe(404)
  expect((await adjuster.ask(texts.campaign, { ...asked, c: claim('BBB', 'BBB1') })).status).toBe(404)
  expect((await adjuster.ask(texts.history, { mc: 'AAA', sc: 'AAA1', claimId: claim('BBB', 'BBB1') })).status).toBe(404)
  const never = await adjuster.ask(texts.campaign, { a: 'AAA', b: 'AAA2', c: claim('AAA', 'AAA2') })
  const { actions, templates, ...shown } = never.body
  expect([actions.length, templates.length]).toEqual([4, 4])
  expect(actions.every(({ whyNot }) => whyNot !== null)).toBe(true)
  expect(shown).toEqual({
    state: 'NOT_ENROLLED',
    stateId: 0,
    label: 'Not asked',
    mobile: null,
    optedInAt: null,
    optedOutAt: null,
    language: 'en',
    canSend: false,
    mobileOnFile: null,
    invitedAt: null,
    consentSource: null,
    recordedBy: null,
    sentToday: 0,
    mostPerDay: 3,
    zone: 'America/Los_Angeles',
    waitsUntil: null,
    reason: 'The patient was not asked yet whether they want text messages.',
  })
})

test('the texts of a claim are a file: what was said by whom and what became of it, hostile words as text', async () => {
  const { rows: numbers } = await api.db.query<{ mobile: string }>(
    `select mobile from claimant t where ${own('AAA', 'AAA1', 6)}`,
  )
  await texted('=HYPERLINK("http://evil.example") é 🙂', numbers[0]!.mobile, 'SM-hostile')
  const asked = { masterCarrier: 'AAA', subCarrier: 'AAA1', claimId: claim('AAA', 'AAA1', 6), timeZone: 'UTC' }
  const csv = await adjuster.ask(texts.export, { ...asked, type: 'CSV' })
  expect(csv.headers['content-disposition']).toMatch(/filename="Maria Ortega6 \d\d-\d\d-\d{4}\.csv"/)
  const lines = csv.text.split('\r\n')
  expect(lines[0]).toBe('\uFEFF"When","From","About","Text","State","Reason"')
  const { totalElements } = (await adjuster.ask(texts.history, { mc: 'AAA', sc: 'AAA1', claimId: asked.claimId })).body
  expect(lines.findIndex((line) => line.startsWith('"",'))).toBe(totalElements + 1)
  expect(csv.text).toContain(`"'=HYPERLINK(""http://evil.example"") é 🙂"`)
  expect(csv.text).toContain('"Not delivered","code 30003"')
  const pdf = await adjuster.ask(texts.export, { ...asked, type: 'pdf' })
  expect(pdf.text.startsWith('%PDF')).toBe(true)
  const { rows } = await api.db.query(
    `select detail from access_audit where object_type = 'export' order by id desc limit 1`,
  )
  expect(rows[0].detail).toMatchObject({ file: 'pdf', of: 'text messages', rows: totalElements })
  expect((await adjuster.ask(texts.export, { ...asked, type: 'doc' })).body.status.code).toBe('UNKNOWN_EXPORT_TYPE')
  expect((await adjuster.ask(texts.export, { ...asked, type: 'csv', claimId: claim('BBB', 'BBB1') })).status).toBe(404)
  expect((await adjuster.ask(texts.export, { ...asked, type: 'csv', subCarrier: 'AAA2' })).status).toBe(404)
})

test('A number that texts HELP thirty times is answered once an hour, and STOP is answered all the same', async () => {
  const number = '8135550163'
  await giveTextConsent(api.db, number, { which: own('AAA', 'AAA2', 1) })
  const answers = await Promise.all(Array.from({ length: 30 }, () => texted('HELP', number)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  expect(answers.filter(({ body }) => body.answered).length).toBe(1)
  const kinds = async () => (await replies(number)).map((row) => row.template)
  expect(await kinds()).toEqual(['help'])
  expect((await texted('STOP', number)).body.answered).toBe(true)
  expect((await texted('STOP', number)).body.answered).toBe(false)
  expect(await kinds()).toEqual(['help', 'stopped'])
  for (let again = 0; again < 3; again += 1) {
    await texted('START', number)
    await texted('STOP', number)
  }
  expect((await kinds()).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'help',
    'stopped',
    'stopped',
    'stopped',
    'stopped',
    'welcome',
  ])
  api.clock.move(HOUR_MS + 1000)
  expect((await texted('START', number)).body.answered).toBe(true)
  expect((await texted('HELP', number)).body.answered).toBe(true)
  expect((await kinds()).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'help',
    'help',
    'stopped',
    'stopped',
    'stopped',
    'stopped',
    'welcome',
    'welcome',
  ])
})
