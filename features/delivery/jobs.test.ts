import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { takesTexts, textStates } from '#features/text-messages/rules.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { notifications } from '#features/notifications/contract.ts'
import { noticesToActive } from '#features/notifications/sql.ts'
import { idOf } from '#testing/fixtures.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { eventually } from '#testing/eventually.ts'
import {
  matrix,
  recipients,
  staffMail,
  workerText,
  happenings,
  type MessageFacts,
} from '#features/notifications/rules.ts'

const facts: MessageFacts = {
  reference: '004417733920',
  claimNumber: 'WC-1',
  link: 'http://x',
  due: 'Mon',
  carrier: 'Alder',
  phone: '800',
  prescriber: 'Dr',
  reason: 'Oxycodone is not covered',
  partial: false,
  language: 'en',
  note: '',
  notices: [],
  noticeSays: [],
  lastDay: '12/31/2026',
}
const nobody = {
  safetyOverride: false,
  advisedOtherwise: false,
  takesTexts: false,
  prescriberFax: null,
  prescriberEmail: null,
}

test('a text is sent only to a subscribed worker, and no text or staff e-mail names a drug', () => {
  for (const happening of happenings) {
    for (const { id: kept } of textStates)
      for (const [sameNumber, claimOpen, off] of [
        [true, true, false],
        [false, true, false],
        [true, false, false],
        [true, true, true],
      ] as const) {
        const consents = takesTexts({ kept, sameNumber, claimOpen, off })
        expect(consents).toBe(kept === 2 && sameNumber && claimOpen && !off)
        if (consents) continue
        const notices = recipients(happening, { ...nobody, takesTexts: consents })
        expect(notices.filter(({ channel }) => channel === 'S')).toEqual([])
      }
    expect(workerText(happening, facts)).not.toMatch(/oxycodone|diagnos/i)
    expect(staffMail(happening, facts).body).not.toMatch(/oxycodone/i)
  }
  expect(recipients('raised', { ...nobody, takesTexts: true })).toContainEqual({ party: 'worker', channel: 'S' })
})

test('a supervisor is notified of an approval only when a safety code was cleared, a pharmacist only when the advice was not followed', () => {
  const parties = (of: Partial<typeof nobody>) => recipients('approved', { ...nobody, ...of }).map(({ party }) => party)
  expect(parties({})).toEqual(['owner', 'named'])
  expect(parties({ safetyOverride: true })).toEqual(['owner', 'named', 'supervisor'])
  expect(parties({ advisedOtherwise: true })).toEqual(['owner', 'named', 'pharmacist'])
  expect(Object.keys(matrix)).toEqual([...happenings])
})

test('a new request and its denial reach the people of the matrix once each: portal, e-mail, and fax to the prescriber', async () => {
  const api = await startFixtureApi()
  // Noon in the worker's time zone: texts are sent at once.
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await giveTextConsent(api.db, '8135550144')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const delivered = async (count: number) => {
    await eventually(async () => {
      await jobs.relay()
      const { rows } = await api.db.query("select count(*)::int as n from outside_message where status = 'SENT'")
      expect(rows[0].n).toBe(count)
    })
  }
  await delivered(2)
  expect((await api.db.query('select kind, title from user_notification')).rows).toEqual([
    { kind: 'raised', title: expect.stringMatching(/^Request \d{12} waits for your decision\.$/) },
  ])
  await (await api.signIn('adj.aaa')).ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Gabapentin first' })
  expect(await jobs.relay()).toBe(0)
  api.clock.move(11_000)
  await delivered(4)
  const sent = (await api.db.query('select channel, recipient, body from outside_message order by created_at, channel'))
    .rows
  expect(sent.map((row) => `${row.channel} ${row.recipient}`)).toEqual([
    'MAIL Adj aaa',
    'SMS the patient',
    'FAX Ansel Hawthorne, MD',
    'SMS the patient',
  ])
  expect(sent[2].body).toContain('Generic or preferred alternative available')
  expect(
    (
      await api.db.query(
        'select event_code from authorization_event where event_code in (310, 311) order by event_code',
      )
    ).rows.map((row) => row.event_code),
  ).toEqual([310, 310, 311, 311])
})

test('an owner who chose one e-mail a day gets one for all of it, and nothing where they chose nothing', async () => {
  const api = await startFixtureApi()
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'notificationSettings', true)`,
  )
  const owner = await api.signIn('adj.aaa')
  const choose = (portal: boolean, mail: 'DAILY' | 'OFF') =>
    owner.ask(notifications.choose, {
      groups: [{ group: 'REQUESTS', portal, mail }],
      quietFrom: null,
      quietUntil: null,
      dailyAt: '08:00',
    })
  const counts = async () =>
    (
      await api.db.query(`select (select count(*)::int from user_notification) as notices,
        (select count(*)::int from outside_message where channel = 'MAIL') as mails, (select count(*)::int from notice_waiting) as waiting`)
    ).rows[0]
  expect((await choose(true, 'DAILY')).status).toBe(200)
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  await runJobsUntilIdle(api)
  expect(await counts()).toEqual({ notices: 2, mails: 0, waiting: 2 })
  await choose(false, 'OFF')
  await raiseAuthorization(api, { sub: 'AAA1', at: 3 })
  await runJobsUntilIdle(api)
  expect(await counts()).toEqual({ notices: 2, mails: 0, waiting: 2 })
  api.clock.move(20 * 3_600_000 + 60_000)
  await runJobsUntilIdle(api)
  expect(await counts()).toEqual({ notices: 2, mails: 1, waiting: 0 })
  const { rows } = await api.db.query(`select subject, body from outside_message`)
  expect(rows[0].subject).toBe('2 notifications of your requests')
  expect(rows[0].body.match(/waits for your decision/g)).toHaveLength(2)
})

test('what an act wrote itself obeys the choices of its user: in the portal, by e-mail at once, after quiet hours, once a day', async () => {
  const api = await startFixtureApi()
  api.clock.move(instantOf(day(1), '22:00', 'America/New_York') - api.clock.now().getTime())
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'notificationSettings', true)`,
  )
  const user = await api.signIn('adj.aaa')
  const choose = (portal: boolean, mail: 'NOW' | 'DAILY' | 'OFF') =>
    user.ask(notifications.choose, {
      groups: [{ group: 'FILES', portal, mail }],
      quietFrom: '21:00',
      quietUntil: '07:00',
      dailyAt: '08:00',
    })
  const give = async (kind: 'extractFailed' | 'carrier_setting') => {
    const { text, values } = noticesToActive([{ id: randomUUID(), userId: idOf('adj.aaa') }], {
      kind,
      title: 'Jane Roe',
      at: api.clock.now().toISOString(),
    })
    await api.db.query('begin')
    await api.db.query(`select set_config('app.mc', 'AAA', true)`)
    await api.db.query(text, values as unknown[])
    await api.db.query('commit')
  }
  const state = async () =>
    (
      await api.db.query(`select (select count(*)::int from user_notification) as notices,
        (select count(*)::int from outside_message where status = 'SENT') as sent,
        (select count(*)::int from outside_message where status = 'QUEUED') as queued,
        (select count(*)::int from notice_waiting) as waiting`)
    ).rows[0]
  await choose(true, 'OFF')
  await give('extractFailed')
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await state()).toEqual({ notices: 1, sent: 0, queued: 0, waiting: 0 })
  await choose(false, 'NOW')
  await give('extractFailed')
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await state()).toEqual({ notices: 1, sent: 0, queued: 1, waiting: 0 })
  await choose(false, 'DAILY')
  await give('extractFailed')
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await state()).toEqual({ notices: 1, sent: 0, queued: 1, waiting: 1 })
  // What may not be switched off is not, and waits for no morning.
  await give('carrier_setting')
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await state()).toEqual({ notices: 2, sent: 1, queued: 1, waiting: 1 })
  api.clock.move(11 * 3_600_000)
  await runJobsUntilIdle(api, { ticks: 1 })
  expect(await state()).toEqual({ notices: 2, sent: 3, queued: 0, waiting: 0 })
  const { rows } = await api.db.query(`select string_agg(body, '') as all from outside_message`)
  expect(rows[0].all).not.toContain('Jane Roe')
  expect(rows[0].all.match(/A scheduled extract failed\./g)).toHaveLength(2)
})
