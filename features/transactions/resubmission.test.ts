import { onTestFinished, expect, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { bill } from '../../testing/bill.ts'
import type { Desk } from '../../testing/desk.ts'
import { openWorld } from '../../testing/fixture.ts'
import { transactions } from './contract.ts'

const MINUTE = 60_000
const own = { sub: 'AAA1', at: 1 } as const
const send = async (desk: Desk) => (await desk.service.ask(transactions.intake, bill(own))).body
const told = async (desk: Desk, happening: string): Promise<number> =>
  (await desk.db.query(`select count(*)::int as n from outbox where payload ->> 'happening' = $1`, [happening])).rows[0]
    .n

test('who comes back to the counter later is told of anew, at once and after a quarter of an hour; who still stands there is not', async () => {
  const desk = await openWorld()
  const jobs = await startJobs(desk.built.portal, desk.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const first = await send(desk)
  await jobs.tick()
  desk.clock.move(16 * MINUTE)
  await jobs.tick()
  expect(await told(desk, 'pharmacyWaiting')).toBe(1)
  expect((await send(desk)).authorizationId).toBe(first.authorizationId)
  desk.clock.move(16 * MINUTE)
  await jobs.tick()
  expect([await told(desk, 'resubmitted'), await told(desk, 'pharmacyWaiting')]).toEqual([0, 1])
  desk.clock.move(50 * MINUTE)
  await send(desk)
  expect(await told(desk, 'resubmitted')).toBe(1)
  await jobs.tick()
  expect(await told(desk, 'pharmacyWaiting')).toBe(1)
  desk.clock.move(16 * MINUTE)
  await jobs.tick()
  await jobs.tick()
  expect(await told(desk, 'pharmacyWaiting')).toBe(2)
  // The callback reached them, and they send it once more: that is new, too.
  await desk.db.query('update rx_authorization set pharmacy_waiting = false')
  await send(desk)
  expect(await told(desk, 'resubmitted')).toBe(2)
})

test('the sixth submission of a prescription within ten minutes is answered 3W with the reference, and for half an hour nobody is told', async () => {
  const desk = await openWorld()
  const first = await send(desk)
  for (let again = 0; again < 5; again += 1) {
    desk.clock.move(11 * MINUTE) // one by one, however many
    expect((await send(desk)).rejects[0]!.code).not.toBe('3W')
  }
  desk.clock.move(11 * MINUTE)
  const codes: string[][] = []
  for (let again = 0; again < 7; again += 1) codes.push((await send(desk)).rejects.map(({ code }) => code))
  const usual = first.rejects.map(({ code }) => code)
  expect(codes).toEqual([...Array.from({ length: 5 }, () => usual), ['3W'], ['3W']])
  const answer = await send(desk)
  const { authorizationId, referenceNumber } = first
  expect(answer).toMatchObject({ status: 'R', authorizationId, referenceNumber })
  expect(answer.rejects).toEqual([
    {
      code: '3W',
      description: 'The request is being decided',
      message: `Request ${referenceNumber} is being decided. Wait for the answer; nothing more to send.`,
    },
  ])
  expect(answer.message.join(' ')).toContain(referenceNumber!)
  // The file says what each was answered; the request says what stands in its way.
  const { rows } = await desk.db.query(
    'select reject_codes from rx_transaction order by submitted_at desc, id desc limit 1',
  )
  expect(rows).toEqual([{ reject_codes: ['3W'] }])
  const request = await desk.db.query('select reject_codes, resubmission_count from rx_authorization')
  expect(request.rows).toEqual([{ reject_codes: usual, resubmission_count: 13 }])

  const before = await told(desk, 'resubmitted')
  const arrives = async () => {
    await desk.db.query('update rx_authorization set pharmacy_waiting = false')
    return (await send(desk)).rejects.map(({ code }) => code)
  }
  desk.clock.move(20 * MINUTE)
  expect(await arrives()).toEqual(usual)
  expect(await told(desk, 'resubmitted')).toBe(before)
  desk.clock.move(11 * MINUTE)
  expect(await arrives()).toEqual(usual)
  expect(await told(desk, 'resubmitted')).toBe(before + 1)
})
