import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addRequests, hoursFrom, openWorklist } from '#features/worklist/testing-requests.ts'
import { worklist } from '#features/worklist/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { trips } from '#platform/database/pools.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { team } from './contract.ts'

let api: TestApi
let now: Date
let close: () => Promise<void>
let supervisor: Visitor
const zone = 'America/New_York'
const sup = idOf('super.aaa')

/** Opens or closes the team view for every carrier. */
const teamView = (on: boolean) =>
  api.db.query(`update feature_flag set enabled = $1 where key = 'myTeamsSupervisorViewEnabled'`, [on])

beforeAll(async () => {
  ;({ api, now, close } = await openWorklist())
  // Noon of a Wednesday in New York: five hours to 5:00 PM.
  api.clock.move(instantOf('2030-06-12', '12:00', zone) - api.clock.now().getTime())
  now = api.clock.now()
  const at = (hours: number) => hoursFrom(now, hours)
  const weekAgo = (weeks: number, hours: number) =>
    new Date(
      instantOf(addDays(dateIn(now.getTime(), zone), -7 * weeks), '12:00', zone) + hours * 3_600_000,
    ).toISOString()
  await addRequests(
    api.db,
    [
      { name: 'overdue', due: at(-1), more: { escalated: true, escalation_level: 3 } },
      { name: 'in 3 hours', due: at(3), more: { pharmacy_waiting: true } },
      { name: 'in 20 hours', due: at(20), claim: 2, status: 21 },
      { name: 'in 70 hours', due: at(70), claim: 3, more: { snoozed_until: at(5) } },
      { name: 'in 9 days', due: at(216), claim: 4, owners: ['adj.aaa2', 'adj.aaa'], status: 22 },
      {
        name: 'of the second',
        due: at(2),
        claim: 5,
        owners: ['adj.aaa2'],
        more: { escalated: true, escalation_level: 1 },
      },
      { name: 'of the supervisor', due: at(30), claim: 6, owners: ['super.aaa'] },
      { name: 'of nobody below', due: at(1), claim: 6, owners: ['adj.sub1'] },
      { name: 'elsewhere', mc: 'BBB', due: at(1), owners: ['adj.bbb'], more: { escalated: true } },
      {
        name: 'decided this morning',
        status: 30,
        received: at(-30),
        more: { completed_at: at(-1), completed_by: idOf('adj.aaa') },
      },
      // In the same five hours of the Wednesdays before: twelve came in and six of them were decided.
      ...[1, 2, 3, 4, 5, 6].flatMap((week) => [
        {
          name: `came ${week}a`,
          status: 50,
          received: weekAgo(week, 1),
          more: { completed_at: weekAgo(week, 30), completed_by: null },
        },
        {
          name: `came ${week}b`,
          status: 30,
          received: weekAgo(week, 2),
          more: { completed_at: weekAgo(week, 4), completed_by: idOf('adj.aaa') },
        },
        {
          name: `came too early ${week}`,
          status: 50,
          received: weekAgo(week, -1),
          more: { completed_at: weekAgo(week, 30), completed_by: null },
        },
      ]),
    ],
    now,
  )
  await teamView(true)
  supervisor = await api.signIn('super.aaa')
})
afterAll(() => close())
beforeEach(() => teamView(true))

const authorizations = (who: Visitor, a = sup, b = 'AAA') => who.ask(team.authorizations, { a, b })
const workload = async () => {
  const answer = await supervisor.ask(team.workload, { userId: sup })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

test("a supervisor reads the team's open and escalated requests, by case owner and by claimant, in one trip", async () => {
  const before = trips.count
  const { status, body } = await authorizations(supervisor)
  expect([status, trips.count - before]).toEqual([200, 1])
  expect(body.pendingAuthCount).toBe(7)
  const [total, groups] = Object.entries(body.escalatedAuthCount)[0]!
  expect([
    total,
    groups
      .flat()
      .map(({ authorizationId }) => authorizationId)
      .toSorted(),
  ]).toEqual(['2', [idOf('overdue'), idOf('of the second')].toSorted()])
  const users = Object.fromEntries(body.users.map((user) => [user.userId, user]))
  expect(Object.keys(users).toSorted()).toEqual(['adj.aaa', 'adj.aaa2', 'super.aaa'].map(idOf).toSorted())
  expect(users[idOf('adj.aaa')]).toMatchObject({
    pending: 5,
    escalated: 1,
    due4: 2,
    oldestHours: 24,
    nextDueAt: hoursFrom(now, -1),
  })
  expect(users[idOf('adj.aaa2')]).toMatchObject({ pending: 2, escalated: 1, nextDueAt: hoursFrom(now, 2) })
  // The claims shown are on record.
  const { rows } = await api.db.query(
    `select claim_ids from access_audit where call = 'team.authorizations' order by at desc limit 1`,
  )
  expect(rows[0].claim_ids.toSorted()).toEqual([idOf('AAA AAA1 claim 1'), idOf('AAA AAA1 claim 5')].toSorted())
})

test('a case owner, the supervisor of another team and a carrier without the team view get the same 404', async () => {
  const gone = { code: 'NOT_FOUND', message: 'Not found.' }
  expect((await authorizations(await api.signIn('adj.aaa'))).body.status).toMatchObject(gone)
  expect((await authorizations(supervisor, idOf('clin.aaa'))).body.status).toMatchObject(gone)
  expect((await supervisor.ask(team.workload, { userId: idOf('clin.aaa') })).body.status).toMatchObject(gone)
  expect((await authorizations(await api.signIn('adj.aaa'), idOf('adj.aaa'))).status).toBe(404)
  await teamView(false)
  expect((await authorizations(supervisor)).body.status).toMatchObject(gone)
  expect((await supervisor.ask(team.workload, { userId: sup })).body.status).toMatchObject(gone)
  // The carrier turns it off for itself, where the flag is on.
  await teamView(true)
  const client = { id1: 'AAA', id2: 'ALL', level: 'settingsLevelGlobal' }
  const shown = async () =>
    (await supervisor.ask(settings.client, client)).body.settings['myTeamsSupervisorViewEnabled']
  expect([await shown(), (await authorizations(supervisor)).status]).toEqual([true, 200])
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'teamViewEnabled', 'false')`)
  expect([await shown(), (await authorizations(supervisor)).status]).toEqual([false, 404])
  await api.db.query(`delete from carrier_setting where key = 'teamViewEnabled'`)
})

test('a supervisor without people below has no users in the answer, and an inactive user is in no team', async () => {
  await api.db.query(`update user_carrier set active = false where user_id = $1`, [idOf('adj.aaa2')])
  expect((await authorizations(supervisor)).body.users.map(({ userId }) => userId)).not.toContain(idOf('adj.aaa2'))
  await api.db.query(`update user_carrier set active = false where user_id = $1`, [idOf('adj.aaa')])
  expect((await authorizations(supervisor)).body).toMatchObject({ pendingAuthCount: 0, users: [] })
  await api.db.query(`update user_carrier set active = true where user_id = any($1)`, [
    ['adj.aaa', 'adj.aaa2'].map(idOf),
  ])
})

test('a team has the people of the people a supervisor leads, and a circle of supervisors ends', async () => {
  await api.db.query(`insert into user_supervision values ('AAA', $1, $2), ('AAA', $2, $1)`, [
    idOf('adj.aaa'),
    idOf('adj.sub1'),
  ])
  const { body } = await authorizations(supervisor)
  expect(body.users.find(({ userId }) => userId === idOf('adj.sub1'))).toMatchObject({ pending: 1 })
  expect(body.pendingAuthCount).toBe(8)
  await api.db.query(`delete from user_supervision where supervisor_id = any($1)`, [['adj.aaa', 'adj.sub1'].map(idOf)])
})

test('the workload counts what lapses in 4, 24 and 72 hours, at the counter and elsewhere, by person and once for the team', async () => {
  const { total, members, waiting } = await workload()
  expect(total).toEqual({
    pending: 7,
    overdue: 1,
    due4: 3,
    due24: 4,
    due72: 6,
    escalated: 2,
    snoozed: 1,
    atCounter: 1,
    decidedToday: 1,
  })
  expect(members.find(({ userId }) => userId === idOf('adj.aaa'))!.load).toEqual({
    pending: 5,
    overdue: 1,
    due4: 2,
    due24: 3,
    due72: 4,
    escalated: 1,
    snoozed: 1,
    atCounter: 1,
    decidedToday: 1,
  })
  expect(waiting).toEqual({ pharmacist: 1, prescriber: 1, utilizationReview: 0, secondApprover: 0, supervisor: 0 })
  // Each figure of a person and of the team is the total of the list it opens.
  const listed = async (filter: object) =>
    (await supervisor.ask(worklist.search, { mc: 'AAA', page: 0, size: 25, ...filter })).body.totalElements
  const opened = async (ids: string[]) => ({
    pending: await listed({ caseOwners: ids }),
    overdue: await listed({ caseOwners: ids, dueWithinHours: 0 }),
    due4: await listed({ caseOwners: ids, dueWithinHours: 4 }),
    due24: await listed({ caseOwners: ids, dueWithinHours: 24 }),
    due72: await listed({ caseOwners: ids, dueWithinHours: 72 }),
    escalated: await listed({ caseOwners: ids, isEscalatedOnly: true }),
    snoozed: await listed({ caseOwners: ids, isSnoozedOnly: true }),
    atCounter: await listed({ caseOwners: ids, isAtCounterOnly: true }),
    decidedToday: await listed({ authStatuses: [30, 40, 41], decidedTodayBy: ids }),
  })
  for (const { userId, load } of members) expect([userId, await opened([userId])]).toEqual([userId, load])
  expect(await opened(members.map(({ userId }) => userId))).toEqual(total)
})

test('the forecast for 5:00 PM adds arrivals and takes off decisions of the same hours of six Wednesdays', async () => {
  const { until, hoursUntil, forecast, members } = await workload()
  expect([until, hoursUntil]).toEqual([new Date(instantOf('2030-06-12', '17:00', zone)).toISOString(), 5])
  // 12 arrivals and 6 decisions in 6 times 5 hours; 7 + 0.4 × 5 − 0.2 × 5 = 8.
  expect(forecast).toEqual({ arrivalsPerHour: 0.4, decisionsPerHour: 0.2, expected: 8 })
  expect(members.find(({ userId }) => userId === idOf('adj.aaa'))!.forecast).toEqual({
    arrivalsPerHour: 0.4,
    decisionsPerHour: 0.2,
    expected: 6,
  })
  expect(members.find(({ userId }) => userId === idOf('adj.aaa2'))!.forecast.expected).toBe(2)
})

test('beside each name stand limit, licenses and the next time off with its delegates and what is due before the return', async () => {
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates, created_by, created_by_name) values ('AAA', $1, $2, $3, $4, $5, $2, 'Adj aaa')`,
    [idOf('leave'), idOf('adj.aaa'), hoursFrom(now, 10), hoursFrom(now, 48), [idOf('adj.aaa2')]],
  )
  const { members } = await workload()
  expect(members.find(({ userId }) => userId === idOf('adj.aaa'))).toMatchObject({
    approvalLimit: 2500,
    licenseStates: [],
    leave: { startAt: hoursFrom(now, 10), delegates: ['Adj aaa2'], begunAt: null, dueBefore: 3 },
  })
  expect(members.find(({ userId }) => userId === idOf('adj.aaa2'))!.leave).toBeNull()
})

test('an account manager says whom a supervisor leads; nobody changes their own team, and no circle arises', async () => {
  const [lead, one, other] = ['super.aaa', 'adj.aaa', 'adj.sub1'].map(idOf) as [string, string, string]
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('ext.aaa')])
  const manager = await api.signIn('ext.aaa')
  const direct = async (who = manager) =>
    (await who.ask(team.members, { userId: lead })).body.members
      .filter((member) => member.direct)
      .map(({ userId }) => userId)
      .toSorted()
  const before = await direct()
  const set = (memberIds: string[], supervisorId = lead, who = manager) =>
    who.ask(team.setMembers, { supervisorId, memberIds, reason: 'A new team' })
  const added = [one, other].filter((id) => !before.includes(id)).length
  expect((await set([one, other])).body).toMatchObject({
    added,
    removed: before.filter((id) => id !== one && id !== other).length,
  })
  expect(await direct()).toEqual([one, other].toSorted())
  // They lead somebody now, who cannot lead them.
  await api.db.query(`update user_carrier set roles = '{supervisor}' where user_id = $1`, [one])
  const refused = await set([lead], one)
  expect([refused.status, (refused.body as never as { fields: { path: string }[] }).fields[0]!.path]).toEqual([
    400,
    'memberIds',
  ])
  expect((await set([one], other)).status).toBe(422)
  expect((await set([one], idOf('ext.aaa'))).status).toBe(403)
  expect((await set([one], lead, await api.signIn('super.aaa'))).status).toBe(403)
  expect((await set([idOf('adj.bbb')])).status).toBe(400)
  expect((await set([one], idOf('adj.bbb'))).status).toBe(404)
  expect((await (await api.signIn('adj.sub1')).ask(team.members, { userId: lead })).status).toBe(404)
  expect((await set([])).body).toMatchObject({ added: 0, removed: 2 })
  await api.db.query(`update user_carrier set roles = '{adjuster}' where user_id = $1`, [one])
  await api.db.query(`insert into user_supervision select 'AAA', $1, unnest($2::uuid[])`, [lead, before])
})

test('an account manager of one program sees and changes its users alone', async () => {
  const [lead, mine, other] = ['super.aaa', 'adj.sub1', 'adj.aaa'].map(idOf) as [string, string, string]
  await api.db.query(
    `update user_carrier set roles = '{account_admin}', sub_carriers = '{AAA1}', data_extract_sub_carriers = '{}' where user_id = $1`,
    [idOf('ext.aaa')],
  )
  await api.db.query('insert into user_supervision values ($1, $2, $3) on conflict do nothing', ['AAA', lead, other])
  const manager = await api.signIn('ext.aaa')
  const set = (memberIds: string[]) =>
    manager.ask(team.setMembers, { supervisorId: lead, memberIds, reason: 'A new team' })
  expect((await manager.ask(team.members, { userId: lead })).status).toBe(404)
  expect((await set([mine])).status).toBe(404)

  await api.db.query(
    `update user_carrier set sub_carriers = '{AAA1}', data_extract_sub_carriers = '{}' where user_id = $1`,
    [lead],
  )
  expect((await set([other])).status).toBe(400)
  expect((await set([mine])).body).toMatchObject({ success: true })
  expect((await manager.ask(team.members, { userId: lead })).body.members.map(({ userId }) => userId)).toEqual([mine])
  expect((await set([])).body).toMatchObject({ removed: 1 })
  const left = await api.db.query('select member_id from user_supervision where mc = $1 and supervisor_id = $2', [
    'AAA',
    lead,
  ])
  expect(left.rows).toContainEqual({ member_id: other })
  await api.db.query('update user_carrier set sub_carriers = null where user_id = $1', [lead])
})
