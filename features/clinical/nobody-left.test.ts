import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { addDays } from '#platform/dates/day.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'

// The last who could take what was handed over leaves, loses the role, the programs or the license.

const question = { status: 'supervisor', about: 'ROLE', note: 'He travels on Friday. May I?' } as const
const set = (api: TestApi, change: string, ...usernames: string[]) =>
  api.db.query(`update user_carrier set ${change} where user_id = any($1)`, [usernames.map(idOf)])
const gone = async (api: TestApi) =>
  (
    await api.db.query(
      `select user_id as to, kind, title from user_notification where kind like '%Gone' order by user_id`,
    )
  ).rows as { to: string; kind: string; title: string }[]
const logged = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      `select event_text as text from authorization_event where authorization_id = $1 and event_code = 182 order by id`,
      [id],
    )
  ).rows.map(({ text }) => text as string)

/** A request in California that an adjuster handed over; adj.aaa2 manages the users of the carrier. */
async function handedOver(to: 22 | 23 | 25 | 26 | 'senior') {
  const api = await startFixtureApi()
  await set(api, `roles = '{account_admin}'`, 'adj.aaa2')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  const adjuster = await api.signIn('adj.aaa')
  if (to === 25) await api.db.query('update rx_authorization set estimated_cost = 3000 where id = $1', [id])
  const moves = {
    22: { status: 'clinical' },
    senior: { status: 'clinical' },
    23: { status: 'ur' },
    26: question,
  } as const
  const sent =
    to === 25
      ? await adjuster.ask(decision.approve, { id, version: 1, note: 'The third course' })
      : await adjuster.ask(decision.move, { id, version: 1, ...moves[to] })
  expect(sent.body).toMatchObject({ authorizationStatusId: to === 'senior' ? 22 : to })
  if (to === 'senior') {
    await set(api, `license_states = '{TX}'`, 'clin.aaa')
    // What a first approval left to a senior pharmacist alone.
    await api.db.query(
      `update rx_authorization set first_approval = '{"waitsFor": ["88"]}',
         rejects = '[{"rejectCode": "88", "safety": true, "severity": 1, "overridableBy": "O"}]' where id = $1`,
      [id],
    )
  }
  await runJobsUntilIdle(api, { ticks: 2 })
  expect([await gone(api), await logged(api, id)]).toEqual([[], []])
  return { api, id, adjuster }
}

const disabled = (api: TestApi, username: string) =>
  api.db.query(`update app_user set status = 'DISABLED' where id = $1`, [idOf(username)])

const ways = [
  [22, 'deactivated', 'pharmacistGone', 'pharmacist', (api) => set(api, 'active = false', 'pharm.aaa', 'clin.aaa')],
  [
    22,
    'of other roles',
    'pharmacistGone',
    'pharmacist',
    (api) => set(api, `roles = '{adjuster}'`, 'pharm.aaa', 'clin.aaa'),
  ],
  [
    22,
    'read only',
    'pharmacistGone',
    'pharmacist',
    (api) => set(api, `roles = roles || '{read_only}'`, 'pharm.aaa', 'clin.aaa'),
  ],
  [
    22,
    'of another program',
    'pharmacistGone',
    'pharmacist',
    (api) => set(api, `sub_carriers = '{AAA2}'`, 'pharm.aaa', 'clin.aaa'),
  ],
  [
    'senior',
    'without a license',
    'seniorGone',
    'senior pharmacist with a license',
    (api) => set(api, `license_states = '{}'`, 'clin.aaa'),
  ],
  [
    23,
    'without a license for the state',
    'reviewerGone',
    'reviewer with a license for California',
    (api) => set(api, `license_states = '{TX}'`, 'ur.aaa'),
  ],
  [
    23,
    'switched off everywhere',
    'reviewerGone',
    'reviewer with a license for California',
    (api) => disabled(api, 'ur.aaa'),
  ],
  [25, 'deactivated', 'secondGone', 'other supervisor', (api) => set(api, 'active = false', 'super.aaa', 'adj.aaa2')],
  [
    26,
    'of another role',
    'supervisorGone',
    'other supervisor',
    (api) => set(api, `roles = '{read_only}'`, 'super.aaa', 'adj.aaa2'),
  ],
] satisfies [22 | 23 | 25 | 26 | 'senior', string, string, string, (api: TestApi) => Promise<unknown>][]

test.each(ways)(
  'where what waits in %s has nobody left, all of them %s, they are notified with what to do, once',
  async (to, _, kind, who, leave) => {
    const { api, id, adjuster } = await handedOver(to)
    await leave(api)
    await runJobsUntilIdle(api, { ticks: 3 })
    const notified = await gone(api)
    const readers = to === 25 || to === 26 ? ['adj.aaa'] : ['adj.aaa', 'adj.aaa2', 'super.aaa']
    const active = to === 26 ? [...readers, 'adj.aaa2', 'super.aaa'] : readers
    expect(notified.map((one) => one.to).toSorted()).toEqual([...new Set(notified.map((one) => one.to))].toSorted())
    expect(notified.map((one) => one.to).filter((reader) => !active.map(idOf).includes(reader))).toEqual([])
    expect(readers.map(idOf).filter((reader) => !notified.some((one) => one.to === reader))).toEqual([])
    expect(new Set(notified.map((one) => one.kind))).toEqual(new Set([kind]))
    expect(notified[0]!.title).toMatch(/^Request \d+ waits for .+ works here any more.*: add .+, or take it back\.$/)
    expect(await logged(api, id)).toEqual([`No ${who} works for this carrier any more who could take it`])
    // What the notice asks for can be done: who sent it takes it back, and is not stopped by time.
    await api.db.query(`update authorization_event set at = at - interval '2 hours' where authorization_id = $1`, [id])
    expect((await adjuster.ask(decision.move, { id, version: 2, status: 'pending', note: '' })).body).toMatchObject({
      authorizationStatusId: 20,
    })
  },
)

test('a license that ends by its date counts no more: the next turn of the clock takes the state and notifies', async () => {
  const { api, id } = await handedOver(23)
  await api.db.query(
    `insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
      values ('AAA', $1, 'PHYSICIAN', 'CA', 'A 1', $2, 'Super aaa', now())`,
    [idOf('ur.aaa'), addDays(day(0), -1)],
  )
  await runJobsUntilIdle(api, { ticks: 2 })
  expect((await gone(api)).map(({ kind }) => kind)).toEqual(['reviewerGone', 'reviewerGone', 'reviewerGone'])
  expect(await logged(api, id)).toHaveLength(1)
})

test('with one of two left nobody is notified; handed over again, it is noted again', async () => {
  const { api, id, adjuster } = await handedOver(22)
  await set(api, 'active = false', 'pharm.aaa')
  await runJobsUntilIdle(api, { ticks: 2 })
  expect(await gone(api)).toEqual([])
  await set(api, 'active = false', 'clin.aaa')
  await runJobsUntilIdle(api, { ticks: 2 })
  await adjuster.ask(decision.move, { id, version: 2, status: 'pending', note: '' })
  await set(api, 'active = true', 'clin.aaa')
  expect((await adjuster.ask(decision.move, { id, version: 3, status: 'clinical' })).status).toBe(200)
  await set(api, 'active = false', 'clin.aaa')
  await runJobsUntilIdle(api, { ticks: 2 })
  expect(await logged(api, id)).toHaveLength(2)
})

test('a supervisor takes back what waits for a reviewer who is not there, and not what a reviewer could take', async () => {
  const { api, id } = await handedOver(23)
  const supervisor = await api.signIn('super.aaa')
  const back = () => supervisor.ask(decision.move, { id, version: 2, status: 'pending', note: '' })
  expect((await back()).body).toMatchObject({
    status: { message: 'Only a licensed reviewer may return this request.' },
  })
  await set(api, 'active = false', 'ur.aaa')
  expect((await back()).body).toMatchObject({ authorizationStatusId: 20 })
})
