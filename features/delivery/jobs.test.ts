import { expect, onTestFinished, test, vi } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { takesTexts, textStates } from '#features/text-messages/rules.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
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
  appealDays: 10,
  language: 'en',
  note: '',
  notices: [],
  noticeSays: [],
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
    await vi.waitFor(
      async () => {
        await jobs.relay()
        const { rows } = await api.db.query("select count(*)::int as n from outside_message where status = 'SENT'")
        expect(rows[0].n).toBe(count)
      },
      { timeout: 30_000, interval: 200 },
    )
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
    'SMS the worker',
    'FAX Ansel Hawthorne, MD',
    'SMS the worker',
  ])
  expect(sent[2].body).toContain('Generic or preferred alternative available')
  expect(
    (
      await api.db.query(
        'select event_code from authorization_event where event_code in (310, 311) order by event_code',
      )
    ).rows.map((row) => row.event_code),
  ).toEqual([310, 310, 311, 311])
}, 60_000)
