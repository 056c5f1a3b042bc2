import { expect, test } from 'vitest'
import { planMoves, whyNotTake, whyStays, type Movable, type Taker } from './moving.ts'

const now = '2026-11-23T15:00:00.000Z'
const later = '2026-11-23T18:00:00.000Z'
const item = (more: Partial<Movable> = {}): Movable => ({
  id: 'one',
  mc: 'AAA',
  stratus_claim_id: 'claim one',
  version: 1,
  status_id: 20,
  juris_state: 'FL',
  sub_carrier: 'AAA1',
  owner_ids: ['dana'],
  reconsideration_level: 0,
  decided_before_by: null,
  estimated_cost: 100,
  snoozed_until: null,
  opened: false,
  ...more,
})
const taker = (id: string, more: Partial<Taker> = {}): Taker => ({
  id,
  name: id,
  email: `${id}@carrier.example`,
  active: true,
  roles: ['adjuster'],
  subCarriers: null,
  leaves: [],
  openItems: 0,
  supervisorId: null,
  licenseStates: [],
  approvalLimit: null,
  ...more,
})

test.each([
  ['is open and theirs', {}, undefined],
  ['was completed', { status_id: 30 }, 'COMPLETED'],
  ['has another owner', { owner_ids: ['lee', 'dana'] }, 'CHANGED'],
  ['is open on its owner’s screen', { opened: true }, 'OPENED'],
  ['is snoozed', { snoozed_until: later }, 'SNOOZED'],
  ['was snoozed until now', { snoozed_until: now }, undefined],
] as const)('a request that %s', (_name, more, expected) => {
  expect(whyStays(item({ ...more } as Partial<Movable>), 'dana', now)).toBe(expected)
})

test.each([
  ['works on the program, in any state', {}, {}, undefined],
  ['works on other programs only', {}, { subCarriers: ['AAA2'] }, 'PROGRAM'],
  ['has a closed account', {}, { active: false }, 'PROGRAM'],
  ['may only read', {}, { roles: ['adjuster', 'read_only'] }, 'PROGRAM'],
  ['is away', {}, { leaves: [{ startAt: now, endAt: later, delegates: [] }] }, 'AWAY'],
  [
    'leaves within the hour',
    {},
    { leaves: [{ startAt: '2026-11-23T15:59:00.000Z', endAt: later, delegates: [] }] },
    'AWAY',
  ],
  ['has a license for another state only', {}, { licenseStates: ['NY'] }, 'LICENSE'],
  ['has a license for the state', {}, { licenseStates: ['NY', 'FL'] }, undefined],
  ['has a limit below the cost', {}, { approvalLimit: 99.99 }, 'LIMIT'],
  ['has a limit of the cost', {}, { approvalLimit: 100 }, undefined],
  [
    'decided it before it was reconsidered',
    { reconsideration_level: 1, decided_before_by: 'lee' },
    {},
    'DECIDED_BEFORE',
  ],
] as const)('somebody who %s', (_name, more, who, expected) => {
  expect(whyNotTake(item({ ...more } as Partial<Movable>), taker('lee', who as Partial<Taker>), now)).toBe(expected)
})

test('requests go to those with the fewest open ones, counting what they were given', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((id) => item({ id, stratus_claim_id: `claim ${id}` }))
  const plan = planMoves(items, 'dana', [taker('barnaby', { openItems: 3 }), taker('lee', { openItems: 1 })], now)
  expect(plan.map(({ toId }) => toId)).toEqual(['lee', 'lee', 'barnaby', 'lee', 'barnaby'])
})

test('where nobody may take a request the plan says what was missing', () => {
  const takers = [taker('barnaby', { subCarriers: ['AAA2'] }), taker('lee', { approvalLimit: 10 })]
  expect(planMoves([item()], 'dana', takers, now)).toEqual([{ id: 'one', toId: null, stays: 'LIMIT' }])
  expect(planMoves([item()], 'dana', [], now)).toEqual([{ id: 'one', toId: null, stays: 'AWAY' }])
})

test('the requests of one patient go to one person, also where others have fewer open ones', () => {
  const items = [
    item({ id: 'a', stratus_claim_id: 'philippa' }),
    item({ id: 'b', stratus_claim_id: 'ezra' }),
    item({ id: 'c', stratus_claim_id: 'philippa' }),
    item({ id: 'd', stratus_claim_id: 'philippa' }),
  ]
  const plan = planMoves(items, 'dana', [taker('aisha'), taker('emil')], now)
  expect(plan.map(({ toId }) => toId)).toEqual(['aisha', 'emil', 'aisha', 'aisha'])
})

test('a patient goes to who may take all of the patient’s requests; only what nobody else may take is apart', () => {
  const items = [
    item({ id: 'a', stratus_claim_id: 'philippa' }),
    item({ id: 'b', stratus_claim_id: 'philippa', estimated_cost: 800 }),
    item({ id: 'c', stratus_claim_id: 'philippa', juris_state: 'NY' }),
  ]
  const small = taker('aisha', { approvalLimit: 500 })
  const busy = taker('emil', { openItems: 9 })
  const plan = (...who: Taker[]) => planMoves(items, 'dana', who, now).map(({ toId, stays }) => toId ?? stays)
  expect(plan(small, busy)).toEqual(['emil', 'emil', 'emil'])
  expect(plan(small, taker('emil', { openItems: 9, licenseStates: ['FL'] }))).toEqual(['aisha', 'emil', 'aisha'])
  expect(plan(small)).toEqual(['aisha', 'LIMIT', 'aisha'])
})
