import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { everyJob } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { copyClaim } from '#testing/attacks/copy-claim.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { eventually } from '#testing/eventually.ts'
import { bulkActs } from './contract.ts'
import { foreseen, whyNotUndo } from './rules.ts'

let api: TestApi
let dana: Visitor
let supervisor: Visitor
let at = 100
beforeAll(async () => {
  api = await startFixtureApi({ keep: true, undoSeconds: 3600 })
  dana = await api.signIn('adj.aaa')
  supervisor = await api.signIn('super.aaa')
})
afterAll(() => api.close())

async function many(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    at += 1
    await copyClaim(api.db, 'AAA AAA1 claim 1', `AAA AAA1 claim ${at}`, { key: `AAA1${at}`, lastName: `Undone${at}` })
    ids.push(await raiseAuthorization(api, { sub: 'AAA1', at }))
  }
  return ids
}
const named = (ids: readonly string[]) => ({
  requests: ids.map((authorizationId) => ({ authorizationId, version: 1 })),
})
const started = async (who: Visitor, input: object): Promise<string> => {
  const { status, body } = await who.ask(bulkActs.start, { what: 'SNOOZE', hours: 1, ...input } as never, {
    key: randomUUID(),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await runJobsUntilIdle(api)
  return body.bulkId
}
const undo = (who: Visitor, bulkId: string) => who.ask(bulkActs.undo, { bulkId }, { key: randomUUID() })
const became = async (who: Visitor, bulkId: string) => (await who.ask(bulkActs.of, { bulkId })).body
const column = async (name: string, ids: readonly string[]) =>
  (
    await api.db.query(
      `select ${name} as value from rx_authorization where id = any($1) order by array_position($1, id)`,
      [ids],
    )
  ).rows.map((row) => row.value as unknown)
const email = async (user: string): Promise<string> =>
  (await api.db.query('select email from app_user where username = $1', [user])).rows[0].email

test('a bulk act is taken back request by request; one that changed since stays, and it is undone once', async () => {
  const ids = (await many(3)) as [string, string, string]
  const bulkId = await started(dana, named(ids))
  expect(await became(dana, bulkId)).toMatchObject({ done: 3, mayUndo: true })
  await api.db.query('update rx_authorization set version = version + 1 where id = $1', [ids[1]])
  expect((await undo(supervisor, bulkId)).status).toBe(404)
  const { status, body } = await undo(dana, bulkId)
  expect([status, body.total]).toEqual([200, 3])
  await runJobsUntilIdle(api)
  const after = await became(dana, body.bulkId)
  expect(after).toMatchObject({ what: 'UNDO', done: 2, refused: 1, mayUndo: false })
  expect(after.items[1]).toMatchObject({ state: 'REFUSED', code: 'CONFLICT' })
  expect(await column('snoozed_until is null', ids)).toEqual([true, false, true])
  expect((await undo(dana, bulkId)).body.status).toMatchObject({ code: 'RULE', message: 'It was undone already.' })
})

test('of two who take one bulk act back at the same moment, one does, and the other learns that it was undone', async () => {
  const bulkId = await started(dana, named(await many(1)))
  const answers = await Promise.all([undo(dana, bulkId), undo(dana, bulkId)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const loser = answers.find(({ status }) => status !== 200)!
  expect(loser.body.status).toMatchObject({ code: 'RULE', message: 'It was undone already.' })
  await runJobsUntilIdle(api)
})

test('assigned requests go back to whom they came from, approvals to pending; a letter is not taken back', async () => {
  const ids = (await many(4)) as [string, string, string, string]
  const owner = `(select user_id from authorization_owner o where o.authorization_id = rx_authorization.id and o.position = 1)`
  const before = await column(owner, ids.slice(0, 2))
  const assigned = await started(supervisor, {
    what: 'ASSIGN',
    hours: undefined,
    userEmails: [await email('super.aaa')],
    ...named(ids.slice(0, 2)),
  })
  expect(await column(owner, ids.slice(0, 2))).toEqual([idOf('super.aaa'), idOf('super.aaa')])
  expect((await undo(supervisor, assigned)).status).toBe(200)
  const approved = await started(dana, { what: 'APPROVE', hours: undefined, ...named([ids[2]]) })
  expect(await column('status_id', [ids[2]])).toEqual([30])
  expect((await undo(dana, approved)).status).toBe(200)
  const letter = await started(dana, { what: 'LETTER', hours: undefined, ...named([ids[3]]) })
  expect((await undo(dana, letter)).body.status).toMatchObject({ code: 'RULE' })
  await runJobsUntilIdle(api)
  expect(await column(owner, ids.slice(0, 2))).toEqual(before)
  expect(await column('status_id', [ids[2]])).toEqual([20])
})

test('a preview says what would become of each request, changes nothing, and the act does that', async () => {
  const ids = (await many(4)) as [string, string, string, string]
  await api.db.query(
    `update rx_authorization set rejects = jsonb_build_array(rejects -> 0, (rejects -> 0) || '{"rejectCode": "88", "safety": true}'),
       reject_codes = reject_codes || '{88}' where id = $1`,
    [ids[1]],
  )
  await api.db.query('update rx_authorization set version = 2 where id = $1', [ids[2]])
  const approval = { what: 'APPROVE', ...named(ids) } as const
  const seen = await dana.ask(bulkActs.preview, approval)
  expect(seen.body).toEqual({
    checked: 4,
    can: 2,
    left: [
      { code: 'RULE', message: 'It has safety codes (88). Open it to decide it.', count: 1 },
      { code: 'CONFLICT', message: 'This was changed by somebody else in the meantime.', count: 1 },
    ],
  })
  expect(await column('status_id', ids)).toEqual([20, 20, 20, 20])
  const search = { authStatuses: [20], pendingAuthFilterParams: { jurisState: ['OR'] } }
  await api.db.query(`update rx_authorization set juris_state = 'OR' where id = any($1)`, [ids])
  const found = await dana.ask(bulkActs.preview, { what: 'SNOOZE', hours: 48, search, count: 4 })
  expect(found.body).toMatchObject({ checked: 4 })
  for (const given of [{ what: 'LETTER' as const }, { what: 'ASSIGN' as const, userEmails: ['nobody@example.test'] }]) {
    const { status, body } = await dana.ask(bulkActs.preview, { ...given, ...named(ids) })
    expect([status, body.can + body.left.reduce((sum, { count }) => sum + count, 0)]).toEqual([200, 4])
  }
  const result = await became(dana, await started(dana, { ...approval, hours: undefined }))
  expect(result).toMatchObject({ done: 2, refused: 2 })
})

test('a request that fails again and again is left in the end, and its user reads so', async () => {
  const ids = (await many(2)) as [string, string]
  // The queue gives up at once; one request conflicts with another transaction each time.
  await api.db.query(`
    create function try_once() returns trigger language plpgsql as $$ begin new.retry_limit := 0; return new; end $$;
    create trigger try_once before insert on pgboss.job for each row execute function try_once();
    create function in_conflict() returns trigger language plpgsql as $$ begin
      if new.authorization_id = '${ids[1]}' and new.event_code = 170 then raise exception using errcode = '40001'; end if; return new; end $$;
    create trigger in_conflict before insert on authorization_event for each row execute function in_conflict();`)
  onTestFinished(async () => {
    await api.db.query('drop function try_once, in_conflict cascade')
  })
  const { body } = await dana.ask(bulkActs.start, { what: 'SNOOZE', hours: 1, ...named(ids) }, { key: randomUUID() })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, {}, 1e9)
  onTestFinished(() => jobs.stop())
  await jobs.relay()
  await eventually(async () => expect(await became(dana, body.bulkId)).toMatchObject({ waiting: 0 }))
  const { items } = await became(dana, body.bulkId)
  expect(items.map(({ state, code }) => [state, code])).toEqual([
    ['DONE', null],
    ['REFUSED', 'INTERNAL'],
  ])
  expect(items[1]!.message).toContain('failed repeatedly')
})

test('the rules of a preview and of an undo', () => {
  const no = { code: 'RULE', message: 'Closed.' } as const
  expect(foreseen([undefined, no, no])).toEqual({ checked: 3, can: 1, left: [{ ...no, count: 2 }] })
  const fine = { what: 'SNOOZE', startedAt: '2026-03-02T12:00:00Z', waiting: 0, done: 1, undone: false } as const
  const now = '2026-03-02T12:30:00Z'
  expect([
    whyNotUndo(fine, now),
    whyNotUndo(fine, '2026-03-02T12:30:01Z')?.code,
    whyNotUndo({ ...fine, waiting: 1 }, now)?.code,
    whyNotUndo({ ...fine, done: 0 }, now)?.code,
    whyNotUndo({ ...fine, what: 'LETTER' }, now)?.code,
  ]).toEqual([undefined, 'UNDO_TOO_LATE', 'RULE', 'RULE', 'RULE'])
})
