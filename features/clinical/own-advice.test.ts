import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { clinical } from './contract.ts'
import { outcomeOfAdvice, type AdviceGiven, type AdviceOutcome, type DecidedAfter } from './own-advice.ts'

const billed = { quantity: 60, days: 30 }
const approved: DecidedAfter = { approves: true, oneTime: false, level: 14, quantity: null, days: null }
const denied: DecidedAfter = { ...approved, approves: false }
const week = { days: 7, oneTime: true }

test.each<[string, AdviceGiven, DecidedAfter | null, AdviceOutcome]>([
  ['to approve waits', { action: 'APPROVE', modified: {} }, null, 'OPEN'],
  ['to approve was followed', { action: 'APPROVE', modified: {} }, approved, 'FOLLOWED'],
  ['to approve, as billed', { action: 'APPROVE', modified: {} }, { ...approved, quantity: 60, days: 30 }, 'FOLLOWED'],
  ['to approve, and less was', { action: 'APPROVE', modified: {} }, { ...approved, days: 14 }, 'CHANGED'],
  ['to approve, and it was denied', { action: 'APPROVE', modified: {} }, denied, 'NOT_FOLLOWED'],
  ['of a week', { action: 'APPROVE_MODIFIED', modified: week }, { ...approved, days: 7, oneTime: true }, 'FOLLOWED'],
  ['of a week, any fills', { action: 'APPROVE_MODIFIED', modified: week }, { ...approved, days: 7 }, 'CHANGED'],
  ['of a week, two were', { action: 'APPROVE_MODIFIED', modified: { days: 7 } }, { ...approved, days: 14 }, 'CHANGED'],
  ['of a week, and all was', { action: 'APPROVE_MODIFIED', modified: { days: 7 } }, approved, 'CHANGED'],
  ['of 30', { action: 'APPROVE_MODIFIED', modified: { quantity: 30 } }, { ...approved, quantity: 30 }, 'FOLLOWED'],
  ['of a package', { action: 'APPROVE_MODIFIED', modified: { drugLevel: 11 } }, approved, 'CHANGED'],
  ['of a week, denied', { action: 'APPROVE_MODIFIED', modified: week }, denied, 'NOT_FOLLOWED'],
  ['to reject was followed', { action: 'REJECT', modified: {} }, denied, 'FOLLOWED'],
  ['to reject, and it was approved', { action: 'REJECT', modified: {} }, approved, 'NOT_FOLLOWED'],
  ['to call the prescriber', { action: 'P2P', modified: {} }, approved, 'DECIDED'],
  ['to ask for more', { action: 'DEFER', modified: {} }, denied, 'DECIDED'],
])('advice %s', (_, advice, decided, outcome) => {
  expect(outcomeOfAdvice(advice, billed, decided)).toBe(outcome)
})

test('a pharmacist reads what became of the advice, and nobody else’s', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  const own = async () => (await pharmacist.ask(clinical.ownAdvice, {})).body.content
  expect(await own()).toEqual([])
  const [first, second] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
  ]
  for (const id of [first, second]) {
    await adjuster.ask(decision.move, { id, status: 'clinical', version: 1, note: 'Is this length usual?' })
    api.clock.move(60_000)
    const advice = { authorizationId: id, version: 2, rationale: 'A week is enough' } as const
    const { status } = await pharmacist.ask(
      clinical.advise,
      id === first
        ? { ...advice, action: 'APPROVE_MODIFIED', modified: { days: 7 } }
        : { ...advice, action: 'REJECT', rationale: 'It repeats another drug' },
    )
    expect(status).toBe(200)
  }
  expect((await own()).map(({ outcome }) => outcome)).toEqual(['OPEN', 'OPEN'])
  const sent = await adjuster.ask(decision.approve, { id: first, version: 3, maxDays: 14 })
  expect(sent.body.authorizationStatusId).toBe(30)
  const after = await own()
  expect(after).toMatchObject([
    { authorizationId: second, action: 'REJECT', outcome: 'OPEN', decidedBy: null },
    { authorizationId: first, action: 'APPROVE_MODIFIED', modified: { days: 7 }, outcome: 'CHANGED' },
  ])
  expect(after[0]!.answeredInMs).toBeGreaterThanOrEqual(60_000)
  expect(after[1]!.decidedBy).not.toBeNull()
  // A decision that was undone is none.
  expect((await adjuster.ask(decision.undo, { id: first })).status).toBe(200)
  expect((await own())[1]).toMatchObject({ outcome: 'OPEN', decidedBy: null })
  expect((await (await api.signIn('super.aaa')).ask(clinical.ownAdvice, {})).body.content).toEqual([])
  // What is older than a week is left to the lists.
  api.clock.move(8 * 24 * 3_600_000)
  expect((await (await api.signIn('pharm.aaa')).ask(clinical.ownAdvice, {})).body.content).toEqual([])
})
