import { describe, expect, test } from 'vitest'
import { instantOf } from '#platform/dates/zoned-time.ts'
import { consented } from '../../testing/consent.ts'
import { day } from '../../testing/day.ts'
import type { Desk } from '../../testing/desk.ts'
import { openWorld, stopped } from '../../testing/fixture.ts'
import { settled } from '../../testing/settled.ts'
import { textTime, workerZone } from './rules.ts'

// Quiet hours from 21:00 to 08:00 where the worker is, at most three texts a day, and no text after STOP.

const eastern = 'America/New_York'

describe('when a text may leave', () => {
  test.each([
    ['2026-11-16T08:00', '2026-11-16T08:00'],
    ['2026-11-16T20:59', '2026-11-16T20:59'],
    ['2026-11-16T21:00', '2026-11-17T08:00'],
    ['2026-11-16T00:00', '2026-11-16T08:00'],
    ['2026-11-16T07:59', '2026-11-16T08:00'],
    ['2026-10-31T23:30', '2026-11-01T08:00'], // the clocks change that night
  ])('%s in New York: %s', (written, leaves) => {
    const at = (text: string) => new Date(instantOf(text.slice(0, 10), text.slice(11), eastern)).toISOString()
    expect(textTime(at(written), eastern)).toBe(at(leaves))
  })
  test('the hours are those of the state the worker lives in, else of the state of the claim', () => {
    const now = '2026-11-16T15:00:00.000Z'
    expect(workerZone('CA', 'NY', now)).toBe('America/Los_Angeles')
    expect(workerZone(null, 'NY', now)).toBe(eastern)
  })
})

const subscribed = (desk: Desk) => consented(desk.db, '8135550144')
const goTo = (desk: Desk, date: string, time: string) =>
  desk.clock.move(instantOf(date, time, eastern) - desk.clock.now().getTime())
const texts = async (desk: Desk) =>
  (
    await desk.db.query(
      `select body, status, sent_at from outside_message where channel = 'SMS' order by sent_at nulls last, created_at, body`,
    )
  ).rows

test('what New York approves by silence at midnight is texted at eight in the morning', async () => {
  const desk = await openWorld()
  goTo(desk, day(1), '12:00')
  const id = await stopped(desk, { sub: 'AAA1', at: 5, date: day(1) })
  await settled(desk)
  await subscribed(desk)
  const { rows } = await desk.db.query('select statutory_due_at as due from rx_authorization where id = $1', [id])
  desk.clock.move(rows[0].due.getTime() + 5000 - desk.clock.now().getTime())
  await settled(desk, { ticks: 2 })
  expect((await desk.db.query('select status_id from rx_authorization where id = $1', [id])).rows).toEqual([
    { status_id: 33 },
  ])
  expect(await texts(desk)).toEqual([
    { body: expect.stringContaining('was approved'), status: 'QUEUED', sent_at: null },
  ])
  goTo(desk, day(6), '07:59')
  await settled(desk)
  expect(await texts(desk)).toMatchObject([{ status: 'QUEUED' }])
  goTo(desk, day(6), '08:01')
  await settled(desk)
  expect(await texts(desk)).toMatchObject([{ status: 'SENT' }])
}, 60_000)

test('a number gets three texts a day; the fourth waits for the next morning, and none leaves after STOP', async () => {
  const desk = await openWorld()
  await subscribed(desk)
  goTo(desk, day(1), '10:00')
  for (const at of [1, 2, 3]) await stopped(desk, { sub: 'AAA1', at, date: day(1) })
  await settled(desk)
  expect((await texts(desk)).map((text) => text.status)).toEqual(['SENT', 'SENT', 'SENT'])
  const fourth = await stopped(desk, { sub: 'AAA1', at: 4, date: day(1) })
  const fifth = await stopped(desk, { sub: 'AAA2', at: 1, date: day(1) })
  await settled(desk)
  expect((await texts(desk)).map((text) => text.status)).toEqual(['SENT', 'SENT', 'SENT', 'QUEUED', 'QUEUED'])
  goTo(desk, day(1), '23:00')
  await settled(desk)
  expect((await texts(desk)).filter((text) => text.status === 'QUEUED')).toHaveLength(2)
  await desk.db.query(
    `update sms_campaign g set state = 3 from wc_claim c join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id where c.mc = g.mc and c.claimant_id = g.claimant_id and a.id = $1`,
    [fifth],
  )
  goTo(desk, day(2), '12:00') // morning in Texas and California too
  await settled(desk)
  const { rows } = await desk.db.query(
    `select authorization_id as id, status from outside_message where channel = 'SMS' and authorization_id = any($1) order by status`,
    [[fourth, fifth]],
  )
  expect(rows).toEqual([
    { id: fifth, status: 'BLOCKED' },
    { id: fourth, status: 'SENT' },
  ])
  const log = await desk.db.query(
    `select event_text from authorization_event where event_code = 311 and authorization_id = $1`,
    [fifth],
  )
  expect(log.rows).toEqual([{ event_text: 'SMS to claimant blocked' }])
}, 60_000)
