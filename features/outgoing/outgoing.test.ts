import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import type { TestApi } from '#testing/api.ts'
import { day } from '#testing/new-york-day.ts'
import { merging } from '#features/merging/contract.ts'
import { outgoing } from './contract.ts'

type Shown = Omit<InputOf<typeof outgoing.shown>, 'authorizationId'>
const instead = drugs.find(({ name, brandFlag }) => name.startsWith('Celecoxib 200') && brandFlag === 'G')!.ndc
const clears = { rejects: [{ rejectCode: '75', override: true }], reasonId: 1, oneTimeFill: false, drugLevel: 14 }

/** What left because of a decision: to the pharmacy, and by fax, e-mail or text. */
async function left(api: TestApi, id: string): Promise<string[]> {
  const { rows } = await api.db.query<{ text: string }>(
    `select m.body ->> 'text' as text from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id where k.authorization_id = $1
      union all select o.body from outside_message o where o.authorization_id = $1 and o.document_id is null
        and not exists (select from app_user u where u.email = o.address)`,
    [id],
  )
  return rows.map(({ text }) => text).sort()
}

test.each<[string, Shown]>([
  ['an approval as billed', { approve: clears }],
  ['an approval of half', { approve: { ...clears, maxQty: 15, maxDays: 15 } }],
  ['an approval of later days', { approve: { ...clears, startDate: day(1), endDate: day(20) } }],
  ['a denial with a block', { reject: { reasonId: 8, note: 'The same therapy is paid already.' } }],
  ['a denial that names another drug', { reject: { reasonId: 6, note: 'Try that one.', insteadNdc: instead } }],
  ['a denial of one fill', { rejectThisFill: { reasonId: 7, note: 'More than the guideline gives.' } }],
])('what %s is shown to send is what leaves', async (_, decided) => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await api.db.query(
    `update practitioner set fax = '2125550100' where npi = (select prescriber_npi from rx_authorization where id = $1)`,
    [id],
  )
  const adjuster = await api.signIn('adj.aaa')
  const shown = (await adjuster.ask(outgoing.shown, { authorizationId: id, ...decided })).body
  expect(shown).toMatchObject({ why: null, isSaved: false })
  const { approve, reject, rejectThisFill } = decided
  const sent = approve
    ? await adjuster.ask(decision.approve, { id, version: 1, ...approve })
    : reject
      ? await adjuster.ask(decision.reject, { id, version: 1, ...reject })
      : await adjuster.ask(decision.rejectThisFill, { id, version: 1, ...rejectThisFill })
  expect(sent.status).toBe(200)
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const written = shown.messages.filter(({ channel }) => channel !== 'POST')
  expect(await left(api, id)).toEqual(written.map(({ text }) => text).sort())
  const { rows } = await api.db.query(
    `select 1 from document where authorization_id = $1 and file_name like '%, patient%' and type_id = 3`,
    [id],
  )
  expect(rows).toHaveLength(shown.messages.filter(({ channel }) => channel === 'POST').length)
})

test.each<[string, Shown]>([
  ['an approval', { approve: clears }],
  ['an approval of half', { approve: { ...clears, maxQty: 15, maxDays: 15 } }],
  ['a denial with a block', { reject: { reasonId: 8, note: 'The same therapy is paid already.' } }],
  ['a denial of one fill', { rejectThisFill: { reasonId: 7, note: 'More than the guideline gives.' } }],
])('%s of merged requests shows what each of their pharmacies will read', async (_, decided) => {
  const api = await startFixtureApi()
  const [adjuster, supervisor] = [await api.signIn('adj.aaa'), await api.signIn('super.aaa')]
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const others = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '909001', nabp: '1043409', quantity: 90, days: 45 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 1, rx: '909002', quantity: 30, days: 15 }),
  ]
  for (const [at, gone] of others.entries())
    expect((await supervisor.ask(merging.merge, { id: gone, into: id, version: 1, intoVersion: at + 1 })).status).toBe(
      200,
    )
  const shown = (await adjuster.ask(outgoing.shown, { authorizationId: id, ...decided })).body
  const said = shown.messages.filter(({ to }) => to === 'PHARMACY').map(({ text }) => text)
  expect(said).toHaveLength(3)
  const { approve, reject, rejectThisFill } = decided
  const sent = approve
    ? await adjuster.ask(decision.approve, { id, version: 3, ...approve })
    : reject
      ? await adjuster.ask(decision.reject, { id, version: 3, ...reject })
      : await adjuster.ask(decision.rejectThisFill, { id, version: 3, ...rejectThisFill })
  expect(sent.status).toBe(200)
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query<{ text: string }>(`select body ->> 'text' as text from pharmacy_message`)
  expect(rows.map(({ text }) => text).sort()).toEqual(said.sort())
})

test('nothing is shown to leave of what would be refused or saved, and nothing is written by looking', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, {
    sub: 'AAA1',
    at: 1,
    drug: 'oxycodone 30 mg tablet',
    quantity: 120,
    days: 30,
  })
  const adjuster = await api.signIn('adj.aaa')
  const shown = async (more: Shown, who = adjuster) =>
    (await who.ask(outgoing.shown, { authorizationId: id, ...more })).body
  const before = await decisionRows(api)
  expect(await shown({ approve: clears })).toEqual({ why: null, isSaved: true, messages: [] })
  expect(await shown({ reject: { reasonId: 6, note: 'ok' } })).toMatchObject({
    why: expect.stringMatching(/./),
    messages: [],
  })
  expect(await shown({ rejectThisFill: { reasonId: 10 } }, await api.signIn('read.only'))).toMatchObject({
    why: expect.stringMatching(/./),
    messages: [],
  })
  const { status } = await adjuster.ask(outgoing.shown, { authorizationId: id, approve: clears, reject: {} })
  expect(status).toBe(400)
  expect(await decisionRows(api)).toBe(before)
  expect(
    (
      await adjuster.ask(decision.rejectThisFill, {
        id,
        version: 1,
        reasonId: 7,
        note: 'More than the guideline gives.',
      })
    ).status,
  ).toBe(200)
  expect((await shown({ approve: clears })).why).toBe('This request is decided already.')
})
