import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { priorAuths } from './contract.ts'

let api: TestApi
let adjuster: Visitor
let claim: string
const day = async (ahead: number) =>
  (await api.db.query(`select ((now() at time zone 'America/New_York')::date + $1::int)::text as day`, [ahead])).rows[0]
    .day as string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.approve, { id, version: 1 })
  const { rows } = await api.db.query(
    `update prior_auth set one_time = false, max_fills = 6, fills_used = 2, status_id = 3, end_date = $1
      returning stratus_claim_id`,
    [await day(20)],
  )
  claim = rows[0].stratus_claim_id
  await api.db.query('update wc_claim set owner_id = $1 where id = $2', [idOf('adj.aaa'), claim])
})
afterAll(() => api.close())

const ending = async (who = adjuster) => (await who.ask(priorAuths.ending, {})).body
const set = async (columns: string, ...values: unknown[]) => {
  await api.db.query(`update prior_auth set ${columns}`, values)
}

test('a case owner sees therapies on their claims that end in thirty days, with the fills left, on the record of who looked', async () => {
  const found = await ending()
  expect(found.totalElements).toBe(1)
  expect(found.content).toMatchObject([
    { stratusClaimId: claim, masterCarrier: 'AAA', endDate: await day(20), fillsLeft: 4, ownerName: null },
  ])
  const { rows } = await api.db.query(
    `select claim_ids from access_audit where call = 'priorAuths.ending' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ claim_ids: [claim] }])
  expect(await ending(await api.signIn('adj.aaa2'))).toEqual({ content: [], totalElements: 0 })
  expect((await ending(await api.signIn('adj.bbb'))).totalElements).toBe(0)
})

test('a later end is listed when one fill is left; what is over, used up, of one fill or a block is not', async () => {
  const count = async () => (await ending()).totalElements
  await set('end_date = $1, fills_used = 4', await day(31))
  expect(await count()).toBe(0)
  await set('fills_used = 5')
  expect((await ending()).content).toMatchObject([{ fillsLeft: 1 }])
  await set('fills_used = 6')
  expect(await count()).toBe(0)
  await set('fills_used = 2, end_date = $1', await day(0))
  expect(await count()).toBe(1)
  await set('max_fills = null')
  expect((await ending()).content).toMatchObject([{ fillsLeft: null }])
  await set('one_time = true')
  expect(await count()).toBe(0)
  await set(`one_time = false, kind = 'BLOCK'`)
  expect(await count()).toBe(0)
  await set(`kind = 'PERMIT', status_id = 5`)
  expect(await count()).toBe(0)
  await set(`status_id = 3, max_fills = 6, end_date = $1`, await day(20))
  expect(await count()).toBe(1)
})

test('while its owner is away the delegate sees it too, with whose it is', async () => {
  await api.db.query(
    `insert into out_of_office (mc, id, user_id, start_at, end_at, delegates, message, created_by, created_by_name, created_at)
      values ('AAA', gen_random_uuid(), $1, now() - interval '1 day', now() + interval '9 days', array[$2]::uuid[], '', $1, 'Adj aaa', now())`,
    [idOf('adj.aaa'), idOf('adj.aaa2')],
  )
  expect((await ending(await api.signIn('adj.aaa2'))).content).toMatchObject([{ ownerName: 'Adj aaa' }])
})
