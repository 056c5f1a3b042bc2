import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf } from '#platform/dates/zone.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { textTime, workerZones } from './rules.ts'

// Quiet hours from 21:00 to 08:00 in the worker's time zone, at most three texts a day, and no text after STOP.

const eastern = 'America/New_York'

describe('when a text may be sent', () => {
  test.each([
    ['2026-11-16T08:00', '2026-11-16T08:00'],
    ['2026-11-16T20:59', '2026-11-16T20:59'],
    ['2026-11-16T21:00', '2026-11-17T08:00'],
    ['2026-11-16T00:00', '2026-11-16T08:00'],
    ['2026-11-16T07:59', '2026-11-16T08:00'],
    ['2026-10-31T23:30', '2026-11-01T08:00'], // the clocks change that night
  ])('%s in New York: %s', (written, leaves) => {
    const at = (text: string) => new Date(instantOf(text.slice(0, 10), text.slice(11), eastern)).toISOString()
    expect(textTime(at(written), [eastern])).toBe(at(leaves))
  })
  test.each([
    ['El Paso', 'TX', '79901', 'America/Denver'],
    ['Houston', 'TX', '77002', 'America/Chicago'],
    ['Texas, somewhere', 'TX', null, 'America/Chicago America/Denver'],
    ['Texas, with the ZIP code of Knoxville', 'TX', '37902', 'America/Chicago America/Denver'],
    ['Pensacola', 'FL', '32501-1234', 'America/Chicago'],
    ['Tampa', 'FL', '33601', eastern],
    ['Knoxville', 'TN', '37902', eastern],
    ['Nashville', 'TN', '37201', 'America/Chicago'],
    ['Gary', 'IN', '46402', 'America/Chicago'],
    ['Indianapolis', 'IN', '46204', 'America/Indiana/Indianapolis'],
    ['Paducah', 'KY', '42001', 'America/Chicago'],
    ['Rapid City', 'SD', '57701', 'America/Denver'],
    ['Coeur d’Alene', 'ID', '83814', 'America/Los_Angeles'],
    ['Ontario', 'OR', '97914', 'America/Denver America/Los_Angeles'],
    ['Window Rock', 'AZ', '86515', 'America/Phoenix America/Denver'],
    ['Fresno', 'CA', '93701', 'America/Los_Angeles'],
    ['Fresno, without a ZIP code', 'CA', null, 'America/Los_Angeles'],
    ['nowhere on file', null, '79901', eastern],
  ] as const)('the quiet hours of %s', (_, state, zip, zones) => {
    const found = workerZones({ worker_state: state, worker_zip: zip, juris_state: 'NY' }, '2026-11-16T15:00:00.000Z')
    expect(found.join(' ')).toBe(zones)
  })
  test('a text to somebody who may be in two zones is sent when it is quiet in neither', () => {
    const zone = fc.constantFrom(
      ...Intl.supportedValuesOf('timeZone').filter((one) => /^America\/(Chi|Den|New|Pho|Los|Ada|Anc)/.test(one)),
    )
    const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
    fc.assert(
      fc.property(instant, zone, zone, (ms, one, other) => {
        const at = new Date(ms).toISOString()
        const time = textTime(at, [one, other])
        expect(time >= at).toBe(true)
        expect([textTime(time, [one]), textTime(time, [other])]).toEqual([time, time])
        expect(Date.parse(time) - ms).toBeLessThan(24 * 3_600_000)
      }),
    )
  })
})

const subscribed = (api: TestApi) => giveTextConsent(api.db, '8135550144')
const goTo = (api: TestApi, date: string, time: string) =>
  api.clock.move(instantOf(date, time, eastern) - api.clock.now().getTime())
const texts = async (api: TestApi) =>
  (
    await api.db.query(
      `select body, status, sent_at from outside_message where channel = 'SMS' order by sent_at nulls last, created_at, body`,
    )
  ).rows

test('a New York approval by silence at midnight is texted at eight in the morning', async () => {
  const api = await startFixtureApi()
  goTo(api, day(1), '12:00')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5, date: day(1) })
  await runJobsUntilIdle(api)
  await subscribed(api)
  const { rows } = await api.db.query('select statutory_due_at as due from rx_authorization where id = $1', [id])
  api.clock.move(rows[0].due.getTime() + 5000 - api.clock.now().getTime())
  await runJobsUntilIdle(api, { ticks: 2 })
  expect((await api.db.query('select status_id from rx_authorization where id = $1', [id])).rows).toEqual([
    { status_id: 33 },
  ])
  expect(await texts(api)).toEqual([{ body: expect.stringContaining('was approved'), status: 'QUEUED', sent_at: null }])
  goTo(api, day(6), '07:59')
  await runJobsUntilIdle(api)
  expect(await texts(api)).toMatchObject([{ status: 'QUEUED' }])
  goTo(api, day(6), '08:01')
  await runJobsUntilIdle(api)
  expect(await texts(api)).toMatchObject([{ status: 'SENT' }])
})

test('a number gets three texts a day; the fourth waits for the next morning, and none is sent after STOP', async () => {
  const api = await startFixtureApi()
  await subscribed(api)
  goTo(api, day(1), '10:00')
  for (const at of [1, 2, 3]) await raiseAuthorization(api, { sub: 'AAA1', at, date: day(1) })
  await runJobsUntilIdle(api)
  expect((await texts(api)).map((text) => text.status)).toEqual(['SENT', 'SENT', 'SENT'])
  const fourth = await raiseAuthorization(api, { sub: 'AAA1', at: 4, date: day(1) })
  const fifth = await raiseAuthorization(api, { sub: 'AAA2', at: 1, date: day(1) })
  await runJobsUntilIdle(api)
  expect((await texts(api)).map((text) => text.status)).toEqual(['SENT', 'SENT', 'SENT', 'QUEUED', 'QUEUED'])
  goTo(api, day(1), '23:00')
  await runJobsUntilIdle(api)
  expect((await texts(api)).filter((text) => text.status === 'QUEUED')).toHaveLength(2)
  await api.db.query(
    `update sms_campaign g set state = 3 from wc_claim c
      join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id
      where c.mc = g.mc and c.claimant_id = g.claimant_id and a.id = $1`,
    [fifth],
  )
  goTo(api, day(2), '12:00') // After 08:00 in Texas and California too.
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query(
    `select authorization_id as id, status from outside_message where channel = 'SMS' and authorization_id = any($1) order by status`,
    [[fourth, fifth]],
  )
  expect(rows).toEqual([
    { id: fifth, status: 'BLOCKED' },
    { id: fourth, status: 'SENT' },
  ])
  const log = await api.db.query(
    `select event_text from authorization_event where event_code = 311 and authorization_id = $1`,
    [fifth],
  )
  expect(log.rows).toEqual([{ event_text: 'Text message to the patient blocked' }])
})
