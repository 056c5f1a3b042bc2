import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { patients } from '#features/patients/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { claimFacts } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const
const claimId = idOf('AAA AAA1 claim 1')

async function world() {
  const api = await startFixtureApi()
  const owner = await api.signIn('adj.aaa')
  const day = (days: number) => dayAt(api.clock.now(), days)
  const of = async () => (await owner.ask(claimFacts.of, { claimId })).body
  type Change = Omit<InputOf<typeof claimFacts.change>, 'claimId' | 'version' | 'reason'>
  const change = async (input: Change, by = owner) =>
    by.ask(claimFacts.change, { claimId, version: (await of()).version, reason: 'As the board ordered', ...input })
  const codes = async (options: Partial<ClaimOptions>) =>
    (
      await api.service.ask(transactions.intake, pharmacyClaim({ ...one, drug: 'naproxen', ...options }))
    ).body.rejects.map(({ code }) => code)
  const log = async (id: string) =>
    (
      await api.db.query<{ text: string }>(
        'select event_text as text from authorization_event where authorization_id = $1 and event_code = 102 order by id',
        [id],
      )
    ).rows.map(({ text }) => text)
  return { api, owner, day, of, change, codes, log }
}

test('A claim that was denied stops fills from that day on, and earlier ones as before', async () => {
  const { day, of, change, codes } = await world()
  expect(await codes({ rx: '8000001', date: day(-3) })).toEqual([])
  expect((await change({ kind: 'COMPENSABILITY', value: 'DENIED', from: day(-1) })).body).toMatchObject({
    success: true,
    holds: true,
  })
  expect(await codes({ rx: '8000002', date: day(0) })).toEqual(expect.arrayContaining(['830', '65']))
  // A late bill is decided by the claim of its day.
  expect(await codes({ rx: '8000003', drug: 'celecoxib', date: day(-2) })).not.toContain('65')
  expect((await of()).claim).toMatchObject({ compensability: 'DENIED', since: day(-1) })
  await change({ kind: 'COMPENSABILITY', value: 'ACCEPTED', from: day(0) })
  expect(await codes({ rx: '8000004', drug: 'meloxicam', date: day(0) })).not.toContain('830')
})

test('Nothing is paid after the day a person died, and a date that was wrong is corrected', async () => {
  const { api, day, of, change, codes } = await world()
  await change({ kind: 'DEATH', value: 'DIED', from: day(-1) })
  expect(await codes({ rx: '8000011', date: day(-1) })).toEqual([])
  const after = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, drug: 'meloxicam', rx: '8000012' }))
  expect(after.body.rejects.map(({ code }) => code)).toContain('65')
  expect(after.body.authorizationId ?? null).toBeNull()
  expect((await of()).claim.diedOn).toBe(day(-1))
  expect((await change({ kind: 'DEATH', value: 'NONE', from: day(0) })).status).toBe(200)
  expect(await codes({ rx: '8000013', drug: 'meloxicam', date: day(0) })).not.toContain('65')
  const future = await change({ kind: 'DEATH', value: 'DIED', from: day(1) })
  expect(future.body).toMatchObject({ status: { code: 'VALIDATION' }, fields: [{ path: 'from' }] })
})

test.each([
  ['closed', { kind: 'STATUS', value: 'CLOSED' }, { kind: 'STATUS', value: 'REOPENED' }],
  ['settled', { kind: 'COMPENSABILITY', value: 'SETTLED_MSA' }, { kind: 'COMPENSABILITY', value: 'ACCEPTED' }],
] as const)('A claim that was %s stops fills after that day until it is opened again', async (how, over, opened) => {
  const { api, day, change, codes } = await world()
  await change({ ...over, from: day(-1) })
  const answer = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, drug: 'naproxen', rx: '8000021' }))
  expect(answer.body.rejects.map(({ code }) => code)).toContain('830')
  expect(JSON.stringify(answer.body)).toContain(`${how} on ${usDate(day(-1))}`)
  expect(await codes({ rx: '8000022', date: day(-2) })).not.toContain('830')
  await change({ ...opened, from: day(0) })
  if (how === 'settled') await change({ kind: 'STATUS', value: 'REOPENED', from: day(0) })
  expect(await codes({ rx: '8000023', drug: 'meloxicam' })).not.toContain('830')
})

/** The count on the tab of the patient; null where nothing waits. */
const onTab = async (who: Awaited<ReturnType<typeof world>>['owner']) =>
  (await who.ask(patients.profile, { mc: 'AAA', sc: 'AAA1', claimId })).body.tabs.find(({ key }) => key === 'facts')!
    .count

test('A change entered ahead waits, and holds from its day on without anybody doing more', async () => {
  const { api, owner, day, of, change, codes, log } = await world()
  expect(await onTab(owner)).toBeNull()
  const id = await raiseAuthorization(api, one)
  const later = day(3)
  expect((await change({ kind: 'COMPENSABILITY', value: 'CONTROVERTED', from: later })).body).toMatchObject({
    holds: false,
    openRequests: 1,
  })
  await runJobsUntilIdle(api)
  expect(await of()).toMatchObject({
    claim: { compensability: 'ACCEPTED' },
    waiting: [{ about: 'Acceptance', before: 'Accepted', after: 'Controverted', from: later, by: 'Adj aaa' }],
  })
  expect(await onTab(owner)).toBe(1)
  expect(await codes({ rx: '8000031', date: day(0) })).toEqual([])
  api.clock.move(3 * 86_400_000)
  await runJobsUntilIdle(api)
  const again = await api.signIn('adj.aaa')
  expect(await onTab(again)).toBeNull()
  expect((await again.ask(claimFacts.of, { claimId })).body).toMatchObject({
    claim: { compensability: 'CONTROVERTED' },
    waiting: [],
  })
  // The open request is of a fill before that day: it is decided by what held then.
  expect(await log(id)).toEqual([])
  expect(await codes({ rx: '8000032', drug: 'meloxicam', date: later })).toContain('830')
})

test('An open request is decided again by the rules at once, with an event of its own and its owner notified', async () => {
  const { api, owner, day, change, log } = await world()
  const id = await raiseAuthorization(api, one)
  const before = (await owner.ask(authorizations.one, { id })).body
  await change({ kind: 'COMPENSABILITY', value: 'DENIED', from: day(0) })
  await runJobsUntilIdle(api)
  const after = (await owner.ask(authorizations.one, { id })).body
  expect(before.rejects.map(({ rejectCode }) => rejectCode)).not.toContain('830')
  expect(after.rejects.map(({ rejectCode }) => rejectCode)).toEqual(expect.arrayContaining(['830', '65', '75']))
  expect(after.version).toBeGreaterThan(before.version)
  expect(await log(id)).toEqual([
    `Claim changed: Acceptance: accepted to denied from ${usDate(day(0))}. 65, 830 stop it now`,
  ])
  const { rows } = await api.db.query(`select user_id from user_notification where kind = 'claimChanged'`)
  expect(rows).toEqual([{ user_id: idOf('adj.aaa') }])
  // A form that was open on it learns of it.
  expect((await owner.ask(decision.approve, { id, version: before.version })).status).toBe(409)
  await change({ kind: 'COMPENSABILITY', value: 'ACCEPTED', from: day(0) })
  await runJobsUntilIdle(api)
  expect((await log(id)).at(-1)).toContain('do not stop it any more')
})

test('Diagnoses, body parts, providers and surgeries change from a day on and say who said so', async () => {
  const { day, of, change } = await world()
  await change({ kind: 'DIAGNOSIS', subject: 'F32.1', description: 'Depression', value: 'ACCEPTED', from: day(-10) })
  await change({ kind: 'DIAGNOSIS', subject: 'F32.1', value: 'DENIED', from: day(5) })
  await change({ kind: 'PART', subject: '53', value: 'ACCEPTED', from: day(-1) })
  await change({ kind: 'SURGERY', value: 'ADDED', from: day(-4) })
  await change({ kind: 'PROVIDER', subject: '1932102084', value: 'ALLOWED', from: day(-20) })
  await change({ kind: 'PROVIDER', subject: '1932102084', value: 'ENDED', from: day(2) })
  const shown = await of()
  expect(shown.injuries).toContainEqual({
    kind: 'DIAGNOSIS',
    subject: 'F32.1',
    name: 'Depression',
    value: 'ACCEPTED',
    valueName: 'Accepted',
    since: day(-10),
    by: 'Adj aaa',
    until: day(4),
  })
  expect(shown.injuries).toContainEqual(expect.objectContaining({ kind: 'PART', subject: '53', value: 'ACCEPTED' }))
  expect(shown.surgeries).toContain(day(-4))
  expect(shown.providers).toEqual([expect.objectContaining({ npi: '1932102084', from: day(-20), to: day(1) })])
  expect(shown.history).toHaveLength(6)
  expect(shown.waiting.map(({ from }) => from)).toEqual([day(2), day(5)])
})

test('Only support, supervisors and the case owner change a fact; what is wrong is named; the second of two hears of the first', async () => {
  const { api, owner, day, of, change } = await world()
  const denied = { kind: 'COMPENSABILITY', value: 'DENIED', from: day(0) } as const
  for (const who of ['adj.aaa2', 'read.only']) expect((await change(denied, await api.signIn(who))).status).toBe(403)
  expect((await change(denied, await api.signIn('adj.bbb'))).status).toBe(404)
  const wrong = async (input: Parameters<typeof change>[0]) =>
    ((await change(input)).body as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path)
  expect(await wrong({ kind: 'DIAGNOSIS', subject: 'BACK', value: 'ACCEPTED', from: day(0) })).toEqual(['subject'])
  expect(await wrong({ kind: 'PART', subject: '999', value: 'ACCEPTED', from: day(0) })).toEqual(['subject'])
  expect(await wrong({ kind: 'PROVIDER', subject: '1234567890', value: 'ALLOWED', from: day(0) })).toEqual(['subject'])
  expect(await wrong({ kind: 'COMPENSABILITY', value: 'ACCEPTED', from: day(0) })).toEqual(['value'])
  expect(await wrong({ kind: 'STATUS', value: 'REOPENED', from: day(0) })).toEqual(['value'])
  expect(await wrong({ kind: 'STATUS', value: 'CLOSED', from: day(-2000) })).toEqual(['from'])
  const { version } = await of()
  const race = { claimId, version, reason: 'As the board ordered', ...denied }
  const two = await Promise.all([owner.ask(claimFacts.change, race), owner.ask(claimFacts.change, race)])
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await of()).history).toHaveLength(1)
})
