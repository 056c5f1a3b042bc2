import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import { instantOf } from '#platform/dates/zone.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { texts } from './contract.ts'

// What users do about a worker's text messages: invite, send, end.

let api: TestApi
let adjuster: Visitor
const claimId = idOf('AAA AAA1 claim 1')
const mobile = '8135550199'
const worker = `t.id = (select claimant_id from wc_claim where id = '${claimId}')`

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  await goTo('12:00')
  await api.db.query(`delete from outbox`)
  await api.db.query(`delete from outside_message where channel = 'SMS'`)
  await api.db.query(`delete from sms_campaign`)
  await api.db.query(`update claimant t set mobile = $1, language = 'en', state = null where ${worker}`, [mobile])
})

let clockDay = 0
/** The same hour of a later day each time, so that the clock never goes back. */
const goTo = async (time: string, zone = 'America/New_York') => {
  clockDay += 1
  api.clock.move(instantOf(day(clockDay), time, zone) - api.clock.now().getTime())
  adjuster = await api.signIn('adj.aaa')
}
const consent = { source: 'PHONE' as const, at: '2026-01-05' }
const gateway = (action: 'ENROLL' | 'OPT_OUT' | 'SEND' | 'RESEND', more: object = {}, who?: Visitor) =>
  (who ?? adjuster).ask(texts.gateway, { claimId, action, ...more })
const campaign = async () => (await adjuster.ask(texts.campaign, { a: 'AAA', b: 'AAA1', c: claimId })).body
const sent = async () =>
  (
    await api.db.query(
      `select template, body, status from outside_message where channel = 'SMS' order by created_at, id`,
    )
  ).rows as { template: string; body: string; status: string }[]
const whyNot = async (action: string) =>
  (await campaign()).actions.find((one) => one.action === action)?.whyNot?.message ?? null

test('A user invites a worker, who answers YES and is sent one true text; the record says who asked and how', async () => {
  expect(await campaign()).toMatchObject({ state: 'NOT_ENROLLED', mobileOnFile: '(***) ***-0199', sentToday: 0 })
  const before = trips.count
  const { status, body } = await gateway('ENROLL', { consent, mobile: `+1${mobile}` })
  expect(trips.count - before).toBe(2)
  expect([status, body]).toMatchObject([200, { state: 'INVITED', waitsUntil: null, messageId: expect.any(String) }])
  await runJobsUntilIdle(api)
  expect(await sent()).toMatchObject([{ template: 'INVITE', status: 'SENT' }])
  expect(await campaign()).toMatchObject({ consentSource: 'PHONE', recordedBy: 'Adj aaa', sentToday: 1 })
  expect(await whyNot('SEND')).toMatch(/has not answered the invitation/)
  await api.service.ask(texts.inbound, { id: 'yes-1', from: mobile, text: 'Yes' })
  expect(await campaign()).toMatchObject({ state: 'SUBSCRIBED', consentSource: 'TEXT' })
  api.clock.move(120_000)
  expect((await gateway('SEND', { template: 'PENDING' })).body).toMatchObject({
    status: { code: 'RULE' },
    fields: [{ path: 'template', message: 'No request is open.' }],
  })
  await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(clockDay) })
  api.clock.move(120_000)
  expect((await gateway('SEND', { template: 'PENDING' })).status).toBe(200)
  expect((await gateway('SEND', { template: 'PENDING' })).body.status).toMatchObject({
    message: expect.stringContaining('less than a minute'),
  })
  const { rows } = await api.db.query(
    `select detail from access_audit where call = 'texts.gateway' and outcome = 'ok' order by id`,
  )
  expect(rows.map((row) => row.detail)).toEqual([
    expect.objectContaining({ action: 'ENROLL', from: 0, to: 1, template: 'INVITE' }),
    expect.objectContaining({ action: 'SEND', from: 2, to: 2, template: 'PENDING' }),
  ])
  expect(JSON.stringify(rows)).not.toContain(mobile)
})

test.each([
  ['20:59', false],
  ['21:00', true],
  ['07:59', true],
  ['08:00', false],
])('A text written at %s in the worker’s zone waits for 8:00 AM there: %s', async (time, waits) => {
  // The worker lives in California, the claim is under New York's law.
  await api.db.query(`update claimant t set state = 'CA' where ${worker}`)
  await goTo(time, 'America/Los_Angeles')
  const { body } = await gateway('ENROLL', { consent })
  expect(body.waitsUntil === null).toBe(!waits)
  await runJobsUntilIdle(api)
  expect((await sent()).map(({ status }) => status)).toEqual([waits ? 'QUEUED' : 'SENT'])
  if (!waits) return
  expect(Date.parse(body.waitsUntil!) - api.clock.now().getTime()).toBeLessThanOrEqual(11 * 3_600_000)
  api.clock.move(Date.parse(body.waitsUntil!) + 1000 - api.clock.now().getTime())
  await runJobsUntilIdle(api)
  expect((await sent()).map(({ status }) => status)).toEqual(['SENT'])
})

test('A worker who says STOP while the invitation waits for the morning is not sent it', async () => {
  await goTo('22:00')
  await gateway('ENROLL', { consent })
  await api.service.ask(texts.inbound, { id: 'stop-2', from: mobile, text: 'STOP' })
  await goTo('09:00')
  await runJobsUntilIdle(api)
  expect((await sent()).filter(({ template }) => template === 'INVITE')).toMatchObject([{ status: 'BLOCKED' }])
  for (const action of ['ENROLL', 'SEND', 'RESEND', 'OPT_OUT'] as const)
    expect((await gateway(action, { consent, template: 'PENDING' })).body.status).toMatchObject({ code: 'RULE' })
})

test('A user ends the texts of a worker; nothing is sent, and only the worker’s START brings them back', async () => {
  await giveTextConsent(api.db, mobile, { which: worker })
  expect((await gateway('OPT_OUT')).body).toMatchObject({ state: 'OPTED_OUT', messageId: null })
  await runJobsUntilIdle(api)
  expect(await sent()).toEqual([])
  expect(await whyNot('ENROLL')).toMatch(/Only they can opt in again/)
  await api.service.ask(texts.inbound, { id: 'start-3', from: mobile, text: 'START' })
  expect(await campaign()).toMatchObject({ state: 'SUBSCRIBED' })
})

test('An invitation and a STOP at once: the worker has said STOP in the end', async () => {
  for (const at of [1, 2, 3]) {
    await api.db.query(`delete from sms_campaign`)
    await Promise.all([
      gateway('ENROLL', { consent }),
      api.service.ask(texts.inbound, { id: `race-${at}`, from: mobile, text: 'STOP' }),
    ])
    expect(await campaign()).toMatchObject({ state: 'OPTED_OUT' })
    await goTo('12:00')
  }
})

test('Refused are another number, a day to come, a missing template or consent, a reader, and another carrier', async () => {
  const fields = async (action: 'ENROLL' | 'SEND', more: object) =>
    ((await gateway(action, more)).body as never as { fields: { path: string }[] }).fields.map(({ path }) => path)
  expect(await fields('ENROLL', { consent, mobile: '8135550100' })).toEqual(['mobile'])
  expect(await fields('ENROLL', { consent: { source: 'PAPER', at: '2199-01-01' } })).toEqual(['consent.at'])
  expect(await fields('ENROLL', {})).toEqual(['consent'])
  await giveTextConsent(api.db, mobile, { which: worker })
  expect(await fields('SEND', {})).toEqual(['template'])
  expect(await fields('SEND', { template: 'Oxycodone is ready' })).toEqual(['template'])
  expect((await gateway('OPT_OUT', {}, await api.signIn('read.only'))).status).toBe(403)
  expect((await gateway('OPT_OUT', {}, await api.signIn('adj.bbb'))).status).toBe(404)
  const reader = await api.signIn('read.only')
  const { body } = await reader.ask(texts.campaign, { a: 'AAA', b: 'AAA1', c: claimId })
  expect(new Set(body.actions.map(({ whyNot: why }) => why?.code))).toEqual(new Set(['UPDATE_BLOCKED']))
})
