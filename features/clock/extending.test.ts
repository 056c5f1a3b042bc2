import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { provenance } from '#features/provenance/contract.ts'
import { turnaround } from '#features/turnaround/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { ClaimOptions } from '#testing/pharmacy-claim.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { clock } from './contract.ts'

// Where the state's rule allows it (Vermont: 21 V.S.A. 640b), an examination or record review that is arranged moves the
// due time once. The claims of AAA2 and the sixth of AAA1 are put under Vermont's law.

const HOUR = 3_600_000
let api: TestApi
let number = 0

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await query(`update wc_claim set juris_state = 'VT' where juris_state = 'CA'`)
  await query(`update user_carrier set license_states = '{VT}' where user_id = $1 and mc = 'AAA'`, [idOf('ur.aaa')])
})
afterAll(() => api.close())

const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.db.query(text, values)).rows as Row[]
/** A separate prescription, written when it was sent. */
const open = async (of: Partial<ClaimOptions> = {}): Promise<string> =>
  raiseAuthorization(api, {
    sub: 'AAA1',
    at: 6,
    rx: `82${String((number += 1)).padStart(5, '0')}`,
    date: dayAt(api.clock.now()),
    ...of,
  })
const asking = (id: string, more: Partial<InputOf<typeof clock.extend>> = {}): InputOf<typeof clock.extend> => ({
  id,
  version: 1,
  askedOn: dayAt(api.clock.now()),
  askedOf: ' Dr. Hawthorne’s office ',
  information: 'Notes of the last visit',
  ...more,
})
const said = async (who: Visitor, input: InputOf<typeof clock.extend>) => {
  const { status, body } = await who.ask(clock.extend, input)
  return status === 200 ? [200] : [status, body.status.code, body.status.message]
}
const shown = async (who: Visitor, id: string) => (await who.ask(authorizations.one, { id })).body
const row = async (id: string) =>
  (
    await query<{
      status_id: number
      version: number
      statutory_due_at: Date
      next_clock_at: Date
      clock_state: Record<string, unknown>
    }>('select status_id, version, statutory_due_at, next_clock_at, clock_state from rx_authorization where id = $1', [
      id,
    ])
  )[0]!

test('the due time moves once with everything that depends on it: log, audit, notice to the owner, explanation, record', async () => {
  const [adjuster, supervisor] = [await api.signIn('adj.aaa2'), await api.signIn('super.aaa')]
  const id = await open({ sub: 'AAA2', at: 1 })
  const period = { from: dayAt(api.clock.now(), -1), to: dayAt(api.clock.now(), 1), by: 'state' } as const
  const extended = async () => (await supervisor.ask(turnaround.figures, period)).body.total.extended
  const before = await shown(adjuster, id)
  expect(before.allowedActions).toContain('extend')
  expect(Date.parse(before.due.extendsTo!)).toBeGreaterThan(Date.parse(before.due.at))
  const counted = await extended()

  const key = 'extension-once-000001'
  const answers = await Promise.all([
    supervisor.ask(clock.extend, asking(id), { key }),
    supervisor.ask(clock.extend, asking(id), { key }),
  ])
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      200,
      { success: true, authorizationId: id, statutoryDueAt: before.due.extendsTo, version: 2 },
    ])
  const after = await shown(adjuster, id)
  expect(after).toMatchObject({
    statutoryDueAt: before.due.extendsTo,
    version: 2,
    authorizationStatusId: 20,
    due: { pack: before.due.pack, extendsTo: null },
    blockedReasons: expect.arrayContaining([expect.objectContaining({ action: 'extend', code: 'CONFLICT' })]),
  })
  expect(after.due.arithmetic.filter((line) => line.startsWith('Extended ('))).toHaveLength(1)
  expect(after.due.arithmetic.at(-1)).toMatch(
    /^Asked of Dr\. Hawthorne’s office on \w{3} \w{3} \d+, \d{4}, written down by Super.*: Notes of the last visit\.$/,
  )
  const kept = await row(id)
  expect(kept.statutory_due_at.toISOString()).toBe(before.due.extendsTo)
  expect(kept.next_clock_at.getTime()).toBeLessThanOrEqual(api.clock.now().getTime())
  const log = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
  expect(log.filter(({ eventCode }) => eventCode === 174).map(({ eventText }) => eventText)).toEqual([
    expect.stringMatching(
      /^Due time extended to .* at 11:59 PM E[SD]T: Notes of the last visit, asked of Dr\. Hawthorne’s office on \d\d\/\d\d\/\d{4}$/,
    ),
  ])
  expect(
    await query(
      `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id where n.kind = 'extended' and n.authorization_id = $1`,
      [id],
    ),
  ).toEqual([
    {
      username: 'adj.aaa2',
      title: expect.stringMatching(/^Request \d+ is due later: .* E[SD]T\. Information was requested\.$/),
    },
  ])
  expect(
    await query(`select detail ->> 'due' as due from access_audit where call = 'clock.extend' and object_id = $1`, [
      id,
    ]),
  ).toEqual([{ due: before.due.extendsTo }])
  expect(await extended()).toBe(counted + 1)

  expect((await adjuster.ask(decision.approve, { id, version: 2 })).status).toBe(200)
  const { clock: then } = (await adjuster.ask(provenance.of, { id })).body.records[0]!.record!
  expect(then).toMatchObject({ dueAt: before.due.extendsTo, arithmetic: after.due.arithmetic })
  expect(then.inputs!.events.extendedAt).toBe((kept.clock_state['extended'] as { extendedAt: string }).extendedAt)
})

test('an extension is refused without the right to decide, without a rule for it, on a stale screen or for a wrong day', async () => {
  const id = await open({ sub: 'AAA2' })
  const florida = await open({ at: 1 })
  const before = await decisionRows(api)
  const visitor = (username: string) => api.signIn(username)
  const adjuster = await visitor('adj.aaa2')
  const blocked = [403, 'UPDATE_BLOCKED', 'Update functionality is blocked for user']
  expect(await said(await visitor('read.only'), asking(id))).toEqual(blocked)
  expect(await said(await visitor('ur.aaa'), asking(florida))).toEqual(blocked)
  for (const username of ['adj.sub1', 'adj.bbb'])
    expect([username, await said(await visitor(username), asking(id))]).toEqual([
      username,
      [404, 'NOT_FOUND', 'Not found.'],
    ])
  expect(await said(await visitor('adj.aaa'), asking(florida))).toEqual([
    422,
    'RULE',
    expect.stringMatching(/^The deadline cannot be extended: no extension is part of the rule “.*”\.$/),
  ])
  expect((await shown(await visitor('adj.aaa'), florida)).blockedReasons.map(({ action }) => action)).not.toContain(
    'extend',
  )
  const { version: _, ...unseen } = asking(id)
  for (const [input, says] of [
    [asking(id, { version: 7 }), [409, 'CONFLICT', expect.any(String)]],
    [unseen, [428, 'PRECONDITION_REQUIRED', 'Send the version of the request you are looking at.']],
    [
      asking(id, { askedOn: dayAt(api.clock.now(), 1) }),
      [400, 'VALIDATION', 'It cannot have been asked for in the future.'],
    ],
    [
      asking(id, { askedOn: dayAt(api.clock.now(), -1) }),
      [400, 'VALIDATION', expect.stringMatching(/^The request was received on .*: it was asked for then or later\.$/)],
    ],
    [asking(id, { information: ' ' }), [400, 'VALIDATION', expect.any(String)]],
    [asking(id, { askedOf: '' }), [400, 'VALIDATION', expect.any(String)]],
  ] as const)
    expect(await said(adjuster, input)).toEqual(says)
  expect(await decisionRows(api)).toBe(before)
})

test('of two users who extend at once one succeeds, and the other gets the conflict; an earlier decision wins', async () => {
  const [adjuster, colleague] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  const id = await open()
  const answers = await Promise.all([adjuster, colleague].map((who) => who.ask(clock.extend, asking(id))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)!.body
  expect(lost).toMatchObject({
    status: {
      code: 'CONFLICT',
      message: expect.stringMatching(/^Adj .* had the due time extended on .* already; that is done once\.$/),
    },
    data: { by: expect.stringMatching(/^Adj /), at: expect.any(String), statutoryDueAt: expect.any(String) },
  })
  expect(await query('select version from rx_authorization where id = $1', [id])).toEqual([{ version: 2 }])
  expect(
    await query('select count(*)::int as n from authorization_event where authorization_id = $1 and event_code = 174', [
      id,
    ]),
  ).toEqual([{ n: 1 }])

  const other = await open({ sub: 'AAA2', at: 2 })
  expect((await colleague.ask(decision.approve, { id: other, version: 1 })).status).toBe(200)
  expect(await said(colleague, asking(other))).toEqual([409, 'ALREADY_DECIDED', 'Authorization is already Approved.'])
})

test('with the reviewers a licensed one extends, and their due time moves', async () => {
  const [adjuster, reviewer] = [await api.signIn('adj.aaa2'), await api.signIn('ur.aaa')]
  const id = await open({ sub: 'AAA2', at: 3 })
  expect((await adjuster.ask(decision.move, { id, status: 'ur', version: 1 })).status).toBe(200)
  expect((await said(adjuster, asking(id, { version: 2 }))).slice(0, 2)).toEqual([403, 'NOT_ALLOWED'])
  const { status, body } = await reviewer.ask(clock.extend, asking(id, { version: 2 }))
  expect(status).toBe(200)
  expect(await query('select due_at from ur_referral where authorization_id = $1', [id])).toEqual([
    { due_at: new Date(body.statutoryDueAt) },
  ])
  expect((await row(id)).status_id).toBe(23)
})

test('merged into another request, an extended clock keeps its extension, and a replaced one does not', async () => {
  const [adjuster, supervisor] = [await api.signIn('adj.aaa2'), await api.signIn('super.aaa')]
  const extended = await open({ sub: 'AAA2', at: 6, rx: '8300001' })
  const other = await open({ sub: 'AAA2', at: 6, rx: '8300002', nabp: '1043409', quantity: 45 })
  const due = (await adjuster.ask(clock.extend, asking(extended))).body.statutoryDueAt
  await query(`update rx_authorization set statutory_due_at = $2::timestamptz + interval '1 day' where id = $1`, [
    other,
    due,
  ])
  const merge = { id: extended, into: other, version: 2, intoVersion: 1 }
  expect((await supervisor.ask(merging.merge, merge)).body.statutoryDueAt).toBe(due)
  expect((await row(other)).clock_state['extended']).toMatchObject({ information: 'Notes of the last visit' })

  const third = await open({ sub: 'AAA2', at: 6, rx: '8300003', nabp: '1043409', quantity: 50 })
  await query(`update rx_authorization set statutory_due_at = $2::timestamptz - interval '1 day' where id = $1`, [
    third,
    due,
  ])
  expect((await supervisor.ask(merging.merge, { id: third, into: other, version: 1, intoVersion: 2 })).status).toBe(200)
  expect((await row(other)).clock_state).not.toHaveProperty('extended')
})

test('reminders and snooze limits follow the new due time; after the due time an extension is refused', async () => {
  const adjuster = await api.signIn('adj.aaa')
  const [id, late] = [await open(), await open()]
  const { requestReceivedDate, due } = await shown(adjuster, id)
  const [received, old, later] = [requestReceivedDate, due.at, due.extendsTo!].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ]
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  const tickAt = async (at: number) => {
    api.clock.move(at - api.clock.now().getTime())
    await jobs.tick()
  }
  try {
    await tickAt(received + (old - received) * 0.6)
    expect((await row(id)).clock_state).toMatchObject({ sharesTold: 1 })
    await tickAt(old - HOUR)
    expect((await row(id)).clock_state).toMatchObject({ sharesTold: 3, popUpShown: true })
    const again = await api.signIn('adj.aaa')
    expect((await again.ask(clock.snooze, { id, value: 1 })).body.status.code).toBe('SNOOZE_PAST_DUE')
    const { version } = await row(id)
    expect(await said(again, asking(id, { version }))).toEqual([200])
    const passed = [0.5, 0.8, 0.95].filter((share) => received + (later - received) * share <= old - HOUR).length
    expect((await row(id)).clock_state).toMatchObject({ sharesTold: passed, popUpShown: false })
    expect((await again.ask(clock.snooze, { id, value: 1 })).status).toBe(200)
    await tickAt(old + 2 * HOUR)
    expect((await row(id)).clock_state).toMatchObject({ popUpShown: false, overdueTold: false })
    expect((await row(late)).clock_state).toMatchObject({ overdueTold: true })
    const latest = await api.signIn('adj.aaa')
    expect(await said(latest, asking(late, { version: (await row(late)).version }))).toEqual([
      422,
      'RULE',
      expect.stringMatching(/^It is too late: the due time passed on .*\.$/),
    ])
    await tickAt(later - HOUR)
    expect((await row(id)).clock_state).toMatchObject({ sharesTold: 3, popUpShown: true })
  } finally {
    await jobs.stop()
  }
})
