import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { everyJob, everyTick } from '#registry'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { trips } from '#platform/database/pools.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { turnaround, type Figures } from './contract.ts'
import { logsOf, type Logged } from '#testing/oracles/turnaround-logs.ts'
import { recount } from '#testing/oracles/turnaround-recount.ts'
import { definitions, groupings } from './rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const period = { from: day(-30), to: day(60) } as const
const ok = <T extends { status: number; body: unknown }>(answer: T): T['body'] => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

/** The Monday of the week an instant lies in, in New York. */
function mondayOf(at: string): string {
  const date = dateIn(Date.parse(at), 'America/New_York')
  return addDays(date, -((weekdayOf(date) + 6) % 7))
}
test('the figures of a period match a recount of the logs for every outcome, state, office and team', async () => {
  const api = await startFixtureApi()
  const states: Record<number, string> = { 1: 'FL', 2: 'FL', 3: 'NY', 4: 'AZ', 5: 'FL', 6: 'AZ' }
  for (const [at, state] of Object.entries(states))
    await api.db.query('update wc_claim set juris_state = $1 where id = $2', [state, idOf(`AAA AAA1 claim ${at}`)])
  const adjuster = () => api.signIn('adj.aaa')
  const versionOf = async (id: string) =>
    (await api.db.query('select version from rx_authorization where id = $1', [id])).rows[0].version as number
  const asked = async <More extends object>(id: string, more: More = {} as More) => ({
    id,
    version: await versionOf(id),
    ...more,
  })

  // Granted whole, granted for fewer days, denied for one fill, withdrawn, and one of another office and of another carrier.
  const whole = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const fewer = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 3 })
  const refused = await raiseAuthorization(api, { sub: 'AAA1', at: 4 })
  const gone = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const south = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  api.clock.move(HOUR)
  ok(await (await adjuster()).ask(decision.approve, await asked(whole, { maxDays: 30, maxQty: 60 })))
  // Decided, undone, and decided differently: only the last decision counts.
  ok(await (await adjuster()).ask(decision.rejectThisFill, await asked(fewer, { reasonId: 3 })))
  ok(await (await adjuster()).ask(decision.undo, { id: fewer }))
  api.clock.move(HOUR)
  ok(await (await adjuster()).ask(decision.approve, await asked(fewer, { maxDays: 7 })))
  api.clock.move(HOUR)
  ok(await (await adjuster()).ask(decision.rejectThisFill, await asked(refused, { reasonId: 3 })))
  await api.db.query(`update user_carrier set roles = '{pbm_support}' where user_id = $1`, [idOf('ext.aaa')])
  ok(await (await api.signIn('ext.aaa')).ask(decision.move, await asked(gone, { status: 'withdraw', note: 'Paid' })))
  ok(await (await api.signIn('super.aaa')).ask(decision.rejectThisFill, await asked(south, { reasonId: 3 })))

  // The denial is reconsidered by another user and granted; the same drug is cleared by a bypass; one lapses.
  const colleague = await api.signIn('adj.aaa2')
  const built = ok(await colleague.ask(newAuthorization.build, { originalAuthId: refused } as never))
  const { email } = (await api.db.query(`select email from app_user where username = 'adj.aaa2'`)).rows[0]
  ok(
    await colleague.ask(newAuthorization.create, {
      authorizationId: built.authorizationId,
      selectedCaseOwners: [email],
    } as never),
  )
  api.clock.move(2 * HOUR)
  ok(await (await api.signIn('adj.aaa2')).ask(decision.approve, await asked(built.authorizationId)))
  await api.db.query(
    `insert into auth_bypass (mc, id, sub_carrier, stratus_claim_id, reason, codes, start_date, end_date)
      values ('AAA', $1, 'AAA1', $2, 'DISASTER', '{75}', $3, $4)`,
    [idOf('bypass'), idOf('AAA AAA1 claim 6'), day(-5), day(5)],
  )
  expect((await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 6 }))).body.status).toBe('P')
  await raiseAuthorization(api, { sub: 'AAA1', at: 5, drug: 'oxycodone 30 mg tablet', quantity: 100, days: 30 })
  api.clock.move(20 * DAY)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.tick()
  const supervisor = await api.signIn('super.aaa')
  const open = await raiseAuthorization(api, { sub: 'AAA2', at: 2 })

  const logs = await logsOf(api.db, 'AAA')
  // The instant by which a request belongs to a period is that of the first line of its log.
  const { rows: begun } = await api.db.query(
    `select a.id from rx_authorization a where a.request_received_at <> (select min(e.at) from authorization_event e
      where e.authorization_id = a.id and e.event_code in (100, 111, 200))`,
  )
  expect(begun).toEqual([])
  const asOf = api.clock.now().toISOString()
  const before = trips.count
  const byState = ok(await supervisor.ask(turnaround.figures, period))
  expect(trips.count - before).toBe(1)
  expect(byState.total).toEqual(recount(logs, logs, asOf))
  expect(byState.total).toEqual({
    received: 9,
    decided: 5,
    approved: 2,
    partial: 1,
    denied: 2,
    deemed: 1,
    closed: 0,
    withdrawn: 1,
    merged: 0,
    open: 2,
    lapsed: 2,
    extended: 0,
    overturned: 1,
    cleared: 1,
    reopened: 0,
    medianHours: 2,
    meanHours: 2.2,
    p90Hours: 3,
    reopenedMedianHours: null,
  } satisfies Figures)
  for (const [by, keyOf] of [
    ['state', (one: Logged) => one.state],
    ['subCarrier', (one: Logged) => one.sub],
    [
      'team',
      (one: Logged) => (['adj.aaa', 'adj.aaa2'].some((who) => one.person === idOf(who)) ? idOf('super.aaa') : ''),
    ],
    ['person', (one: Logged) => one.person ?? ''],
    ['week', (one: Logged) => mondayOf(one.lines[0]!.at)],
  ] as const) {
    const answer = ok(await supervisor.ask(turnaround.figures, { ...period, by }))
    expect(answer.total).toEqual(byState.total)
    const groups = Map.groupBy(logs, keyOf)
    expect(answer.groups.map(({ key }) => key).toSorted()).toEqual([...groups.keys()].toSorted())
    for (const { key, name, ...figures } of answer.groups) {
      expect(name).not.toBe('')
      expect([by, key, figures]).toEqual([by, key, recount(groups.get(key)!, logs, asOf)])
    }
  }
  // Each figure opens exactly the requests it counts, of all and of each group.
  for (const figure of Object.keys(definitions) as (keyof Figures)[]) {
    const list = async (more: object) =>
      ok(await supervisor.ask(turnaround.requests, { ...period, figure, ...more })).totalElements
    const countedIn = (of: Figures): number =>
      figure === 'reopenedMedianHours' ? of.reopened : figure.endsWith('Hours') ? of.decided : Number(of[figure])
    expect([figure, await list({})]).toEqual([figure, countedIn(byState.total)])
    for (const group of byState.groups)
      expect([figure, group.key, await list({ key: group.key })]).toEqual([figure, group.key, countedIn(group)])
  }
  // An extension of the due time is counted where the clock wrote one.
  await api.db.query(
    `update rx_authorization
      set due_arithmetic = due_arithmetic
        || '["Extended (information requested within the five business days): 14 days from receipt, Fri Nov 27, 2026."]'
      where id = $1`,
    [open],
  )
  expect(ok(await supervisor.ask(turnaround.figures, period)).total).toMatchObject({ extended: 1, open: 2 })

  // Every figure says what it means, and from what and by which definitions it was counted.
  expect(byState).toMatchObject({
    timeZone: 'America/New_York',
    asOf: expect.any(String),
    source: expect.stringContaining('log of each request'),
    version: 'turnaround-2026.2',
  })
  expect(byState.definitions.map(({ figure }) => figure).toSorted()).toEqual(Object.keys(byState.total).toSorted())
  expect(Object.keys(definitions).toSorted()).toEqual(Object.keys(byState.total).toSorted())
  const {
    received,
    decided,
    approved,
    partial,
    denied: no,
    deemed,
    closed,
    withdrawn,
    merged,
    open: still,
  } = byState.total
  expect([decided, received]).toEqual([approved + partial + no, decided + deemed + closed + withdrawn + merged + still])
})

test('a reopened request: the first answer and what came after the reopening are figures of their own', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await api.db.query(`update wc_claim set juris_state = 'FL' where mc = 'AAA'`)
  const as = async (username: string) => api.signIn(username)
  const at = async <More extends object>(id: string, more: More) => ({
    id,
    version: (await api.db.query('select version from rx_authorization where id = $1', [id])).rows[0].version as number,
    ...more,
  })
  const ids: string[] = []
  for (const worker of [1, 2, 3, 4, 5]) ids.push(await raiseAuthorization(api, { sub: 'AAA1', at: worker }))
  const [again, twice, open, once, late] = ids as [string, string, string, string, string]
  const deny = async (id: string) =>
    ok(await (await as('adj.aaa')).ask(decision.rejectThisFill, await at(id, { reasonId: 3 })))
  const reopen = async (id: string) =>
    ok(await (await as('super.aaa')).ask(decision.move, await at(id, { status: 'reopen', note: 'A mistake' })))
  const approve = async (id: string) => ok(await (await as('adj.aaa')).ask(decision.approve, await at(id, {})))
  api.clock.move(2 * HOUR)
  for (const id of [again, twice, open, once]) await deny(id)
  api.clock.move(HOUR)
  for (const id of [again, twice, open]) await reopen(id)
  api.clock.move(10 * DAY) // past every due time
  await deny(late)
  await approve(again)
  await deny(twice)
  await reopen(twice)
  api.clock.move(HOUR)
  await approve(twice)
  const logs = await logsOf(api.db, 'AAA')
  const asOf = api.clock.now().toISOString()
  const { total } = ok(await (await as('super.aaa')).ask(turnaround.figures, period))
  expect(total).toEqual(recount(logs, logs, asOf))
  // Four were answered first after two hours, in time; one on the tenth day. Another ten days and an hour went by after the reopenings.
  expect(total).toMatchObject({
    received: 5,
    decided: 4,
    open: 1,
    reopened: 3,
    lapsed: 1,
    medianHours: 2,
    reopenedMedianHours: 120.5,
  })
  for (const [figure, count] of [
    ['reopened', 3],
    ['reopenedMedianHours', 2],
    ['lapsed', 1],
  ] as const)
    expect(ok(await (await as('super.aaa')).ask(turnaround.requests, { ...period, figure })).totalElements).toBe(count)
})

test('a list says the name of its group, and of no user or program that its reader has no figures of', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  const supervisor = await api.signIn('super.aaa')
  for (const by of groupings) {
    const { groups } = ok(await supervisor.ask(turnaround.figures, { ...period, by }))
    expect(groups.length).toBeGreaterThan(0)
    for (const { key, name } of groups)
      expect(ok(await supervisor.ask(turnaround.requests, { ...period, by, key })).group).toBe(name)
  }
  expect(ok(await supervisor.ask(turnaround.requests, period)).group).toBeNull()
  for (const [by, key] of [
    ['person', idOf('adj.bbb')],
    ['person', 'nobody in particular'],
    ['team', idOf('adj.bbb')],
    ['subCarrier', 'BBB1'],
  ] as const)
    expect(ok(await supervisor.ask(turnaround.requests, { ...period, by, key }))).toMatchObject({
      group: null,
      totalElements: 0,
    })
})

test('supervisors and support read all figures, readers those of offices, of their own and of a year at most', async () => {
  const api = await startFixtureApi({ undoSeconds: 0 })
  await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  const ask = async (username: string, input: object = period) =>
    (await api.signIn(username)).ask(turnaround.figures, input as typeof period)
  expect(ok(await ask('super.aaa')).total.received).toBe(2)
  await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = $1`, [idOf('super.aaa')])
  const scoped = ok(await ask('super.aaa', { ...period, by: 'subCarrier' }))
  expect([scoped.total.received, scoped.groups.map(({ key }) => key)]).toEqual([1, ['AAA1']])
  for (const username of ['adj.aaa', 'pharm.aaa', 'no.role'])
    expect((await ask(username)).body.status).toMatchObject({ code: 'NOT_ALLOWED' })
  // Who may only read sees no figures of persons; a program observer no names of patients either.
  for (const [username, lists] of [
    ['read.only', 200],
    ['prog.spec', 403],
  ] as const) {
    for (const by of ['state', 'subCarrier', 'week'] as const)
      expect((await ask(username, { ...period, by })).status).toBe(200)
    for (const by of ['person', 'team'] as const)
      expect((await ask(username, { ...period, by })).body.status).toMatchObject({ code: 'NOT_ALLOWED' })
    const reader = await api.signIn(username)
    expect((await reader.ask(turnaround.requests, period)).status).toBe(lists)
    expect((await reader.ask(turnaround.requests, { ...period, by: 'person' })).status).toBe(403)
  }
  const none = ok(await ask('super.aaa', { from: day(-40), to: day(-40) })).total
  expect(none).toMatchObject({ received: 0, medianHours: null, meanHours: null, p90Hours: null })
  for (const wrong of [
    { from: day(1), to: day(0) },
    { from: day(-366), to: day(0) },
    { from: '2026-02-30', to: '2026-03-01' },
    { ...period, by: 'drug' },
  ])
    expect((await ask('super.aaa', wrong)).status).toBe(400)
  expect((await ask('super.aaa', { from: day(-365), to: day(0) })).status).toBe(200)
})
