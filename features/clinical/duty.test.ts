import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { clinical } from './contract.ts'

const oxycodone = { sub: 'AAA1', drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 } as const
const HOUR = 3_600_000

test('a pharmacist reads which prescribers are to be called, when and by what number, and nobody else does', async () => {
  const api = await startFixtureApi()
  const [adjuster, pharmacist, senior] = [
    await api.signIn('adj.aaa'),
    await api.signIn('pharm.aaa'),
    await api.signIn('clin.aaa'),
  ]
  const ids = [1, 2, 3].map((at) => raiseAuthorization(api, { ...oxycodone, at }))
  const [agreed, unanswered, reached] = (await Promise.all(ids)) as [string, string, string]
  for (const id of [agreed, unanswered, reached])
    await adjuster.ask(decision.move, { id, status: 'clinical', version: 1, note: 'Is this dose usual?' })
  const calls = async (who = pharmacist) =>
    (await who.ask(clinical.prescriberCalls, {})).body.content.map(({ authorizationId, state, calls: made }) => [
      authorizationId,
      state,
      made,
    ])
  expect(await calls()).toEqual([])
  const backAt = new Date(api.clock.now().getTime() + HOUR).toISOString()
  await pharmacist.ask(clinical.called, { authorizationId: agreed, outcome: 'CALL_BACK', backAt })
  for (const outcome of ['NO_ANSWER', 'NO_ANSWER'] as const)
    await pharmacist.ask(clinical.called, { authorizationId: unanswered, outcome })
  await pharmacist.ask(clinical.called, { authorizationId: reached, outcome: 'REACHED' })
  const all = [
    [unanswered, 'AGAIN', 2],
    [agreed, 'BOOKED', 1],
    [reached, 'REACHED', 1],
  ]
  expect(await calls()).toEqual(all)
  const [first] = (await pharmacist.ask(clinical.prescriberCalls, {})).body.content
  const { rows } = await api.db.query<{ name: string; phone: string }>(
    `select q.first_name || ' ' || q.last_name || ', ' || q.credential as name, q.phone from practitioner q
      join rx_authorization a on a.prescriber_npi = q.npi where a.id = $1`,
    [unanswered],
  )
  expect(first).toMatchObject({ prescriberName: rows[0]!.name, phone: rows[0]!.phone })
  // Who took it calls; the others see what is left.
  await pharmacist.ask(clinical.take, { authorizationId: unanswered })
  expect(await calls(senior)).toEqual(all.slice(1))
  expect(await calls(adjuster)).toEqual([])
  // The hour comes: it is the first of all. What was answered is no call any more.
  api.clock.move(HOUR)
  const later = await api.signIn('pharm.aaa')
  expect((await calls(later))[0]).toEqual([agreed, 'LATE', 1])
  const advice = { authorizationId: agreed, version: 2, action: 'APPROVE', rationale: 'As agreed by phone' } as const
  expect((await later.ask(clinical.advise, advice)).status).toBe(200)
  expect((await calls(later)).map(([id]) => id)).not.toContain(agreed)
})

test('a pharmacist reads who is on duty, what each took and answered today, and who covers for whom is away', async () => {
  const api = await startFixtureApi()
  const [adjuster, pharmacist] = [await api.signIn('adj.aaa'), await api.signIn('pharm.aaa')]
  const ids = await Promise.all([1, 2].map((at) => raiseAuthorization(api, { ...oxycodone, at })))
  for (const id of ids) await adjuster.ask(decision.move, { id, status: 'clinical', version: 1, note: '' })
  const [taken, answered] = ids as [string, string]
  await pharmacist.ask(clinical.take, { authorizationId: taken })
  await pharmacist.ask(clinical.advise, {
    authorizationId: answered,
    version: 2,
    action: 'APPROVE',
    rationale: 'As agreed by phone',
  })
  const onDuty = async (who = pharmacist) => (await who.ask(clinical.onDuty, {})).body.content
  const mine = { userId: idOf('pharm.aaa'), senior: false, taken: 1, answeredToday: 1 }
  const [first, ...others] = await onDuty()
  expect(first).toMatchObject({ ...mine, awayUntil: null, awayFrom: null, standIns: [] })
  expect(others.map(({ taken: theirs, answeredToday }) => [theirs, answeredToday])).toEqual(others.map(() => [0, 0]))
  const from = api.clock.now().getTime()
  const [startAt, endAt] = [new Date(from + HOUR).toISOString(), new Date(from + 48 * HOUR).toISOString()]
  expect((await pharmacist.ask(outOfOffice.set, { startAt, endAt, delegates: [] })).status).toBe(200)
  expect((await onDuty())[0]).toMatchObject({ awayUntil: null, awayFrom: startAt })
  api.clock.move(2 * HOUR)
  expect((await onDuty(await api.signIn('pharm.aaa')))[0]).toMatchObject({ awayUntil: endAt, awayFrom: null })
  for (const username of ['adj.aaa', 'read.only', 'prog.spec', 'adj.bbb'])
    expect((await onDuty(await api.signIn(username))).map(({ userId }) => userId)).not.toContain(mine.userId)
})
