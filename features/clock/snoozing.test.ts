import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinical } from '#features/clinical/contract.ts'
import { everyJob, everyTick } from '#registry'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { eventually } from '#testing/eventually.ts'
import { clock } from './contract.ts'

const HOUR = 3_600_000
let api: TestApi
let jobs: Jobs

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  await api.db.query(`update feature_flag set enabled = false where key = 'patient_pending_auth_snooze_disabled'`)
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

const query = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await api.db.query(text, values)).rows as T[]
/** An old request of adj.aaa that is due in ten days: its reminder is long overdue. */
async function waiting(at: number, sub: ClaimOptions['sub'] = 'AAA1'): Promise<string> {
  const id = await raiseAuthorization(api, { sub, at })
  const now = api.clock.now().getTime()
  const [received, due] = [now - 240 * HOUR, now + 240 * HOUR].map((ms) => new Date(ms).toISOString())
  await query(
    `update rx_authorization set request_received_at = $2, statutory_due_at = $3, next_clock_at = $4 where id = $1`,
    [id, received, due, new Date(now).toISOString()],
  )
  return id
}
const snooze = async (username: string, id: string) => {
  const { status, body } = await (await api.signIn(username)).ask(clock.snooze, { id, value: 8 })
  return status === 200 ? 200 : `${status} ${body.status.code}`
}
/** The same drug at another pharmacy: a separate request, until it is merged. */
const twin = { sub: 'AAA2', at: 2, nabp: '1043409', rx: '7090009', quantity: 45 } as const
/** The page's answer about snoozing the request: allowed, or why not. */
const offered = async (username: string, id: string) => {
  const { body } = await (await api.signIn(username)).ask(authorizations.one, { id })
  return body.allowedActions.includes('snooze')
    ? 200
    : body.blockedReasons.find(({ action }) => action === 'snooze')?.code
}
const endings = async (id: string) =>
  (
    await query<{ event_text: string }>(
      'select event_text from authorization_event where authorization_id = $1 and event_code = 171 order by id',
      [id],
    )
  ).map((line) => line.event_text)
const codes = async (id: string) =>
  (
    await query<{ event_code: number }>(
      'select event_code from authorization_event where authorization_id = $1 order by id',
      [id],
    )
  ).map((line) => line.event_code)

test('with the flag on no user can snooze or is offered to; a sub-carrier may override it', async () => {
  const id = await waiting(1)
  await query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'patient_pending_auth_snooze_disabled', true)`,
  )
  const before = await decisionRows(api)
  const refused = await (await api.signIn('adj.aaa')).ask(clock.snooze, { id, value: 1 })
  expect([refused.status, refused.body.status]).toEqual([
    403,
    expect.objectContaining({ code: 'FEATURE_OFF', message: 'Snoozing is switched off for this carrier.' }),
  ])
  expect(await snooze('super.aaa', id)).toBe('403 FEATURE_OFF')
  expect([await offered('adj.aaa', id), await offered('super.aaa', id)]).toEqual(['FEATURE_OFF', 'FEATURE_OFF'])
  expect(await decisionRows(api)).toBe(before)
  await query(
    `insert into feature_flag_override (mc, sub_carrier, key, enabled) values ('AAA', 'AAA1', 'patient_pending_auth_snooze_disabled', false)`,
  )
  expect([await offered('adj.aaa', id), await snooze('adj.aaa', id)]).toEqual([200, 200])
  await query('delete from feature_flag_override')
  await query('update feature_flag set enabled = true')
  expect(await snooze('adj.aaa', await waiting(2))).toBe('403 FEATURE_OFF')
  await query(`update feature_flag set enabled = false where key = 'patient_pending_auth_snooze_disabled'`)
})

test('owner, backup, delegate and supervisor may snooze; the rest of the group, which may decide, may not', async () => {
  const id = await waiting(3)
  const before = await decisionRows(api)
  for (const [username, says] of [
    ['adj.aaa2', 'NOT_ALLOWED'],
    ['multi', 'NOT_ALLOWED'],
    ['pharm.aaa', 'NOT_ALLOWED'],
    ['read.only', 'UPDATE_BLOCKED'],
  ] as const)
    expect([username, await offered(username, id), await snooze(username, id)]).toEqual([username, says, `403 ${says}`])
  expect(await decisionRows(api)).toBe(before)
  // They may decide it all the same.
  expect((await (await api.signIn('adj.aaa2')).ask(authorizations.one, { id })).body.allowedActions).toContain(
    'approve',
  )
  expect([await offered('super.aaa', id), await snooze('super.aaa', id)]).toEqual([200, 200])
  expect(await snooze('adj.aaa', id)).toBe(200)
  await query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates) values ('AAA', gen_random_uuid(), $1, $2, $3, $4)`,
    [
      idOf('adj.aaa'),
      new Date(api.clock.now().getTime() - HOUR),
      new Date(api.clock.now().getTime() + HOUR),
      [idOf('adj.aaa2')],
    ],
  )
  expect([await offered('adj.aaa2', id), await snooze('adj.aaa2', id), await snooze('multi', id)]).toEqual([
    200,
    200,
    '403 NOT_ALLOWED',
  ])
  await query('delete from out_of_office')
  await query(
    `insert into authorization_owner (mc, authorization_id, user_id, position, open) values ('AAA', $1, $2, 2, true)`,
    [id, idOf('adj.aaa2')],
  )
  expect([await offered('adj.aaa2', id), await snooze('adj.aaa2', id)]).toEqual([200, 200])
})

test('snoozing a request that was escalated to the supervisor notifies the supervisor, and no other snooze does', async () => {
  const id = await waiting(4)
  const notices = () =>
    query(`select payload ->> 'happening' as happening from outbox where payload ->> 'happening' = 'snoozed'`)
  const inbox = () => query(`select user_id, authorization_id, title from user_notification where kind = 'snoozed'`)
  await query('update rx_authorization set escalated = true, escalation_level = 1 where id = $1', [id])
  expect(await snooze('adj.aaa', id)).toBe(200)
  expect(await notices()).toEqual([])
  await query('update rx_authorization set escalation_level = 2 where id = $1', [id])
  const adjuster = await api.signIn('adj.aaa')
  const before = trips.count
  expect((await adjuster.ask(clock.snooze, { id, value: 1 })).status).toBe(200)
  expect(trips.count - before).toBe(2)
  expect(await notices()).toEqual([{ happening: 'snoozed' }])
  // The user who snoozes is not notified.
  const other = await waiting(1, 'AAA2')
  await query('update rx_authorization set escalated = true, escalation_level = 3 where id = $1', [other])
  expect(await snooze('super.aaa', other)).toBe(200)
  expect(await notices()).toHaveLength(2)
  await eventually(async () => {
    await jobs.relay()
    expect((await query(`select from pgboss.job where state < 'completed'`)).length).toBe(0)
    expect(await inbox()).toEqual([
      {
        user_id: idOf('super.aaa'),
        authorization_id: id,
        title: expect.stringMatching(/^Request \d{12} was snoozed although it is escalated\.$/),
      },
    ])
  })
})

test.each<[title: string, of: ClaimOptions, happens: (id: string) => Promise<{ status: number }>, because: string]>([
  [
    'a pharmacist’s advice',
    { sub: 'AAA1', at: 5 },
    async (id) =>
      (await api.signIn('pharm.aaa')).ask(clinical.advise, {
        authorizationId: id,
        version: 3,
        action: 'DEFER',
        rationale: 'Ask the prescriber',
      }),
    'a pharmacist advised',
  ],
  [
    'a pharmacy that asks again',
    { sub: 'AAA1', at: 6 },
    async () => api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 6 })),
    'the pharmacy asked again',
  ],
  [
    'the pharmacy of a request that was merged into it',
    { sub: 'AAA2', at: 2 },
    async () => api.service.ask(transactions.intake, pharmacyClaim(twin)),
    'the pharmacy asked again',
  ],
])('%s ends a snooze, and what it held back comes at once', async (title, { sub, at }, happens, because) => {
  const id = await waiting(at, sub)
  if (sub === twin.sub) {
    const input = { id: await raiseAuthorization(api, twin), into: id, version: 1, intoVersion: 1 }
    expect((await (await api.signIn('super.aaa')).ask(merging.merge, input)).status).toBe(200)
  }
  if (title.includes('advice'))
    await (await api.signIn('adj.aaa')).ask(decision.move, { id, status: 'clinical', version: 1 })
  expect(await snooze('super.aaa', id)).toBe(200)
  await jobs.tick()
  expect((await codes(id)).filter((code) => [172, 173].includes(code))).toEqual([])
  const state = async () =>
    (
      await query<{ next_clock_at: Date; snoozed_until: Date | null; snoozed_by: string | null }>(
        'select next_clock_at, snoozed_until, snoozed_by from rx_authorization where id = $1',
        [id],
      )
    )[0]!
  expect((await state()).next_clock_at.getTime()).toBeGreaterThan(api.clock.now().getTime())
  expect((await happens(id)).status).toBe(200)
  expect(await state()).toMatchObject({ snoozed_until: null, snoozed_by: null })
  expect((await state()).next_clock_at.getTime()).toBeLessThanOrEqual(api.clock.now().getTime())
  expect(await endings(id)).toEqual([`Snooze ended (${because})`])
  await jobs.tick()
  expect(await codes(id)).toContain(173)
})

test('without a snooze no event says that one ended; one that was over by then ended by its time', async () => {
  const asksAgain = async () =>
    expect((await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA2', at: 3 }))).status).toBe(200)
  const id = await waiting(3, 'AAA2')
  await asksAgain()
  expect(await endings(id)).toEqual([])
  expect(await snooze('super.aaa', id)).toBe(200)
  api.clock.move(9 * HOUR)
  await asksAgain()
  expect(await endings(id)).toEqual(['Snooze ended (time passed)'])
})
