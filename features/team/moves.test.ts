import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addRequests, hoursFrom, openWorklist } from '#features/worklist/testing-requests.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { team } from './contract.ts'

let api: TestApi
let close: () => Promise<void>
let supervisor: Visitor
let round = 0
const [dana, lee, kim] = ['adj.aaa', 'adj.aaa2', 'clin.aaa'].map(idOf) as [string, string, string]

beforeAll(async () => {
  ;({ api, close } = await openWorklist())
  await api.db.query(`update feature_flag set enabled = true where key = 'myTeamsSupervisorViewEnabled'`)
  await api.db.query(`insert into user_supervision values ('AAA', $1, $2)`, [idOf('super.aaa'), kim])
  await api.db.query(`update user_carrier set approval_limit = 500 where user_id = $1`, [kim])
})
afterAll(() => close())
beforeEach(async () => {
  await api.db.query(`delete from out_of_office`)
  await api.db.query(`update user_carrier set license_states = '{}' where user_id = $1`, [kim])
  await api.db.query(`delete from authorization_owner`)
  await api.db.query(`update rx_authorization set status_id = 50, completed_at = now() where status_id < 30`)
  await api.db.query(`delete from user_notification`)
  supervisor = await api.signIn('super.aaa')
})

/** Requests of the first adjuster, the one with the least time left first; their ids. */
async function requests(many: readonly Record<string, unknown>[]): Promise<string[]> {
  round += 1
  const now = api.clock.now()
  const made = many.map(({ state = 'FL', owners = ['adj.aaa'], ...more }, at) => ({
    name: `move ${round} ${at}`,
    due: hoursFrom(now, at + 1),
    claim: (at % 6) + 1,
    state: state as string,
    owners: owners as string[],
    more,
  }))
  await addRequests(api.db, made, now)
  return made.map(({ name }) => idOf(name))
}
const ok = <T extends { status: number; body: unknown }>(answer: T): T['body'] => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}
const preview = async (more: object = {}) => ok(await supervisor.ask(team.preview, { fromUserId: dana, ...more }))
const planned = async (more: object = {}) =>
  (await preview(more)).items
    .filter(({ toUserId }) => toUserId !== null)
    .map(({ authorizationId, version, toUserId }) => ({ authorizationId, version, toUserId: toUserId! }))
const move = async (moves: Awaited<ReturnType<typeof planned>>) =>
  ok(await supervisor.ask(team.move, { fromUserId: dana, moves }))
const ownersOf = async (id: string): Promise<string[]> =>
  (
    await api.db.query(`select user_id from authorization_owner where authorization_id = $1 order by position`, [id])
  ).rows.map((row) => row.user_id as string)
const noticesTo = async (user: string) =>
  (await api.db.query(`select title from user_notification where user_id = $1 order by title`, [user])).rows.map(
    (row) => row.title as string,
  )

test('the preview gives requests by limit, license and load, names what stays, and the move does exactly that', async () => {
  await api.db.query(`update user_carrier set license_states = '{NY}' where user_id = $1`, [kim])
  const ids = await requests([
    {},
    { state: 'NY', estimated_cost: 800 },
    { state: 'NY' },
    { snoozed_until: hoursFrom(api.clock.now(), 1) },
    { owners: ['adj.aaa', 'adj.aaa2'] },
    { estimated_cost: 90_000 },
  ])
  const { items, people } = await preview({ toUserIds: [lee, kim] })
  expect(items.map(({ authorizationId, toUserId, stays }) => [authorizationId, toUserId ?? stays])).toEqual([
    [ids[0], lee],
    [ids[1], lee],
    [ids[2], kim],
    [ids[3], 'SNOOZED'],
    [ids[4], lee],
    [ids[5], 'LIMIT'],
  ])
  expect(Object.fromEntries(people.map(({ userId, before, after }) => [userId, [before, after]]))).toEqual({
    [dana]: [6, 2],
    [lee]: [1, 4],
    [kim]: [0, 1],
  })
  const done = await move(await planned({ toUserIds: [lee, kim] }))
  expect([done.moved, done.results.map(({ result }) => result)]).toEqual([4, ['WITH', 'WITH', 'WITH', 'WITH']])
  expect(await Promise.all(ids.map(ownersOf))).toEqual([[lee], [lee], [kim], [dana], [lee], [dana]])

  // One line of each log, one audit row with every claim, and one notice for each person.
  const { rows: lines } = await api.db.query(
    `select authorization_id, event_text from authorization_event where authorization_id = any($1) and event_code = 180`,
    [ids],
  )
  expect(new Set(lines.map((line) => line.authorization_id as string))).toEqual(
    new Set([ids[0], ids[1], ids[2], ids[4]]),
  )
  expect(lines).toHaveLength(4)
  const { rows: audit } = await api.db.query(
    `select detail from access_audit where call = 'team.move' and object_id = $1`,
    [done.moveId],
  )
  expect(audit).toEqual([{ detail: expect.arrayContaining([{ id: ids[0], from: [dana], to: lee, stays: null }]) }])
  expect(await noticesTo(lee)).toEqual(['Super aaa moved 3 requests from Adj aaa to you.'])
  expect(await noticesTo(kim)).toEqual(['Super aaa moved 1 request from Adj aaa to you.'])
  expect(await noticesTo(dana)).toEqual(['Super aaa moved 4 requests of yours: Adj aaa2 3, Clin aaa 1.'])
})

test('somebody who is away gets nothing, and who takes the requests of an absent person is notified whom they work for', async () => {
  const now = api.clock.now()
  const away = (id: string) =>
    api.db.query(
      `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates, created_by, created_by_name)
        values ('AAA', $1, $2, $3, $4, '{}', $2, '')`,
      [idOf(`away ${id} ${round}`), id, hoursFrom(now, -2), hoursFrom(now, 48)],
    )
  await requests([{}, {}])
  await away(lee)
  const moves = await planned({ toUserIds: [lee, kim] })
  expect(moves.map(({ toUserId }) => toUserId)).toEqual([kim, kim])
  await away(dana)
  expect((await move(moves)).moved).toBe(2)
  expect(await noticesTo(kim)).toEqual([
    expect.stringMatching(
      /^Super aaa moved 2 requests from Adj aaa to you\. You work for Adj aaa, who is out of office until \d\d\/\d\d\/\d{4}\.$/,
    ),
  ])
  // Away since the preview: the act finds it, too.
  const [more] = await requests([{}])
  const stale = [{ authorizationId: more!, version: 1, toUserId: lee }]
  expect((await move(stale)).results).toEqual([
    { authorizationId: more, result: 'STAYED', toUserId: lee, stays: 'AWAY' },
  ])
})

test('a move sent twice has one effect, and of two supervisors who move the same requests one wins each', async () => {
  const ids = await requests(Array.from({ length: 6 }, () => ({})))
  await api.db.query(
    `insert into user_supervision select 'AAA', $1, m from unnest($2::uuid[]) m on conflict do nothing`,
    [idOf('ext.aaa'), [dana, lee, kim]],
  )
  await api.db.query(`update user_carrier set roles = '{supervisor}' where user_id = $1`, [idOf('ext.aaa')])
  const other = await api.signIn('ext.aaa')
  const to = (toUserId: string) => ids.map((authorizationId) => ({ authorizationId, version: 1, toUserId }))
  const [first, second] = await Promise.all([
    supervisor.ask(team.move, { fromUserId: dana, moves: to(lee) }),
    other.ask(team.move, { fromUserId: dana, moves: to(kim) }),
  ])
  expect(ok(first).moved + ok(second).moved).toBe(6)
  const winner = first.body.moved === 6 ? lee : kim
  expect(await Promise.all(ids.map(ownersOf))).toEqual(ids.map(() => [winner]))
  const again = ok(await supervisor.ask(team.move, { fromUserId: dana, moves: to(winner) }))
  expect([again.moved, again.results.every(({ result }) => result === 'WITH')]).toEqual([0, true])
  const { rows } = await api.db.query(
    `select count(*)::int as lines from authorization_event where authorization_id = any($1) and event_code = 180`,
    [ids],
  )
  expect(rows[0].lines).toBe(6)
})

test('an undo gives back what nobody opened or changed since, once, and for half an hour', async () => {
  const ids = await requests([{ owners: ['adj.aaa', 'clin.aaa'] }, {}, {}])
  const { moveId } = await move(ids.map((authorizationId) => ({ authorizationId, version: 1, toUserId: lee })))
  expect(await ownersOf(ids[0]!)).toEqual([lee, kim])
  await api.db.query(
    `insert into access_audit (mc, user_id, actor, request_id, call, object_type, object_id, at)
      values ('AAA', $1, 'Adj aaa2', $2, 'authorizations.detail', 'rx_authorization', $3, $4)`,
    [lee, idOf('request'), ids[1], api.clock.now()],
  )
  // Its result as a file, with what stayed and why; nobody else has it.
  const [kept] = await requests([{}])
  const file = { moveId, stayed: [{ authorizationId: kept!, stays: 'LICENSE' as const }] }
  const csv = (await supervisor.ask(team.exportMove, file)).text
  expect(csv.match(/"With Adj aaa2"/g)).toHaveLength(3)
  expect(csv).toMatch(/"Stays: no [A-Z]{2} license"/)
  expect((await (await api.signIn('adj.aaa')).ask(team.exportMove, file)).status).toBe(404)
  const back = ok(await supervisor.ask(team.undo, { moveId }))
  expect([
    back.undone,
    Object.fromEntries(back.results.map(({ authorizationId, result }) => [authorizationId, result])),
  ]).toEqual([2, { [ids[0]!]: 'BACK', [ids[1]!]: 'STAYED', [ids[2]!]: 'BACK' }])
  expect(await Promise.all(ids.map(ownersOf))).toEqual([[dana, kim], [lee], [dana]])
  expect(ok(await supervisor.ask(team.undo, { moveId })).undone).toBe(0)
  expect((await (await api.signIn('adj.aaa')).ask(team.undo, { moveId })).status).toBe(404)
  api.clock.move(31 * 60_000)
  supervisor = await api.signIn('super.aaa')
  expect((await supervisor.ask(team.undo, { moveId })).body.status).toMatchObject({ code: 'UNDO_TOO_LATE' })
})

test('an adjuster moves nothing, nobody moves requests of another team, and 31 are refused', async () => {
  const [id] = await requests([{}])
  const moves = [{ authorizationId: id!, version: 1, toUserId: lee }]
  const tried = async (who: string, more: object = {}) =>
    (await api.signIn(who)).ask(team.move, { fromUserId: dana, moves, ...more })
  expect((await tried('adj.aaa')).status).toBe(404)
  expect((await tried('read.only')).body.status).toMatchObject({ code: 'UPDATE_BLOCKED' })
  expect((await tried('super.aaa', { fromUserId: idOf('pharm.aaa') })).status).toBe(404)
  expect((await tried('super.aaa', { moves: [{ ...moves[0]!, toUserId: idOf('pharm.aaa') }] })).status).toBe(404)
  expect((await tried('super.aaa', { moves: [{ ...moves[0]!, authorizationId: idOf('nothing') }] })).status).toBe(404)
  expect((await tried('super.aaa', { moves: [...moves, ...moves] })).status).toBe(400)
  const many = Array.from({ length: 31 }, (_, at) => ({ ...moves[0]!, authorizationId: idOf(`many ${at}`) }))
  expect((await tried('super.aaa', { moves: many })).status).toBe(400)
  expect(await ownersOf(id!)).toEqual([dana])
})
