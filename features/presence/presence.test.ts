import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { timeline } from '#features/timeline/contract.ts'
import { idOf } from '#testing/fixtures.ts'
import { presence } from './contract.ts'
import { SILENT_SECONDS, viewersWords } from './rules.ts'

let api: TestApi
let dana: Visitor
let sam: Visitor
let stranger: Visitor
let id: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  dana = await api.signIn('adj.aaa')
  sam = await api.signIn('super.aaa')
  stranger = await api.signIn('adj.bbb')
  id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
})
afterAll(() => api.close())

const seenBy = async (who: Visitor) => (await who.ask(presence.of, { id })).body.viewers.map(({ name }) => name)
const inRows = async (who: Visitor) =>
  (await who.ask(presence.all, {})).body.content.map(({ authorizationId, viewers }) => [
    authorizationId,
    viewers.length,
  ])

test('who has a request open is seen by the others, not by themselves, and is gone when they leave', async () => {
  const name = (await api.db.query(`select name from app_user where username = 'super.aaa'`)).rows[0].name
  expect((await sam.ask(presence.open, { id })).body).toMatchObject({ success: true, viewers: [] })
  expect([await seenBy(dana), await seenBy(sam)]).toEqual([[name], []])
  expect([await inRows(dana), await inRows(sam)]).toEqual([[[id, 1]], []])
  expect((await dana.ask(presence.open, { id })).body.viewers).toMatchObject([{ name }])
  await sam.ask(presence.leave, { id })
  expect([await seenBy(dana), await inRows(dana)]).toEqual([[], []])
  await dana.ask(presence.leave, { id })
})

test('after a minute without a sign a page counts as left; a sign keeps it', async () => {
  const ago = (seconds: number) =>
    api.db.query(`update request_viewer set seen_at = now() - make_interval(secs => $1)`, [seconds])
  await sam.ask(presence.open, { id })
  const since = (await dana.ask(presence.of, { id })).body.viewers[0]!.since
  await ago(SILENT_SECONDS - 10)
  await sam.ask(presence.open, { id })
  expect((await dana.ask(presence.of, { id })).body.viewers[0]!.since).toBe(since)
  await ago(SILENT_SECONDS + 1)
  expect([await seenBy(dana), await inRows(dana)]).toEqual([[], []])
})

test('nobody of another carrier says or sees anything of a request', async () => {
  await sam.ask(presence.open, { id })
  for (const call of [presence.of, presence.open, presence.leave])
    expect((await stranger.ask(call, { id })).status).toBe(404)
  expect(await inRows(stranger)).toEqual([])
  expect(await seenBy(dana)).toHaveLength(1)
})

test('the log says once a day that a user opened a request, also from two tabs at once; the timeline knows the first look', async () => {
  const fresh = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const opened = async () =>
    (
      await api.db.query(
        `select actor_name as who, old_status_id = 20 and new_status_id = 20 as stays from authorization_event
          where authorization_id = $1 and event_code = 320 order by id`,
        [fresh],
      )
    ).rows.map((row) => `${row.who} ${row.stays}`)
  const of = { claimId: idOf('AAA AAA1 claim 2'), authorizationId: fresh, size: 50 }
  const look = async () => (await dana.ask(timeline.ofClaim, of)).body.spent?.firstLook ?? null
  expect([await opened(), await look()]).toEqual([[], null])
  await Promise.all([1, 2, 3].map(() => dana.ask(presence.open, { id: fresh })))
  await sam.ask(presence.open, { id: fresh })
  await dana.ask(presence.leave, { id: fresh })
  await dana.ask(presence.open, { id: fresh })
  expect(await opened()).toEqual(['Adj aaa true', 'Super aaa true'])
  expect(await look()).toBeGreaterThanOrEqual(0)
  await api.db.query(
    `update authorization_event set at = at - interval '1 day' where event_code = 320 and actor_name = 'Adj aaa'`,
  )
  await dana.ask(presence.open, { id: fresh })
  expect(await opened()).toHaveLength(3)
})

test('viewers in words', () => {
  expect([[], ['Sam Okafor'], ['Sam', 'Lee'], ['Sam', 'Lee', 'Kim']].map(viewersWords)).toEqual([
    '',
    'Sam Okafor is looking at this',
    'Sam and Lee are looking at this',
    'Sam and 2 others are looking at this',
  ])
})
