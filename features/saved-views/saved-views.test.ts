import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { savedViews } from './contract.ts'
import { MOST_VIEWS, whyNotAddress } from './rules.ts'

let api: TestApi
let dana: Visitor
let colleague: Visitor
let supervisor: Visitor
let stranger: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  dana = await api.signIn('adj.aaa')
  colleague = await api.signIn('adj.aaa2')
  supervisor = await api.signIn('super.aaa')
  stranger = await api.signIn('adj.bbb')
  await api.db.query('delete from user_supervision')
  await api.db.query(`insert into user_supervision select 'AAA', $1, unnest($2::uuid[])`, [
    idOf('super.aaa'),
    ['adj.aaa', 'adj.aaa2'].map(idOf),
  ])
})
afterAll(() => api.close())

const save = async (who: Visitor, name: string, more: object = {}): Promise<string> => {
  const { status, body } = await who.ask(savedViews.save, { name, address: 'view=all&state=FL,TX', ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.viewId
}
const seen = async (who: Visitor) => (await who.ask(savedViews.list, {})).body.content.map((one) => one.name)

test('a private view is its maker’s alone, a shared one is seen by the team and by no other carrier', async () => {
  await save(dana, 'Mine')
  await save(dana, 'Ours', { shared: true, columns: ['state', 'cost'] })
  expect([await seen(dana), await seen(colleague), await seen(supervisor), await seen(stranger)]).toEqual([
    ['Mine', 'Ours'],
    ['Ours'],
    ['Ours'],
    [],
  ])
  const [view] = (await colleague.ask(savedViews.list, {})).body.content
  expect(view).toMatchObject({ address: 'view=all&state=FL,TX', columns: ['state', 'cost'], mine: false, shared: true })
})

test('who does not share a supervisor with the maker sees nothing of a shared view', async () => {
  await save(supervisor, 'Everybody late', { shared: true })
  const outsider = await api.signIn('clin.aaa')
  expect(await seen(outsider)).toEqual([])
  expect(await seen(dana)).toContain('Everybody late')
})

test('a view is renamed, shared, changed and deleted by its maker', async () => {
  const viewId = await save(dana, 'First')
  const change = await dana.ask(savedViews.change, { viewId, name: 'Second', shared: true, address: 'state=GA' })
  expect(change.status).toBe(200)
  const changed = (await dana.ask(savedViews.list, {})).body.content.find((one) => one.viewId === viewId)
  expect(changed).toMatchObject({ name: 'Second', shared: true, address: 'state=GA', columns: null })
  expect((await dana.ask(savedViews.remove, { viewId })).status).toBe(200)
  expect(await seen(dana)).not.toContain('Second')
})

test('a view of somebody else does not exist for who would change it, in this carrier and in another', async () => {
  const [hidden, shared] = [await save(dana, 'Hidden'), await save(dana, 'Shared', { shared: true })]
  for (const who of [colleague, stranger])
    for (const viewId of [hidden, shared]) {
      expect((await who.ask(savedViews.change, { viewId, name: 'Stolen' })).status).toBe(404)
      expect((await who.ask(savedViews.remove, { viewId })).status).toBe(404)
    }
  expect((await colleague.ask(savedViews.openWith, { viewId: hidden })).status).toBe(404)
  expect((await stranger.ask(savedViews.openWith, { viewId: shared })).status).toBe(404)
  expect(await seen(dana)).toEqual(expect.arrayContaining(['Hidden', 'Shared']))
})

test('the list opens with the view a user chose, a shared one too, until it is gone', async () => {
  const viewId = await save(supervisor, 'Morning', { shared: true })
  const opensWith = async () =>
    (await dana.ask(savedViews.list, {})).body.content.filter((one) => one.isDefault).map((one) => one.name)
  expect((await dana.ask(savedViews.openWith, { viewId })).status).toBe(200)
  expect(await opensWith()).toEqual(['Morning'])
  await dana.ask(savedViews.openWith, { viewId: null })
  expect(await opensWith()).toEqual([])
  await dana.ask(savedViews.openWith, { viewId })
  expect((await supervisor.ask(savedViews.remove, { viewId })).status).toBe(200)
  expect(await opensWith()).toEqual([])
})

test('a second view of the same name is refused', async () => {
  await save(colleague, 'Texas')
  expect((await colleague.ask(savedViews.save, { name: 'texas', address: '' })).body).toMatchObject({
    status: { code: 'DUPLICATE' },
  })
  const viewId = await save(colleague, 'Georgia')
  expect((await colleague.ask(savedViews.change, { viewId, name: 'TEXAS' })).status).toBe(409)
})

test('the thirty-first view of a user is refused', async () => {
  await api.db.query(
    `insert into saved_view (mc, user_id, id, name, address, saved_at)
       select 'BBB', $1, gen_random_uuid(), 'View ' || n, '', now() from generate_series(1, ${MOST_VIEWS}) n`,
    [idOf('adj.bbb')],
  )
  expect((await stranger.ask(savedViews.save, { name: 'One more', address: '' })).body).toMatchObject({
    status: { code: 'RULE' },
  })
})

test('an address keeps no name of a patient and nothing that is no filter', () => {
  expect(['by=N&q=ortega', 'by=C&q=DEMO-001', 'page=3', 'mc=AAA'].map((one) => whyNotAddress(one)?.code)).toEqual(
    Array(4).fill('VALIDATION'),
  )
  expect(['', 'view=all&sort=statutoryDueAt,asc', 'q=Lee', 'by=Au&q=12'].map((one) => whyNotAddress(one))).toEqual(
    Array(4).fill(undefined),
  )
})
