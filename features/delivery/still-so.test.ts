import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { happenings } from '#features/notifications/rules.ts'
import { notifications } from '#features/notifications/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { texts } from '#features/text-messages/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { answerForGateways } from '#testing/gateway-answers.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { isStillSo, WITHHELD, type SoNow } from './still-so.ts'

// A message that waited is withheld where what it says is not so any more.

const pending: SoNow = { statusId: status.PENDING, decision: null, isEnded: false, isPaid: false, lastDay: null }
const approved: SoNow = { ...pending, statusId: status.APPROVED, decision: 'APPROVE', lastDay: '2026-12-31' }
const denied: SoNow = { ...pending, statusId: status.REJECTED_NO_PA, decision: 'REJECT_NO_PA' }
test.each<[string, string, SoNow, boolean]>([
  ['a request waits', 'raised', pending, true],
  ['a request waits', 'raised', approved, false],
  ['a request is late', 'overdue', denied, false],
  ['a pharmacist is asked', 'clinicalNeeded', pending, false],
  ['a pharmacist is asked', 'clinicalNeeded', { ...pending, statusId: status.PENDING_CLINICAL }, true],
  ['a supervisor is asked', 'supervisorNeeded', { ...pending, statusId: status.PENDING_CLINICAL }, false],
  ['it was approved', 'approved', approved, true],
  ['it was approved', 'approved', { ...approved, isEnded: true }, false],
  ['it was approved', 'approved', pending, false],
  ['silence approved it', 'deemed', { ...approved, decision: 'DEEMED' }, true],
  ['silence approved it', 'deemed', approved, false],
  ['it was denied', 'rejected', denied, true],
  ['it was denied', 'rejected', pending, false],
  ['it was closed', 'closed', { ...pending, statusId: status.EXPIRED }, true],
  ['it was closed', 'closed', { ...pending, statusId: status.WITHDRAWN }, true],
  ['it was closed', 'closed', pending, false],
  ['it was closed', 'closed', approved, false],
  ['it was closed', 'closed', denied, false],
  ['it is at the pharmacy', 'filled', approved, false],
  ['it is at the pharmacy', 'filled', { ...approved, isPaid: true }, true],
  ['it is good until 12/31/2026', 'endMoved', approved, true],
  ['it is good until 12/31/2026', 'endMoved', { ...approved, lastDay: '2026-12-01' }, false],
  ['it was escalated', 'escalation1', approved, true],
])('"%s" (%s) of %o is so: %s', (words, happening, now, so) => {
  expect(isStillSo(happening, now, { worker: false, words })).toBe(so)
})
test('a worker is promised a look only while somebody looks, and what happened stays so for everybody else', () => {
  expect(isStillSo('letterReceived', denied, { worker: true, words: '' })).toBe(false)
  expect(isStillSo('letterReceived', denied, { worker: false, words: '' })).toBe(true)
  expect(
    happenings.filter((one) =>
      isStillSo(one, { ...pending, statusId: status.WITHDRAWN }, { worker: false, words: '' }),
    ),
  ).toContain('withdrawn')
})

let api: TestApi
let adjuster: Visitor
let supervisor: Visitor
let nights = 0
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  return () => api.close()
})
const goTo = async (at: string, on: number) => {
  api.clock.move(instantOf(day(on), at, 'America/New_York') - api.clock.now().getTime())
  adjuster = await api.signIn('adj.aaa')
  supervisor = await api.signIn('super.aaa')
}
/** Ten in the evening, when texts wait for the morning: a request of a worker who gets texts. */
const atNight = async (mobile = `813555${1000 + nights}`) => {
  nights += 1
  await goTo('22:00', 2 * nights)
  await api.db.query('delete from outbox')
  const of = await anotherWorker(api, 'AAA1', 500 + nights)
  const id = await raiseAuthorization(api, { ...of, date: day(2 * nights) })
  await giveTextConsent(api.db, mobile, {
    which: `t.id = (select c.claimant_id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where a.id = '${id}')`,
  })
  return id
}
const later = async () => {
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
}
/** Eight has passed in every zone of the worker's state. */
const morning = async () => {
  await goTo('10:00', 2 * nights + 1)
  await runJobsUntilIdle(api)
}
const textsOf = async (id: string): Promise<string[]> =>
  (
    await api.db.query(
      `select template || ' ' || status as line from outside_message where authorization_id = $1 and channel = 'SMS' order by created_at, template`,
      [id],
    )
  ).rows.map(({ line }) => line as string)

test('a text that a request waits does not leave in the morning once it was decided in the night', async () => {
  const id = await atNight()
  await runJobsUntilIdle(api)
  await adjuster.ask(decision.approve, { id, version: 1 })
  await later()
  expect(await textsOf(id)).toEqual(['raised QUEUED', 'approved QUEUED'])
  await morning()
  expect(await textsOf(id)).toEqual(['raised BLOCKED', 'approved SENT'])
  const { rows } = await api.db.query(
    `select event_text from authorization_event where authorization_id = $1 and event_code = 311 order by event_text`,
    [id],
  )
  expect(rows.map((row) => row.event_text)).toEqual([
    'Text message to the patient sent',
    `Text message to the patient ${WITHHELD}`,
  ])
})

test('a text of an approval does not leave once the approval was ended, and one of a denial not once it was reopened', async () => {
  const ends = await atNight()
  const { body } = await adjuster.ask(decision.approve, { id: ends, version: 1 })
  await later()
  const end = {
    priorAuthOverrideRef: body.priorAuth!.priorAuthOverrideRef,
    version: 1,
    terminate: true,
    reason: 'As agreed by phone',
  }
  expect((await adjuster.ask(priorAuths.end, end)).status).toBe(200)
  await morning()
  expect((await textsOf(ends)).filter((one) => one.startsWith('approved'))).toEqual(['approved BLOCKED'])
  const reopens = await atNight()
  const deny = { id: reopens, version: 1, reasonId: 3, note: 'Not this time' }
  const { authorizationStatusId, version } = (await supervisor.ask(decision.rejectThisFill, deny)).body
  expect(authorizationStatusId).toBe(41)
  await later()
  const reopened = await supervisor.ask(decision.move, {
    id: reopens,
    status: 'reopen',
    version,
    note: 'Looked at again',
  })
  expect(reopened.body.authorizationStatusId).toBe(20)
  await morning()
  expect((await textsOf(reopens)).filter((one) => one.startsWith('rejected'))).toEqual(['rejected BLOCKED'])
})

test('a fax that waits for its gateway does not leave once the denial was reopened', async () => {
  nights += 1
  await goTo('12:00', 2 * nights)
  const id = await raiseAuthorization(api, {
    ...(await anotherWorker(api, 'AAA1', 500 + nights)),
    date: day(2 * nights),
  })
  const handed: string[] = []
  let isDown = true
  answerForGateways(api, (message, by) => {
    if (by === 'FAX' && isDown) return Promise.reject(new Error('The gateway answered 503.'))
    handed.push(`${by} ${message.text}`)
    return Promise.resolve('taken')
  })
  const { version } = (
    await supervisor.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3, note: 'Not this time' })
  ).body
  await later()
  await supervisor.ask(decision.move, { id, status: 'reopen', version, note: 'Looked at again' })
  isDown = false
  api.clock.move(5 * 60_000)
  await runJobsUntilIdle(api)
  expect(handed.filter((one) => one.startsWith('FAX'))).toEqual([])
  const { rows } = await api.db.query(
    `select status, error from outside_message where authorization_id = $1 and channel = 'FAX'`,
    [id],
  )
  expect(rows).toEqual([{ status: 'BLOCKED', error: WITHHELD }])
})

test('a text a user wrote does not leave in the morning once it is not so', async () => {
  const id = await atNight('8135559999')
  const claim = (await api.db.query('select stratus_claim_id as id from rx_authorization where id = $1', [id])).rows[0]
  const sent = await adjuster.ask(texts.gateway, { claimId: claim.id, action: 'SEND', template: 'PENDING' })
  expect(sent.body).toMatchObject({ success: true, waitsUntil: expect.any(String) })
  await adjuster.ask(decision.approve, { id, version: 1 })
  await morning()
  const { rows } = await api.db.query(`select status from outside_message where template = 'PENDING'`)
  expect(rows).toEqual([{ status: 'BLOCKED' }])
})

test('what waited in the outbox says nothing of a request that was decided meanwhile, and neither does the e-mail of the day', async () => {
  nights += 1
  await goTo('12:00', 2 * nights)
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'notificationSettings', true)`,
  )
  const daily = {
    groups: [{ group: 'REQUESTS' as const, portal: true, mail: 'DAILY' as const }],
    quietFrom: null,
    quietUntil: null,
    dailyAt: '08:00',
  }
  expect((await adjuster.ask(notifications.choose, daily)).status).toBe(200)
  const raise = async (at: number) =>
    raiseAuthorization(api, { ...(await anotherWorker(api, 'AAA1', 600 + at)), date: day(2 * nights) })
  const atOnce = await raise(1)
  expect((await adjuster.ask(decision.approve, { id: atOnce, version: 1 })).status).toBe(200)
  await later()
  const noticesOf = async (id: string) =>
    (await api.db.query('select kind from user_notification where authorization_id = $1', [id])).rows.map(
      ({ kind }) => kind,
    )
  expect(await noticesOf(atOnce)).not.toContain('raised')
  const [decided, waits] = [await raise(2), await raise(3)]
  await runJobsUntilIdle(api)
  expect([await noticesOf(decided), await noticesOf(waits)]).toEqual([['raised'], ['raised']])
  await adjuster.ask(decision.approve, { id: decided, version: 1 })
  await morning()
  const reference = async (id: string) =>
    (await api.db.query('select reference_number from rx_authorization where id = $1', [id])).rows[0]
      .reference_number as string
  const { rows } = await api.db.query(
    `select string_agg(body, ' ') as body from outside_message where channel = 'MAIL' and body like '%waits for your decision%' and created_at > $1`,
    [new Date(api.clock.now().getTime() - 3_600_000)],
  )
  expect(rows[0].body).toContain(await reference(waits))
  expect(rows[0].body).not.toContain(await reference(decided))
})
