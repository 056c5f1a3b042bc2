import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { worklist } from './contract.ts'
import { addRequests, hoursFrom, openWorklist } from './testing-requests.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let adjuster: Visitor
let supervisor: Visitor
const zone = 'America/New_York'
const names = (ids: readonly string[]) => ids.map((id) => known.get(id) ?? id)
const known = new Map<string, string>()
const at = (daysAhead: number, time: string) =>
  new Date(instantOf(addDays(dateIn(now.getTime(), zone), daysAhead), time, zone)).toISOString()

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  // Noon in New York on a separate day, so that "today" and "tomorrow" have room on both sides.
  api.clock.move(instantOf('2030-06-12', '12:00', zone) - api.clock.now().getTime())
  now = api.clock.now()
  const requests = [
    { name: 'overdue', due: at(0, '11:00'), more: { escalated: true, escalation_level: 3 } },
    { name: 'tonight', due: at(0, '23:59') },
    { name: 'midnight', due: at(1, '00:00'), claim: 2, more: { escalated: true, escalation_level: 1 } },
    { name: 'tomorrow', due: at(1, '23:59'), claim: 2, owners: ['adj.aaa2', 'adj.aaa'] },
    { name: 'later', due: at(2, '00:00'), status: 21, claim: 3, more: { escalated: true, escalation_level: 1 } },
    {
      name: 'silenced',
      due: at(9, '00:00'),
      claim: 4,
      more: { escalated: true, escalation_level: 2, snoozed_until: hoursFrom(now, 3) },
    },
    {
      name: 'snooze over',
      due: at(9, '00:00'),
      claim: 5,
      more: { escalated: true, escalation_level: 2, snoozed_until: hoursFrom(now, -1) },
    },
    { name: 'decided today', status: 30, more: { completed_at: at(0, '00:00') } },
    {
      name: 'decided yesterday',
      status: 40,
      more: { completed_at: new Date(instantOf(dateIn(now.getTime(), zone), '00:00', zone) - 1).toISOString() },
    },
    {
      name: 'not mine',
      owners: ['adj.aaa2'],
      due: at(0, '10:00'),
      claim: 6,
      more: { escalated: true, escalation_level: 1 },
    },
    { name: 'elsewhere', sub: 'AAA2', owners: ['adj.aaa'], due: at(3, '10:00') },
    { name: 'theirs', mc: 'BBB', owners: ['adj.bbb'], due: at(-1, '10:00'), more: { escalated: true } },
  ]
  for (const { name } of requests) known.set(idOf(name), name)
  await addRequests(api.db, requests, now)
  adjuster = await api.signIn('adj.aaa')
  supervisor = await api.signIn('super.aaa')
})
afterAll(() => close())

const counts = async (who: Visitor, more: object = {}) => (await who.ask(worklist.counts, { mc: 'AAA', ...more })).body
const total = async (who: Visitor, more: object) =>
  (await who.ask(worklist.search, { mc: 'AAA', caseOwners: ['me'], ...more } as never)).body.totalElements

test("the counts use the days of the user's time zone", async () => {
  expect(await counts(adjuster)).toEqual({
    pendingAuthCount: 8,
    escalatedAuthCount: 4,
    overdueCount: 1,
    dueTodayCount: 1,
    dueTomorrowCount: 2,
    laterCount: 4,
    completeTodayCount: 1,
    snoozedCount: 1,
    waitingOnPrescriberCount: 1,
    waitingOnPharmacistCount: 0,
    waitingOnReviewerCount: 0,
    waitingOnSecondApproverCount: 0,
    waitingOnSupervisorCount: 0,
    carrierPendingCount: 9,
    atCounterCount: 0,
    letterCameCount: 0,
    overLimitCount: 0,
    teamPendingCount: 0,
    queues: [],
  })
})

test('a supervisor counts and lists the requests of everybody below them, where the carrier has the team view', async () => {
  const listed = async (who: Visitor) => total(who, { caseOwners: undefined, isMyTeamOnly: true })
  expect((await counts(supervisor)).teamPendingCount).toBe(0)
  await api.db.query(`update feature_flag set enabled = true where key = 'myTeamsSupervisorViewEnabled'`)
  const { teamPendingCount } = await counts(supervisor)
  expect([teamPendingCount, (await counts(adjuster)).teamPendingCount]).toEqual([await listed(supervisor), 0])
  expect(teamPendingCount).toBeGreaterThan((await counts(supervisor)).pendingAuthCount)
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'teamViewEnabled', 'false')`)
  expect((await counts(supervisor)).teamPendingCount).toBe(0)
  await api.db.query(`delete from carrier_setting where key = 'teamViewEnabled'`)
  await api.db.query(`update feature_flag set enabled = false where key = 'myTeamsSupervisorViewEnabled'`)
})

test('what a patient waits for at the counter is counted and listed by itself', async () => {
  await api.db.query('update rx_authorization set pharmacy_waiting = true where id = any($1)', [
    ['tonight', 'later', 'decided today', 'not mine'].map(idOf),
  ])
  expect((await counts(adjuster)).atCounterCount).toBe(2)
  expect(await total(adjuster, { isAtCounterOnly: true })).toBe(2)
  await api.db.query('update rx_authorization set pharmacy_waiting = false')
})

test('what costs more than the caller may approve alone is counted and listed by itself; without a limit nothing is', async () => {
  const limited = (limit: number | null) =>
    api.db.query(`update user_carrier set approval_limit = $1 where mc = 'AAA' and user_id = $2`, [
      limit,
      idOf('adj.aaa'),
    ])
  const { rows: before } = await api.db.query(
    `select approval_limit from user_carrier where mc = 'AAA' and user_id = $1`,
    [idOf('adj.aaa')],
  )
  await api.db.query('update rx_authorization set estimated_cost = case when id = any($1) then 500.01 else 500 end', [
    ['tonight', 'later', 'decided today', 'not mine'].map(idOf),
  ])
  const own = { isOverMyLimitOnly: true, authStatuses: [20, 21, 24] }
  for (const [limit, expected] of [
    [500, 2],
    [499, 8],
    [501, 0],
    [null, 0],
  ] as const) {
    await limited(limit)
    expect([limit, (await counts(adjuster)).overLimitCount, await total(adjuster, own)]).toEqual([
      limit,
      expected,
      expected,
    ])
  }
  await limited(before[0].approval_limit)
})

test('each count is the total of the list it links to', async () => {
  for (const who of [adjuster, supervisor, await api.signIn('adj.aaa2'), await api.signIn('adj.sub1')]) {
    const said = await counts(who)
    expect(said.pendingAuthCount).toBe(await total(who, { authStatuses: [20, 21, 24] }))
    expect(said.escalatedAuthCount).toBe(await total(who, { isEscalatedOnly: true }))
    expect(said.snoozedCount).toBe(await total(who, { isSnoozedOnly: true }))
    expect(said.waitingOnPrescriberCount).toBe(await total(who, { authStatuses: [21] }))
    expect(said.carrierPendingCount).toBe(await total(who, { caseOwners: undefined }))
    expect(said.overdueCount + said.dueTodayCount + said.dueTomorrowCount + said.laterCount).toBe(said.pendingAuthCount)
  }
})

test('a pharmacist, a reviewer and a second approver count the queue they work on, and list the same; an adjuster their own', async () => {
  const first = (byId: string) => ({ first_approval: { byId: idOf(byId), byName: 'First' } })
  const added = [
    { name: 'own with pharmacist', status: 22, due: at(0, '10:00'), owners: ['adj.aaa'] },
    { name: 'another with pharmacist', status: 22, due: at(3, '10:00'), owners: ['adj.aaa2'] },
    { name: 'wanted today', status: 22, due: at(14, '10:00'), owners: ['adj.aaa2'] },
    { name: 'review in Florida', status: 23, due: at(1, '10:00'), owners: ['adj.aaa'] },
    { name: 'review in California', status: 23, due: at(1, '10:00'), owners: ['adj.aaa2'], state: 'CA' },
    { name: 'approved by an adjuster', status: 25, due: at(0, '18:00'), owners: ['adj.aaa'], more: first('adj.aaa') },
    {
      name: 'approved by the supervisor',
      status: 25,
      due: at(9, '1:00'),
      owners: ['adj.aaa2'],
      more: first('super.aaa'),
    },
  ]
  const before = await counts(adjuster)
  await addRequests(api.db, added, now)
  // The state gives two weeks; the answer is wanted today.
  await api.db.query('update rx_authorization set pharmacist_asked_at = $2, answer_by = $3 where id = $1', [
    idOf('wanted today'),
    at(0, '8:00'),
    at(0, '20:00'),
  ])
  const empty = { overdueCount: 0, dueTodayCount: 0, dueTomorrowCount: 0, laterCount: 0 }
  for (const [username, queue, rows] of [
    ['pharm.aaa', { ...empty, status: 22, waiting: 3, overdueCount: 1, dueTodayCount: 1, laterCount: 1 }, 3],
    // Only where they are licensed, and only what somebody else approved.
    ['ur.aaa', { ...empty, status: 23, waiting: 1, dueTomorrowCount: 1 }, 1],
    ['super.aaa', { ...empty, status: 25, waiting: 1, dueTodayCount: 1 }, 1],
  ] as const) {
    const who = await api.signIn(username)
    const others = queue.status === 25 ? [{ ...empty, status: 26, waiting: 0 }] : []
    expect([username, (await counts(who)).queues]).toEqual([username, [queue, ...others]])
    const listed = { caseOwners: undefined, authStatuses: [queue.status], isMyQueueOnly: true }
    expect([username, await total(who, listed)]).toEqual([username, rows])
    expect(await total(who, { ...listed, isDueTodayOnly: true })).toBe(queue.dueTodayCount)
    expect(await total(who, { ...listed, dueWithinHours: 0 })).toBe(queue.overdueCount)
  }
  expect(await counts(adjuster)).toEqual({
    ...before,
    waitingOnPharmacistCount: 1,
    waitingOnReviewerCount: 1,
    waitingOnSecondApproverCount: 1,
    carrierPendingCount: before.carrierPendingCount + 7,
  })
  for (const status of [22, 23, 25]) expect(await total(adjuster, { authStatuses: [status] })).toBe(1)
  const ids = [added.map(({ name }) => idOf(name))]
  await api.db.query(`delete from authorization_owner where authorization_id = any($1)`, ids)
  await api.db.query(`delete from rx_authorization where id = any($1)`, ids)
})

test('a request handed to a pharmacist leaves the pending count of its owner, is counted as waiting, and comes back when it is taken back', async () => {
  const before = await counts(adjuster)
  const id = idOf('handed over')
  await addRequests(api.db, [{ name: 'handed over', status: 22, due: at(-1, '10:00'), owners: ['adj.aaa'] }], now)
  expect(await counts(adjuster)).toEqual({
    ...before,
    waitingOnPharmacistCount: 1,
    carrierPendingCount: before.carrierPendingCount + 1,
  })
  // Counts of chosen statuses are of just these.
  expect(await counts(adjuster, { authStatuses: [22] })).toMatchObject({ pendingAuthCount: 1, overdueCount: 1 })
  await api.db.query('update rx_authorization set status_id = 20 where id = $1', [id])
  expect(await counts(adjuster)).toMatchObject({
    pendingAuthCount: before.pendingAuthCount + 1,
    overdueCount: before.overdueCount + 1,
    waitingOnPharmacistCount: 0,
  })
  await api.db.query(`delete from authorization_owner where authorization_id = $1`, [id])
  await api.db.query(`delete from rx_authorization where id = $1`, [id])
})

test('a user who owns no request sees zero own requests and the carrier’s total', async () => {
  expect(await counts(await api.signIn('read.only'))).toMatchObject({
    pendingAuthCount: 0,
    escalatedAuthCount: 0,
    completeTodayCount: 0,
    carrierPendingCount: 9,
  })
})

test('a thousand requests of another carrier change no count', async () => {
  const before = await counts(adjuster)
  const listed = (await adjuster.ask(worklist.filterOptions, {})).body
  await addRequests(
    api.db,
    Array.from({ length: 1000 }, (_, n) => ({ name: `foreign ${n}`, mc: 'BBB', owners: ['adj.bbb'] })),
    now,
  )
  expect(await counts(adjuster)).toEqual(before)
  expect((await adjuster.ask(worklist.filterOptions, {})).body).toEqual(listed)
})

test('delegated requests count while their owner is away', async () => {
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates) values ('AAA', $1, $2, $3, $4, $5)`,
    [idOf('leave'), idOf('adj.aaa'), hoursFrom(now, -1), hoursFrom(now, 1), [idOf('clin.aaa')]],
  )
  const delegate = await api.signIn('clin.aaa')
  expect(await counts(delegate)).toMatchObject({ pendingAuthCount: 8, escalatedAuthCount: 4 })
  const said = (await delegate.ask(worklist.escalated, { masterCarrier: 'AAA' })).body
  expect(Object.keys(said)).toEqual(['4'])
  await api.db.query('delete from out_of_office')
  expect(await counts(delegate)).toMatchObject({ pendingAuthCount: 0 })
})

test('the escalated requests are one key with every claimant, the oldest request first, without snoozed ones', async () => {
  const grouped = async () => {
    const { body } = await adjuster.ask(worklist.escalated, { masterCarrier: 'AAA' })
    const [[total, groups]] = Object.entries(body) as [[string, { authorizationId: string }[][]]]
    return [total, groups.map((group) => names(group.map((row) => row.authorizationId)))]
  }
  const received = (name: string, hours: number) =>
    api.db.query('update rx_authorization set request_received_at = $2 where id = $1', [
      idOf(name),
      hoursFrom(now, hours),
    ])
  // The one that has waited longest has most time left.
  for (const [name, hours] of [
    ['snooze over', -40],
    ['later', -30],
    ['midnight', -20],
    ['overdue', -10],
  ] as const)
    await received(name, hours)
  expect(await grouped()).toEqual(['4', [['snooze over'], ['later'], ['midnight'], ['overdue']]])
  const added = [
    { name: 'sixth', claim: 1, received: hoursFrom(now, -50) },
    { name: 'seventh', claim: 6, received: hoursFrom(now, -5) },
    { name: 'eighth', sub: 'AAA2', claim: 2, received: hoursFrom(now, -60) },
    { name: 'ninth', claim: 4, received: hoursFrom(now, -4) },
  ].map((one) => ({ ...one, owners: ['adj.aaa'], more: { escalated: true } }))
  await addRequests(api.db, added, now)
  for (const { name } of added) known.set(idOf(name), name)
  expect(await grouped()).toEqual([
    '8',
    [['eighth'], ['sixth', 'overdue'], ['snooze over'], ['later'], ['midnight'], ['seventh'], ['ninth']],
  ])
  expect((await (await api.signIn('read.only')).ask(worklist.escalated, { masterCarrier: 'AAA' })).body).toEqual({
    0: [],
  })
  await api.db.query(`delete from authorization_owner where authorization_id = any($1)`, [
    added.map(({ name }) => idOf(name)),
  ])
  await api.db.query(`delete from rx_authorization where id = any($1)`, [added.map(({ name }) => idOf(name))])
})

test('a supervisor counts for chosen case owners and statuses; nobody counts for users they do not supervise', async () => {
  const { queues: _, ...one } = await counts(adjuster)
  expect(await counts(supervisor, { caseOwners: [idOf('adj.aaa')] })).toMatchObject(one)
  expect(await counts(adjuster, { caseOwners: ['me', idOf('adj.aaa')] })).toMatchObject(one)
  expect(await counts(supervisor, { caseOwners: ['me', idOf('adj.aaa'), idOf('adj.aaa2')] })).toMatchObject({
    pendingAuthCount: one.pendingAuthCount + 1,
  })
  expect(await counts(adjuster, { authStatuses: [21] })).toMatchObject({
    pendingAuthCount: 1,
    escalatedAuthCount: 1,
    waitingOnPrescriberCount: 1,
    completeTodayCount: 0,
    carrierPendingCount: 1,
  })
  const ask = (who: Visitor, owners: string[]) => who.ask(worklist.counts, { mc: 'AAA', caseOwners: owners })
  expect((await ask(adjuster, [idOf('adj.aaa2')])).status).toBe(403)
  expect((await ask(supervisor, [idOf('adj.aaa'), idOf('adj.bbb')])).status).toBe(403)
})

test('the plain list of what is pending can be narrowed to open statuses, and to no others', async () => {
  const ask = (status: number[]) => adjuster.ask(worklist.pending, { mc: 'AAA', status })
  expect(names((await ask([21])).body.content.map((row) => row.authorizationId))).toEqual(['later'])
  expect((await ask([20, 21])).body.totalElements).toBe(
    (await adjuster.ask(worklist.pending, { mc: 'AAA' })).body.totalElements,
  )
  const { status, body } = await ask([30])
  expect([status, (body as unknown as { fields: object }).fields]).toEqual([
    400,
    [{ path: 'status.0', code: 'custom', message: 'Enter status ids from 20 to 26.' }],
  ])
})

test('a user may ask about themselves and the users they supervise, and nobody else', async () => {
  const { rows } = await api.db.query<{ username: string; email: string }>('select username, email from app_user')
  const emailOf = (username: string) => rows.find((row) => row.username === username)!.email
  const ask = async (who: Visitor, username: string) => [
    (await who.ask(worklist.escalated, { masterCarrier: 'AAA', userEmail: emailOf(username), username })).status,
    (await who.ask(worklist.counts, { mc: 'AAA', email: emailOf(username).toUpperCase() })).status,
  ]
  expect(await ask(adjuster, 'adj.aaa')).toEqual([200, 200])
  expect(await ask(supervisor, 'adj.aaa')).toEqual([200, 200])
  const { queues: _, ...own } = await counts(adjuster)
  expect(await counts(supervisor, { username: 'adj.aaa' })).toMatchObject(own)
  expect(await ask(adjuster, 'adj.aaa2')).toEqual([403, 403])
  expect(await ask(adjuster, 'super.aaa')).toEqual([403, 403])
  expect(await ask(supervisor, 'adj.bbb')).toEqual([403, 403])
  // A name and an address of two different users match no user.
  expect(
    (
      await supervisor.ask(worklist.escalated, {
        masterCarrier: 'AAA',
        userEmail: emailOf('adj.aaa'),
        username: 'adj.aaa2',
      })
    ).status,
  ).toBe(403)
  expect(
    (await adjuster.ask(worklist.escalated, { masterCarrier: 'AAA', userEmail: 'nobody@carrier.example' })).body.status,
  ).toEqual({ code: 'NOT_ALLOWED', message: 'You may ask for your own requests and those of people you supervise.' })
  expect((await adjuster.ask(worklist.escalated, { masterCarrier: 'BBB' })).status).toBe(404)
})

test('the filters offer existing values, with the number each would leave', async () => {
  const said = (await adjuster.ask(worklist.filterOptions, { caseOwners: ['me'] })).body
  expect(said.jurisStates).toEqual([{ code: 'FL', label: 'Florida', count: 8 }])
  expect(said.deliveryTypes).toEqual([{ code: '1', label: 'Retail pickup', count: 8 }])
  expect(said.rejectCodes[0]).toMatchObject({ code: '75', count: 8 })
  expect(said.prescribers).toEqual([{ code: idOf('prescriber'), label: 'Hawthorne, Ansel', count: 8 }])
  expect(said.reconsiderationLevels).toEqual([{ code: '0', label: 'First request', count: 8 }])
  expect(said.caseOwners.map(({ code, count }) => [code, count])).toEqual([
    [idOf('adj.aaa'), 8],
    [idOf('adj.aaa2'), 1],
  ])
  expect(said.exact).toBe(true)
  const offices = said.subCarriers.map(({ code, label, count }) => [code, label, count])
  expect(offices).toEqual([
    ['AAA1', 'AAA1 office', 7],
    ['AAA2', 'AAA2 office', 1],
  ])
  // One program chosen, the others are still offered; the states are those of the chosen one.
  const chosen = (await adjuster.ask(worklist.filterOptions, { caseOwners: ['me'], subCarrier: 'AAA2' })).body
  expect(chosen.subCarriers.map(({ code, count }) => [code, count])).toEqual([
    ['AAA1', 7],
    ['AAA2', 1],
  ])
  expect(chosen.jurisStates.map(({ count }) => count)).toEqual([1])
})

test('status and drug are filters with their counts; the search stays within its own statuses', async () => {
  const ask = async (pendingAuthFilterParams: object) => ({
    found: await total(adjuster, { pendingAuthFilterParams }),
    facets: (await adjuster.ask(worklist.filterOptions, { caseOwners: ['me'], pendingAuthFilterParams })).body,
  })
  const { found, facets } = await ask({})
  const [first] = facets.drugs
  expect(first).toEqual({
    code: expect.stringMatching(/^\d{10}$/),
    label: expect.stringMatching(/[a-z]{3}/),
    count: found,
  })
  const waiting = await ask({ status: [21] })
  expect(waiting.found).toBe(facets.statuses.find(({ label }) => label === 'Awaiting letter')!.count)
  expect(waiting.facets.statuses).toEqual(facets.statuses)
  expect(waiting.facets.drugs.map(({ count }) => count)).toEqual([waiting.found])
  expect((await ask({ drug: [first!.code], status: [20, 21] })).found).toBeLessThanOrEqual(found)
  expect([(await ask({ drug: ['0000000000'] })).found, (await ask({ status: [30] })).found]).toEqual([0, 0])
  const wrong = { caseOwners: ['me'], pendingAuthFilterParams: { drug: ['651'] } }
  expect((await adjuster.ask(worklist.filterOptions, wrong)).status).toBe(400)
})

test('a filter does not narrow its own values, only those of the others', async () => {
  await addRequests(
    api.db,
    [
      { name: 'californian', owners: ['pharm.aaa'], state: 'CA', rejects: ['88', '76'], more: { delivery_type_id: 2 } },
      { name: 'texan', owners: ['pharm.aaa'], state: 'TX', rejects: ['88'] },
    ],
    now,
  )
  const pharmacist = await api.signIn('pharm.aaa')
  const said = (
    await pharmacist.ask(worklist.filterOptions, {
      caseOwners: ['me'],
      pendingAuthFilterParams: { jurisState: ['CA'] },
    })
  ).body
  expect(said.jurisStates.map(({ code, count }) => [code, count])).toEqual([
    ['CA', 1],
    ['TX', 1],
  ])
  expect(said.rejectCodes.map(({ code, count }) => `${code} ${count}`).sort()).toEqual(['76 1', '88 1'])
  expect(said.deliveryTypes.map(({ code }) => code)).toEqual(['2'])
  expect((await pharmacist.ask(worklist.filterOptions, { authSearchKey: 'N', authSearchValue: '' })).status).toBe(400)
})

test('counts, groups and values take one database trip each', async () => {
  for (const asking of [
    () => counts(adjuster),
    () => adjuster.ask(worklist.escalated, { masterCarrier: 'AAA' }),
    () => adjuster.ask(worklist.filterOptions, {}),
  ]) {
    await asking()
    const before = trips.count
    await asking()
    expect(trips.count - before).toBe(1)
  }
})

test('several searches are counted at once, each as its list counts it, of the own carrier alone', async () => {
  const searches = [
    { authStatuses: [20, 21], caseOwners: ['me' as const] },
    { isEscalatedOnly: true, authStatuses: [20, 21] },
    { authStatuses: [30, 40] },
  ]
  const { counts } = (await adjuster.ask(worklist.countsOf, { mc: 'AAA', searches })).body
  const lists = await Promise.all(
    searches.map(async (search) => (await adjuster.ask(worklist.list, { mc: 'AAA', ...search })).body.totalElements),
  )
  expect(counts).toEqual(lists.map((total) => ({ total, exact: true })))
  expect(counts.every(({ total }) => total > 0)).toBe(true)
  expect((await adjuster.ask(worklist.countsOf, { mc: 'BBB', searches })).status).not.toBe(200)
})
