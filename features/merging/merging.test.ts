import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { everyJob, everyTick } from '#registry'
import { provenance } from '#features/provenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { day, untilWeekday } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { statuses, type StatusId } from '#features/authorizations/statuses.ts'
import { eventually } from '#testing/eventually.ts'
import { merging } from './contract.ts'
import { areDuplicates, clockAfter, sameAs, whyNotMerge, type Mergeable } from './rules.ts'

const one = { sub: 'AAA1', at: 1 } as const
const other = { ...one, nabp: '1043409', rx: '909001' } as const

const request: Mergeable = {
  id: 'a',
  status_id: 20,
  stratus_claim_id: 'claim',
  gpi: '65990002200310',
  quantity: 60,
  days_supply: 30,
  date_of_service: '2026-11-01',
  prescriber_npi: '1932102084',
  claim_channel_type: 1,
  request_received_at: '2026-11-01T10:00:00.000Z',
  reconsideration_level: 0,
  first_approval: null,
  determination: null,
  advice: null,
}
const twin: Mergeable = {
  ...request,
  id: 'b',
  request_received_at: '2026-11-02T10:00:00.000Z',
  date_of_service: '2026-11-02',
}

const anyRequest = fc.record<Mergeable>({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  status_id: fc.constantFrom(...statuses.map(({ id }) => id)),
  stratus_claim_id: fc.constantFrom('claim', 'another'),
  gpi: fc.constantFrom('65990002200310', '65990002200320', '65990002300310', ''),
  quantity: fc.constantFrom(30, 60),
  days_supply: fc.integer({ min: 1, max: 90 }),
  date_of_service: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  prescriber_npi: fc.constantFrom('1', '2'),
  claim_channel_type: fc.constantFrom(1, 3, 7, 9),
  request_received_at: fc.integer({ min: 0, max: 9 }).map((hour) => `2026-11-02T0${hour}:00:00.000Z`),
  reconsideration_level: fc.constantFrom(0, 0, 1),
  first_approval: fc.constantFrom(null, {}),
  determination: fc.constantFrom(null, {}),
  advice: fc.constantFrom(null, {}),
})

test.each<[string, Partial<Mergeable>, Partial<Mergeable>, string | undefined]>([
  ['twice the same', {}, {}, undefined],
  ['another strength', { gpi: '65990002200320' }, {}, undefined],
  ['another drug', { gpi: '65990003200310' }, {}, 'The two requests are for different drugs.'],
  ['an unknown drug', { gpi: '' }, { gpi: '' }, 'The two requests are for different drugs.'],
  ['another claim', { stratus_claim_id: 'x' }, {}, 'The two requests belong to different claims.'],
  [
    'the day after the last',
    { date_of_service: '2026-12-02' },
    { date_of_service: '2026-11-02' },
    'The two requests are for different days.',
  ],
  [
    'a bill into a counter request of another day',
    { claim_channel_type: 7 },
    {},
    'A bill is for the day it was dispensed: it cannot be merged with a request for another day.',
  ],
  [
    'a counter request into a bill of another day',
    {},
    { claim_channel_type: 9 },
    'A bill is for the day it was dispensed: it cannot be merged with a request for another day.',
  ],
  ['a bill into a counter request of its day', { claim_channel_type: 7, date_of_service: '2026-11-01' }, {}, undefined],
  ['a mail order', { claim_channel_type: 3 }, {}, undefined],
  ['the last day', { date_of_service: '2026-12-01' }, { date_of_service: '2026-11-02' }, undefined],
  ['one that is decided', { status_id: 30 }, {}, 'Authorization is already Approved.'],
  ['into one that is decided', {}, { status_id: 41 }, 'Authorization is already Rejected, no PA.'],
  ['one that was merged', { status_id: 52 }, {}, 'Authorization is already Superseded.'],
  ['a draft', { status_id: 10 }, {}, 'Authorization is already Draft.'],
  [
    'a reconsideration',
    { status_id: 24, reconsideration_level: 1 },
    {},
    'A reconsideration is decided by itself: it cannot be merged with a first request.',
  ],
  [
    'one that has its first of two approvals',
    { status_id: 25, first_approval: {} },
    {},
    'This request has a first approval. Merge the other one into it.',
  ],
  [
    'one that is determined',
    { determination: {} },
    {},
    'A determination stands on this request. Merge the other one into it.',
  ],
  ['into one that has its first of two approvals', {}, { status_id: 25, first_approval: {} }, undefined],
  [
    'one in utilization review',
    { status_id: 23 },
    {},
    'This request is in utilization review. Merge the other one into it.',
  ],
  ['into one in utilization review', {}, { status_id: 23 }, undefined],
  [
    'one on which a pharmacist advised',
    { advice: {} },
    {},
    'A pharmacist advised on this request. Merge the other one into it.',
  ],
  ['both of which a pharmacist advised on', { advice: {} }, { advice: {} }, undefined],
  ['both in clinical review', { status_id: 22 }, { status_id: 22 }, undefined],
  ['one that waits for its letter', { status_id: 21 }, {}, undefined],
])('merging %s: %s %s', (_what, gone, stays, message) => {
  expect(whyNotMerge({ ...twin, ...gone }, { ...request, ...stays })?.message).toBe(message)
})

test('only open requests of one claim, drug and time are duplicates, and each is a duplicate of the other', () => {
  fc.assert(
    fc.property(anyRequest, anyRequest, (a, b) => {
      expect(areDuplicates(a, b)).toBe(areDuplicates(b, a))
      if (whyNotMerge(a, b) !== undefined) return
      expect(a.id).not.toBe(b.id)
      expect([a, b].every(({ status_id }) => status_id >= 20 && status_id <= 26)).toBe(true)
      expect(areDuplicates(a, b)).toBe(true)
      expect([a.stratus_claim_id, a.gpi.slice(0, 10), a.reconsideration_level]).toEqual([
        b.stratus_claim_id,
        b.gpi.slice(0, 10),
        b.reconsideration_level,
      ])
    }),
    { numRuns: 3000 },
  )
})

test('the system merges only a newcomer that is the same prescription, into the oldest; two duplicates are never both merged', () => {
  const same = { ...twin, date_of_service: request.date_of_service }
  expect(sameAs(same, [request])).toBe(request)
  expect(sameAs(request, [same])).toBeUndefined()
  for (const change of [
    { quantity: 30 },
    { days_supply: 29 },
    { gpi: '65990002200320' },
    { prescriber_npi: '9' },
    { status_id: 21 },
    { claim_channel_type: 7 },
  ] satisfies Partial<Mergeable>[])
    expect(sameAs({ ...same, ...change }, [request])).toBeUndefined()
  fc.assert(
    fc.property(fc.uniqueArray(anyRequest, { selector: ({ id }) => id, minLength: 2 }), (all) => {
      const into = new Map(
        all.map((each) => [
          each.id,
          sameAs(
            each,
            all.filter(({ id }) => id !== each.id),
          )?.id,
        ]),
      )
      for (const [from, to] of into) if (to !== undefined) expect(into.get(to)).not.toBe(from)
    }),
    { numRuns: 2000 },
  )
})

test('a bill is no duplicate of a counter request of another day, on the page and when a supervisor merges', async () => {
  const api = await startFixtureApi()
  const counterRequest = await raiseAuthorization(api, one)
  const bill = await raiseAuthorization(api, { ...other, date: day(-5) })
  const supervisor = await api.signIn('super.aaa')
  const seen = async () => (await supervisor.ask(authorizations.one, { id: bill })).body
  expect((await seen()).duplicates).toHaveLength(1)
  await api.db.query('update rx_authorization set claim_channel_type = 7 where id = $1', [bill])
  const { duplicates, allowedActions } = await seen()
  expect([duplicates, allowedActions.includes('merge')]).toEqual([[], false])
  const { body } = await supervisor.ask(merging.merge, { id: bill, into: counterRequest, version: 1, intoVersion: 1 })
  expect(body).toMatchObject({ status: { code: 'RULE', message: expect.stringMatching(/^A bill is for the day/) } })
  expect((await rowsOf(api)).map(({ superseded_by }) => superseded_by)).toEqual([null, null])
})

test('the earlier due time stays, whichever request it was of, and one after which silence approves before any other', () => {
  const clock = fc.record({
    reference_number: fc.constant('000000000001'),
    statutory_due_at: fc
      .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    due_pack: fc.string(),
    due_arithmetic: fc.array(fc.string()),
    request_received_at: fc.constant('2026-01-01T00:00:00.000Z'),
    date_written: fc.constantFrom(null, '2025-12-30'),
    silence_approves: fc.boolean(),
  })
  fc.assert(
    fc.property(clock, clock, (stays, gone) => {
      const after = clockAfter(stays, gone)
      // Where silence approves one of the two, its time counts; else the earlier one.
      const silent = [stays, gone].filter((one) => one.silence_approves)
      const among = (silent.length > 0 ? silent : [stays, gone]).map((one) => Date.parse(one.statutory_due_at))
      expect(Date.parse(after.dueAt)).toBe(Math.min(...among))
      const kept = after.from === null ? stays : gone
      expect([after.dueAt, kept.silence_approves]).toEqual([kept.statutory_due_at, silent.length > 0])
      expect(after.pack).toBe(after.from === null ? stays.due_pack : gone.due_pack)
      // What it was counted from goes with it, or it could not be counted again.
      if (after.from) expect(after.from.recommendedOn).toBe(gone.date_written)
    }),
  )
})

const withJobs = async (api: TestApi) => {
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  return jobs
}
const rowsOf = async (api: TestApi) =>
  (
    await api.db.query(
      'select id, status_id, superseded_by, version from rx_authorization order by request_received_at, id',
    )
  ).rows
const counter = (nabp: string) => ({ bin: '610014', pcn: 'WCPBM', insurance: { groupCode: 'AAA1GRP' }, nabp })

test('a supervisor merges two requests: one stays, with the earlier due time; both logs record it, the owner is notified, and both pharmacies are notified of the one decision', async () => {
  const api = await startFixtureApi()
  api.clock.move(untilWeekday(2)) // over a holiday weekend neither would be due earlier
  const first = await raiseAuthorization(api, { ...one, quantity: 30 })
  api.clock.move(3 * 86_400_000)
  const second = await raiseAuthorization(api, other)
  const supervisor = await api.signIn('super.aaa')
  const seen = (await supervisor.ask(authorizations.one, { id: second })).body
  expect(seen.duplicates).toMatchObject([
    { authorizationId: first, quantity: 30, pharmacyName: 'Meridian Pharmacy #112' },
  ])
  expect(seen.allowedActions).toContain('merge')
  const adjusterSees = (await (await api.signIn('adj.aaa')).ask(authorizations.one, { id: second })).body
  expect(adjusterSees.allowedActions).not.toContain('merge')
  expect(adjusterSees.blockedReasons).toContainEqual({
    action: 'merge',
    code: 'NOT_ALLOWED',
    message: 'Only a supervisor may merge requests.',
  })
  const due = (await supervisor.ask(authorizations.one, { id: first })).body.due
  // The older one goes into the younger: its due time comes with it.
  const merged = await supervisor.ask(merging.merge, { id: first, into: second, version: 1, intoVersion: 1 })
  expect(merged).toMatchObject({
    status: 200,
    body: {
      authorizationId: second,
      mergedAuthorizationId: first,
      version: 2,
      authorizationStatusId: 52,
      statutoryDueAt: due.at,
    },
  })
  expect(await rowsOf(api)).toMatchObject([
    { id: first, status_id: 52, superseded_by: second },
    { id: second, status_id: 20, superseded_by: null, version: 2 },
  ])
  const stays = (await supervisor.ask(authorizations.one, { id: second })).body
  expect(stays.due).toMatchObject({ at: due.at, pack: due.pack })
  expect(stays.due.arithmetic.at(-1)).toMatch(/^Taken over from request \d{12}, which was merged into this one\.$/)
  expect(stays).toMatchObject({ duplicates: [], merged: [{ authorizationId: first }], resubmissionCount: 1 })
  const gone = (await supervisor.ask(authorizations.one, { id: first })).body
  expect(gone).toMatchObject({
    authorizationStatus: 'Superseded',
    mergedInto: { authorizationId: second, referenceNumber: stays.referenceNumber },
  })
  expect((await api.db.query("select user_id, title from user_notification where kind = 'merged'")).rows).toEqual([
    {
      user_id: idOf('adj.aaa'),
      title: `Request ${gone.referenceNumber} was merged into request ${stays.referenceNumber}.`,
    },
  ])
  expect(
    (await api.db.query('select open from authorization_owner where authorization_id = $1', [first])).rows,
  ).toEqual([{ open: false }])

  const adjuster = await api.signIn('adj.aaa')
  const events = async (id: string) =>
    (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events.map(({ eventCode }) => eventCode)
  expect(await events(first)).toEqual([213, 100])
  expect(await events(second)).toEqual([216, 100])
  expect((await adjuster.ask(decision.approve, { id: second, version: 2 })).status).toBe(200)
  // A decision that can be undone was not sent out: neither pharmacy is notified of it.
  await adjuster.ask(decision.undo, { id: second })
  expect(
    (await api.db.query('select authorization_id, status_id from pharmacy_callback order by 1')).rows.map(
      (row) => row.status_id,
    ),
  ).toEqual([8, 8])
  expect((await adjuster.ask(decision.approve, { id: second, version: 4, maxDays: 30 })).status).toBe(200)
  expect((await adjuster.ask(provenance.of, { id: second })).body.records.at(-1)!.checks[0]).toMatchObject({
    what: 'Legal due time',
    agrees: true,
  })
  api.clock.move(11_000)
  const jobs = await withJobs(api)
  await eventually(async () => {
    await jobs.relay()
    expect((await api.db.query('select count(*)::int as n from pharmacy_message')).rows[0].n).toBe(2)
  })
  const heard = async (nabp: string) => (await api.service.ask(callbacks.take, counter(nabp))).body.messages
  const [own, followed] = [await heard('1043409'), await heard('1043391')]
  expect(own).toMatchObject([{ referenceNumber: stays.referenceNumber, outcome: 'APPROVED', rxNumber: '909001' }])
  expect(followed).toMatchObject([
    {
      referenceNumber: gone.referenceNumber,
      outcome: 'NOT_COVERED_THIS_FILL',
      rxNumber: '701001',
      priorAuthRef: null,
      maxDays: null,
      text: expect.stringMatching(
        /^Approved with another request .+ The pharmacy of that request bills it: do not submit/,
      ),
    },
  ])
  for (const id of [first, second]) {
    const { rows } = await api.db.query(
      'select event_code, old_status_id, new_status_id from authorization_event where authorization_id = $1 order by id',
      [id],
    )
    expect(
      replay(
        rows.map((row) => ({
          eventCode: row.event_code,
          oldStatusId: row.old_status_id as StatusId | null,
          newStatusId: row.new_status_id as StatusId | null,
        })),
      ),
    ).toBe(id === first ? 52 : 30)
  }
})

test('a pharmacy resubmits a merged request: it joins the one that stayed, and nobody decides again', async () => {
  const api = await startFixtureApi()
  const first = await raiseAuthorization(api, one)
  const second = await raiseAuthorization(api, { ...other, quantity: 45 })
  const supervisor = await api.signIn('super.aaa')
  await supervisor.ask(merging.merge, { id: second, into: first, version: 1, intoVersion: 1 })
  const before = (
    await api.db.query('select rejects, last_transaction_id from rx_authorization where id = $1', [first])
  ).rows
  const again = await api.service.ask(transactions.intake, pharmacyClaim({ ...other, quantity: 45 }))
  expect(again.body).toMatchObject({ status: 'R', authorizationId: first })
  expect(await rowsOf(api)).toHaveLength(2)
  // What the engine says about the other pharmacy's amount is not written over this one's.
  expect(
    (await api.db.query('select rejects, last_transaction_id from rx_authorization where id = $1', [first])).rows,
  ).toEqual(before)
  expect(
    (await api.db.query('select resubmission_count as n from rx_authorization where id = $1', [first])).rows[0].n,
  ).toBe(2)
})

test('the same prescription from a second pharmacy is merged by the system; another amount waits for a person', async () => {
  const api = await startFixtureApi()
  const first = await raiseAuthorization(api, one)
  api.clock.move(1000)
  const same = await raiseAuthorization(api, other)
  api.clock.move(1000)
  const more = await raiseAuthorization(api, { ...other, rx: '909002', quantity: 90 })
  const jobs = await withJobs(api)
  const state = async () =>
    Object.fromEntries((await rowsOf(api)).map((row) => [row.id, [row.status_id, row.superseded_by]]))
  await eventually(async () => {
    await jobs.relay()
    expect(await state()).toEqual({ [first]: [20, null], [same]: [52, first], [more]: [20, null] })
  })
  const log = (
    await api.db.query(
      'select event_text, actor_name, authorization_id from authorization_event where event_code in (213, 216) order by id',
    )
  ).rows
  expect(log.map((row) => [row.authorization_id, row.actor_name])).toEqual([
    [same, 'RxDocket'],
    [first, 'RxDocket'],
  ])
  expect(
    (await api.db.query(`select count(*)::int as n from outbox where topic = 'authorizations.duplicate'`)).rows[0].n,
  ).toBe(2)
})

test('only a supervisor of the carrier merges, with current versions and open requests of their sub-carriers', async () => {
  const api = await startFixtureApi()
  const [first, second] = [await raiseAuthorization(api, one), await raiseAuthorization(api, other)]
  const south = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  const theirs = await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  const supervisor = await api.signIn('super.aaa')
  const before = await decisionRows(api)
  const asked = async (
    username: string,
    input: { id: string; into: string; version?: number; intoVersion?: number },
  ) => {
    const { status, body } = await (await api.signIn(username)).ask(merging.merge, { intoVersion: 1, ...input })
    return `${status} ${body.status?.code} ${body.status?.message}`
  }
  expect(await asked('adj.aaa', { id: second, into: first, version: 1 })).toMatch(/^403 NOT_ALLOWED/)
  expect(await asked('read.only', { id: second, into: first, version: 1 })).toMatch(/^403 UPDATE_BLOCKED/)
  expect(await asked('super.aaa', { id: second, into: first })).toMatch(/^428 PRECONDITION_REQUIRED/)
  expect(await asked('super.aaa', { id: second, into: first, version: 2 })).toMatch(/^409 CONFLICT/)
  expect(await asked('super.aaa', { id: second, into: first, version: 1, intoVersion: 9 })).toMatch(/^409 CONFLICT/)
  const unseen = await supervisor.ask(merging.merge, { id: second, into: first, version: 1 })
  expect(unseen).toMatchObject({ status: 428, body: { fields: [{ path: 'intoVersion' }] } })
  expect(await asked('super.aaa', { id: second, into: south, version: 1 })).toBe(
    '422 RULE The two requests belong to different claims.',
  )
  expect(await asked('super.aaa', { id: second, into: second, version: 1 })).toMatch(/^4(04|22) /)
  for (const id of [theirs, idOf('nothing')]) {
    expect(await asked('super.aaa', { id, into: first, version: 1 })).toBe('404 NOT_FOUND Not found.')
    expect(await asked('super.aaa', { id: second, into: id, version: 1 })).toBe('404 NOT_FOUND Not found.')
  }
  expect(await decisionRows(api)).toBe(before)
  await api.db.query("update user_carrier set sub_carriers = '{AAA2}' where mc = 'AAA' and user_id = $1", [
    idOf('super.aaa'),
  ])
  expect(await asked('super.aaa', { id: second, into: first, version: 1 })).toBe('404 NOT_FOUND Not found.')
  await api.db.query("update user_carrier set sub_carriers = null where mc = 'AAA' and user_id = $1", [
    idOf('super.aaa'),
  ])
  await (await api.signIn('adj.aaa')).ask(decision.rejectThisFill, { id: first, version: 1, reasonId: 3 })
  const lost = await supervisor.ask(merging.merge, { id: second, into: first, version: 1, intoVersion: 1 })
  expect(lost).toMatchObject({
    status: 409,
    body: { status: { code: 'ALREADY_DECIDED' }, data: { authorizationId: first, authorizationStatusId: 41 } },
  })
})

test('a merged request cannot be reopened, and one merged into a merged request follows the last', async () => {
  const api = await startFixtureApi()
  const ids: string[] = []
  for (const rx of ['1', '2', '3'])
    ids.push(
      await raiseAuthorization(api, {
        ...one,
        rx,
        nabp: rx === '2' ? '1043409' : '1043391',
        quantity: 30 + Number(rx),
      }),
    )
  const [a, b, c] = ids as [string, string, string]
  const supervisor = await api.signIn('super.aaa')
  await supervisor.ask(merging.merge, { id: a, into: b, version: 1, intoVersion: 1 })
  expect((await supervisor.ask(merging.merge, { id: b, into: c, version: 2, intoVersion: 1 })).status).toBe(200)
  expect(
    (
      await api.db.query(
        'select id, superseded_by from rx_authorization where superseded_by is not null order by quantity',
      )
    ).rows,
  ).toEqual([
    { id: a, superseded_by: c },
    { id: b, superseded_by: c },
  ])
  const reopened = await supervisor.ask(decision.move, { id: a, status: 'reopen', version: 2 })
  expect(reopened.status).toBeGreaterThanOrEqual(400)
  await (
    await api.signIn('adj.aaa')
  ).ask(decision.reject, { id: c, version: 2, reasonId: 6, note: 'Not for this injury' })
  expect((await api.db.query('select authorization_id, outcome from pharmacy_callback order by 1')).rows).toEqual(
    ids.toSorted((x, y) => (x < y ? -1 : 1)).map((id) => ({ authorization_id: id, outcome: 'REJECTED' })),
  )
})
