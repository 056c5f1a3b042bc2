import { onTestFinished, expect, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { transactions } from './contract.ts'

const MINUTE = 60_000
const own = { sub: 'AAA1', at: 1 } as const
const send = async (api: TestApi) => (await api.service.ask(transactions.intake, pharmacyClaim(own))).body
const notificationCount = async (api: TestApi, happening: string): Promise<number> =>
  (await api.db.query(`select count(*)::int as n from outbox where payload ->> 'happening' = $1`, [happening])).rows[0]
    .n

test('A patient who returns to the counter later is reported again, at once and after 15 minutes; one still waiting is not', async () => {
  const api = await startFixtureApi()
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const first = await send(api)
  await jobs.tick()
  api.clock.move(16 * MINUTE)
  await jobs.tick()
  expect(await notificationCount(api, 'pharmacyWaiting')).toBe(1)
  expect((await send(api)).authorizationId).toBe(first.authorizationId)
  api.clock.move(16 * MINUTE)
  await jobs.tick()
  expect([await notificationCount(api, 'resubmitted'), await notificationCount(api, 'pharmacyWaiting')]).toEqual([0, 1])
  api.clock.move(50 * MINUTE)
  await send(api)
  expect(await notificationCount(api, 'resubmitted')).toBe(1)
  await jobs.tick()
  expect(await notificationCount(api, 'pharmacyWaiting')).toBe(1)
  api.clock.move(16 * MINUTE)
  await jobs.tick()
  await jobs.tick()
  expect(await notificationCount(api, 'pharmacyWaiting')).toBe(2)
  // The callback reached the pharmacy and it resubmits: this counts as new too.
  await api.db.query('update rx_authorization set pharmacy_waiting = false')
  await send(api)
  expect(await notificationCount(api, 'resubmitted')).toBe(2)
})

test('The sixth submission within ten minutes is answered 3W with the reference and sends no notification for 30 minutes', async () => {
  const api = await startFixtureApi()
  const first = await send(api)
  for (let again = 0; again < 5; again += 1) {
    api.clock.move(11 * MINUTE) // one by one, however many
    expect((await send(api)).rejects[0]!.code).not.toBe('3W')
  }
  api.clock.move(11 * MINUTE)
  const codes: string[][] = []
  for (let again = 0; again < 7; again += 1) codes.push((await send(api)).rejects.map(({ code }) => code))
  const usual = first.rejects.map(({ code }) => code)
  expect(codes).toEqual([...Array.from({ length: 5 }, () => usual), ['3W'], ['3W']])
  const answer = await send(api)
  const { authorizationId, referenceNumber } = first
  expect(answer).toMatchObject({ status: 'R', authorizationId, referenceNumber })
  expect(answer.rejects).toEqual([
    {
      code: '3W',
      description: 'Request is pending a decision',
      message: `Request ${referenceNumber} is being decided. Wait for the answer; nothing more to send.`,
    },
  ])
  expect(answer.message.join(' ')).toContain(referenceNumber!)
  // Each transaction keeps its answer; the request keeps the current rejects.
  const { rows } = await api.db.query(
    'select reject_codes from rx_transaction order by submitted_at desc, id desc limit 1',
  )
  expect(rows).toEqual([{ reject_codes: ['3W'] }])
  const request = await api.db.query('select reject_codes, resubmission_count from rx_authorization')
  expect(request.rows).toEqual([{ reject_codes: usual, resubmission_count: 13 }])

  const before = await notificationCount(api, 'resubmitted')
  const arrives = async () => {
    await api.db.query('update rx_authorization set pharmacy_waiting = false')
    return (await send(api)).rejects.map(({ code }) => code)
  }
  api.clock.move(20 * MINUTE)
  expect(await arrives()).toEqual(usual)
  expect(await notificationCount(api, 'resubmitted')).toBe(before)
  api.clock.move(11 * MINUTE)
  expect(await arrives()).toEqual(usual)
  expect(await notificationCount(api, 'resubmitted')).toBe(before + 1)
})
