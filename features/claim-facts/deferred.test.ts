import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { claimFacts } from './contract.ts'

// 8 CCR 9792.9.1(b): review is deferred while liability is disputed; once it is settled, what was dispensed is reviewed.

test('A deferral of California is notified as one, and once liability is settled its owner reads by when to review', async () => {
  const api = await startFixtureApi()
  const owner = await api.signIn('adj.aaa')
  const claimId = idOf('AAA AAA1 claim 6')
  const today = dayAt(api.clock.now())
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const note = 'The knee is disputed: the examination found no injury at work'
  const rejected = await owner.ask(decision.rejectThisFill, { id, version: 1, reasonId: 23, note })
  expect(rejected.body).toMatchObject({ success: true })
  const undone = 60_000
  api.clock.move(undone)
  await runJobsUntilIdle(api)
  const rows = async (sql: string) => (await api.db.query(sql, [id])).rows
  const [fax] = await rows(
    `select body, serves from outside_message where authorization_id = $1 and recipient <> 'the patient' and channel in ('FAX', 'MAIL')`,
  )
  expect(fax!.body).toContain('Utilization review is deferred while liability is disputed.')
  expect(fax!.body).toContain('This is the written notice under 8 CCR 9792.9.1(b)(1).')
  expect(fax!.body).not.toContain('reconsideration')
  const settled = () =>
    rows('select event_text as text from authorization_event where authorization_id = $1 and event_code = 103')
  const change = async (kind: 'COMPENSABILITY' | 'PART', value: string, subject = '') => {
    const { version } = (await owner.ask(claimFacts.of, { claimId })).body
    const reason = 'Award of the Appeals Board'
    const answer = await owner.ask(claimFacts.change, { claimId, version, kind, subject, value, from: today, reason })
    expect(answer.status).toBe(200)
    await runJobsUntilIdle(api)
  }
  await change('COMPENSABILITY', 'CONTROVERTED')
  expect(await settled()).toEqual([])
  await change('PART', 'ACCEPTED', '53')
  expect(await settled()).toEqual([
    {
      text: `Liability settled from ${usDate(today)}: fills are reviewed by ${usDate(addDays(today, 30))} (8 CCR 9792.9.1(b)(2))`,
    },
  ])
  expect((await api.db.query(`select user_id from user_notification where kind = 'liabilitySettled'`)).rows).toEqual([
    { user_id: idOf('adj.aaa') },
  ])
  // Once is enough.
  await change('COMPENSABILITY', 'ACCEPTED')
  expect(await settled()).toHaveLength(1)
})
